//! The arguments behind a format: given in the call, or in a `va_list`.
//!
//! ```text
//! va_list (x86-64):  0: offset of the next integer in the save area (48: used up)
//!                    4: offset of the next float there (176: used up)
//!                    8: where arguments on the stack go on
//!                   16: the save area
//! ```
//!
//! The machine puts all variadic arguments on the stack; programs built by other rules may use
//! the save area, so it is read too.

use crate::fault::Stop;
use crate::shims::libc::{ArgumentKind, ShimContext, misuse};
use trine_ir::Type;

/// Where the next argument comes from.
#[derive(Clone, Debug)]
pub(in crate::shims::libc) enum Arguments {
    /// From the call itself: the position of the next.
    Given(usize),
    /// From the `va_list` at this address.
    List(u64),
    /// Fetched already, because the format numbers them; the position of the next.
    Fetched(Vec<u128>, usize),
}

impl Arguments {
    /// Makes argument `number`, counted from 1, the next one.
    pub fn select(&mut self, number: Option<usize>) {
        if let (Self::Fetched(_, next), Some(number)) = (self, number) {
            *next = number.wrapping_sub(1);
        }
    }

    /// The next integer or pointer, which `kind` says.
    pub fn word(&mut self, context: &mut ShimContext<'_>, kind: ArgumentKind) -> Result<u64, Stop> {
        match self {
            Self::Given(_) => Ok(self.given(context, |ty| !ty.is_float())? as u64),
            Self::Fetched(..) => Ok(self.fetched()? as u64),
            Self::List(list) => Ok(saved(context, *list, (0, 48, 8), kind)? as u64),
        }
    }

    /// The next `double`.
    pub fn double(&mut self, context: &mut ShimContext<'_>) -> Result<f64, Stop> {
        let bits = match self {
            Self::Given(_) => self.given(context, |ty| ty == Type::F64)?,
            Self::Fetched(..) => self.fetched()?,
            Self::List(list) => saved(context, *list, (4, 176, 16), ArgumentKind::Double)?,
        };
        Ok(f64::from_bits(bits as u64))
    }

    /// The bits of the next `long double`.
    pub fn long_double(&mut self, context: &mut ShimContext<'_>) -> Result<u128, Stop> {
        match self {
            Self::Given(_) => self.given(context, |ty| ty == Type::F80),
            Self::Fetched(..) => self.fetched(),
            Self::List(list) => {
                let at = list.wrapping_add(8);
                let place = (context.read(at, 8)? as u64).next_multiple_of(16);
                context.write(at, 8, u128::from(place.wrapping_add(16)))?;
                context.read(place, 10)
            }
        }
    }

    fn fetched(&self) -> Result<u128, Stop> {
        let Self::Fetched(values, next) = self else { return Ok(0) };
        let missing = || misuse("format with numbered and other arguments");
        values.get(*next).copied().ok_or_else(missing)
    }

    fn given(&mut self, context: &ShimContext<'_>, fits: impl Fn(Type) -> bool) -> Result<u128, Stop> {
        let Self::Given(next) = self else { return Ok(0) };
        let position = *next;
        *next += 1;
        match context.types().get(position) {
            Some(&ty) if fits(ty) => Ok(context.bits(position)),
            Some(_) => Err(misuse("format that does not fit the type of its argument")),
            None => Err(misuse("format that asks for more arguments than there are")),
        }
    }
}

/// The next 8 bytes of a kind whose offset lies at `field`, goes on by `step` and ends at `limit`.
fn saved(
    context: &mut ShimContext<'_>,
    list: u64,
    (field, limit, step): (u64, u64, u64),
    kind: ArgumentKind,
) -> Result<u128, Stop> {
    let offset_at = list.wrapping_add(field);
    let offset = context.read(offset_at, 4)? as u64;
    if offset < limit {
        let area = context.read(list.wrapping_add(16), 8)? as u64;
        context.write(offset_at, 4, u128::from(offset + step))?;
        return context.read(area.wrapping_add(offset), 8);
    }
    let at = list.wrapping_add(8);
    let place = context.read(at, 8)? as u64;
    context.write(at, 8, u128::from(place.wrapping_add(8)))?;
    context.state().note_argument(place, kind);
    context.read(place, 8)
}
