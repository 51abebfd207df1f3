//! Subtyping over the API model: what may be assigned to what, and how type parameters are filled in.
//!
//! Source: The Java Language Specification, Java SE 17, 4.4 to 4.10 and 18. Steps of a sequence have closed types: no type parameter is
//! left in them. What this says to be a subtype is one; of what is one, some cases are not seen, on purpose, so that emitted sources
//! compile without unchecked conversions:
//!
//! - raw types are subtypes of raw types and of classes without parameters only;
//! - captures of wildcards are not named: a result is projected upwards (4.10.5), a parameter that needs a captured type takes `null` only;
//! - no conversion between primitive types, wrappers and each other: values have the very type.

use super::api::{ClassApi, ClassId, ClassType, ClassUse, TypeArgument, TypeParameter, TypeUse, Visibility};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeMap;
use std::sync::OnceLock;
use trine_base::index::TypedIndex;

/// What stands for type parameters, by name. A wildcard is what a receiver's type has.
pub type Bindings = BTreeMap<String, TypeArgument>;

/// Types nest no deeper than this; what does is taken for unknown.
const MAX_DEPTH: usize = 12;

/// The class of all objects.
pub const OBJECT: &str = "java/lang/Object";

/// An API model with its classes by name.
#[derive(Debug)]
pub struct Types<'a> {
    /// The model.
    pub api: &'a ClassApi,
    by_name: FxHashMap<&'a str, ClassId>,
    /// By class, once one was asked for, and once it was: itself, and the classes and interfaces above it that the model has.
    above: OnceLock<Vec<OnceLock<FxHashSet<ClassId>>>>,
}

impl<'a> Types<'a> {
    /// Subtyping over `api`.
    #[must_use]
    pub fn new(api: &'a ClassApi) -> Self {
        let by_name = api.classes.iter_enumerated().map(|(id, class)| (class.name.as_str(), id)).collect();
        Self { api, by_name, above: OnceLock::new() }
    }

    /// The class with this name in class files.
    #[must_use]
    pub fn id(&self, name: &str) -> Option<ClassId> {
        self.by_name.get(name).copied()
    }

    /// The same, with what the model knows of it.
    #[must_use]
    pub fn class(&self, name: &str) -> Option<&'a ClassType> {
        self.id(name).map(|id| &self.api.classes[id])
    }

    /// What the arguments of `of` stand for; empty for raw types and classes without parameters.
    #[must_use]
    pub fn bindings(&self, of: &ClassUse) -> Bindings {
        let Some(class) = self.class(&of.name) else { return Bindings::new() };
        let names = class.type_parameters.iter().map(|parameter| parameter.name.clone());
        names.zip(of.arguments.iter().cloned()).collect()
    }

    /// Whether it lacks the arguments that its class has parameters for.
    #[must_use]
    pub fn is_raw(&self, of: &ClassUse) -> bool {
        of.arguments.is_empty() && self.class(&of.name).is_some_and(|class| !class.type_parameters.is_empty())
    }

    /// Names of a class and all classes above it, itself first, each once.
    #[must_use]
    pub fn above(&self, class: ClassId) -> Vec<ClassId> {
        let mut all = vec![class];
        let mut next = 0;
        while let Some(&id) = all.get(next) {
            next += 1;
            for above in &self.api.classes[id].supertypes {
                if let Some(above) = self.id(&above.name)
                    && !all.contains(&above)
                {
                    all.push(above);
                }
            }
        }
        all
    }

    /// `of` seen as the class or interface `name` above it, with the arguments that follow; `None` when that is not above it.
    #[must_use]
    pub fn as_super(&self, of: &ClassUse, name: &str) -> Option<ClassUse> {
        self.as_super_within(of, name, MAX_DEPTH)
    }

    /// Whether `above` is the class `id` or one above it, by the supertypes that are modelled.
    fn is_above(&self, above: ClassId, id: ClassId) -> bool {
        let all = self.above.get_or_init(|| self.api.classes.iter().map(|_| OnceLock::new()).collect());
        all[id.position()].get_or_init(|| self.all_above(id)).contains(&above)
    }

    fn all_above(&self, id: ClassId) -> FxHashSet<ClassId> {
        let (mut found, mut waiting) = (FxHashSet::default(), vec![id]);
        while let Some(next) = waiting.pop() {
            if found.insert(next) {
                let supertypes = &self.api.classes[next].supertypes;
                waiting.extend(supertypes.iter().filter_map(|above| self.id(&above.name)));
            }
        }
        found
    }

    fn as_super_within(&self, of: &ClassUse, name: &str, depth: usize) -> Option<ClassUse> {
        if of.name == name {
            return Some(of.clone());
        }
        if name == OBJECT {
            return Some(ClassUse::plain(OBJECT));
        }
        let id = self.id(&of.name)?;
        let wanted = self.id(name);
        // Most questions end here, without a walk through all that is above.
        if wanted.is_some_and(|wanted| !self.is_above(wanted, id)) {
            return None;
        }
        let class = &self.api.classes[id];
        let depth = depth.checked_sub(1)?;
        let raw = self.is_raw(of);
        let bindings = self.bindings(of);
        // To ask where a supertype leads costs less than to substitute its arguments.
        let leads_there = |above: &&ClassUse| {
            let is_below = |id| wanted.is_none_or(|wanted| self.is_above(wanted, id));
            above.name == name || self.id(&above.name).is_some_and(is_below)
        };
        class.supertypes.iter().filter(leads_there).find_map(|above| {
            let found = match raw {
                true => ClassUse::plain(&above.name),
                false => self.project_class(above, &bindings, class, depth),
            };
            self.as_super_within(&found, name, depth)
        })
    }

    /// Whether a value of the closed type `sub` may be assigned to `above`.
    #[must_use]
    pub fn is_subtype(&self, sub: &TypeUse, above: &TypeUse) -> bool {
        self.is_subtype_within(sub, above, MAX_DEPTH)
    }

    fn is_subtype_within(&self, sub: &TypeUse, above: &TypeUse, depth: usize) -> bool {
        let Some(depth) = depth.checked_sub(1) else { return false };
        match (sub, above) {
            (TypeUse::Primitive(a), TypeUse::Primitive(b)) => a == b,
            (TypeUse::Variable(a), TypeUse::Variable(b)) => a == b,
            (TypeUse::Array(a), TypeUse::Array(b)) => match (&**a, &**b) {
                (TypeUse::Primitive(a), TypeUse::Primitive(b)) => a == b,
                (TypeUse::Primitive(_), _) | (_, TypeUse::Primitive(_)) => false,
                (a, b) => self.is_subtype_within(a, b, depth),
            },
            (TypeUse::Array(_), TypeUse::Class(b)) => {
                matches!(b.name.as_str(), OBJECT | "java/lang/Cloneable" | "java/io/Serializable")
            }
            (TypeUse::Class(_) | TypeUse::Variable(_), TypeUse::Class(b)) if b.name == OBJECT => true,
            (TypeUse::Class(a), TypeUse::Class(b)) => {
                let Some(seen) = self.as_super(a, &b.name) else { return false };
                if seen.arguments.len() != b.arguments.len() {
                    return b.arguments.is_empty() && !self.is_raw(b);
                }
                let mut pairs = seen.arguments.iter().zip(&b.arguments);
                pairs.all(|(held, wanted)| self.contains(wanted, held, depth))
            }
            _ => false,
        }
    }

    /// Whether the type argument `held` is one of those that `wanted` stands for (JLS 4.5.1).
    fn contains(&self, wanted: &TypeArgument, held: &TypeArgument, depth: usize) -> bool {
        use TypeArgument::{Any, Exactly, Extends, Super};
        match (wanted, held) {
            (Any, _) => true,
            (Exactly(a), Exactly(b)) => a == b,
            (Extends(bound), Exactly(b) | Extends(b)) => self.is_subtype_within(b, bound, depth),
            (Extends(bound), Any | Super(_)) => is_object(bound),
            (Super(bound), Exactly(b) | Super(b)) => self.is_subtype_within(bound, b, depth),
            _ => false,
        }
    }

    /// What a value of type `ty` is, once `bindings` stand for its parameters: the type itself where they are types, the narrowest
    /// one that can be written where they are wildcards. Parameters that nothing stands for become their bound.
    #[must_use]
    pub fn project(&self, ty: &TypeUse, bindings: &Bindings, declared: &[TypeParameter]) -> TypeUse {
        self.project_up(ty, bindings, declared, MAX_DEPTH)
    }

    fn project_class(&self, ty: &ClassUse, bindings: &Bindings, of: &ClassType, depth: usize) -> ClassUse {
        let arguments = ty.arguments.iter();
        let arguments =
            arguments.map(|argument| self.project_argument(argument, bindings, &of.type_parameters, depth));
        ClassUse { name: ty.name.clone(), arguments: arguments.collect() }
    }

    fn project_up(
        &self,
        ty: &TypeUse,
        bindings: &Bindings,
        declared: &[TypeParameter],
        depth: usize,
    ) -> TypeUse {
        let Some(depth) = depth.checked_sub(1) else { return object() };
        match ty {
            TypeUse::Primitive(_) => ty.clone(),
            TypeUse::Array(element) => {
                TypeUse::Array(Box::new(self.project_up(element, bindings, declared, depth)))
            }
            TypeUse::Class(class) => {
                let arguments = class.arguments.iter();
                let arguments =
                    arguments.map(|argument| self.project_argument(argument, bindings, declared, depth));
                TypeUse::Class(ClassUse { name: class.name.clone(), arguments: arguments.collect() })
            }
            TypeUse::Variable(name) => match bindings.get(name) {
                Some(TypeArgument::Exactly(ty) | TypeArgument::Extends(ty)) => ty.clone(),
                _ => {
                    let bound = declared.iter().find(|parameter| parameter.name == *name);
                    let bound = bound.and_then(|parameter| parameter.bounds.first());
                    bound.map_or_else(object, |bound| self.project_up(bound, bindings, declared, depth))
                }
            },
        }
    }

    fn project_argument(
        &self,
        argument: &TypeArgument,
        bindings: &Bindings,
        declared: &[TypeParameter],
        depth: usize,
    ) -> TypeArgument {
        use TypeArgument::{Any, Exactly, Extends, Super};
        match argument {
            Any => Any,
            Exactly(TypeUse::Variable(name)) => bindings.get(name).cloned().unwrap_or(Any),
            Exactly(ty) => match is_exact(ty, bindings) {
                true => Exactly(self.project_up(ty, bindings, declared, depth)),
                false => Extends(self.project_up(ty, bindings, declared, depth)),
            },
            Extends(ty) => match self.project_up(ty, bindings, declared, depth) {
                bound if is_object(&bound) => Any,
                bound => Extends(bound),
            },
            Super(ty) => match self.project_down(ty, bindings, depth) {
                Some(bound) => Super(bound),
                None => Any,
            },
        }
    }

    /// The widest type whose values may be given where `ty` is asked for; `None` when that is a captured type, which only `null` has.
    #[must_use]
    pub fn accepts(&self, ty: &TypeUse, bindings: &Bindings) -> Option<TypeUse> {
        self.project_down(ty, bindings, MAX_DEPTH)
    }

    fn project_down(&self, ty: &TypeUse, bindings: &Bindings, depth: usize) -> Option<TypeUse> {
        use TypeArgument::{Any, Exactly, Extends, Super};
        let depth = depth.checked_sub(1)?;
        match ty {
            TypeUse::Primitive(_) => Some(ty.clone()),
            TypeUse::Array(element) => {
                self.project_down(element, bindings, depth).map(|ty| TypeUse::Array(Box::new(ty)))
            }
            TypeUse::Variable(name) => match bindings.get(name)? {
                Exactly(ty) | Super(ty) => Some(ty.clone()),
                Extends(_) | Any => None,
            },
            TypeUse::Class(class) => {
                let arguments = class.arguments.iter().map(|argument| match argument {
                    Any => Some(Any),
                    Exactly(ty) if !is_exact(ty, bindings) => None,
                    Exactly(ty) => self.project_down(ty, bindings, depth).map(Exactly),
                    Extends(ty) => self.project_down(ty, bindings, depth).map(Extends),
                    Super(ty) => Some(Super(self.project_up(ty, bindings, &[], depth))),
                });
                let arguments = arguments.collect::<Option<Vec<_>>>()?;
                Some(TypeUse::Class(ClassUse { name: class.name.clone(), arguments }))
            }
        }
    }

    /// Learns what the parameters `of` in `formal` stand for when a value of the closed type `actual` is given for it. What is known
    /// already stays. Whether the value fits is asked afterwards.
    pub fn infer(&self, formal: &TypeUse, actual: &TypeUse, of: &[TypeParameter], bindings: &mut Bindings) {
        match (formal, actual) {
            (_, TypeUse::Primitive(_)) => {}
            (TypeUse::Variable(name), _) => bind(name, actual, of, bindings),
            (TypeUse::Array(formal), TypeUse::Array(actual)) => self.infer(formal, actual, of, bindings),
            (TypeUse::Class(formal), TypeUse::Class(actual)) => {
                if let Some(seen) = self.as_super(actual, &formal.name) {
                    self.infer_arguments(&formal.arguments, &seen.arguments, of, bindings);
                }
            }
            _ => {}
        }
    }

    /// Learns what the parameters `of` in `result` stand for when a value of the closed type `wanted` is wanted from it.
    pub fn infer_from_result(
        &self,
        result: &TypeUse,
        wanted: &TypeUse,
        of: &[TypeParameter],
        bindings: &mut Bindings,
    ) {
        match (result, wanted) {
            (_, TypeUse::Primitive(_)) => {}
            (TypeUse::Variable(name), _) => bind(name, wanted, of, bindings),
            (TypeUse::Array(result), TypeUse::Array(wanted)) => {
                self.infer_from_result(result, wanted, of, bindings);
            }
            (TypeUse::Class(result), TypeUse::Class(wanted)) => {
                if let Some(seen) = self.as_super_of_open(result, &wanted.name, MAX_DEPTH) {
                    self.infer_arguments(&seen.arguments, &wanted.arguments, of, bindings);
                }
            }
            _ => {}
        }
    }

    fn infer_arguments(
        &self,
        formal: &[TypeArgument],
        actual: &[TypeArgument],
        of: &[TypeParameter],
        bindings: &mut Bindings,
    ) {
        use TypeArgument::{Exactly, Extends, Super};
        for (formal, actual) in formal.iter().zip(actual) {
            let (Exactly(f) | Extends(f) | Super(f)) = formal else { continue };
            if let Exactly(a) | Extends(a) | Super(a) = actual {
                self.infer(f, a, of, bindings);
            }
        }
    }

    /// Whether what stands for `parameters` keeps to their bounds.
    #[must_use]
    pub fn within_bounds(&self, parameters: &[TypeParameter], bindings: &Bindings) -> bool {
        parameters.iter().all(|parameter| match bindings.get(&parameter.name) {
            Some(TypeArgument::Exactly(ty)) => parameter
                .bounds
                .iter()
                .all(|bound| self.accepts(bound, bindings).is_some_and(|bound| self.is_subtype(ty, &bound))),
            Some(_) => true,
            None => false,
        })
    }

    /// Whether a test may write the type: every class in it is known and visible, none is raw, arguments keep to bounds.
    #[must_use]
    pub fn is_nameable(&self, ty: &TypeUse) -> bool {
        match ty {
            TypeUse::Primitive(_) => true,
            TypeUse::Variable(_) => false,
            TypeUse::Array(element) => self.is_nameable(element),
            TypeUse::Class(class) => {
                let Some(known) = self.class(&class.name) else { return false };
                known.visibility != Visibility::Hidden
                    && known.type_parameters.len() == class.arguments.len()
                    && self.arguments_are_nameable(class)
                    && (class.arguments.is_empty()
                        || self.within_bounds(&known.type_parameters, &self.bindings(class)))
            }
        }
    }

    fn arguments_are_nameable(&self, class: &ClassUse) -> bool {
        class.arguments.iter().all(|argument| match argument {
            TypeArgument::Exactly(ty) | TypeArgument::Extends(ty) | TypeArgument::Super(ty) => {
                !matches!(ty, TypeUse::Primitive(_)) && self.is_nameable(ty)
            }
            TypeArgument::Any => true,
        })
    }

    /// The type, or else the first type above it that a test may write.
    #[must_use]
    pub fn nameable(&self, ty: &TypeUse) -> TypeUse {
        if self.is_nameable(ty) {
            return ty.clone();
        }
        match ty {
            TypeUse::Array(element) if !matches!(**element, TypeUse::Primitive(_)) => {
                TypeUse::Array(Box::new(self.nameable(element)))
            }
            TypeUse::Class(class) => self.nameable_above(class).map_or_else(object, TypeUse::Class),
            _ => object(),
        }
    }

    fn nameable_above(&self, of: &ClassUse) -> Option<ClassUse> {
        let id = self.id(&of.name)?;
        self.above(id).into_iter().skip(1).find_map(|above| {
            let name = &self.api.classes[above].name;
            let seen = self.as_super(of, name).filter(|seen| seen.name != OBJECT)?;
            self.is_nameable(&TypeUse::Class(seen.clone())).then_some(seen)
        })
    }
}

/// `java.lang.Object`.
#[must_use]
pub fn object() -> TypeUse {
    TypeUse::Class(ClassUse::plain(OBJECT))
}

/// Whether it is `java.lang.Object`.
#[must_use]
pub fn is_object(ty: &TypeUse) -> bool {
    matches!(ty, TypeUse::Class(class) if class.name == OBJECT)
}

/// `ty` with `bindings` in the place of its parameters; others, and wildcards in the place of a whole type, stay.
#[must_use]
pub fn substitute(ty: &TypeUse, bindings: &Bindings) -> TypeUse {
    match ty {
        TypeUse::Primitive(_) => ty.clone(),
        TypeUse::Array(element) => TypeUse::Array(Box::new(substitute(element, bindings))),
        TypeUse::Variable(name) => match bindings.get(name) {
            Some(TypeArgument::Exactly(ty)) => ty.clone(),
            _ => ty.clone(),
        },
        TypeUse::Class(class) => {
            let arguments = class.arguments.iter().map(|argument| substitute_argument(argument, bindings));
            TypeUse::Class(ClassUse { name: class.name.clone(), arguments: arguments.collect() })
        }
    }
}

fn substitute_argument(argument: &TypeArgument, bindings: &Bindings) -> TypeArgument {
    match argument {
        TypeArgument::Exactly(TypeUse::Variable(name)) => match bindings.get(name) {
            Some(bound) => bound.clone(),
            None => argument.clone(),
        },
        TypeArgument::Exactly(ty) => TypeArgument::Exactly(substitute(ty, bindings)),
        TypeArgument::Extends(ty) => TypeArgument::Extends(substitute(ty, bindings)),
        TypeArgument::Super(ty) => TypeArgument::Super(substitute(ty, bindings)),
        TypeArgument::Any => TypeArgument::Any,
    }
}

/// Whether everything that `ty` mentions stands for a type, so that no capture is involved.
fn is_exact(ty: &TypeUse, bindings: &Bindings) -> bool {
    match ty {
        TypeUse::Primitive(_) => true,
        TypeUse::Array(element) => is_exact(element, bindings),
        TypeUse::Variable(name) => matches!(bindings.get(name), Some(TypeArgument::Exactly(_))),
        TypeUse::Class(class) => class.arguments.iter().all(|argument| match argument {
            TypeArgument::Exactly(ty) | TypeArgument::Extends(ty) | TypeArgument::Super(ty) => {
                is_exact(ty, bindings)
            }
            TypeArgument::Any => true,
        }),
    }
}

fn bind(name: &str, ty: &TypeUse, of: &[TypeParameter], bindings: &mut Bindings) {
    if of.iter().any(|parameter| parameter.name == name) && !bindings.contains_key(name) {
        bindings.insert(name.to_owned(), TypeArgument::Exactly(ty.clone()));
    }
}
