//! Functions of other files that make or take the objects that the functions of one file work on, and that this file does not declare.
//!
//! ```text
//! lapi.c:     int lua_gettop (lua_State *L)           works on a `lua_State`
//! lauxlib.c:  lua_State *luaL_newstate (void)         makes one, and lapi.c has no word of it
//! lstate.c:   void lua_close (lua_State *L)           takes nothing else
//! ```
//!
//! A test that wants such an object needs a maker of it, which it can declare by itself.
//! Types are compared by the names of structures before any type is read: a program has many functions.

use crate::lower::linked::Linked;
use crate::records::Signature;
use std::collections::BTreeSet;
use trine_ir::FuncId;

/// The functions that the objects `members` define for others to call, but for object `unit`, and that give a pointer to a structure of which a function of
/// `unit` takes one, or take such a pointer and nothing else. In the order of the program.
pub(super) fn functions(linked: &Linked, unit: usize, members: &BTreeSet<usize>) -> Vec<FuncId> {
    let home = &linked.units[unit].module;
    let mut taken = BTreeSet::new();
    for (id, function) in defined(linked, unit) {
        if linked.callables[id].defined {
            let Some(signature) = Signature::of(home, function) else { continue };
            taken.extend(signature.takes.into_iter().flatten());
        }
    }
    if taken.is_empty() {
        return Vec::new();
    }
    let mut found = BTreeSet::new();
    for &member in members.iter().filter(|&&member| member != unit) {
        let module = &linked.units[member].module;
        for (id, function) in defined(linked, member) {
            let callable = &linked.callables[id];
            if !callable.defined || !callable.external || callable.name == "main" {
                continue;
            }
            let Some(signature) = Signature::of(module, function) else { continue };
            let makes = signature.makes().is_some_and(|record| taken.contains(record));
            let takes = match &signature.takes[..] {
                [Some(record)] => taken.contains(record),
                _ => false,
            };
            if makes || takes {
                found.insert(id);
            }
        }
    }
    found.into_iter().collect()
}

/// The functions whose code is in an object.
fn defined(linked: &Linked, unit: usize) -> impl Iterator<Item = (FuncId, crate::ll::FuncId)> + '_ {
    let functions = linked.functions.iter_enumerated();
    functions.filter_map(move |(id, place)| place.filter(|place| place.0 == unit).map(|place| (id, place.1)))
}
