//! The tests that the user has of one file, as its functions see them.

use std::collections::BTreeMap;
use trine_engine::OwnTests;
use trine_testcase::api::CallableId;
use trine_testcase::objects::Sequence;

/// The tests of one file that the user has.
#[derive(Clone, Debug, Default)]
pub struct FileTests {
    /// By function: those about it, or that come to it.
    pub by_function: BTreeMap<CallableId, OwnTests>,
    /// Those whose objects are made by calls: what a search over calls begins with.
    pub sequences: Vec<Sequence>,
}

impl FileTests {
    /// Those about `callable` or that come to it, if there are any.
    #[must_use]
    pub fn of(&self, callable: CallableId) -> Option<&OwnTests> {
        self.by_function.get(&callable)
    }

    /// Names of those that hold.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.by_function.values().flat_map(|own| &own.reaching).map(|(name, _)| name.as_str())
    }
}
