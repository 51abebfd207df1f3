//! `jdk.internal.misc.Unsafe`: compare and set. One thread runs at a time, so these are plain.

use super::Table;
use crate::env::{Answer, Env, boolean, reference, reference_at};
use trine_machine::{Origin, Stop};

pub const TABLE: Table = &[
    ("jdk/internal/misc/Unsafe.compareAndSetInt", set::<4>),
    ("jdk/internal/misc/Unsafe.compareAndSetLong", set::<8>),
    ("jdk/internal/misc/Unsafe.compareAndSetReference", set::<8>),
    ("jdk/internal/misc/Unsafe.compareAndExchangeInt", exchange::<4>),
    ("jdk/internal/misc/Unsafe.compareAndExchangeLong", exchange::<8>),
    ("jdk/internal/misc/Unsafe.compareAndExchangeReference", exchange::<8>),
    // As release 11 calls them.
    ("jdk/internal/misc/Unsafe.compareAndSetObject", set::<8>),
    ("jdk/internal/misc/Unsafe.compareAndExchangeObject", exchange::<8>),
];

/// Their code works on whole words, which need not lie inside of an array.
pub const REPLACED: Table = &[
    ("jdk/internal/misc/Unsafe.compareAndSetByte(Ljava/lang/Object;JBB)Z", set::<1>),
    ("jdk/internal/misc/Unsafe.compareAndSetShort(Ljava/lang/Object;JSS)Z", set::<2>),
    ("jdk/internal/misc/Unsafe.compareAndExchangeByte(Ljava/lang/Object;JBB)B", exchange::<1>),
    ("jdk/internal/misc/Unsafe.compareAndExchangeShort(Ljava/lang/Object;JSS)S", exchange::<2>),
];

/// `(unsafe, object, offset, expected, value)`: what was there before.
fn swap<const BYTES: u32>(env: &mut Env<'_, '_>, args: &[u128]) -> Result<(u64, bool), Stop> {
    let at = reference_at(args, 1).wrapping_add(reference_at(args, 2));
    let before = env.caller.memory.read_uint(at, BYTES)? as u64;
    let is_expected = before == reference_at(args, 3) & u64::MAX >> (64 - 8 * BYTES);
    if is_expected {
        env.store(at, BYTES, reference_at(args, 4), Origin::Argument(4))?;
    }
    Ok((before, is_expected))
}

fn set<const BYTES: u32>(env: &mut Env<'_, '_>, args: &[u128]) -> Answer {
    boolean(swap::<BYTES>(env, args)?.1)
}

fn exchange<const BYTES: u32>(env: &mut Env<'_, '_>, args: &[u128]) -> Answer {
    let before = swap::<BYTES>(env, args)?.0;
    reference(match BYTES {
        1 => u64::from(before as u8 as i8 as i32 as u32),
        2 => u64::from(before as u16 as i16 as i32 as u32),
        _ => before,
    })
}
