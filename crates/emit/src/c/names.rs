//! Identifiers: valid, unique, and clear of what the unit under test defines.

use std::collections::BTreeSet;
use trine_testcase::{ApiModel, TypeKind};

/// Keywords and names that the emitted file uses itself.
const RESERVED: &str = "alignas alignof and auto bool break case char const constexpr continue default do double \
    else enum extern false float for goto if inline int long main nullptr register restrict return short signed \
    sizeof static static_assert struct switch thread_local true typedef typeof typeof_unqual union unsigned \
    void volatile while asm argc argv NULL NAN INFINITY linux unix errno stdin stdout stderr";

/// Names already taken.
#[derive(Clone, Debug, Default)]
pub struct Names {
    taken: BTreeSet<String>,
}

impl Names {
    /// With C's own names taken.
    #[must_use]
    pub fn new() -> Self {
        Self { taken: RESERVED.split_whitespace().map(str::to_owned).collect() }
    }

    /// With everything taken that `api` names at file scope.
    #[must_use]
    pub fn of(api: &ApiModel) -> Self {
        let mut names = Self::new();
        names.taken.extend(api.callables.iter().map(|callable| callable.name.clone()));
        names.taken.extend(api.globals.iter().map(|global| global.name.clone()));
        for ty in &api.types.types {
            match &ty.kind {
                TypeKind::Alias { name, .. } => names.taken.extend([name.clone()]),
                TypeKind::Enum { enumerators, .. } => {
                    names.taken.extend(enumerators.iter().map(|enumerator| enumerator.name.clone()));
                }
                _ => {}
            }
        }
        names
    }

    /// `wanted_name` as an identifier, or with the first number that makes it unique; now taken.
    pub fn take(&mut self, wanted_name: &str) -> String {
        let base = identifier(wanted_name);
        let mut name = base.clone();
        let mut number = 2;
        while !self.taken.insert(name.clone()) {
            let separator = if base.ends_with(|c: char| c.is_ascii_digit()) { "_" } else { "" };
            name = format!("{base}{separator}{number}");
            number += 1;
        }
        name
    }
}

/// `text` with every character that no identifier has replaced; never empty.
#[must_use]
pub fn identifier(text: &str) -> String {
    let legal = |c: char| if c.is_ascii_alphanumeric() { c } else { '_' };
    let mut name: String = text.chars().map(legal).collect();
    if name.is_empty() || name.starts_with(|c: char| c.is_ascii_digit()) {
        name.insert_str(0, if name.is_empty() { "object" } else { "n" });
    }
    name
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_become_valid_and_unique() {
        let mut names = Names::new();
        assert_eq!(names.take("p->next"), "p__next");
        assert_eq!(names.take("value"), "value");
        assert_eq!(names.take("value"), "value2");
        assert_eq!(names.take("a1"), "a1");
        assert_eq!(names.take("a1"), "a1_2");
        assert_eq!(names.take("int"), "int2");
        assert_eq!(names.take("3d"), "n3d");
        assert_eq!(names.take(""), "object");
    }
}
