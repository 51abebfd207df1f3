//! The `throws` clause of a test: the checked exceptions that its calls declare, and none that another one covers.

use super::hierarchy::is_subclass;
use std::collections::BTreeSet;
use trine_testcase::objects::{ClassApi, ClassUse, Member, TypeUse};

/// The classes of the exceptions that a call may throw, in class files.
#[must_use]
pub fn declared(api: &ClassApi, member: &Member) -> Vec<String> {
    member
        .throws
        .iter()
        .filter_map(|ty| match super::overload::erased(api, member, ty) {
            TypeUse::Class(ClassUse { name, .. }) if name == super::hierarchy::OBJECT => {
                Some("java/lang/Throwable".to_owned())
            }
            TypeUse::Class(class) => Some(class.name),
            _ => None,
        })
        .filter(|class| !is_unchecked(api, class))
        .collect()
}

/// Whether a method may throw it without saying so.
fn is_unchecked(api: &ClassApi, class: &str) -> bool {
    ["java/lang/RuntimeException", "java/lang/Error"]
        .iter()
        .any(|top| is_subclass(api, class, top) == Some(true))
}

/// Those that no other of them covers.
#[must_use]
pub fn clause(api: &ClassApi, thrown: &BTreeSet<String>) -> Vec<String> {
    let covers = |top: &str, class: &str| {
        let tops = ["java/lang/Throwable", "java/lang/Exception"];
        top != class
            && (is_subclass(api, class, top) == Some(true)
                || (tops.contains(&top) && !tops.contains(&class))
                || (top == tops[0] && class == tops[1]))
    };
    thrown.iter().filter(|class| !thrown.iter().any(|top| covers(top, class))).cloned().collect()
}
