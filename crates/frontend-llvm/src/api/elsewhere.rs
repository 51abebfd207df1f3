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
    let defined = || {
        let placed = linked.functions.iter_enumerated();
        let placed = placed.filter(|(id, _)| linked.callables[*id].defined);
        placed.filter_map(|(id, place)| place.map(|(unit, function)| (id, unit, function)))
    };
    let signature = |unit: usize, function| Signature::of(&linked.units[unit].module, function);
    let own = defined().filter(|(_, place, _)| *place == unit);
    let own = own.filter_map(|(_, place, function)| signature(place, function));
    let taken: BTreeSet<&str> = own.flat_map(|one| one.takes.into_iter().flatten()).collect();
    if taken.is_empty() {
        return Vec::new();
    }
    let is_wanted = |&(id, place, function): &(FuncId, usize, crate::ll::FuncId)| {
        let callable = &linked.callables[id];
        if place == unit || !members.contains(&place) || !callable.external || callable.name == "main" {
            return false;
        }
        let Some(signature) = signature(place, function) else { return false };
        let is_taken_alone = matches!(&signature.takes[..], [Some(record)] if taken.contains(record));
        is_taken_alone || signature.makes().is_some_and(|record| taken.contains(record))
    };
    defined().filter(is_wanted).map(|(id, ..)| id).collect()
}
