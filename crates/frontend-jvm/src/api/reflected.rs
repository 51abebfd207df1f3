//! Methods, constructors and fields as objects: which of them tests look up in a class object, where something takes such objects.

use super::class::{each_class, erased};
use super::jdk;
use crate::class::{ClassFile, MethodType, flags};
use std::collections::HashMap;
use std::sync::Arc;
use trine_testcase::objects::{
    ClassApi, ClassId, ClassUse, Member, MemberId, Reflected, TypeUse, Visibility,
};

/// Members of each kind of one class under test that are looked up, at most.
const MAX_OF_KIND: usize = 6;

/// Methods of `Class` that look something up: of a method, a constructor and a field, one that is public first.
pub(super) const LOOKUPS: [[&str; 2]; 3] = [
    ["getMethod", "getDeclaredMethod"],
    ["getConstructor", "getDeclaredConstructor"],
    ["getField", "getDeclaredField"],
];

/// The classes that a type mentions.
pub(super) fn names_of(ty: &TypeUse) -> Vec<String> {
    let mut names = Vec::new();
    each_class(ty, &mut |name| names.push(name.to_owned()));
    names
}

/// What tests look up, of `subjects` and of the usual classes, where the model has what does that.
pub(super) fn reflected(
    api: &ClassApi,
    ids: &HashMap<String, ClassId>,
    file: &dyn Fn(ClassId) -> Arc<ClassFile>,
) -> Vec<Reflected> {
    let Some(&class) = ids.get(jdk::CLASS) else { return Vec::new() };
    let lookup = |name: &str| {
        let mut members = api.classes[class].members.iter().copied();
        members.find(|&member| api.members[member].name == name)
    };
    let lookups = LOOKUPS.map(|names| names.map(lookup));
    let lookup = |name: &str, is_method: bool, is_public: bool| -> Option<MemberId> {
        let kind = if !is_method { 2 } else { usize::from(name == "<init>") };
        lookups[kind][usize::from(!is_public)]
    };
    let is_written = |ty: &TypeUse| {
        names_of(ty).iter().all(|name| {
            let known = ids.get(name).map(|&id| &api.classes[id]);
            known.is_some_and(|class| {
                class.visibility != Visibility::Hidden && class.type_parameters.is_empty()
            })
        })
    };
    let one = |of: &str, name: &str, descriptor: &str, is_public: bool| {
        let class = TypeUse::Class(ClassUse::plain(of));
        let method = MethodType::parse(descriptor);
        let lookup = lookup(name, method.is_some(), is_public)?;
        let parameters: Option<Vec<TypeUse>> =
            method.map(|method| method.parameters.iter().map(erased).collect());
        let is_good = parameters.iter().flatten().chain([&class]).all(is_written);
        let name = (name != "<init>").then(|| name.to_owned());
        is_good.then_some(Reflected { class, name, parameters, lookup })
    };
    let mut all = Vec::new();
    for &id in &api.subjects {
        let (of, file) = (&api.classes[id].name, file(id));
        let mut counts: HashMap<MemberId, usize> = HashMap::new();
        let members = api.classes[id].members.iter().map(|&member| &api.members[member]);
        let is_public =
            |member: &Member| member.visibility == Visibility::Everywhere && file.is(flags::PUBLIC);
        // What an inner class takes first is not among the parameters of the model.
        let members = members.filter(|_| !api.classes[id].is_inner);
        for found in members.filter_map(|member| one(of, &member.name, &member.descriptor, is_public(member)))
        {
            let count = counts.entry(found.lookup).or_default();
            *count += 1;
            if *count <= MAX_OF_KIND {
                all.push(found);
            }
        }
    }
    all.extend(
        jdk::LOOKED_UP.into_iter().filter_map(|(of, name, descriptor)| one(of, name, descriptor, true)),
    );
    all
}
