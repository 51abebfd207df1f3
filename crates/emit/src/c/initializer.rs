//! Initialisers: the values an object has before the call, folded into its declaration.
//!
//! ```text
//! v0[0].x = 3; v0[0].next = null     ──►   struct point p = { .x = 3, .next = NULL };
//! v1[0] = 'a'; v1[1] = 'b'           ──►   char name[] = "ab";
//! ```

use crate::c::literal;
use crate::c::scope::{Scope, Shape, Unwritable};
use std::collections::BTreeMap;
use trine_testcase::{Field, LeafKind, PlaceStep, PointerValue, RecordKind, TypeId, TypeKind};

/// So many fields are all written, zeros too.
const FEW_FIELDS: usize = 4;
/// Up to this position elements are listed, however alike they are.
const FEW_ELEMENTS: u32 = 16;

/// The value of an object or of a part of it.
#[derive(Clone, Debug, PartialEq)]
pub enum InitializerTree {
    /// A primitive value.
    Leaf(LeafKind, u128),
    /// A pointer.
    Pointer(PointerValue),
    /// Fields or elements by position; what is missing is zero.
    Parts(BTreeMap<u32, InitializerTree>),
}

impl Default for InitializerTree {
    fn default() -> Self {
        Self::Parts(BTreeMap::new())
    }
}

impl InitializerTree {
    /// Sets the part at `steps`.
    pub fn set(&mut self, steps: &[PlaceStep], value: InitializerTree) {
        let [first, rest @ ..] = steps else {
            *self = value;
            return;
        };
        if !matches!(self, Self::Parts(_)) {
            *self = Self::default();
        }
        if let Self::Parts(parts) = self {
            parts.entry(position(*first)).or_default().set(rest, value);
        }
    }

    /// The part at `steps`, if anything was set there or below.
    #[must_use]
    pub fn get(&self, steps: &[PlaceStep]) -> Option<&InitializerTree> {
        match (steps, self) {
            ([], node) => Some(node),
            ([first, rest @ ..], Self::Parts(parts)) => parts.get(&position(*first))?.get(rest),
            _ => None,
        }
    }

    /// Whether all its bytes are zero.
    #[must_use]
    pub fn is_zero(&self) -> bool {
        match self {
            Self::Leaf(_, bits) => *bits == 0,
            Self::Pointer(value) => *value == PointerValue::Null,
            Self::Parts(parts) => parts.values().all(Self::is_zero),
        }
    }

    fn parts(&self) -> Option<&BTreeMap<u32, InitializerTree>> {
        match self {
            Self::Parts(parts) => Some(parts),
            _ => None,
        }
    }
}

/// The position that `step` names.
#[must_use]
pub fn position(step: PlaceStep) -> u32 {
    match step {
        PlaceStep::Field(position) | PlaceStep::Index(position) => position,
    }
}

/// The declaration of an object `name` with this value, without the semicolon.
///
/// # Errors
/// When a part cannot be written.
pub fn declaration(
    scope: &Scope<'_>,
    name: &str,
    ty: TypeId,
    shape: Shape,
    node: &InitializerTree,
) -> Result<String, Unwritable> {
    let write = scope.declarators();
    let Shape::Array(count) = shape else {
        let value = match is_zero_structure(scope, ty, node) {
            true => "{ 0 }".to_owned(),
            false => value(scope, ty, node)?,
        };
        return Ok(format!("{} = {value}", write.declare_writable(ty, name)));
    };
    if let Some((text, fits)) = text(scope, ty, node, u64::from(count)) {
        let length = if fits { String::new() } else { count.to_string() };
        return Ok(format!("{} = {text}", write.declare_writable(ty, &format!("{name}[{length}]"))));
    }
    let value = elements(scope, ty, node, u64::from(count))?;
    Ok(format!("{} = {value}", write.declare_writable(ty, &format!("{name}[{count}]"))))
}

/// The value of a place of type `ty`.
///
/// # Errors
/// When a part cannot be written.
pub fn value(scope: &Scope<'_>, ty: TypeId, node: &InitializerTree) -> Result<String, Unwritable> {
    match node {
        InitializerTree::Leaf(kind, bits) => Ok(literal::leaf(scope.types(), Some(ty), kind, *bits)),
        InitializerTree::Pointer(value) => scope.pointer(value, Some(ty)),
        InitializerTree::Parts(_) => match scope.types().kind(ty) {
            TypeKind::Record { .. } if is_zero_structure(scope, ty, node) => Ok(zero(scope, ty)),
            TypeKind::Record { fields, .. } => record(scope, fields, node),
            TypeKind::Array { element, length } => array(scope, *element, *length, node),
            TypeKind::Pointer(_) => Ok("NULL".to_owned()),
            TypeKind::Bool => Ok("false".to_owned()),
            TypeKind::Float { .. } => Ok("0.0".to_owned()),
            _ => Ok("0".to_owned()),
        },
    }
}

fn is_zero_structure(scope: &Scope<'_>, ty: TypeId, node: &InitializerTree) -> bool {
    let is_structure = matches!(scope.types().kind(ty), TypeKind::Record { kind: RecordKind::Struct, .. });
    matches!(node, InitializerTree::Parts(_)) && node.is_zero() && is_structure && !has_tail(scope, ty, node)
}

/// Zeros as a part of another value. `{ 0 }` for what begins with a structure or an array is good C, but gcc warns of
/// missing braces unless it stands alone.
fn zero(scope: &Scope<'_>, ty: TypeId) -> String {
    let is_grouped = |ty| {
        matches!(scope.types().kind(ty), TypeKind::Record { .. } | TypeKind::Array { length: Some(1..), .. })
    };
    match scope.types().kind(ty) {
        TypeKind::Record { fields, .. } => match fields.first() {
            Some(Field { name: Some(name), ty, .. }) if is_grouped(*ty) => {
                format!("{{ .{name} = {} }}", zero(scope, *ty))
            }
            // Its members are named as if they were the outer's.
            Some(Field { name: None, ty, bit_width: None, .. }) if is_grouped(*ty) => zero(scope, *ty),
            _ => "{ 0 }".to_owned(),
        },
        TypeKind::Array { element, .. } if is_grouped(*element) => format!("{{ {} }}", zero(scope, *element)),
        _ => "{ 0 }".to_owned(),
    }
}

/// The elements of an array of `length`; of a flexible one, as many as are set.
///
/// # Errors
/// When a part cannot be written.
pub(crate) fn array(
    scope: &Scope<'_>,
    element: TypeId,
    length: Option<u64>,
    node: &InitializerTree,
) -> Result<String, Unwritable> {
    match length {
        None => tail(scope, element, node),
        Some(length) => match text(scope, element, node, length) {
            Some((text, _)) => Ok(text),
            None if node.is_zero() => {
                let nested =
                    matches!(scope.types().kind(element), TypeKind::Record { .. } | TypeKind::Array { .. });
                Ok(if nested { format!("{{ {} }}", zero(scope, element)) } else { "{ 0 }".to_owned() })
            }
            None => elements(scope, element, node, length),
        },
    }
}

/// The elements of a flexible array member, zeros included: they say how long it is.
fn tail(scope: &Scope<'_>, element: TypeId, node: &InitializerTree) -> Result<String, Unwritable> {
    let zero = InitializerTree::default();
    let parts = node.parts();
    let length = parts.and_then(|parts| parts.keys().last()).map_or(0, |last| last + 1);
    let part = |index| parts.and_then(|parts| parts.get(&index)).unwrap_or(&zero);
    let strings: Result<Vec<_>, _> = (0..length).map(|index| value(scope, element, part(index))).collect();
    Ok(braces(&strings?))
}

/// Whether an object of type `ty` with this value is longer than its type: it has elements in a
/// flexible array member. Only static objects can be initialised so.
#[must_use]
pub fn has_tail(scope: &Scope<'_>, ty: TypeId, node: &InitializerTree) -> bool {
    let TypeKind::Record { kind: RecordKind::Struct, fields, .. } = scope.types().kind(ty) else {
        return false;
    };
    let Some(last) = fields.last() else { return false };
    let part = node.parts().and_then(|parts| parts.get(&(fields.len() as u32 - 1)));
    match (scope.types().kind(last.ty), part) {
        (TypeKind::Array { length: None, .. }, Some(part)) => {
            part.parts().is_some_and(|parts| !parts.is_empty())
        }
        (_, Some(part)) => has_tail(scope, last.ty, part),
        _ => false,
    }
}

fn record(scope: &Scope<'_>, fields: &[Field], node: &InitializerTree) -> Result<String, Unwritable> {
    let mut strings = Vec::new();
    designated(scope, fields, node, &mut strings)?;
    Ok(braces(&strings))
}

/// `.x = 3` for each field that is set; fields of anonymous members count as the outer's.
fn designated(
    scope: &Scope<'_>,
    fields: &[Field],
    node: &InitializerTree,
    strings: &mut Vec<String>,
) -> Result<(), Unwritable> {
    let parts = node.parts();
    // What is zero in a large structure goes without saying.
    let omits_zeros =
        parts.is_some_and(|parts| parts.len() > FEW_FIELDS && !parts.values().all(InitializerTree::is_zero));
    for (&index, part) in parts.into_iter().flatten() {
        if omits_zeros && part.is_zero() {
            continue;
        }
        let field = fields
            .get(index as usize)
            .ok_or_else(|| Unwritable("a field does not belong to its record".into()))?;
        match (&field.name, scope.types().kind(field.ty)) {
            (Some(name), _) => strings.push(format!(".{name} = {}", value(scope, field.ty, part)?)),
            (None, TypeKind::Record { fields, .. }) => designated(scope, fields, part, strings)?,
            _ => {}
        }
    }
    Ok(())
}

/// The elements in order up to the last that is not zero; by designator where they are sparse, by ranges where they
/// repeat.
fn elements(
    scope: &Scope<'_>,
    ty: TypeId,
    node: &InitializerTree,
    length: u64,
) -> Result<String, Unwritable> {
    let empty = BTreeMap::new();
    let set: Vec<(u32, &InitializerTree)> = node
        .parts()
        .unwrap_or(&empty)
        .iter()
        .filter(|(index, part)| !part.is_zero() && u64::from(**index) < length)
        .map(|(index, part)| (*index, part))
        .collect();
    let Some(&(last, _)) = set.last() else { return Ok("{ 0 }".to_owned()) };
    // gcc misses initialisers where a structure of zeros stands among others.
    let is_record = matches!(scope.types().kind(ty), TypeKind::Record { .. });
    let dense = match is_record {
        true => set.len() > last as usize,
        false => set.len() * 3 >= last as usize || last < 8,
    };
    let mut strings = Vec::new();
    let runs: Vec<&[(u32, &InitializerTree)]> =
        set.chunk_by(|(a, left), (b, right)| a + 1 == *b && left == right).collect();
    if last >= FEW_ELEMENTS && runs.len() * 3 <= set.len() {
        for run in runs {
            let (first, part) = run[0];
            let place = match run.len() as u32 {
                1 => format!("[{first}]"),
                length => format!("[{first} ... {}]", first + length - 1),
            };
            strings.push(format!("{place} = {}", value(scope, ty, part)?));
        }
    } else if dense {
        let zero = InitializerTree::default();
        for index in 0..=last {
            let part = node.parts().and_then(|parts| parts.get(&index)).unwrap_or(&zero);
            strings.push(value(scope, ty, part)?);
        }
    } else {
        for (index, part) in set {
            strings.push(format!("[{index}] = {}", value(scope, ty, part)?));
        }
    }
    Ok(braces(&strings))
}

/// The string literal that initialises `length` characters, and whether it fills them exactly;
/// `None` where the elements are no text.
#[must_use]
pub(crate) fn text(
    scope: &Scope<'_>,
    ty: TypeId,
    node: &InitializerTree,
    length: u64,
) -> Option<(String, bool)> {
    let bytes = characters(scope, ty, node, length)?;
    let end = bytes.iter().position(|&byte| byte == 0)?;
    let (text, rest) = bytes.split_at(end);
    let printable = text.iter().filter(|byte| byte.is_ascii_graphic() || byte.is_ascii_whitespace()).count();
    let is_text = printable * 2 >= text.len() && rest.iter().all(|&byte| byte == 0);
    let is_plain = matches!(scope.types().kind(ty), TypeKind::Char { name, .. } if name == "char");
    // Buffers of `unsigned char` are as often data as text.
    let is_wanted = is_plain || (!text.is_empty() && printable == text.len());
    (is_text && is_wanted).then(|| (literal::string(text), rest.len() == 1))
}

/// The bytes of an array of `length` 8-bit characters with this value.
#[must_use]
pub fn characters(scope: &Scope<'_>, ty: TypeId, node: &InitializerTree, length: u64) -> Option<Vec<u8>> {
    let is_character = matches!(scope.types().kind(ty), TypeKind::Char { .. });
    if !is_character || scope.types().size_bytes(ty) != 1 || length > 1 << 20 {
        return None;
    }
    let mut bytes = vec![0; usize::try_from(length).ok()?];
    for (&index, part) in node.parts()? {
        match part {
            InitializerTree::Leaf(_, bits) => *bytes.get_mut(index as usize)? = *bits as u8,
            _ => return None,
        }
    }
    Some(bytes)
}

fn braces(strings: &[String]) -> String {
    format!("{{ {} }}", strings.join(", "))
}
