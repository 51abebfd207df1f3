//! The values of a condition under the names that its source gives them.

use super::Decided;
use trine_ir::IntPredicate;

/// A part of a condition and what it was.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Operand {
    /// As the source has it.
    pub text: String,
    /// Its value.
    pub value: String,
}

/// A number that is part of an address, or made of one.
pub const OF_ADDRESSES: &str = "a value that depends on addresses";

/// A reference that is compared with one to another object.
const ANOTHER: &str = "another object";

/// Comparisons, the longer ones first.
const COMPARISONS: [&str; 6] = ["==", "!=", "<=", ">=", "<", ">"];

/// What the parts of the condition `text` were when `decided` decided it. Of a comparison both sides, of which a number stands for itself;
/// else the whole. `has_booleans`: the language is Java.
///
/// ```
/// use trine_ir::IntPredicate;
/// use trine_search::nearest::{Decided, named_values};
/// let decided = Decided::Ints { predicate: IntPredicate::Slt, width: 32, a: 3, b: 10 };
/// let values: Vec<_> = named_values("i < x->len", &decided, false).into_iter().map(|of| (of.text, of.value)).collect();
/// assert_eq!(values, [("i".to_owned(), "3".to_owned()), ("x->len".to_owned(), "10".to_owned())]);
/// ```
#[must_use]
pub fn named_values(text: &str, decided: &Decided, has_booleans: bool) -> Vec<Operand> {
    values_by_name(text, (decided, [false; 2]), has_booleans)
}

/// The same, where some of the values compared depend on where objects lie: they are other ones in each run, and not told.
#[must_use]
pub fn values_by_name(
    text: &str,
    (decided, addresses): (&Decided, [bool; 2]),
    has_booleans: bool,
) -> Vec<Operand> {
    let text = bare(text);
    // The sides of a comparison that was made before are not known any more.
    let is_boolean = matches!(decided, Decided::Flag(_) | Decided::Negated(_));
    let Some((left, right)) = comparison(text).filter(|_| !is_boolean) else {
        let negated = text.strip_prefix('!').filter(|rest| !rest.starts_with('=')).map(bare);
        let value = match *decided {
            Decided::Negated(value) => (value == negated.is_some()).to_string(),
            _ => value_of_whole(decided, has_booleans),
        };
        let value = if addresses[0] { OF_ADDRESSES.to_owned() } else { value };
        return vec![Operand { text: negated.unwrap_or(text).to_owned(), value }];
    };
    let characters = [left, right].iter().any(|side| side.starts_with('\''));
    let [a, b] = match *decided {
        // References have no order.
        Decided::Pointers { a, b, .. } if has_booleans && a != b && a != 0 && b != 0 => {
            [ANOTHER, ANOTHER].map(|text| Some(text.to_owned()))
        }
        _ => values(decided, characters),
    };
    let mut named: Vec<Operand> = Vec::new();
    for ((text, value), of_address) in [(left, a), (right, b)].into_iter().zip(addresses) {
        let Some(value) = value else { continue };
        let value = if of_address { OF_ADDRESSES.to_owned() } else { value };
        if !is_literal(text) && named.iter().all(|known| known.text != text) {
            named.push(Operand { text: text.to_owned(), value });
        }
    }
    named
}

/// The value of a condition that is no comparison in the source.
fn value_of_whole(decided: &Decided, has_booleans: bool) -> String {
    match *decided {
        Decided::Flag(value) => value.to_string(),
        Decided::Ints { a, width: 32, .. } if has_booleans && a < 2 => (a == 1).to_string(),
        _ => values(decided, false)[0].clone().unwrap_or_else(|| "false".to_owned()),
    }
}

/// Both sides of the comparison; none where they are not known.
fn values(decided: &Decided, characters: bool) -> [Option<String>; 2] {
    match *decided {
        Decided::Ints { predicate, width, a, b } => {
            [a, b].map(|bits| Some(integer(bits, width, predicate, characters)))
        }
        Decided::Floats { a, b, .. } => [a, b].map(|value| Some(format!("{value:?}"))),
        Decided::Pointers { a, b, .. } => pointers(a, b).map(Some),
        Decided::Flag(value) | Decided::Negated(value) => [Some(value.to_string()), None],
        Decided::Switch { value, width } => [Some(integer(value, width, IntPredicate::Eq, characters)), None],
    }
}

fn integer(bits: u128, width: u32, predicate: IntPredicate, characters: bool) -> String {
    use IntPredicate::{Uge, Ugt, Ule, Ult};
    let unsigned = matches!(predicate, Uge | Ugt | Ule | Ult);
    let is_negative = (1..128).contains(&width) && bits >> (width - 1) & 1 == 1;
    let text = match is_negative && !unsigned && width > 1 {
        true => (bits as i128 - (1i128 << width)).to_string(),
        false => bits.to_string(),
    };
    let character = u8::try_from(bits).ok().filter(|byte| byte.is_ascii_graphic() || *byte == b' ');
    match character.filter(|_| characters) {
        Some(byte) => format!("{text} ('{}')", char::from(byte)),
        None => text,
    }
}

/// Pointers have no values that mean anything: what is known is whether they are null, and how far apart they lie.
fn pointers(a: u64, b: u64) -> [String; 2] {
    let alone = |address: u64| if address == 0 { "null" } else { "not null" }.to_owned();
    // Objects have numbers above, and places in them below.
    match a != 0 && b != 0 && a >> 32 == b >> 32 {
        true if a == b => ["the same".to_owned(), "the same".to_owned()],
        true => {
            let apart = a.abs_diff(b);
            let [first, second] = if a < b { ["before", "behind"] } else { ["behind", "before"] };
            [format!("{apart} bytes {first} the other"), format!("{apart} bytes {second} the other")]
        }
        false => [alone(a), alone(b)],
    }
}

/// `text` without brackets around the whole.
fn bare(mut text: &str) -> &str {
    loop {
        text = text.trim();
        match text.strip_prefix('(').and_then(|rest| rest.strip_suffix(')')) {
            Some(inner) if is_balanced(inner) => text = inner,
            _ => return text,
        }
    }
}

fn is_balanced(text: &str) -> bool {
    let mut depth = 0i32;
    for c in text.chars() {
        depth += i32::from(matches!(c, '(' | '[' | '{')) - i32::from(matches!(c, ')' | ']' | '}'));
        if depth < 0 {
            return false;
        }
    }
    depth == 0
}

/// Both sides of the only comparison of `text` outside of brackets.
fn comparison(text: &str) -> Option<(&str, &str)> {
    let bytes = text.as_bytes();
    let (mut depth, mut quote, mut at) = (0i32, None, 0);
    let mut found = None;
    while at < bytes.len() {
        let byte = bytes[at];
        if let Some(open) = quote {
            at += usize::from(byte == b'\\');
            if byte == open {
                quote = None;
            }
            at += 1;
            continue;
        }
        match byte {
            b'"' | b'\'' => quote = Some(byte),
            b'(' | b'[' | b'{' => depth += 1,
            b')' | b']' | b'}' => depth -= 1,
            // What binds less than a comparison: its sides are not what was compared.
            b'?' | b',' | b';' if depth == 0 => return None,
            b'&' | b'|' | b'^' if depth == 0 => return None,
            _ if depth == 0 => {
                let rest = &text[at..];
                if let Some(skipped) = ["->", "<<", ">>"].iter().find(|token| rest.starts_with(**token)) {
                    at += skipped.len();
                    continue;
                }
                if let Some(token) = COMPARISONS.iter().find(|token| rest.starts_with(**token)) {
                    if found.is_some() {
                        return None;
                    }
                    found = Some((at, at + token.len()));
                    at += token.len();
                    continue;
                }
                if byte == b'=' {
                    return None;
                }
            }
            _ => {}
        }
        at += text[at..].chars().next().map_or(1, char::len_utf8);
    }
    let (left, right) = found.map(|(start, end)| (bare(&text[..start]), bare(&text[end..])))?;
    (!left.is_empty() && !right.is_empty()).then_some((left, right))
}

/// Whether `text` is a value itself.
fn is_literal(text: &str) -> bool {
    let digits = text.strip_prefix('-').unwrap_or(text);
    let is_quoted = |quote: char| {
        let inner = text.strip_prefix(quote).and_then(|rest| rest.strip_suffix(quote));
        inner.is_some_and(|inner| !inner.replace(&format!("\\{quote}"), "").contains(quote))
    };
    digits.starts_with(|c: char| c.is_ascii_digit())
        || is_quoted('\'')
        || is_quoted('"')
        || ["NULL", "null", "nullptr", "true", "false"].contains(&text)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ints(predicate: IntPredicate, a: u128, b: u128) -> Decided {
        Decided::Ints { predicate, width: 32, a, b }
    }

    fn shown(text: &str, decided: &Decided) -> String {
        let named = named_values(text, decided, false);
        named.iter().map(|of| format!("{} is {}", of.text, of.value)).collect::<Vec<_>>().join(", ")
    }

    #[test]
    fn the_operand_of_a_negation_has_its_own_value() {
        assert_eq!(shown("! done", &Decided::Negated(false)), "done is false");
        assert_eq!(shown("NOT(done)", &Decided::Negated(false)), "NOT(done) is true");
        assert_eq!(shown("!done", &ints(IntPredicate::Ne, 0, 0)), "done is 0");
        assert_eq!(shown("c == LF", &Decided::Flag(false)), "c == LF is false", "not c");
    }

    #[test]
    fn both_sides_of_a_comparison_are_named_but_for_numbers() {
        let decided = ints(IntPredicate::Slt, 0xffff_fffd, 10);
        assert_eq!(shown("a->n[i < 3] < limit", &decided), "a->n[i < 3] is -3, limit is 10");
        assert_eq!(shown("(x < 10)", &decided), "x is -3");
        assert_eq!(shown("\"EIY\".indexOf(c) >= 0", &decided), "\"EIY\".indexOf(c) is -3");
        assert_eq!(shown("x >> 2 < y", &decided), "x >> 2 is -3, y is 10");
        assert_eq!(shown("x < 10u", &ints(IntPredicate::Ult, 0xffff_fffd, 10)), "x is 4294967293");
    }

    #[test]
    fn what_is_no_comparison_has_one_value() {
        let decided = ints(IntPredicate::Ne, 0, 0);
        assert_eq!(shown("isdigit(c)", &decided), "isdigit(c) is 0");
        assert_eq!(shown("!done", &decided), "done is 0");
        assert_eq!(shown("flags & MASK", &decided), "flags & MASK is 0");
        assert_eq!(shown("a ? b < c : d", &decided), "a ? b < c : d is 0");
        assert_eq!(shown("(n = read(f)) > 0", &decided), "n = read(f) is 0");
        assert_eq!(named_values("isEmpty()", &decided, true)[0].value, "false");
    }

    #[test]
    fn characters_are_shown_where_the_source_has_one() {
        assert_eq!(shown("*s == '\\''", &ints(IntPredicate::Eq, 98, 39)), "*s is 98 ('b')");
        assert_eq!(shown("*s == 39", &ints(IntPredicate::Eq, 98, 39)), "*s is 98");
    }

    #[test]
    fn numbers_that_depend_on_addresses_are_not_told() {
        let decided = ints(IntPredicate::Slt, 3, 10);
        let told = values_by_name("tree[n].len < max", (&decided, [true, false]), false);
        let told: Vec<_> = told.iter().map(|of| format!("{} is {}", of.text, of.value)).collect();
        assert_eq!(told, ["tree[n].len is a value that depends on addresses", "max is 10"]);
    }

    #[test]
    fn of_references_it_is_told_whether_they_are_the_same() {
        let pointers = |a, b| Decided::Pointers { predicate: IntPredicate::Eq, a, b };
        let shown = |a, b| named_values("kind == other", &pointers(a, b), true)[0].value.clone();
        assert_eq!(shown(1 << 32 | 4, 1 << 32 | 12), "another object");
        assert_eq!((shown(8, 8).as_str(), shown(0, 8).as_str()), ("the same", "null"));
    }

    #[test]
    fn of_pointers_no_addresses_are_shown() {
        let pointers = |a, b| Decided::Pointers { predicate: IntPredicate::Eq, a, b };
        assert_eq!(shown("p == NULL", &pointers(1 << 32, 0)), "p is not null");
        assert_eq!(shown("p", &pointers(0, 0)), "p is null");
        let apart = pointers(1 << 32 | 4, 1 << 32 | 12);
        assert_eq!(
            shown("p < end", &apart),
            "p is 8 bytes before the other, end is 8 bytes behind the other"
        );
    }
}
