//! Inputs that do not fill whole bytes: bit-fields, put together to the bytes that they share.
//!
//! ```text
//! field a: 3 bits at bit 0, field b: 7 bits at bit 3
//! byte 0: b.0..5 above a        byte 1: zeros above b.5..7
//! ```
//!
//! Bits of no field are padding; no value depends on them.

use std::collections::BTreeMap;
use trine_dse::Binding;
use trine_expr::{Term, TermPool};

/// A term in memory.
#[derive(Clone, Copy, Debug)]
pub(super) struct Field {
    /// Address of its lowest bit: eight for each byte.
    pub bit_address: u64,
    /// As wide as the field.
    pub term: Term,
}

/// The bytes that hold `fields`.
pub(super) fn bytes(pool: &mut TermPool, fields: &[Field]) -> Vec<Binding> {
    let mut bits: BTreeMap<u64, [Option<Term>; 8]> = BTreeMap::new();
    for field in fields {
        for at in 0..pool.width(field.term) {
            let address = field.bit_address + u64::from(at);
            let bit = pool.extract(field.term, at, 1);
            bits.entry(address / 8).or_default()[(address % 8) as usize] = Some(bit);
        }
    }
    let mut bindings = Vec::with_capacity(bits.len());
    for (address, bits) in bits {
        let zero = pool.constant(0, 1);
        let mut byte = bits[0].unwrap_or(zero);
        for bit in &bits[1..] {
            byte = pool.concat(bit.unwrap_or(zero), byte);
        }
        bindings.push(Binding::Memory { address, term: byte });
    }
    bindings
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_share_bytes() {
        let mut pool = TermPool::new();
        let (a, b) = (pool.variable("a", 3), pool.variable("b", 7));
        let fields = [(a, 80), (b, 83)].map(|(term, bit_address)| Field { bit_address, term });
        let bindings = bytes(&mut pool, &fields);
        let mut values = trine_expr::Assignment::new();
        for (variable, value) in pool.variables_of(&[a, b]).into_iter().zip([0b101, 0b110_0111]) {
            values.set(variable, value);
        }
        let read: Vec<(u64, u128)> = bindings
            .iter()
            .filter_map(|binding| match binding {
                Binding::Memory { address, term } => Some((*address, pool.evaluate(*term, &values))),
                _ => None,
            })
            .collect();
        assert_eq!(read, [(10, 0b0011_1101), (11, 0b11)]);
    }
}
