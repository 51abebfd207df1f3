//! Checks of memory as a whole: arrays of which much changed, objects that a call leaves alone, room in blocks.
//!
//! ```c
//! TRINE_CHECK_STRING(name, "abc");                       // characters up to a NUL
//!
//! static const int expected_table[64] = { [0 ... 31] = 7, [32] = 1 };
//! TRINE_CHECK_MEMORY(table, expected_table, sizeof expected_table);
//!
//! static const unsigned long long expected_window[] = { 0x…, … };     // too long for a literal: digests of blocks
//! TRINE_CHECK_INT(trine_first_change(window, 4096, expected_window), -1);    // else where the first difference is
//! ```

use crate::c::assertion::initial;
use crate::c::body::Body;
use crate::c::framework::Check;
use crate::c::initializer::{InitializerTree, characters, declaration};
use crate::c::literal;
use crate::c::scope::{Shape, Unwritable};
use std::collections::BTreeMap;
use trine_testcase::content::{block_bytes, digests};
use trine_testcase::{
    LeafKind, Observation, Observed, ObservedValue, Place, PlaceRoot, TypeId, TypeKind, TypeTable,
};

/// Declarations of expected values are at most this long, in characters.
const LONGEST_LITERAL: usize = 800;

/// An array as written.
struct Array {
    text: String,
    element: TypeId,
    count: u32,
}

/// The functions that `functions` call to look at memory.
pub(crate) fn support(functions: &str) -> String {
    let mut text = String::new();
    if functions.contains("trine_room(") {
        text.push_str(
            "/* Bytes for which a block of the heap has room. */\n\
             __SIZE_TYPE__ trine_room(const void *) __asm__(\"malloc_usable_size\");\n\n",
        );
    }
    if functions.contains("trine_first_change(") {
        text.push_str(&format!(
            "/* Where the first block of `memory` starts whose digest (FNV-1a) is another than expected; -1 if none. */\n\
             static long trine_first_change(const void *memory, long size, const unsigned long long *expected)\n{{\n    \
             const unsigned char *bytes = memory;\n    long block = {}, start, at;\n\n    \
             while (block * 16 < size)\n        block *= 2;\n    \
             for (start = 0; start < size; start += block) {{\n        \
             unsigned long long digest = 0xcbf29ce484222325ULL;\n\n        \
             for (at = start; at < size && at < start + block; at++)\n            \
             digest = (digest ^ bytes[at]) * 0x100000001b3ULL;\n        \
             if (digest != expected[start / block])\n            return start;\n    }}\n    return -1;\n}}\n\n",
            block_bytes(1)
        ));
    }
    text
}

/// The check of `observation`, if it is one of memory as a whole; writes what must stand before it.
///
/// # Errors
/// When the place cannot be written.
pub(crate) fn check(
    body: &mut Body<'_>,
    returns: TypeId,
    observation: &Observation,
) -> Result<Option<Check>, Unwritable> {
    Ok(Some(match &observation.value {
        ObservedValue::Bytes(bytes) => {
            let array = array(body, returns, &observation.place, bytes.0.len())?;
            match string_check(body, &array, &observation.place, &bytes.0) {
                Some(check) => check,
                None => memory_check(body, &array, &bytes.0)?,
            }
        }
        ObservedValue::Digests(length, digests) => {
            let array = array(body, returns, &observation.place, *length as usize)?;
            digest_check(body, &array, *length as usize, digests)
        }
        ObservedValue::Room(size) => {
            let Observed::Behind(pointer, _) = &observation.place else {
                return Err(Unwritable("a block lies behind a pointer".into()));
            };
            let pointer = body.observed(returns, pointer)?;
            Check::Truth(format!("trine_room({}) >= {size}", pointer.text), true)
        }
        ObservedValue::Unchanged => {
            let (text, name) =
                (address_of(body, &observation.place)?, name_before(body, &observation.place)?);
            Check::Memory(text, name)
        }
        _ => return Ok(None),
    }))
}

/// Keeps what the objects hold before the call that it is expected to leave alone.
///
/// # Errors
/// When an object cannot be written.
pub(crate) fn keep_unchanged(body: &mut Body<'_>) -> Result<(), Unwritable> {
    let record = body.record;
    for seen in record.observations.iter().filter(|seen| seen.value == ObservedValue::Unchanged) {
        let (text, name) = (address_of(body, &seen.place)?, name_before(body, &seen.place)?);
        let size = match text.strip_prefix('&') {
            Some(object) => format!("sizeof {object}"),
            None => format!("sizeof {text}"),
        };
        body.lines.push(format!("unsigned char {name}[{size}];"));
        body.lines.push(format!("__builtin_memcpy({name}, {text}, {size});"));
    }
    Ok(())
}

/// The address of a whole object of the test, or of a variable of the code.
fn address_of(body: &Body<'_>, place: &Observed) -> Result<String, Unwritable> {
    match place {
        Observed::Place(Place { root: PlaceRoot::Variable(variable), .. }) => {
            let local = body.scope.local(*variable)?;
            let is_array = matches!(local.shape, Shape::Array(_));
            Ok(if is_array { local.name.clone() } else { format!("&{}", local.name) })
        }
        Observed::Place(Place { root: PlaceRoot::Global(id), .. }) => {
            Ok(format!("&{}", body.scope.global(*id)?))
        }
        _ => Err(Unwritable("only objects and variables are left alone".into())),
    }
}

fn name_before(body: &Body<'_>, place: &Observed) -> Result<String, Unwritable> {
    let text = address_of(body, place)?;
    Ok(format!("{}_before_call", text.trim_start_matches('&')))
}

/// The array of `length` bytes at `place`.
fn array(body: &Body<'_>, returns: TypeId, place: &Observed, length: usize) -> Result<Array, Unwritable> {
    let types = body.scope.types();
    let no_array = || Unwritable("no array of integers was observed".into());
    let (text, element) = match place {
        Observed::Behind(pointer, steps) if steps.is_empty() => {
            let pointer = body.observed(returns, pointer)?;
            let TypeKind::Pointer(element) = types.kind(pointer.ty) else { return Err(no_array()) };
            (pointer.text, *element)
        }
        _ => {
            let written = body.observed(returns, place)?;
            match types.kind(written.ty) {
                _ if written.whole_array => (written.text, written.ty),
                TypeKind::Array { element, .. } => (written.text, *element),
                _ => return Err(no_array()),
            }
        }
    };
    let size = types.size_bytes(element);
    if size == 0 || (length as u64) < size {
        return Err(no_array());
    }
    let count = u32::try_from(length as u64 / size).map_err(|_| no_array())?;
    Ok(Array { text, element, count })
}

/// The content of a character array as a string, if all that changed belongs to it.
fn string_check(body: &Body<'_>, array: &Array, place: &Observed, bytes: &[u8]) -> Option<Check> {
    let types = body.scope.types();
    let is_character = matches!(types.kind(array.element), TypeKind::Char { .. });
    if !is_character || types.size_bytes(array.element) != 1 {
        return None;
    }
    let end = bytes.iter().position(|&byte| byte == 0).filter(|&end| end > 0)?;
    let is_text = bytes[..end].iter().all(|byte| (0x20..0x7f).contains(byte) || byte.is_ascii_whitespace());
    let known = match place {
        Observed::Place(place) => initial(body, place),
        _ => None,
    };
    let before = known.and_then(|node| characters(&body.scope, array.element, &node, bytes.len() as u64));
    let rest_is_reported = match before {
        Some(before) => before[end + 1..] == bytes[end + 1..],
        None => bytes[end..].iter().all(|&byte| byte == 0),
    };
    (is_text && rest_is_reported && end <= LONGEST_LITERAL)
        .then(|| Check::Text(array.text.clone(), literal::string(&bytes[..end])))
}

/// A comparison with an array of the expected elements, or with digests where that would be long.
fn memory_check(body: &mut Body<'_>, array: &Array, bytes: &[u8]) -> Result<Check, Unwritable> {
    let size = body.scope.types().size_bytes(array.element) as usize;
    let elements = bytes.chunks_exact(size).enumerate();
    let node =
        |(index, bytes): (usize, &[u8])| (index as u32, node(body.scope.types(), array.element, bytes));
    let expected = InitializerTree::Parts(elements.map(node).collect());
    let wanted_name = name_of(&array.text);
    // Only a name that is used is taken.
    let declared =
        declaration(&body.scope, &wanted_name, array.element, Shape::Array(array.count), &expected)?;
    if declared.len() > LONGEST_LITERAL {
        return Ok(digest_check(body, array, bytes.len(), &digests(bytes)));
    }
    let name = body.scope.names.take(&wanted_name);
    let declared = declaration(&body.scope, &name, array.element, Shape::Array(array.count), &expected)?;
    body.lines.push(format!("static const {declared};"));
    Ok(Check::Memory(array.text.clone(), name))
}

fn digest_check(body: &mut Body<'_>, array: &Array, length: usize, digests: &[u64]) -> Check {
    let name = body.scope.names.take(&name_of(&array.text));
    let values: Vec<String> = digests.iter().map(|digest| format!("{digest:#x}ULL")).collect();
    body.lines.push(format!("static const unsigned long long {name}[] = {{ {} }};", values.join(", ")));
    let call = format!("trine_first_change({}, {length}, {name})", array.text);
    Check::Integer(call, "-1".to_owned(), true)
}

fn name_of(text: &str) -> String {
    let words: Vec<&str> = text
        .split(|c: char| !c.is_ascii_alphanumeric() && c != '_')
        .filter(|word| !word.is_empty())
        .collect();
    format!("expected_{}", words.join("_"))
}

/// The value of type `ty` with these bytes, all of them integers.
fn node(types: &TypeTable, ty: TypeId, bytes: &[u8]) -> InitializerTree {
    if let Some(kind) = types.leaf_kind(ty, None) {
        return InitializerTree::Leaf(kind.clone(), bits(&kind, bytes));
    }
    let part = |offset: u64, ty: TypeId| {
        let from = offset as usize;
        let size = types.size_bytes(ty) as usize;
        node(types, ty, bytes.get(from..from + size).unwrap_or(&[]))
    };
    let parts: BTreeMap<u32, InitializerTree> = match types.kind(ty) {
        TypeKind::Array { element, length: Some(length) } => {
            let size = types.size_bytes(*element);
            (0..*length).map(|index| (index as u32, part(index * size, *element))).collect()
        }
        TypeKind::Record { fields, .. } => fields
            .iter()
            .enumerate()
            .map(|(position, field)| (position as u32, part(field.offset_bits / 8, field.ty)))
            .collect(),
        _ => BTreeMap::new(),
    };
    InitializerTree::Parts(parts)
}

fn bits(kind: &LeafKind, bytes: &[u8]) -> u128 {
    let mut value = [0; 16];
    let length = bytes.len().min(16);
    value[..length].copy_from_slice(&bytes[..length]);
    u128::from_le_bytes(value) & trine_testcase::leaf::mask(kind.bits())
}
