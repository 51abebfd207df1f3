//! MD5, because LLVM names profile records by the low 64 bits of it. Not for security.
//!
//! Source: R. Rivest, "The MD5 Message-Digest Algorithm", RFC 1321 (1992); LLVM's `IndexedInstrProf::ComputeHash`
//! takes the first eight bytes of the digest as a little-endian number.
//! Not handled: streaming. Cost: linear in the input.

/// Rotation amounts, one row per round of sixteen steps (RFC 1321, section 3.4).
const ROTATE: [[u32; 4]; 4] = [[7, 12, 17, 22], [5, 9, 14, 20], [4, 11, 16, 23], [6, 10, 15, 21]];

/// The 128-bit digest of `bytes`.
pub fn md5(bytes: &[u8]) -> [u8; 16] {
    let mut state = [0x6745_2301u32, 0xefcd_ab89, 0x98ba_dcfe, 0x1032_5476];
    let mut padded = bytes.to_vec();
    padded.push(0x80);
    padded.resize((bytes.len() + 9).next_multiple_of(64) - 8, 0);
    padded.extend_from_slice(&(bytes.len() as u64).wrapping_mul(8).to_le_bytes());
    for block in padded.chunks_exact(64) {
        absorb(&mut state, block);
    }
    let mut digest = [0; 16];
    for (out, word) in digest.chunks_exact_mut(4).zip(state) {
        out.copy_from_slice(&word.to_le_bytes());
    }
    digest
}

/// The hash by which a coverage record names its function: of the profile name
/// (`f`, or `file.c:f` / `file.c;f` for a function with internal linkage), the string in `@__profn_…`.
pub fn name_hash(profile_name: &[u8]) -> u64 {
    let digest = md5(profile_name);
    digest[..8].iter().rev().fold(0, |hash, byte| hash << 8 | u64::from(*byte))
}

/// One block of 64 bytes: 64 steps, four rounds with a function each.
fn absorb(state: &mut [u32; 4], block: &[u8]) {
    let word =
        |i: usize| u32::from_le_bytes([block[4 * i], block[4 * i + 1], block[4 * i + 2], block[4 * i + 3]]);
    let [mut a, mut b, mut c, mut d] = *state;
    for step in 0..64 {
        let (mixed, index) = match step / 16 {
            0 => ((b & c) | (!b & d), step),
            1 => ((d & b) | (!d & c), 5 * step + 1),
            2 => (b ^ c ^ d, 3 * step + 5),
            _ => (c ^ (b | !d), 7 * step),
        };
        let sum = a.wrapping_add(mixed).wrapping_add(sine(step)).wrapping_add(word(index % 16));
        (a, d, c) = (d, c, b);
        b = b.wrapping_add(sum.rotate_left(ROTATE[step / 16][step % 4]));
    }
    for (word, add) in state.iter_mut().zip([a, b, c, d]) {
        *word = word.wrapping_add(add);
    }
}

/// The table of RFC 1321: the integer part of 2³² · |sin(step + 1)|.
fn sine(step: usize) -> u32 {
    (((step + 1) as f64).sin().abs() * 4_294_967_296.0) as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hex(bytes: &[u8]) -> String {
        md5(bytes).iter().map(|b| format!("{b:02x}")).collect()
    }

    #[test]
    fn the_vectors_of_rfc_1321_hold() {
        assert_eq!(hex(b""), "d41d8cd98f00b204e9800998ecf8427e");
        assert_eq!(hex(b"abc"), "900150983cd24fb0d6963f7d28e17f72");
        assert_eq!(hex(b"abcdefghijklmnopqrstuvwxyz"), "c3fcd3d76192e4007dfb496cca67e13b");
        let digits = b"12345678901234567890123456789012345678901234567890123456789012345678901234567890";
        assert_eq!(hex(digits), "57edf4a22be3c955ac49da2e2107b67a");
    }

    #[test]
    fn a_function_is_named_as_clang_names_it() {
        assert_eq!(name_hash(b"main"), 0xDB95_6436_E78D_D5FA);
        assert_eq!(name_hash(b"a.c:sw"), 0x955B_9BEE_B00A_6C61);
    }
}
