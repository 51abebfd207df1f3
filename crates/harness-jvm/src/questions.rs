//! How far functions of the class library were from answering otherwise: comparisons of strings, and lookups in hash tables.

use crate::keys::{Keys, LOOKUP};
use crate::strings::{FAR, Strings};
use trine_jdk::vm::Vm;
use trine_machine::StateView;
use trine_search::Questions;

/// Reads the arguments of such functions.
#[derive(Clone, Debug)]
pub struct LibraryQuestions {
    strings: Strings,
    keys: Keys,
}

impl LibraryQuestions {
    /// Of the class library of `vm`.
    pub fn new(vm: &mut Vm) -> Self {
        Self { strings: Strings::new(vm), keys: Keys::new(vm) }
    }
}

impl Questions for LibraryQuestions {
    fn number(&self, name: &str) -> Option<u32> {
        Strings::number(name)
    }

    fn distances(&self, number: u32, args: &[u64], state_view: &StateView<'_>) -> Option<[f64; 2]> {
        self.strings.distances(number, args, state_view)
    }

    fn lookup(&self, name: &str) -> Option<u32> {
        (name == LOOKUP).then_some(0)
    }

    fn distance_to_found(&self, _: u32, args: &[u64], state_view: &StateView<'_>) -> Option<f64> {
        let nearest = match *args {
            [map, key] if key != 0 => self.keys.nearest(&self.strings, map, key, state_view),
            _ => None,
        };
        Some(nearest.unwrap_or(FAR))
    }
}
