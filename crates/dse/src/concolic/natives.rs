//! Values that stubs move: the term of each goes where the stub says that the value went.
//!
//! A stub answers for code that is not there, and for the test itself, whose inputs it hands out by number. It notes what it does
//! ([`Effect`]); here the notes become terms.
//!
//! Lengths and places of what a stub copies are taken to be those of this run, without a condition: a path condition over strings would
//! otherwise hold for one length only. So a model may take another path than the one it was made for; runs tell.

use super::{Concolic, Shadow};
use trine_expr::Term;
use trine_ir::Type;
use trine_machine::domain::Operand;
use trine_machine::{Effect, Memory, Origin};

impl Concolic {
    /// Moves terms as the stub says that it moved values.
    pub(super) fn follow(&mut self, operands: &[Operand<Shadow>], effects: &[Effect], memory: &Memory) {
        self.given.clear();
        if self.is_over() {
            return;
        }
        for effect in effects {
            match *effect {
                Effect::Copied { to, from, length } => self.memory.copy(to, from, length),
                Effect::Overwritten { address, length } => self.memory.concretize(address, length),
                Effect::Stored { address, bytes, origin } => {
                    match self.moved(origin, operands, memory) {
                        Some(term) => {
                            let term = self.pool.resize(term, bytes * 8);
                            self.memory.store(address, term, bytes);
                        }
                        None => self.memory.concretize(address, u64::from(bytes)),
                    }
                    if let Origin::Length(number) = origin {
                        self.lengths_at.insert(address, number);
                    }
                }
                Effect::Keeps { number, origin } => match self.moved(origin, operands, memory) {
                    Some(term) => drop(self.kept.insert(number, term)),
                    None => drop(self.kept.remove(&number)),
                },
                Effect::Gives { index, origin } => {
                    let term = self.moved(origin, operands, memory);
                    self.given.extend(term.map(|term| (index, term)));
                }
            }
        }
    }

    /// The term of a value, widened to 64 bits.
    fn moved(&mut self, origin: Origin, operands: &[Operand<Shadow>], memory: &Memory) -> Option<Term> {
        let (term, is_signed) = match origin {
            Origin::Concrete => return None,
            Origin::Argument(at) => (operands.get(at)?.shadow.term()?, false),
            Origin::Input { number, is_signed } => (*self.inputs.get(&number)?, is_signed),
            Origin::Length(number) => (*self.lengths.get(&number)?, false),
            Origin::Kept(number) => (*self.kept.get(&number)?, false),
            Origin::Memory { address, bytes, is_signed } => {
                let value = memory.read_uint(address, bytes).ok()?;
                (self.memory.load(&mut self.pool, address, bytes, value)?, is_signed)
            }
        };
        let width = self.pool.width(term);
        Some(match width < 64 {
            true if is_signed => self.pool.sign_extend(term, 64),
            true => self.pool.zero_extend(term, 64),
            false => term,
        })
    }

    /// What the stub called last gives at position `index`.
    pub(super) fn given(&mut self, index: usize, ty: Type) -> Option<Term> {
        let &(_, term) = self.given.iter().find(|(at, _)| *at == index)?;
        // Addresses of objects have no terms here.
        if matches!(ty, Type::Ptr) { None } else { Some(self.pool.resize(term, ty.bits())) }
    }

    /// The number of the string of the test whose length lies at `address`.
    #[must_use]
    pub fn length_number(&self, address: u64) -> Option<u32> {
        self.lengths_at.get(&address).copied()
    }

    /// The term of the value of `bytes` bytes at `address`, its constant where it has none; `None` outside of every object.
    pub fn term_at(&mut self, address: u64, bytes: u32, memory: &Memory) -> Option<Term> {
        let value = memory.read_uint(address, bytes).ok()?;
        let term = self.memory.load(&mut self.pool, address, bytes, value);
        Some(term.unwrap_or_else(|| self.pool.constant(value, bytes * 8)))
    }
}
