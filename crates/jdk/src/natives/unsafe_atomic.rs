//! `jdk.internal.misc.Unsafe`: compare and set. One thread runs at a time, so these are plain.

use super::Table;
use crate::env::{Answer, Env, boolean, reference, reference_at};
use trine_machine::Stop;

pub const TABLE: Table = &[
    ("jdk/internal/misc/Unsafe.compareAndSetInt", set::<4>),
    ("jdk/internal/misc/Unsafe.compareAndSetLong", set::<8>),
    ("jdk/internal/misc/Unsafe.compareAndSetReference", set::<8>),
    ("jdk/internal/misc/Unsafe.compareAndExchangeInt", exchange::<4>),
    ("jdk/internal/misc/Unsafe.compareAndExchangeLong", exchange::<8>),
    ("jdk/internal/misc/Unsafe.compareAndExchangeReference", exchange::<8>),
];

/// `(unsafe, object, offset, expected, value)`: what was there before.
fn swap<const BYTES: u32>(env: &mut Env<'_, '_>, args: &[u128]) -> Result<(u64, bool), Stop> {
    let at = reference_at(args, 1).wrapping_add(reference_at(args, 2));
    let before = env.caller.memory.read_uint(at, BYTES)? as u64;
    let is_expected = before == reference_at(args, 3);
    if is_expected {
        env.memory().write_uint(at, BYTES, args.get(4).copied().unwrap_or(0))?;
    }
    Ok((before, is_expected))
}

fn set<const BYTES: u32>(env: &mut Env<'_, '_>, args: &[u128]) -> Answer {
    boolean(swap::<BYTES>(env, args)?.1)
}

fn exchange<const BYTES: u32>(env: &mut Env<'_, '_>, args: &[u128]) -> Answer {
    reference(swap::<BYTES>(env, args)?.0)
}
