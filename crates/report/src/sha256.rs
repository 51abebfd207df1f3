//! SHA-256 (FIPS 180-4), for the hashes of sources in evidence.

/// The fractional parts of the cube roots of the first 64 primes.
fn round_constants() -> [u32; 64] {
    let mut constants = [0; 64];
    let primes = (2u64..).filter(|n| (2..).take_while(|d| d * d <= *n).all(|d| n % d != 0));
    for (constant, prime) in constants.iter_mut().zip(primes) {
        *constant = root_fraction(prime, 3);
    }
    constants
}

/// The first 32 bits behind the point of the `degree`th root of `n`: exact, by the greatest integer whose power does not exceed it.
fn root_fraction(n: u64, degree: u32) -> u32 {
    let wanted = u128::from(n) << (32 * degree);
    let (mut low, mut high) = (0u128, 1u128 << 37);
    while high - low > 1 {
        let middle = u128::midpoint(low, high);
        match middle.checked_pow(degree) {
            Some(power) if power <= wanted => low = middle,
            _ => high = middle,
        }
    }
    (low & 0xffff_ffff) as u32
}

/// The hash of `data` in hexadecimal digits.
#[must_use]
pub fn hex(data: &[u8]) -> String {
    let constants = round_constants();
    let mut state: [u32; 8] = [2, 3, 5, 7, 11, 13, 17, 19].map(|prime| root_fraction(prime, 2));
    let mut message = data.to_vec();
    message.push(0x80);
    while message.len() % 64 != 56 {
        message.push(0);
    }
    message.extend((data.len() as u64 * 8).to_be_bytes());
    for block in message.chunks_exact(64) {
        compress(&mut state, block, &constants);
    }
    state.iter().map(|word| format!("{word:08x}")).collect()
}

fn compress(state: &mut [u32; 8], block: &[u8], constants: &[u32; 64]) {
    let mut words = [0u32; 64];
    for (word, bytes) in words.iter_mut().zip(block.chunks_exact(4)) {
        *word = u32::from_be_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]);
    }
    for at in 16..64 {
        let (a, b) = (words[at - 15], words[at - 2]);
        let s0 = a.rotate_right(7) ^ a.rotate_right(18) ^ (a >> 3);
        let s1 = b.rotate_right(17) ^ b.rotate_right(19) ^ (b >> 10);
        words[at] = words[at - 16].wrapping_add(s0).wrapping_add(words[at - 7]).wrapping_add(s1);
    }
    let [mut a, mut b, mut c, mut d, mut e, mut f, mut g, mut h] = *state;
    for (word, constant) in words.iter().zip(constants) {
        let s1 = e.rotate_right(6) ^ e.rotate_right(11) ^ e.rotate_right(25);
        let choice = (e & f) ^ (!e & g);
        let first = h.wrapping_add(s1).wrapping_add(choice).wrapping_add(*constant).wrapping_add(*word);
        let s0 = a.rotate_right(2) ^ a.rotate_right(13) ^ a.rotate_right(22);
        let majority = (a & b) ^ (a & c) ^ (b & c);
        let second = s0.wrapping_add(majority);
        (h, g, f, e, d, c, b, a) = (g, f, e, d.wrapping_add(first), c, b, a, first.wrapping_add(second));
    }
    for (word, add) in state.iter_mut().zip([a, b, c, d, e, f, g, h]) {
        *word = word.wrapping_add(add);
    }
}

#[cfg(test)]
mod tests {
    use super::hex;

    #[test]
    fn hashes_are_those_of_the_standard() {
        assert_eq!(hex(b""), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
        assert_eq!(hex(b"abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
        let long = b"abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq";
        assert_eq!(hex(long), "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
    }
}
