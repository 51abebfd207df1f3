//! How far a key is from those that a hash table has: the distance of a lookup that found nothing.
//!
//! Inside, a lookup goes by the hash: the way to the right bucket says nothing about how alike two keys are. So the keys of all
//! entries are read and compared, as far as both are strings or both numbers of one class.

use crate::strings::Strings;
use trine_ir::objects::{ELEMENTS_OFFSET, LENGTH_OFFSET};
use trine_jdk::vm::Vm;
use trine_machine::StateView;

/// The method behind all lookups of `HashMap`, its subclasses and `HashSet`: `this` and the key.
pub(crate) const LOOKUP: &str = "java/util/HashMap.getNode(Ljava/lang/Object;)Ljava/util/HashMap$Node;";

/// Buckets and entries that are looked at.
const MAX_BUCKETS: u64 = 256;
const MAX_ENTRIES: usize = 64;

/// Classes whose objects have one number, and its type.
const BOXES: [(&str, Number); 7] = [
    ("java/lang/Integer", Number::Signed(4)),
    ("java/lang/Long", Number::Signed(8)),
    ("java/lang/Short", Number::Signed(2)),
    ("java/lang/Byte", Number::Signed(1)),
    ("java/lang/Character", Number::Unsigned(2)),
    ("java/lang/Float", Number::Single),
    ("java/lang/Double", Number::Double),
];

/// How a number is kept; integers with their bytes.
#[derive(Clone, Copy, Debug)]
enum Number {
    Signed(u32),
    Unsigned(u32),
    Single,
    Double,
}

/// Where hash tables keep their keys, and boxes their numbers.
#[derive(Clone, Debug)]
pub(crate) struct Keys {
    /// Offsets of `HashMap.table`, and of `key` and `next` of its nodes; `None` for a JDK that has others.
    fields: Option<[u64; 3]>,
    /// By class, as headers of objects have it: the offset of the number, and how it is kept.
    boxes: Vec<(u64, u64, Number)>,
}

impl Keys {
    /// Of the class library of `vm`.
    pub(crate) fn new(vm: &mut Vm) -> Self {
        let node = "java/util/HashMap$Node";
        let mut offset = |class, name| vm.offset(class, name).ok();
        let table = offset("java/util/HashMap", "table");
        let fields = table.zip(offset(node, "key")).zip(offset(node, "next"));
        let fields = fields.map(|((table, key), next)| [table, key, next]);
        let mut boxes = Vec::new();
        for (name, number) in BOXES {
            let value = vm.offset(name, "value").ok();
            let class = vm.program.class_named(name).map(|class| u64::from(class.0));
            boxes.extend(class.zip(value).map(|(class, value)| (class, value, number)));
        }
        Self { fields, boxes }
    }

    /// How far `key` is from the nearest key of the hash table at `map`; `None` where no two can be compared.
    pub(crate) fn nearest(
        &self,
        strings: &Strings,
        map: u64,
        key: u64,
        state_view: &StateView<'_>,
    ) -> Option<f64> {
        let [table, key_at, next] = self.fields?;
        let load = |address: u64| state_view.load(address, 8).filter(|&found| found != 0);
        let table = load(map + table)?;
        let buckets = state_view.load(table + LENGTH_OFFSET, 4)?.min(MAX_BUCKETS);
        let mut nearest: Option<f64> = None;
        let mut left = MAX_ENTRIES;
        for bucket in 0..buckets {
            let mut node = load(table + ELEMENTS_OFFSET + 8 * bucket);
            while let Some(entry) = node
                && left > 0
            {
                left -= 1;
                let other = load(entry + key_at);
                let distance = other.and_then(|other| self.between(strings, key, other, state_view));
                nearest = match (nearest, distance) {
                    (Some(one), Some(other)) => Some(one.min(other)),
                    (one, other) => one.or(other),
                };
                node = load(entry + next);
            }
        }
        nearest
    }

    fn between(&self, strings: &Strings, a: u64, b: u64, state_view: &StateView<'_>) -> Option<f64> {
        let number = |object| self.number(object, state_view);
        match (number(a), number(b)) {
            (Some((class, a)), Some((other, b))) if class == other => Some((a - b).abs()),
            (None, None) => strings.between(a, b, state_view),
            _ => None,
        }
    }

    /// The class of the box at `object`, and its number.
    fn number(&self, object: u64, state_view: &StateView<'_>) -> Option<(u64, f64)> {
        let of = state_view.load(object, 4)?;
        let &(class, offset, number) = self.boxes.iter().find(|(class, ..)| *class == of)?;
        let load = |bytes: u32| state_view.load(object + offset, bytes);
        let number = match number {
            Number::Signed(bytes) => {
                let shift = 64 - 8 * bytes;
                ((load(bytes)? << shift) as i64 >> shift) as f64
            }
            Number::Unsigned(bytes) => load(bytes)? as f64,
            Number::Single => f64::from(f32::from_bits(load(4)? as u32)),
            Number::Double => f64::from_bits(load(8)?),
        };
        Some((class, number)).filter(|(_, number)| number.is_finite())
    }
}
