//! Collections of the class library that are asked for an element, and the numbers of boxes, read from the memory of a run.
//!
//! | collection | where its elements are |
//! |---|---|
//! | `HashMap`, its subclasses, `HashSet`, `ConcurrentHashMap` | keys of the chains of nodes in the table |
//! | `Map.of`, `Set.of` | every second place of a table, every place |
//! | `ArrayList`, `Arrays.asList` | an array |
//!
//! Inside, a lookup goes by the hash, or stops at the first that is equal: the way through it says nothing of how alike what
//! is asked for and what there is are. So the elements are read, whatever the lookup looks at.

use trine_ir::objects::{ELEMENTS_OFFSET, LENGTH_OFFSET};
use trine_jdk::vm::Vm;
use trine_machine::StateView;

/// Places of an array that are looked at.
const MAX_PLACES: u64 = 4096;

/// How the array of a collection has its elements.
#[derive(Clone, Copy, Debug)]
enum Layout {
    /// Chains of nodes of this class, with `key` and `next`.
    Chains(&'static str),
    /// Itself, so many places apart.
    Apart(u64),
}

/// A method that looks for its last argument in its receiver.
#[derive(Clone, Copy, Debug)]
struct Lookup {
    method: &'static str,
    class: &'static str,
    /// The field of the class that has the array.
    field: &'static str,
    layout: Layout,
    /// Whether the answer is null or false exactly where nothing was found.
    is_flag: bool,
}

const fn array(
    method: &'static str,
    class: &'static str,
    field: &'static str,
    apart: u64,
    is_flag: bool,
) -> Lookup {
    Lookup { method, class, field, layout: Layout::Apart(apart), is_flag }
}

const MAP_N: &str = "java/util/ImmutableCollections$MapN";
const SET_N: &str = "java/util/ImmutableCollections$SetN";

const fn chains(method: &'static str, class: &'static str, node: &'static str, is_flag: bool) -> Lookup {
    Lookup { method, class, field: "table", layout: Layout::Chains(node), is_flag }
}

const LOOKUPS: [Lookup; 10] = [
    chains(
        "java/util/HashMap.getNode(Ljava/lang/Object;)Ljava/util/HashMap$Node;",
        "java/util/HashMap",
        "java/util/HashMap$Node",
        true,
    ),
    // As older JDKs have it.
    chains(
        "java/util/HashMap.getNode(ILjava/lang/Object;)Ljava/util/HashMap$Node;",
        "java/util/HashMap",
        "java/util/HashMap$Node",
        true,
    ),
    chains(
        "java/util/concurrent/ConcurrentHashMap.get(Ljava/lang/Object;)Ljava/lang/Object;",
        "java/util/concurrent/ConcurrentHashMap",
        "java/util/concurrent/ConcurrentHashMap$Node",
        true,
    ),
    array("java/util/ImmutableCollections$MapN.probe(Ljava/lang/Object;)I", MAP_N, "table", 2, false),
    array(
        "java/util/ImmutableCollections$MapN.get(Ljava/lang/Object;)Ljava/lang/Object;",
        MAP_N,
        "table",
        2,
        true,
    ),
    array("java/util/ImmutableCollections$MapN.containsKey(Ljava/lang/Object;)Z", MAP_N, "table", 2, true),
    array("java/util/ImmutableCollections$SetN.probe(Ljava/lang/Object;)I", SET_N, "elements", 1, false),
    array("java/util/ImmutableCollections$SetN.contains(Ljava/lang/Object;)Z", SET_N, "elements", 1, true),
    array("java/util/ArrayList.contains(Ljava/lang/Object;)Z", "java/util/ArrayList", "elementData", 1, true),
    array(
        "java/util/Arrays$ArrayList.contains(Ljava/lang/Object;)Z",
        "java/util/Arrays$ArrayList",
        "a",
        1,
        true,
    ),
];

/// Classes whose objects have one number, and how they keep it.
const BOXES: [(&str, Kept); 7] = [
    ("java/lang/Integer", Kept::Signed(4)),
    ("java/lang/Long", Kept::Signed(8)),
    ("java/lang/Short", Kept::Signed(2)),
    ("java/lang/Byte", Kept::Signed(1)),
    ("java/lang/Character", Kept::Unsigned(2)),
    ("java/lang/Float", Kept::Single),
    ("java/lang/Double", Kept::Double),
];

/// How a number is kept; integers with their bytes.
#[derive(Clone, Copy, Debug)]
enum Kept {
    Signed(u32),
    Unsigned(u32),
    Single,
    Double,
}

/// The number of a box.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Number {
    /// Of `Integer`, `Long`, `Short`, `Byte` and `Character`.
    Integer(i64),
    /// Of `Float` and `Double`.
    Float(f64),
}

/// Offsets of the array of a collection, and of `key` and `next` of its nodes where it has chains.
#[derive(Clone, Copy, Debug)]
struct Offsets {
    array: u64,
    node: Option<[u64; 2]>,
}

/// Reads collections and boxes.
#[derive(Clone, Debug)]
pub(crate) struct Tables {
    /// By lookup; `None` where a JDK has no such fields.
    offsets: Vec<Option<Offsets>>,
    /// By class, as headers of objects have it: the offset of the number, and how it is kept.
    boxes: Vec<(u64, u64, Kept)>,
}

impl Tables {
    /// A reader of the collections of `vm`.
    pub(crate) fn new(vm: &mut Vm) -> Self {
        let mut offset = |class: &str, name: &str| vm.offset(class, name).ok();
        let mut offsets = |lookup: &Lookup| {
            let array = offset(lookup.class, lookup.field)?;
            let node = match lookup.layout {
                Layout::Chains(node) => Some([offset(node, "key")?, offset(node, "next")?]),
                Layout::Apart(_) => None,
            };
            Some(Offsets { array, node })
        };
        let offsets = LOOKUPS.iter().map(&mut offsets).collect();
        let mut boxes = Vec::new();
        for (name, kept) in BOXES {
            let value = vm.offset(name, "value").ok();
            let class = vm.program.class_named(name).map(|class| u64::from(class.0));
            boxes.extend(class.zip(value).map(|(class, value)| (class, value, kept)));
        }
        Self { offsets, boxes }
    }

    /// The number of the lookup that the function `name` is.
    pub(crate) fn lookup(name: &str) -> Option<usize> {
        LOOKUPS.iter().position(|lookup| lookup.method == name)
    }

    /// Whether the lookup answers null or false exactly where it finds nothing.
    pub(crate) fn is_flag(lookup: usize) -> bool {
        LOOKUPS[lookup].is_flag
    }

    /// Addresses of the elements that the receiver of a lookup has, `most` of them.
    pub(crate) fn elements(
        &self,
        lookup: usize,
        receiver: u64,
        most: usize,
        state_view: &StateView<'_>,
    ) -> Vec<u64> {
        let Some(Offsets { array, node }) = self.offsets[lookup] else { return Vec::new() };
        let load = |address: u64| state_view.load(address, 8).filter(|&found| found != 0);
        let Some(array) = load(receiver + array) else { return Vec::new() };
        let apart = match LOOKUPS[lookup].layout {
            Layout::Apart(places) => places,
            Layout::Chains(_) => 1,
        };
        let length = state_view.load(array + LENGTH_OFFSET, 4).unwrap_or(0).min(MAX_PLACES);
        let places = (0..length / apart).filter_map(|at| load(array + ELEMENTS_OFFSET + 8 * at * apart));
        let Some([key, next]) = node else { return places.take(most).collect() };
        let chains = places.flat_map(|first| std::iter::successors(Some(first), |&node| load(node + next)));
        chains.take(MAX_PLACES as usize).filter_map(|node| load(node + key)).take(most).collect()
    }

    /// The class of the box at `object`, as headers have it, and its number; `None` where there is no box.
    pub(crate) fn number(&self, object: u64, state_view: &StateView<'_>) -> Option<(u64, Number)> {
        let of = state_view.load(object, 4).filter(|_| object != 0)?;
        let &(class, offset, kept) = self.boxes.iter().find(|(class, ..)| *class == of)?;
        let load = |bytes: u32| state_view.load(object + offset, bytes);
        let number = match kept {
            Kept::Signed(bytes) => {
                let shift = 64 - 8 * bytes;
                Number::Integer((load(bytes)? << shift) as i64 >> shift)
            }
            Kept::Unsigned(bytes) => Number::Integer(load(bytes)? as i64),
            Kept::Single => Number::Float(f64::from(f32::from_bits(load(4)? as u32))),
            Kept::Double => Number::Float(f64::from_bits(load(8)?)),
        };
        Some((class, number))
    }
}
