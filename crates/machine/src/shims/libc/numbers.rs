//! `stdlib.h`, integer arithmetic; `strings.h`, first set bit; `arpa/inet.h`, byte order.

use super::{Shim, ShimContext, ShimResult, int, shim, word};
use crate::fault::{FaultKind, Returns, Stop};

pub(super) const SHIMS: &[Shim] = &[
    shim("abs", |context| int(context.int(0).wrapping_abs())),
    shim("labs", absolute),
    shim("llabs", absolute),
    shim("imaxabs", absolute),
    shim("div", divide),
    shim("ldiv", divide_long),
    shim("lldiv", divide_long),
    shim("imaxdiv", divide_long),
    shim("ffs", |context| int(first_bit(u64::from(context.int(0) as u32)))),
    shim("ffsl", |context| int(first_bit(context.word(0)))),
    shim("ffsll", |context| int(first_bit(context.word(0)))),
    shim("htons", |context| int(i32::from((context.int(0) as u16).swap_bytes()))),
    shim("ntohs", |context| int(i32::from((context.int(0) as u16).swap_bytes()))),
    shim("htonl", |context| int(context.int(0).swap_bytes())),
    shim("ntohl", |context| int(context.int(0).swap_bytes())),
];

/// `long labs(long value)`; the most negative value is its own, as the processor has it.
fn absolute(context: &mut ShimContext<'_>) -> ShimResult {
    word((context.word(0) as i64).wrapping_abs() as u64)
}

/// The position of the lowest bit set, from 1; 0 without any.
fn first_bit(value: u64) -> i32 {
    if value == 0 { 0 } else { value.trailing_zeros() as i32 + 1 }
}

fn quotient(a: i64, b: i64, least: i64) -> Result<(i64, i64), Stop> {
    match (a, b) {
        (_, 0) => Err(FaultKind::DivisionByZero.into()),
        (_, -1) if a == least => Err(FaultKind::DivisionOverflow.into()),
        _ => Ok((a / b, a % b)),
    }
}

/// `div_t div(int a, int b)`: both results in one register.
fn divide(context: &mut ShimContext<'_>) -> ShimResult {
    let (a, b) = (i64::from(context.int(0)), i64::from(context.int(1)));
    let (quotient, remainder) = quotient(a, b, i64::from(i32::MIN))?;
    word(u64::from(quotient as u32) | (remainder as u64) << 32)
}

/// `ldiv_t ldiv(long a, long b)`: two registers.
fn divide_long(context: &mut ShimContext<'_>) -> ShimResult {
    let (quotient, remainder) = quotient(context.word(0) as i64, context.word(1) as i64, i64::MIN)?;
    let mut returns = Returns::one(u128::from(quotient as u64));
    returns.push(u128::from(remainder as u64));
    Ok(returns)
}
