//! By which members tests come to the methods of a unit: those that call them, and those that objects of nested classes answer by them.
//!
//! ```text
//! private void rotate(Node n)             called by `insert(int)` and `remove(int)`, or by what they call
//! private class View extends AbstractSet  `Set.contains(Object)` on a `View`, which a test has, but cannot name
//! ```
//!
//! Told by the code of the unit: a call through an interface of another class is not seen, nor one by reflection.

use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::VecDeque;
use std::sync::Arc;
use trine_frontend_jvm::class::{ClassFile, Instruction, flags};
use trine_frontend_jvm::cover::{ClassCover, UnitCover};
use trine_frontend_jvm::hierarchy::{ClassId, Hierarchy};
use trine_sequences::{Entrances, HiddenId};
use trine_testcase::objects::{ClassApi, ClassType, Member, MemberId, MemberKind, Visibility};

/// Members that call a method, at most: the nearest ones.
const MAX_CALLERS: usize = 12;

/// Name and descriptor.
type Method = (String, String);

/// A method of the unit: the class by its place there, and the method's place in the class file.
type Place = (usize, usize);

/// By class and method of `cover`: the members of `api` by which tests come to it; none where a class of the unit cannot be loaded. Classes that
/// tests cannot name have their place in the unit as their number.
pub(super) fn entrances(hierarchy: &mut Hierarchy, api: &ClassApi, cover: &UnitCover) -> Vec<Vec<Entrances>> {
    let Some(unit) = Unit::new(hierarchy, api, cover) else {
        return cover.classes.iter().map(|class| vec![Entrances::default(); class.methods.len()]).collect();
    };
    let callers = unit.callers();
    let of_class = |(at, class): (usize, &ClassCover)| {
        class.methods.iter().map(|method| unit.entrances(&callers, (at, method.position))).collect()
    };
    cover.classes.iter().enumerate().map(of_class).collect()
}

/// The classes of a unit.
struct Unit<'a> {
    api: &'a ClassApi,
    classes: Vec<Class>,
    /// By class of the model, name and descriptor.
    members: FxHashMap<(&'a str, &'a str, &'a str), MemberId>,
}

struct Class {
    file: Arc<ClassFile>,
    /// Whether tests cannot name it.
    is_hidden: bool,
    /// Names of all classes and interfaces above it, and its own.
    above: Vec<String>,
}

impl<'a> Unit<'a> {
    fn new(hierarchy: &mut Hierarchy, api: &'a ClassApi, cover: &UnitCover) -> Option<Self> {
        let is_named = |class: &&ClassType| class.visibility != Visibility::Hidden;
        let named: FxHashSet<&str> = api.classes.iter().filter(is_named).map(|class| &*class.name).collect();
        let mut classes = Vec::new();
        for class in &cover.classes {
            let id = hierarchy.load(&class.name).ok()?;
            let above = above(hierarchy, id);
            let file = Arc::clone(&hierarchy.class(id).file);
            classes.push(Class { file, is_hidden: !named.contains(&*class.name), above });
        }
        let is_called = |(_, member): &(MemberId, &Member)| {
            matches!(member.kind, MemberKind::Constructor | MemberKind::Method)
                && member.visibility != Visibility::Hidden
                && is_named(&&api.classes[member.class])
        };
        let members =
            api.members.iter_enumerated().filter(is_called).map(|(id, member)| {
                ((&*api.classes[member.class].name, &*member.name, &*member.descriptor), id)
            });
        Some(Self { api, classes, members: members.collect() })
    }

    /// The member that a method is.
    fn member(&self, (class, method): Place) -> Option<MemberId> {
        let file = &self.classes[class].file;
        let descriptor = file.methods[method].ty.to_string();
        self.members.get(&(&*file.name, &*file.methods[method].name, &*descriptor)).copied()
    }

    /// By method: the methods of the unit that call it, or may call it by calling one that it overrides.
    fn callers(&self) -> FxHashMap<Place, Vec<Place>> {
        let mut by_name: FxHashMap<Method, Vec<Place>> = FxHashMap::default();
        for (class, of) in self.classes.iter().enumerate() {
            for (at, method) in of.file.methods.iter().enumerate() {
                by_name.entry((method.name.clone(), method.ty.to_string())).or_default().push((class, at));
            }
        }
        let mut callers: FxHashMap<Place, Vec<Place>> = FxHashMap::default();
        for (class, of) in self.classes.iter().enumerate() {
            for (at, method) in of.file.methods.iter().enumerate() {
                // Compilers call the body of a lambda by the method that it stands in.
                let around = method.name.strip_prefix("lambda$").and_then(|rest| rest.rsplit_once('$'));
                if let Some((around, _)) = around {
                    let around = if around == "new" { "<init>" } else { around };
                    let methods = of.file.methods.iter().enumerate();
                    let containing = methods.filter(|(_, method)| method.name == around);
                    callers.entry((class, at)).or_default().extend(containing.map(|(at, _)| (class, at)));
                }
                let Ok(Some(code)) = of.file.code(at) else { continue };
                for (_, instruction) in &code.instructions {
                    let Instruction::Invoke { class: called, name, ty, .. } = instruction else { continue };
                    let is_called = |&&(class, _): &&Place| {
                        let of = &self.classes[class];
                        of.above.contains(called) || self.is_above(called, &of.file.name)
                    };
                    let named = by_name.get(&(name.clone(), ty.to_string()));
                    for &called in named.into_iter().flatten().filter(is_called) {
                        let known = callers.entry(called).or_default();
                        if !known.contains(&(class, at)) {
                            known.push((class, at));
                        }
                    }
                }
            }
        }
        callers
    }

    /// Whether the class of the unit with one name is below that with another, or inherits from it.
    fn is_above(&self, below: &str, above: &str) -> bool {
        self.classes
            .iter()
            .any(|class| class.file.name == below && class.above.iter().any(|name| name == above))
    }

    /// The members by which tests come to a method: itself, or the nearest ones that call it.
    fn entrances(&self, callers: &FxHashMap<Place, Vec<Place>>, method: Place) -> Entrances {
        let mut found = Entrances::default();
        let (mut known, mut next) = (FxHashSet::from_iter([method]), VecDeque::from([method]));
        while let Some(place) = next.pop_front() {
            if found.members.len() + found.answered.len() >= MAX_CALLERS {
                break;
            }
            if let Some(member) = self.member(place) {
                if !found.members.contains(&member) {
                    found.members.push(member);
                }
                continue;
            }
            found.answered.extend(self.answered(place));
            next.extend(
                callers.get(&place).into_iter().flatten().copied().filter(|&caller| known.insert(caller)),
            );
        }
        found
    }

    /// The members that objects of hidden classes answer by a method.
    fn answered(&self, (class, method): Place) -> Vec<(HiddenId, Vec<MemberId>)> {
        let declaring = &self.classes[class];
        let declared = &declaring.file.methods[method];
        if declared.is(flags::STATIC) || declared.is(flags::PRIVATE) || declared.name.starts_with('<') {
            return Vec::new();
        }
        let is_it = |member: &&MemberId| {
            let member = &self.api.members[**member];
            member.kind == MemberKind::Method
                && !member.is_static
                && member.visibility != Visibility::Hidden
                && member.name == declared.name
                && member.parameters.len() == declared.ty.parameters.len()
        };
        let is_below = |&(at, of): &(usize, &Class)| {
            let file = &of.file;
            of.is_hidden
                && !file.is(flags::ABSTRACT)
                && of.above.contains(&declaring.file.name)
                // What overrides it answers in its place.
                && (at == class
                    || !file.methods.iter().any(|own| own.name == declared.name && own.ty == declared.ty))
        };
        let mut found = Vec::new();
        for (at, of) in self.classes.iter().enumerate().filter(is_below) {
            let classes = self
                .api
                .classes
                .iter()
                .filter(|class| class.visibility != Visibility::Hidden && of.above.contains(&class.name));
            let members: Vec<MemberId> =
                classes.flat_map(|class| class.members.iter().filter(is_it)).copied().collect();
            if !members.is_empty() {
                found.push((HiddenId(at as u32), members));
            }
        }
        found
    }
}

/// The names of a class, of those above it, and of their interfaces.
fn above(hierarchy: &Hierarchy, class: ClassId) -> Vec<String> {
    let mut names = Vec::new();
    let mut next = Some(class);
    while let Some(at) = next {
        let class = hierarchy.class(at);
        names.push(class.name().to_owned());
        let interfaces =
            class.all_interfaces.iter().map(|&interface| hierarchy.class(interface).name().to_owned());
        names.extend(interfaces);
        next = class.superclass;
    }
    names.sort_unstable();
    names.dedup();
    names
}
