//! `java.lang.String`, and bits of numbers.

use super::Table;
use crate::env::{Answer, Env, boolean, reference, reference_at};
use trine_machine::Origin;

pub const TABLE: Table = &[
    ("java/lang/String.intern", intern),
    ("java/lang/StringUTF16.isBigEndian", |_, _| boolean(false)),
    ("java/lang/StringCoding.err", |_, _| crate::env::void()),
    // Registers hold bits.
    ("java/lang/Float.floatToRawIntBits", |env, args| env.give(reference_at(args, 0), Origin::Argument(0))),
    ("java/lang/Float.intBitsToFloat", |env, args| env.give(reference_at(args, 0), Origin::Argument(0))),
    ("java/lang/Double.doubleToRawLongBits", |env, args| {
        env.give(reference_at(args, 0), Origin::Argument(0))
    }),
    ("java/lang/Double.longBitsToDouble", |env, args| env.give(reference_at(args, 0), Origin::Argument(0))),
];

fn intern(env: &mut Env<'_, '_>, args: &[u128]) -> Answer {
    let string = reference_at(args, 0);
    let units = env.units(string)?;
    if let Some(&known) = env.vm.state.strings.get(&units) {
        return reference(known);
    }
    env.vm.state.strings.insert(units, string);
    reference(string)
}
