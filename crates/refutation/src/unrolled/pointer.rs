//! Which objects a term points into, and which elements an offset that is a term may mean.

use super::memory::{ObjectId, of_address};
use trine_expr::bits::mask;
use trine_expr::{BinaryOp, Node, Term, TermPool};
use trine_ir::FuncId;

/// Places that one pointer may mean, at most.
const MAX_PLACES: usize = 16;
/// Terms looked at for one pointer, at most: sums may share their parts many times over.
const MAX_STEPS: usize = 256;
/// What the addresses of functions begin with.
const FUNCTION_MARK: u64 = 0x7eae;
/// Elements that an access may mean, at most.
const MAX_ELEMENTS: i64 = 256;

/// Something that a pointer may mean.
#[derive(Clone, Copy, Debug)]
pub(super) enum Place {
    /// So many bytes from the start of an object: a constant, and a term of 64 bits, if any.
    Object(ObjectId, i64, Option<Term>),
    Function(FuncId),
    Null,
}

/// The address of a function.
pub(super) fn function_address(function: FuncId) -> u64 {
    FUNCTION_MARK << 48 | u64::from(function.0)
}

/// All that `pointer` may mean, each with the condition under which it does; `None` when that cannot be told.
pub(super) fn places(pool: &mut TermPool, pointer: Term) -> Option<Vec<(Term, Place)>> {
    let always = pool.boolean(true);
    let mut found = Vec::new();
    let mut left = MAX_STEPS;
    collect(pool, (pointer, always), &mut found, &mut left).then_some(found)
}

fn collect(
    pool: &mut TermPool,
    (pointer, guard): (Term, Term),
    found: &mut Vec<(Term, Place)>,
    left: &mut usize,
) -> bool {
    if found.len() >= MAX_PLACES || *left == 0 {
        return false;
    }
    *left -= 1;
    match pool.node(pointer) {
        Node::Constant(bits) => {
            let bits = bits as u64;
            let place = if bits == 0 {
                Place::Null
            } else if let Some((object, byte)) = of_address(bits) {
                Place::Object(object, byte, None)
            } else if bits >> 48 == FUNCTION_MARK {
                Place::Function(FuncId(bits as u32))
            } else {
                return false;
            };
            found.push((guard, place));
            true
        }
        Node::Ite(condition, then, otherwise) => {
            let not = pool.not(condition);
            let [if_then, if_not] = [condition, not].map(|condition| pool.and(guard, condition));
            collect(pool, (then, if_then), found, left) && collect(pool, (otherwise, if_not), found, left)
        }
        Node::Binary(BinaryOp::Add, a, b) => {
            for (base, offset) in [(a, b), (b, a)] {
                let from = found.len();
                if !collect(pool, (base, guard), found, left) {
                    found.truncate(from);
                    continue;
                }
                let mut is_object = true;
                for (_, place) in &mut found[from..] {
                    match place {
                        Place::Object(_, bytes, terms) => match pool.as_constant(offset) {
                            Some(constant) => *bytes = bytes.wrapping_add(constant as u64 as i64),
                            None => {
                                *terms = Some(match *terms {
                                    Some(known) => pool.binary(BinaryOp::Add, known, offset),
                                    None => offset,
                                });
                            }
                        },
                        Place::Function(_) | Place::Null => is_object = false,
                    }
                }
                return is_object;
            }
            false
        }
        _ => false,
    }
}

/// The bytes that an access may begin at: each with the condition under which it does.
#[derive(Debug)]
pub(super) struct Elements {
    pub all: Vec<(u32, Term)>,
    /// Whether each access to the object begins at one of them.
    pub is_exhaustive: bool,
}

/// The bytes that an access of `width` bytes to an object of `size` may begin at, `constant` and `offset` bytes from its start. `None` when
/// there are too many.
pub(super) fn elements(
    pool: &mut TermPool,
    (constant, offset): (i64, Term),
    width: u64,
    size: u64,
) -> Option<Elements> {
    let (more, index, stride) = scaled(pool, offset);
    let constant = constant.checked_add(more)?;
    let last = i64::try_from(size.checked_sub(width)?).ok()?;
    // An offset that is no multiple of anything may be any; whole elements are told apart.
    let is_exhaustive = stride > 1 || width == 1;
    let (step, first) = match is_exhaustive {
        true => (stride, constant.rem_euclid(stride)),
        false => (width as i64, 0),
    };
    if last / step >= MAX_ELEMENTS {
        return None;
    }
    let bits = pool.width(index);
    let mut all = Vec::new();
    for at in (first..=last).step_by(step as usize) {
        let value = ((at - constant) / stride) as i128 as u128 & mask(bits);
        let value = pool.constant(value, bits);
        let holds = pool.equal(index, value);
        all.push((at as u32, holds));
    }
    Some(Elements { all, is_exhaustive })
}

/// `offset` as a constant and a multiple of a term.
fn scaled(pool: &mut TermPool, offset: Term) -> (i64, Term, i64) {
    match pool.node(offset) {
        Node::Binary(BinaryOp::Add, a, b) => match (pool.as_constant(a), pool.as_constant(b)) {
            (_, Some(constant)) => {
                let (more, index, stride) = scaled(pool, a);
                (more.wrapping_add(constant as u64 as i64), index, stride)
            }
            (Some(constant), _) => {
                let (more, index, stride) = scaled(pool, b);
                (more.wrapping_add(constant as u64 as i64), index, stride)
            }
            _ => (0, offset, 1),
        },
        Node::Binary(BinaryOp::Mul, a, b) => match (pool.as_constant(a), pool.as_constant(b)) {
            (_, Some(stride)) if (1..1 << 31).contains(&stride) => (0, a, stride as i64),
            (Some(stride), _) if (1..1 << 31).contains(&stride) => (0, b, stride as i64),
            _ => (0, offset, 1),
        },
        Node::Binary(BinaryOp::Shl, a, b) => match pool.as_constant(b) {
            Some(shift) if shift < 32 => (0, a, 1 << shift),
            _ => (0, offset, 1),
        },
        // Zeros above and below.
        Node::ZeroExtend(inner) | Node::Concat(_, inner)
            if matches!(pool.node(inner), Node::Concat(_, low) if pool.as_constant(low) == Some(0))
                && is_zero_above(pool, offset) =>
        {
            scaled(pool, inner)
        }
        Node::Concat(high, low) if pool.as_constant(low) == Some(0) && pool.width(low) < 32 => {
            (0, high, 1 << pool.width(low))
        }
        _ => (0, offset, 1),
    }
}

/// Whether `term` is made of zeros above something.
fn is_zero_above(pool: &TermPool, term: Term) -> bool {
    match pool.node(term) {
        Node::ZeroExtend(_) => true,
        Node::Concat(high, _) => pool.as_constant(high) == Some(0),
        _ => false,
    }
}
