//! How far functions of the class library were from answering otherwise: comparisons of strings, and lookups in
//! collections.

use crate::strings::{FAR, Strings};
use crate::tables::{Number, Tables};
use trine_jdk::vm::Vm;
use trine_machine::StateView;
use trine_search::Questions;

/// Reads the arguments of such functions.
#[derive(Clone, Debug)]
pub struct LibraryQuestions {
    strings: Strings,
    tables: Tables,
}

impl LibraryQuestions {
    /// Of the class library of `vm`.
    pub fn new(vm: &mut Vm) -> Self {
        Self { strings: Strings::new(vm), tables: Tables::new(vm) }
    }

    /// How far two objects are from being equal; `None` where they are not both strings, or both numbers of one class.
    fn between(&self, one: u64, other: u64, state_view: &StateView<'_>) -> Option<f64> {
        let number = |object| self.tables.number(object, state_view);
        match (number(one), number(other)) {
            (Some((class, one)), Some((of_other, other))) if class == of_other => match (one, other) {
                (Number::Integer(one), Number::Integer(other)) => Some((one as f64 - other as f64).abs()),
                (Number::Float(one), Number::Float(other)) => {
                    Some((one - other).abs()).filter(|d| d.is_finite())
                }
                _ => None,
            },
            (None, None) => self.strings.between(one, other, state_view),
            _ => None,
        }
    }
}

/// Elements of a collection that are compared with what it is asked for.
const MAX_ELEMENTS: usize = 64;

impl Questions for LibraryQuestions {
    fn number(&self, name: &str) -> Option<u32> {
        Strings::number(name)
    }

    fn distances(&self, number: u32, args: &[u64], state_view: &StateView<'_>) -> Option<[f64; 2]> {
        self.strings.distances(number, args, state_view)
    }

    fn lookup(&self, name: &str) -> Option<u32> {
        let number = Tables::lookup(name).filter(|&number| Tables::is_flag(number))?;
        u32::try_from(number).ok()
    }

    fn distance_to_found(&self, number: u32, args: &[u64], state_view: &StateView<'_>) -> Option<f64> {
        let (Some(&receiver), Some(&asked)) = (args.first(), args.last()) else { return Some(FAR) };
        let elements = self.tables.elements(number as usize, receiver, MAX_ELEMENTS, state_view);
        let distances = elements.into_iter().filter_map(|element| self.between(asked, element, state_view));
        Some(distances.fold(FAR, f64::min))
    }
}
