//! Which methods of a class write which of its fields: by their code, and by the calls on the same class that they make.
//!
//! Not told: what methods of other classes write, and nested ones; which object a method writes to, if it has several of its class.

use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeMap;
use trine_frontend_jvm::class::{FieldAccess, Instruction};
use trine_frontend_jvm::hierarchy::{ClassId, Hierarchy};
use trine_testcase::objects::{ClassApi, MemberId, MemberKind};

/// Name and descriptor.
type Method = (String, String);

/// By offset of a field: the members of an API model whose calls write there, those first that do so themselves.
pub(super) type Writers = FxHashMap<u64, Vec<MemberId>>;

/// What the methods of one class do.
#[derive(Debug, Default)]
struct Bodies {
    /// By field name: the methods that write it themselves.
    writes: FxHashMap<String, Vec<Method>>,
    /// By method: those of the class that call it.
    callers: FxHashMap<Method, Vec<Method>>,
}

/// The writers of the fields of the class with this name, inherited ones included; none where it cannot be loaded.
pub(super) fn writers(hierarchy: &mut Hierarchy, api: &ClassApi, name: &str) -> Writers {
    let mut found = Writers::default();
    let Ok(class) = hierarchy.load(name) else { return found };
    let chain = chain(hierarchy, class);
    let bodies = bodies(hierarchy, &chain);
    let members = members(api);
    for &declaring in &chain {
        let declaring = hierarchy.class(declaring);
        for placed in &declaring.layout.instance {
            let field = &declaring.file.fields[placed.position].name;
            let methods = bodies.writers(field);
            let of_api = methods.iter().filter_map(|method| members.get(method)).flatten().copied();
            found.insert(placed.offset, of_api.collect());
        }
    }
    found
}

/// A class and those above it.
fn chain(hierarchy: &Hierarchy, class: ClassId) -> Vec<ClassId> {
    let mut chain = vec![class];
    while let Some(above) = chain.last().and_then(|&last| hierarchy.class(last).superclass) {
        chain.push(above);
    }
    chain
}

/// The methods of the model that are called on objects, by name and descriptor.
fn members(api: &ClassApi) -> BTreeMap<Method, Vec<MemberId>> {
    let mut members: BTreeMap<Method, Vec<MemberId>> = BTreeMap::new();
    for (id, member) in api.members.iter_enumerated() {
        if member.kind == MemberKind::Method && !member.is_static {
            members.entry((member.name.clone(), member.descriptor.clone())).or_default().push(id);
        }
    }
    members
}

fn bodies(hierarchy: &Hierarchy, chain: &[ClassId]) -> Bodies {
    let names: FxHashSet<&str> = chain.iter().map(|&class| hierarchy.class(class).name()).collect();
    let mut bodies = Bodies::default();
    for &class in chain {
        let file = &hierarchy.class(class).file;
        for (position, method) in file.methods.iter().enumerate() {
            let Ok(Some(code)) = file.code(position) else { continue };
            let this = (method.name.clone(), method.ty.to_string());
            for (_, instruction) in &code.instructions {
                match instruction {
                    Instruction::Field { access: FieldAccess::PutField, class, name, .. }
                        if names.contains(&**class) =>
                    {
                        bodies.writes.entry(name.clone()).or_default().push(this.clone());
                    }
                    Instruction::Invoke { class, name, ty, .. } if names.contains(&**class) => {
                        let called = (name.clone(), ty.to_string());
                        bodies.callers.entry(called).or_default().push(this.clone());
                    }
                    _ => {}
                }
            }
        }
    }
    bodies
}

impl Bodies {
    /// The methods that write a field, those first that do so themselves, then those that call them, and so on.
    fn writers(&self, field: &str) -> Vec<Method> {
        let mut found: Vec<Method> = Vec::new();
        let mut known: FxHashSet<&Method> = FxHashSet::default();
        let mut next: Vec<&Method> = self.writes.get(field).into_iter().flatten().collect();
        while !next.is_empty() {
            next.retain(|method| known.insert(method));
            found.extend(next.iter().map(|&method| method.clone()));
            next = next.iter().filter_map(|method| self.callers.get(method)).flatten().collect();
        }
        found
    }
}
