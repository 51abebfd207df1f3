//! The metadata nodes of a module that were read so far.
//!
//! Of most modules few nodes are ever read, so that places for them are made page by page:
//!
//! ```text
//!  page 0: none │ page 1: 64 places, some with a node │ page 2: none │ …
//! ```
//!
//! Cost: `get` is two loads; 16 bytes for every 64 nodes of which none was read.

use super::ast::MetadataNode;
use std::sync::OnceLock;

/// Nodes of a page.
const PAGE: usize = 64;

type Page = Box<[OnceLock<Box<MetadataNode>>]>;

/// Nodes by their position in the module, each written once.
#[derive(Debug)]
pub(crate) struct NodeCache {
    pages: Vec<OnceLock<Page>>,
}

impl NodeCache {
    /// Places for `count` nodes, all empty.
    pub(crate) fn new(count: usize) -> Self {
        Self { pages: std::iter::repeat_with(OnceLock::new).take(count.div_ceil(PAGE)).collect() }
    }

    /// The node at `position`, if it was read.
    pub(crate) fn get(&self, position: usize) -> Option<&MetadataNode> {
        let node = self.pages.get(position / PAGE)?.get()?[position % PAGE].get()?;
        Some(node)
    }

    /// Keeps a node, unless there is one already, and gives what is kept; none beyond the last place.
    pub(crate) fn keep(&self, position: usize, node: MetadataNode) -> Option<&MetadataNode> {
        let empty = || std::iter::repeat_with(OnceLock::new).take(PAGE).collect();
        let page = self.pages.get(position / PAGE)?.get_or_init(empty);
        Some(page[position % PAGE].get_or_init(|| Box::new(node)))
    }

    /// How many nodes are kept.
    pub(crate) fn len(&self) -> usize {
        let pages = self.pages.iter().filter_map(OnceLock::get);
        pages.flat_map(|page| page.iter()).filter(|node| node.get().is_some()).count()
    }
}
