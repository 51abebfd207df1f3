//! Choice points of a shape: pointers, the members of unions, the tails of structures.

use crate::shape::PointerShape;
use trine_harness::Source;
use trine_testcase::types::TypeId;

/// A part of the input that a shape chooses for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Slot {
    /// Access path.
    pub path: String,
    /// What may be chosen.
    pub kind: SlotKind,
    /// What was chosen.
    pub chosen: PointerShape,
    /// What is chosen for a pointer of this type where nothing speaks against an object.
    pub natural: PointerShape,
    /// What it points to; for other choices their own type.
    pub pointee: TypeId,
    /// Where runs meet it; `None` where no statement sets it.
    pub source: Option<Source>,
}

/// What may be chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SlotKind {
    /// Objects of this size per element.
    Object {
        /// Bytes.
        element_bytes: u64,
        /// Most elements.
        most: u32,
    },
    /// Streams of the C library.
    Stream,
    /// Functions; this many fit.
    Function {
        /// How many.
        candidates: u32,
    },
    /// Elements of a structure's flexible array member.
    Tail {
        /// Bytes of one element.
        element_bytes: u64,
        /// Most elements.
        most: u32,
    },
    /// The active member of a union, of so many.
    Union {
        /// How many.
        members: u32,
    },
    /// The arguments that a `va_list` walks over.
    Arguments {
        /// Most arguments.
        most: u32,
    },
    /// The type of one of these: `int`, `long`, `double` or text. Runs say which it is.
    Argument,
    /// The strings of a command line, the null pointer behind them included.
    Strings,
    /// Nothing: the pointee's type is incomplete.
    Opaque,
}

impl Slot {
    /// Choices that differ from the one made, likeliest first. Aliases are not among them: runs
    /// show which of those matter.
    #[must_use]
    pub fn alternatives(&self) -> Vec<PointerShape> {
        let others = match (self.kind, &self.chosen) {
            (SlotKind::Stream, PointerShape::Null) => vec![self.natural.clone()],
            (SlotKind::Stream, _) => vec![PointerShape::Null],
            (SlotKind::Object { .. }, PointerShape::Null) => vec![self.natural.clone()],
            (SlotKind::Object { .. }, PointerShape::Fresh(1)) => {
                vec![PointerShape::Null, PointerShape::Fresh(4)]
            }
            // Room for a long number or word.
            (SlotKind::Object { element_bytes: 1, .. }, PointerShape::Fresh(2..=16)) => {
                vec![PointerShape::Null, PointerShape::Fresh(32)]
            }
            (SlotKind::Object { .. }, PointerShape::Fresh(_)) => vec![PointerShape::Null],
            (SlotKind::Object { .. }, _) => vec![self.natural.clone(), PointerShape::Null],
            (SlotKind::Function { candidates }, _) => {
                // The last one is the stand-in of the test, if there is one.
                let last = candidates.checked_sub(1).filter(|&last| last >= 3);
                let functions = (0..candidates.min(3)).chain(last).map(PointerShape::Function);
                functions.chain([PointerShape::Null]).collect()
            }
            (SlotKind::Strings, _) => [2, 3, 4, 6].map(PointerShape::Fresh).to_vec(),
            (SlotKind::Union { members }, _) => (0..members.min(8)).map(PointerShape::Member).collect(),
            (
                SlotKind::Tail { .. } | SlotKind::Arguments { .. } | SlotKind::Argument | SlotKind::Opaque,
                _,
            ) => Vec::new(),
        };
        others.into_iter().filter(|choice| *choice != self.chosen).collect()
    }
}
