//! `search.h`: trees and hash tables.
//!
//! A node of a tree is a heap object `[ key | left | right | color ]`, as in glibc; what `tsearch` gives is its
//! address, which is a pointer to the key. Trees are kept balanced on the way down, red and black (Guibas and
//! Sedgewick, "A dichromatic framework for balanced trees", 1978), by the same rules as glibc, so that `twalk`
//! sees the same depths and leaves. `tdelete` takes a node out without balancing again: walks behind it are in
//! the same order, but may differ in depth.
//!
//! Not handled: `hcreate_r` and its like; two hash tables at once (there is one, as in C).
//! Cost: logarithmic in the tree, as long as nothing was deleted.

use super::{Shim, ShimContext, ShimResult, int, nothing, shim, word};
use crate::fault::{FaultKind, Returns, Stop};
use std::collections::BTreeMap;
use trine_ir::Type;

pub(super) const SHIMS: &[Shim] = &[
    shim("tsearch", search),
    shim("tfind", find),
    shim("tdelete", delete),
    shim("twalk", walk),
    shim("tdestroy", destroy),
    shim("hcreate", create_table),
    shim("hdestroy", |context| {
        context.state().library.hash_table = None;
        nothing()
    }),
    shim("hsearch", search_table),
];

const NODE_BYTES: u64 = 32;
const LEFT: u64 = 8;
const RIGHT: u64 = 16;
const RED: u64 = 24;
/// Trees deeper than this are damaged: a balanced one would fill the memory.
const MAX_DEPTH: u32 = 1024;
const ESRCH: i32 = 3;
const ENOMEM: i32 = 12;
/// How a node is visited.
const PREORDER: u128 = 0;
const POSTORDER: u128 = 1;
const ENDORDER: u128 = 2;
const LEAF: u128 = 3;

/// The program's hash table: entries by key, and how many it takes.
#[derive(Debug, Default)]
pub(super) struct HashTable {
    /// The address of each entry.
    entries: BTreeMap<Vec<u8>, u64>,
    room: usize,
}

impl ShimContext<'_> {
    fn pointer(&self, address: u64) -> Result<u64, Stop> {
        Ok(self.read(address, 8)? as u64)
    }

    fn set_pointer(&mut self, address: u64, value: u64) -> Result<(), Stop> {
        self.write(address, 8, u128::from(value))
    }

    fn is_red(&self, node: u64) -> Result<bool, Stop> {
        Ok(node != 0 && self.read(node + RED, 1)? != 0)
    }

    fn set_red(&mut self, node: u64, red: bool) -> Result<(), Stop> {
        if node == 0 { Ok(()) } else { self.write(node + RED, 1, u128::from(red)) }
    }

    /// How the key sought compares with that of a node.
    fn order(&mut self, node: u64) -> Result<i32, Stop> {
        let (key, function, other) = (self.word(0), self.word(2), self.pointer(node)?);
        let args = [(Type::Ptr, u128::from(key)), (Type::Ptr, u128::from(other))];
        Ok(self.call_back(function, &args)?.first().unwrap_or(0) as i32)
    }
}

/// A way down a tree: where the pointers to a node, its parent and the parent's parent are, and how
/// the key compared at the parents.
#[derive(Clone, Copy, Default)]
struct TreePath {
    here: u64,
    parent: u64,
    grandparent: u64,
    at_parent: i32,
    at_grandparent: i32,
}

/// `void *tsearch(const void *key, void **root, int (*compare)(const void *, const void *))`
fn search(context: &mut ShimContext<'_>) -> ShimResult {
    let root = context.word(1);
    if root == 0 {
        return word(0);
    }
    let top = context.pointer(root)?;
    context.set_red(top, false)?;
    let mut path = TreePath { here: root, ..TreePath::default() };
    let mut next = root;
    let mut order = 0;
    while context.pointer(next)? != 0 {
        let node = context.pointer(path.here)?;
        order = context.order(node)?;
        if order == 0 {
            return word(node);
        }
        split(context, path, false)?;
        // Splitting may have moved the node, not its fields.
        next = node + if order < 0 { LEFT } else { RIGHT };
        if context.pointer(next)? == 0 {
            break;
        }
        path = TreePath {
            here: next,
            parent: path.here,
            grandparent: path.parent,
            at_parent: order,
            at_grandparent: path.at_parent,
        };
    }
    let node = context.allocate(NODE_BYTES)?;
    let key = context.word(0);
    context.set_pointer(next, node)?;
    context.set_pointer(node, key)?;
    context.set_red(node, true)?;
    if next != path.here {
        let path = TreePath {
            here: next,
            parent: path.here,
            grandparent: path.parent,
            at_parent: order,
            at_grandparent: path.at_parent,
        };
        split(context, path, true)?;
    }
    word(node)
}

/// Splits a node with two red children, or puts a `new` node in: it becomes red, and where its parent
/// is red too, the three are turned around.
fn split(context: &mut ShimContext<'_>, path: TreePath, new: bool) -> Result<(), Stop> {
    let node = context.pointer(path.here)?;
    let (left, right) = (context.pointer(node + LEFT)?, context.pointer(node + RIGHT)?);
    let splits = new || context.is_red(left)? && context.is_red(right)?;
    if !splits {
        return Ok(());
    }
    context.set_red(node, true)?;
    context.set_red(left, false)?;
    context.set_red(right, false)?;
    if path.parent == 0 || !context.is_red(context.pointer(path.parent)?)? {
        return Ok(());
    }
    let (parent, grandparent) = (context.pointer(path.parent)?, context.pointer(path.grandparent)?);
    let (near, far) = if path.at_parent < 0 { (LEFT, RIGHT) } else { (RIGHT, LEFT) };
    context.set_red(grandparent, true)?;
    if (path.at_parent > 0) == (path.at_grandparent > 0) {
        // In one direction: the parent becomes the top.
        context.set_pointer(path.grandparent, parent)?;
        context.set_red(parent, false)?;
        let moved = context.pointer(parent + far)?;
        context.set_pointer(grandparent + near, moved)?;
        return context.set_pointer(parent + far, grandparent);
    }
    // In different directions: the node becomes the top.
    context.set_red(parent, true)?;
    context.set_red(node, false)?;
    let (to_parent, to_grandparent) = (context.pointer(node + far)?, context.pointer(node + near)?);
    context.set_pointer(parent + near, to_parent)?;
    context.set_pointer(node + far, parent)?;
    context.set_pointer(grandparent + far, to_grandparent)?;
    context.set_pointer(node + near, grandparent)?;
    context.set_pointer(path.grandparent, node)
}

/// Where the pointer to the node of the key is, and to its parent's; the pointer is null if there is none.
fn locate(context: &mut ShimContext<'_>) -> Result<(u64, u64), Stop> {
    let (mut place, mut above) = (context.word(1), 0);
    loop {
        let node = context.pointer(place)?;
        if node == 0 {
            return Ok((place, above));
        }
        let order = context.order(node)?;
        if order == 0 {
            return Ok((place, above));
        }
        (place, above) = (node + if order < 0 { LEFT } else { RIGHT }, node);
    }
}

/// `void *tfind(const void *key, void *const *root, compare)`
fn find(context: &mut ShimContext<'_>) -> ShimResult {
    if context.word(1) == 0 {
        return word(0);
    }
    let (place, _) = locate(context)?;
    word(context.pointer(place)?)
}

/// `void *tdelete(const void *key, void **root, compare)`: the parent, or something where there is none.
fn delete(context: &mut ShimContext<'_>) -> ShimResult {
    let root = context.word(1);
    if root == 0 {
        return word(0);
    }
    let (place, above) = locate(context)?;
    let node = context.pointer(place)?;
    if node == 0 {
        return word(0);
    }
    let (left, right) = (context.pointer(node + LEFT)?, context.pointer(node + RIGHT)?);
    let replacement = match (left, right) {
        (0, other) | (other, 0) => other,
        _ => {
            // The node with the next key takes the place.
            let mut below = node + RIGHT;
            let mut depth = 0;
            while context.pointer(context.pointer(below)? + LEFT)? != 0 {
                below = context.pointer(below)? + LEFT;
                depth += 1;
                if depth > MAX_DEPTH {
                    return Err(FaultKind::StackOverflow.into());
                }
            }
            let next = context.pointer(below)?;
            let orphan = context.pointer(next + RIGHT)?;
            context.set_pointer(below, orphan)?;
            context.set_pointer(next + LEFT, left)?;
            let right = context.pointer(node + RIGHT)?;
            context.set_pointer(next + RIGHT, right)?;
            next
        }
    };
    context.set_pointer(place, replacement)?;
    context.free(node)?;
    word(if above == 0 { root } else { above })
}

/// `void twalk(const void *root, void (*visit)(const void *node, VISIT when, int depth))`
fn walk(context: &mut ShimContext<'_>) -> ShimResult {
    let root = context.word(0);
    if root != 0 && context.word(1) != 0 {
        walk_below(context, root, 0)?;
    }
    nothing()
}

fn visit(context: &mut ShimContext<'_>, node: u64, when: u128, depth: u32) -> Result<Returns, Stop> {
    let args = [(Type::Ptr, u128::from(node)), (Type::Int(32), when), (Type::Int(32), u128::from(depth))];
    context.call_back(context.word(1), &args)
}

fn walk_below(context: &mut ShimContext<'_>, node: u64, depth: u32) -> Result<(), Stop> {
    if depth > MAX_DEPTH {
        return Err(FaultKind::StackOverflow.into());
    }
    let (left, right) = (context.pointer(node + LEFT)?, context.pointer(node + RIGHT)?);
    if (left, right) == (0, 0) {
        visit(context, node, LEAF, depth)?;
        return Ok(());
    }
    visit(context, node, PREORDER, depth)?;
    if left != 0 {
        walk_below(context, left, depth + 1)?;
    }
    visit(context, node, POSTORDER, depth)?;
    if right != 0 {
        walk_below(context, right, depth + 1)?;
    }
    visit(context, node, ENDORDER, depth)?;
    Ok(())
}

/// `void tdestroy(void *root, void (*release)(void *key))`
fn destroy(context: &mut ShimContext<'_>) -> ShimResult {
    let (root, release) = (context.word(0), context.word(1));
    let mut open = vec![root];
    while let Some(node) = open.pop() {
        if node != 0 {
            open.extend([context.pointer(node + RIGHT)?, context.pointer(node + LEFT)?]);
            let key = context.pointer(node)?;
            context.call_back(release, &[(Type::Ptr, u128::from(key))])?;
            context.free(node)?;
        }
    }
    nothing()
}

/// `int hcreate(size_t room)`
fn create_table(context: &mut ShimContext<'_>) -> ShimResult {
    let room = context.word(0).max(3) as usize;
    let table = &mut context.state().library.hash_table;
    if table.is_some() {
        return int(0);
    }
    *table = Some(HashTable { entries: BTreeMap::new(), room });
    int(1)
}

/// `ENTRY *hsearch(ENTRY item, ACTION action)`; the entry comes as two words.
fn search_table(context: &mut ShimContext<'_>) -> ShimResult {
    let (key_at, data, enter) = (context.word(0), context.word(1), context.int(2) != 0);
    let key = context.c_string(key_at)?;
    let Some(table) = &context.state().library.hash_table else {
        context.set_errno(ESRCH)?;
        return word(0);
    };
    if let Some(&entry) = table.entries.get(&key) {
        return word(entry);
    }
    let full = table.entries.len() >= table.room;
    if !enter || full {
        context.set_errno(if enter { ENOMEM } else { ESRCH })?;
        return word(0);
    }
    let entry = context.static_object(&[key_at.to_le_bytes(), data.to_le_bytes()].concat())?;
    if let Some(table) = &mut context.state().library.hash_table {
        table.entries.insert(key, entry);
    }
    word(entry)
}
