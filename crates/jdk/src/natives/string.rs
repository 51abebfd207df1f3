//! `java.lang.String`, and bits of numbers.

use super::Table;
use crate::env::{Answer, Env, boolean, int, int_at, long, long_at, reference, reference_at};

pub const TABLE: Table = &[
    ("java/lang/String.intern", intern),
    ("java/lang/StringUTF16.isBigEndian", |_, _| boolean(false)),
    ("java/lang/StringCoding.err", |_, _| crate::env::void()),
    // Registers hold bits.
    ("java/lang/Float.floatToRawIntBits", |_, args| int(int_at(args, 0))),
    ("java/lang/Float.intBitsToFloat", |_, args| int(int_at(args, 0))),
    ("java/lang/Double.doubleToRawLongBits", |_, args| long(long_at(args, 0))),
    ("java/lang/Double.longBitsToDouble", |_, args| long(long_at(args, 0))),
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
