//! The rounds of SHA-2 by a library: a JVM does not run their code either, and what a password is hashed to takes thousands of them.

use super::Table;
use crate::env::{Answer, Env, int_at, reference_at, void};
use sha2::block_api::{compress256, compress512};
use trine_ir::objects::ELEMENTS_OFFSET;

pub const REPLACED: Table = &[
    ("sun/security/provider/SHA2.implCompress0([BI)V", compress_256),
    ("sun/security/provider/SHA5.implCompress0([BI)V", compress_512),
];

/// `(digest, buffer, first)`: a block of 64 bytes into the state of SHA-224 and SHA-256, eight `int`s.
fn compress_256(env: &mut Env<'_, '_>, args: &[u128]) -> Answer {
    let block = block::<64>(env, args)?;
    let state = env.get(reference_at(args, 0), "sun/security/provider/SHA2", "state")?;
    let mut words = [0; 8];
    for (at, word) in (0..).zip(&mut words) {
        *word = env.read(state, ELEMENTS_OFFSET + 4 * at, 4)? as u32;
    }
    compress256(&mut words, &[block]);
    for (at, word) in (0..).zip(words) {
        env.write(state, ELEMENTS_OFFSET + 4 * at, 4, u64::from(word))?;
    }
    void()
}

/// `(digest, buffer, first)`: a block of 128 bytes into the state of SHA-384 and SHA-512, eight `long`s.
fn compress_512(env: &mut Env<'_, '_>, args: &[u128]) -> Answer {
    let block = block::<128>(env, args)?;
    let state = env.get(reference_at(args, 0), "sun/security/provider/SHA5", "state")?;
    let mut words = [0; 8];
    for (at, word) in (0..).zip(&mut words) {
        *word = env.read(state, ELEMENTS_OFFSET + 8 * at, 8)?;
    }
    compress512(&mut words, &[block]);
    for (at, word) in (0..).zip(words) {
        env.write(state, ELEMENTS_OFFSET + 8 * at, 8, word)?;
    }
    void()
}

/// The `N` bytes of the buffer from the first on. The code that calls this has checked that they are there.
fn block<const N: usize>(env: &mut Env<'_, '_>, args: &[u128]) -> Result<[u8; N], trine_machine::Stop> {
    let bytes = env.bytes(reference_at(args, 1), int_at(args, 2), N as i32)?;
    let mut block = [0; N];
    block.copy_from_slice(&bytes);
    Ok(block)
}
