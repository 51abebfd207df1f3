//! What an alternative wrote to memory on its way, and what a load reads after that.
//!
//! ```text
//! at the branch     written on the way (latest first)        load
//! machine's memory  <- [p] = 1 <- region of a loop <- …       the latest write that is at its address
//! ```
//!
//! Two addresses with one base are compared by their offsets. With different bases they are taken to be
//! apart, unless they have a variable in common (`a[i]` and `a[j]`): optimistic, as a formula is only a
//! hint and two pointers of a C function rarely meet. What an unknown address or call may have written
//! destroys all of memory; a loop destroys what starts where its stores do.

use super::terms::{Input, Terms};
use std::rc::Rc;
use trine_expr::Term;
use trine_ir::Type;

/// The writes of one alternative, shared with those it has a prefix in common with.
#[derive(Clone, Debug, Default)]
pub(super) struct WriteLog(Option<Rc<Written>>);

#[derive(Debug)]
struct Written {
    write: Write,
    before: WriteLog,
}

#[derive(Clone, Copy, Debug)]
enum Write {
    /// A value, or a destroyed one, of so many bytes.
    Value { address: Term, size_bytes: u32, value: Option<Term> },
    /// Anything at addresses made from this one.
    Region(Term),
    /// Anything anywhere.
    Everything,
}

/// Writes that a load looks back over.
const MAX_LOOKED_BACK: usize = 256;

impl WriteLog {
    fn after(&self, write: Write) -> Self {
        Self(Some(Rc::new(Written { write, before: self.clone() })))
    }

    /// After `value` was written.
    pub(super) fn stored(&self, address: Option<Term>, value: Option<Term>, ty: Type) -> Self {
        match address {
            Some(address) => self.after(Write::Value { address, size_bytes: ty.store_size_bytes(), value }),
            None => self.destroyed(),
        }
    }

    /// After unknown writes at addresses made from `base`.
    pub(super) fn region_destroyed(&self, base: Option<Term>) -> Self {
        base.map_or_else(|| self.destroyed(), |base| self.after(Write::Region(base)))
    }

    /// After unknown writes anywhere.
    pub(super) fn destroyed(&self) -> Self {
        self.after(Write::Everything)
    }

    /// What a load of type `ty` reads.
    pub(super) fn read(&self, terms: &mut Terms, address: Term, ty: Type) -> Option<Term> {
        let size_bytes = ty.store_size_bytes();
        let mut at = self;
        for _ in 0..MAX_LOOKED_BACK {
            let Some(written) = &at.0 else {
                return fetched(terms, address, ty);
            };
            match written.write {
                Write::Everything => return None,
                Write::Region(base) if meet(terms, base, address) => return None,
                Write::Value { address: other, size_bytes: size, value } => {
                    match overlap(terms, (other, size), (address, size_bytes)) {
                        Overlap::None => {}
                        Overlap::Same => return resized(terms, value?, ty),
                        Overlap::Some => return None,
                    }
                }
                Write::Region(_) => {}
            }
            at = &written.before;
        }
        None
    }
}

/// The machine's memory at the branch.
fn fetched(terms: &mut Terms, address: Term, ty: Type) -> Option<Term> {
    let size_bytes = ty.store_size_bytes();
    let loaded = terms.input(Input::Load { address, size_bytes }, size_bytes * 8)?;
    resized(terms, loaded, ty)
}

fn resized(terms: &mut Terms, value: Term, ty: Type) -> Option<Term> {
    (ty.bits() <= 64).then(|| terms.pool.resize(value, ty.bits()))
}

enum Overlap {
    None,
    Same,
    Some,
}

fn overlap(terms: &Terms, a: (Term, u32), b: (Term, u32)) -> Overlap {
    if a == b {
        return Overlap::Same;
    }
    let ((base_a, from_a), (base_b, from_b)) = (terms.decomposed(a.0), terms.decomposed(b.0));
    let apart = if base_a == base_b {
        from_a.saturating_add(a.1.into()) <= from_b || from_b.saturating_add(b.1.into()) <= from_a
    } else {
        !meet(terms, a.0, b.0)
    };
    if apart { Overlap::None } else { Overlap::Some }
}

/// Whether two addresses have a variable in common.
fn meet(terms: &Terms, a: Term, b: Term) -> bool {
    let (a, b) = (terms.pool.variables_of(&[a]), terms.pool.variables_of(&[b]));
    a.iter().any(|variable| b.contains(variable))
}
