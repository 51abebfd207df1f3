//! Which interfaces a lambda implements, and which types a test may extend.

use crate::class::{ClassFile, flags};
use std::collections::HashSet;
use std::sync::Arc;
use trine_base::IndexVec;
use trine_testcase::objects::types::OBJECT;
use trine_testcase::objects::{ClassApi, ClassId, ClassKind, MemberId, MemberKind, Types, Visibility};

/// Fills in [`functional`](trine_testcase::objects::ClassType::functional),
/// [`is_extensible`](trine_testcase::objects::ClassType::is_extensible) and
/// [`open_constructors`](trine_testcase::objects::ClassType::open_constructors) of the classes `with_members`.
pub(super) fn complete(
    api: &mut ClassApi,
    with_members: &[ClassId],
    file: impl Fn(ClassId) -> Arc<ClassFile>,
) {
    let known: HashSet<ClassId> = with_members.iter().copied().collect();
    let mut extensible = IndexVec::<ClassId, bool>::from_vec(vec![false; api.classes.len()]);
    let mut constructors = IndexVec::<ClassId, Vec<MemberId>>::from_vec(vec![Vec::new(); api.classes.len()]);
    let mut functional = IndexVec::<ClassId, Option<MemberId>>::from_vec(vec![None; api.classes.len()]);
    let types = Types::new(api);
    for &id in with_members {
        let above = types.above(id);
        let complete = above.iter().all(|id| known.contains(id) || api.classes[*id].name == OBJECT);
        let Some(abstracts) = complete.then(|| types.abstract_methods(id)) else { continue };
        let open = above.iter().all(|&id| may_be_above_a_test(api, id)) && is_open(api, id, &file(id));
        let visible = above.iter().all(|&id| has_all_abstract(api, id, &file(id)));
        extensible[id] = open && visible && has_plain_constructor(api, id, &file(id));
        if open && visible && api.classes[id].is_abstract {
            constructors[id] = with_parameters(api, id);
        }
        if api.classes[id].kind == ClassKind::Interface && extensible[id] && abstracts.len() == 1 {
            let method = &api.members[abstracts[0]];
            functional[id] = method.type_parameters.is_empty().then_some(abstracts[0]);
        }
    }
    drop(types);
    for &id in with_members {
        api.classes[id].is_extensible = extensible[id];
        api.classes[id].open_constructors = std::mem::take(&mut constructors[id]);
        api.classes[id].functional = functional[id];
    }
}

/// Whether a class of a test may have this one above it.
fn may_be_above_a_test(api: &ClassApi, id: ClassId) -> bool {
    let class = &api.classes[id];
    !matches!(class.kind, ClassKind::Enum | ClassKind::Record)
}

/// Whether a class of a test may extend or implement it, as far as constructors and methods do not say otherwise.
fn is_open(api: &ClassApi, id: ClassId, file: &ClassFile) -> bool {
    let class = &api.classes[id];
    let sealed = file.attributes.permitted_subclasses.is_some();
    class.visibility != Visibility::Hidden && !file.is(flags::FINAL) && !sealed && !class.is_inner
}

/// Constructors with parameters that a class of a test may call from below.
fn with_parameters(api: &ClassApi, id: ClassId) -> Vec<MemberId> {
    let is_fit = |&member: &MemberId| {
        let member = &api.members[member];
        member.kind == MemberKind::Constructor
            && member.visibility != Visibility::Hidden
            && !member.parameters.is_empty()
            && member.throws.is_empty()
            && member.type_parameters.is_empty()
            && !member.is_raw
    };
    api.classes[id].members.iter().copied().filter(is_fit).collect()
}

/// Whether it is an interface, or has a constructor without parameters that a class of a test may call.
fn has_plain_constructor(api: &ClassApi, id: ClassId, file: &ClassFile) -> bool {
    let class = &api.classes[id];
    class.kind.is_interface()
        || file.methods.iter().any(|method| {
            let seen = match class.visibility {
                _ if method.is(flags::PRIVATE) => false,
                _ if method.is(flags::PUBLIC | flags::PROTECTED) => true,
                _ => in_package(api, file),
            };
            method.name == "<init>" && method.ty.parameters.is_empty() && method.exceptions.is_empty() && seen
        })
}

fn in_package(api: &ClassApi, file: &ClassFile) -> bool {
    file.package().replace('/', ".") == api.package
}

/// Whether the model has every method without a body that the file declares, so that a test can give them bodies.
fn has_all_abstract(api: &ClassApi, id: ClassId, file: &ClassFile) -> bool {
    let class = &api.classes[id];
    class.name == OBJECT
        || file.methods.iter().filter(|method| method.is(flags::ABSTRACT)).all(|method| {
            let descriptor = method.ty.descriptor();
            class.members.iter().map(|&id| &api.members[id]).any(|member| {
                member.name == method.name
                    && member.descriptor == descriptor
                    && member.visibility != Visibility::Hidden
            }) || matches!(method.name.as_str(), "equals" | "hashCode" | "toString")
        })
}
