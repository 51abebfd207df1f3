//! Which integers of a test may say how long an object is.

use trine_inputs::ShapeEntry;
use trine_testcase::leaf::LeafKind;

/// Integers looked at in one experiment.
const MAX_LEAVES: usize = 24;

/// The integers of `entry` that may say how long the object at `path` is: its neighbours first.
#[must_use]
pub fn integers(entry: &ShapeEntry, path: &str) -> Vec<usize> {
    let is_integer = |kind: &LeafKind| matches!(kind, LeafKind::Int { bits, .. } if (8..=64).contains(bits));
    let owner = path.rfind(['>', '.']).map_or("", |end| &path[..=end]);
    let mut found: Vec<usize> =
        (0..entry.kinds.len()).filter(|&leaf| is_integer(&entry.kinds[leaf])).collect();
    found.retain(|&leaf| !name(entry, leaf).contains('['));
    found.sort_by_key(|&leaf| {
        let name = name(entry, leaf);
        let own = name.rfind(['>', '.']).map_or("", |end| &name[..=end]);
        (own != owner, own.len())
    });
    found.truncate(MAX_LEAVES);
    found
}

fn name(entry: &ShapeEntry, leaf: usize) -> &str {
    &entry.skeleton.leaves[trine_testcase::LeafId(leaf as u32)].name
}
