//! The statements of a shape's environment: contents of inputs, files and streams, failing allocations, clocks, registers.
//!
//! Contents are strings that end at their first NUL, so that edits of a text change its length; the variant `exact`
//! reads them as blocks, for code that reads records with NULs in them.

use super::FileShape;
use super::RegisterShape;
use super::builder::Builder;
use trine_machine::shims::{START_US, STEP_US};
use trine_testcase::leaf::LeafKind;
use trine_testcase::test_case::{PointerValue, Statement, Variable};
use trine_testcase::types::TypeKind;
use trine_testcase::{Content, File, LeafId, RegisterValue};

/// The leaf that says which allocation fails.
const FAILING: LeafKind = LeafKind::Int { bits: 5, signed: false };
/// Its name.
pub const FAILING_NAME: &str = "failing allocation";

/// Microseconds since 1970, and those between two looks at a clock.
const TIME: LeafKind = LeafKind::Int { bits: 64, signed: false };
const TIME_STEP: LeafKind = LeafKind::Int { bits: 32, signed: false };

/// Whether pointers to `kind` are streams of the C library.
#[must_use]
pub fn is_stream(kind: &TypeKind) -> bool {
    matches!(kind, TypeKind::Record { tag: Some(tag), .. } if tag == "_IO_FILE")
}

impl Builder<'_> {
    /// The statements of the shape's environment, but for streams.
    pub(super) fn environment(&mut self) {
        let environment = &self.shape.environment;
        if let Some(length) = environment.input {
            let content = self.content("input", length);
            self.statements.push(Statement::StandardInput(content));
        }
        for (position, file) in environment.files.iter().enumerate() {
            let file = match *file {
                FileShape::Missing => File::Missing,
                FileShape::Denied => File::Denied,
                FileShape::Full => File::Full,
                FileShape::Exists(length) => {
                    File::Exists(self.content(&format!("file{}", position + 1), length))
                }
            };
            self.statements.push(Statement::File(file));
        }
        if environment.allocations_fail {
            let leaf = self.leaf(FAILING, FAILING_NAME.to_owned(), 0);
            self.statements.push(Statement::FailAllocation(leaf));
        }
        if environment.clock {
            let start = self.leaf(TIME, "clock".to_owned(), u128::from(START_US));
            let step = self.leaf(TIME_STEP, "clock step".to_owned(), u128::from(STEP_US));
            self.statements.push(Statement::Clock { start, step });
        }
        for (&address, shape) in &environment.registers {
            self.register(address, shape);
        }
    }

    /// What the register at `address` gives.
    fn register(&mut self, address: u64, shape: &RegisterShape) {
        let kind = |bytes: u32| LeafKind::Int { bits: bytes * 8, signed: false };
        let (name, shown) = (self.api.registers.name(address), format!("{address:#x}"));
        let RegisterShape { bytes, reads, plain_bytes } = *shape;
        if plain_bytes > 0 {
            let value =
                self.leaf(kind(plain_bytes), format!("memory {}", name.as_deref().unwrap_or(&shown)), 0);
            let held = RegisterValue { address, bytes: plain_bytes, value, held: true };
            self.statements.push(Statement::Register(held));
        }
        for read in 0..reads {
            let name = name.clone().unwrap_or_else(|| format!("register {shown}"));
            let value = self.leaf(kind(bytes), format!("{name}#{}", read + 1), 0);
            self.statements.push(Statement::Register(RegisterValue { address, bytes, value, held: false }));
        }
    }

    /// A pointer to a stream of `length` leaves.
    pub(super) fn stream(&mut self, length: u32, path: &str, slot: usize) -> PointerValue {
        let content = self.content(path, length);
        let variable = Variable(self.statements.len() as u32);
        let name = super::builder::identifier(path);
        self.statements.push(Statement::Stream { content, name });
        self.built.extents.insert(variable, (slot, 0));
        PointerValue::Stream(variable)
    }

    fn content(&mut self, name: &str, length: u32) -> Content {
        // Bytes of a block are numbers: edits of strings would move its fields.
        let kind = match self.shape.environment.exact {
            true => LeafKind::Int { bits: 8, signed: false },
            false => LeafKind::Char { bits: 8, signed: true },
        };
        let first = LeafId(self.leaves.len() as u32);
        for index in 0..length {
            self.leaf(kind.clone(), format!("{name}[{index}]"), 0);
        }
        Content { first, length, is_text: !self.shape.environment.exact }
    }
}
