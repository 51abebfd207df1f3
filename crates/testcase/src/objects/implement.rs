//! What an instance of a class must implement, and what it has: members by class, those of classes above included.

use super::api::{
    ClassApi, ClassId, ClassKind, ClassUse, Member, MemberId, MemberKind, TypeArgument, TypeUse, Visibility,
};
use super::types::{Types, substitute};

/// Classes are above each other no more often than this.
const MAX_DEPTH: usize = 40;

impl Types<'_> {
    /// Methods without a body that an instance of `class` must implement, each once. Those that every object has do not count, unless a class
    /// (an interface does not matter) takes their bodies away.
    #[must_use]
    pub fn abstract_methods(&self, class: ClassId) -> Vec<MemberId> {
        let mut methods = self.methods(class);
        let api = self.api;
        let classes =
            self.above(class).into_iter().filter(|&above| api.classes[above].kind == ClassKind::Class);
        for id in classes.flat_map(|above| &api.classes[above].members).copied() {
            let name = &api.members[id].name;
            let is_known = |&known: &MemberId| {
                is_of_every_object(&api.members[known]) && api.members[known].name == *name
            };
            if is_of_every_object(&api.members[id]) && !methods.iter().any(is_known) {
                methods.push(id);
            }
        }
        methods.retain(|&method| api.members[method].is_final_or_abstract);
        methods
    }

    /// Methods that calls on an instance of `class` select, its own first: one of those that override each other, hidden ones too.
    fn methods(&self, class: ClassId) -> Vec<MemberId> {
        let api = self.api;
        let this = this_type(api, class);
        let mut seen: Vec<(&str, Vec<TypeUse>, &str)> = Vec::new();
        let mut found = Vec::new();
        for above in self.above(class) {
            let Some(seen_as) = self.as_super_of_open(&this, &api.classes[above].name, MAX_DEPTH) else {
                continue;
            };
            let bindings = self.bindings(&seen_as);
            for &id in &api.classes[above].members {
                let method = &api.members[id];
                if method.kind != MemberKind::Method || method.is_static || is_of_every_object(method) {
                    continue;
                }
                let parameters: Vec<TypeUse> =
                    method.parameters.iter().map(|parameter| substitute(&parameter.ty, &bindings)).collect();
                let erased = method.descriptor.split_once(')').map_or("", |(parameters, _)| parameters);
                let overridden = seen.iter().any(|(name, types, descriptor)| {
                    *name == method.name && (*types == parameters || *descriptor == erased)
                });
                if !overridden {
                    seen.push((&method.name, parameters, erased));
                    found.push(id);
                }
            }
        }
        found
    }

    /// Methods that a test may call on an instance of `class`, those that every object has left out unless `class` or one above it
    /// declares them in the model.
    #[must_use]
    pub fn callable(&self, class: ClassId) -> Vec<MemberId> {
        let mut methods = self.methods(class);
        let api = self.api;
        for above in self.above(class) {
            let of_object =
                api.classes[above].members.iter().copied().filter(|&id| is_of_every_object(&api.members[id]));
            for id in of_object {
                let known = methods.iter().any(|&known| {
                    api.members[known].name == api.members[id].name && is_of_every_object(&api.members[known])
                });
                if !known {
                    methods.push(id);
                }
            }
        }
        methods.retain(|&id| api.members[id].visibility != Visibility::Hidden);
        methods
    }

    /// `of`, in whose arguments parameters may be left, as the type `name` above it.
    #[must_use]
    pub fn as_super_of_open(&self, of: &ClassUse, name: &str, depth: usize) -> Option<ClassUse> {
        if of.name == name {
            return Some(of.clone());
        }
        let depth = depth.checked_sub(1)?;
        let bindings = self.bindings(of);
        self.class(&of.name)?.supertypes.iter().find_map(|above| {
            match substitute(&TypeUse::Class(above.clone()), &bindings) {
                TypeUse::Class(above) => self.as_super_of_open(&above, name, depth),
                _ => None,
            }
        })
    }
}

/// The type of `this` inside of a class: its own parameters as arguments.
#[must_use]
pub fn this_type(api: &ClassApi, class: ClassId) -> ClassUse {
    let class = &api.classes[class];
    let own = class.type_parameters.iter();
    let own = own.map(|parameter| TypeArgument::Exactly(TypeUse::Variable(parameter.name.clone())));
    ClassUse { name: class.name.clone(), arguments: own.collect() }
}

/// Whether every object has the method already, so that no lambda has to implement it.
fn is_of_every_object(method: &Member) -> bool {
    let parameters = method.descriptor.split_once(')').map(|(parameters, _)| parameters);
    let is_method = method.kind == MemberKind::Method && !method.is_static;
    is_method
        && matches!(
            (method.name.as_str(), parameters),
            ("equals", Some("(Ljava/lang/Object;")) | ("hashCode" | "toString", Some("("))
        )
}
