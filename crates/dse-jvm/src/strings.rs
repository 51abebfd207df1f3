//! Questions about strings as terms: equal, begins, ends, contains, where a character stands, the hash code.
//!
//! A string of the test has a variable length and characters in reserve, so one model says all of it: `equals("port")` on `"a"` is
//! answered by `"port"` at once. A string that the code built has the characters and, as a term, the length of this run; where a
//! question depends on another length, the term speaks of the length alone, and the next run knows the characters.
//!
//! Cost: terms in the product of the lengths, at worst.

use crate::inputs::TextTerms;
use trine_expr::{BinaryOp, CompareOp, Node, Term, TermPool};

/// A string as terms.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Text {
    /// How many characters it has: 32 bits.
    pub length: Term,
    /// Characters, those in reserve included.
    pub units: Vec<Term>,
    /// How many it has in this run.
    pub count: usize,
    /// Whether `units` are all that it may have, whatever its length.
    pub is_whole: bool,
}

impl Text {
    /// A string of the test.
    #[must_use]
    pub fn of_test(terms: &TextTerms, count: usize) -> Self {
        Self { length: terms.length, units: terms.units.clone(), count, is_whole: true }
    }

    /// A constant.
    #[must_use]
    pub fn constant(pool: &mut TermPool, units: &[u8]) -> Self {
        Self {
            length: pool.constant(units.len() as u128, 32),
            units: units.iter().map(|&unit| pool.constant(u128::from(unit), 8)).collect(),
            count: units.len(),
            is_whole: true,
        }
    }

    fn is_concrete(&self, pool: &TermPool) -> bool {
        let known = |&term: &Term| pool.as_constant(term).is_some();
        known(&self.length) && self.units.iter().all(known)
    }

    fn fixed_length(&self, pool: &TermPool) -> Option<usize> {
        pool.as_constant(self.length).map(|length| length as usize)
    }
}

/// Whether nothing about the two strings depends on inputs.
#[must_use]
pub fn are_concrete(pool: &TermPool, one: &Text, other: &Text) -> bool {
    one.is_concrete(pool) && other.is_concrete(pool)
}

fn number(pool: &mut TermPool, value: usize) -> Term {
    pool.constant(value as u128, 32)
}

fn all(pool: &mut TermPool, terms: impl IntoIterator<Item = Term>) -> Term {
    let yes = pool.boolean(true);
    terms.into_iter().fold(yes, |all, term| pool.and(all, term))
}

fn any(pool: &mut TermPool, terms: impl IntoIterator<Item = Term>) -> Term {
    let no = pool.boolean(false);
    terms.into_iter().fold(no, |any, term| pool.or(any, term))
}

/// Equal characters; letters of ASCII in either case where `folds`.
fn same(pool: &mut TermPool, folds: bool, a: Term, b: Term) -> Term {
    let (a, b) = if folds { (lower(pool, a), lower(pool, b)) } else { (a, b) };
    pool.equal(a, b)
}

fn lower(pool: &mut TermPool, unit: Term) -> Term {
    let is_upper = crate::characters::between(pool, unit, u32::from(b'A'), u32::from(b'Z'));
    let width = pool.width(unit);
    let distance = pool.constant(32, width);
    let lowered = pool.binary(BinaryOp::Add, unit, distance);
    pool.ite(is_upper, lowered, unit)
}

/// One bit: `one` equals `other`.
#[must_use]
pub fn equal(pool: &mut TermPool, one: &Text, other: &Text, folds: bool) -> Term {
    let lengths = pool.equal(one.length, other.length);
    // Of a string that was built, only the characters of its present length are known.
    let is_open = |a: &Text, b: &Text| !a.is_whole && b.fixed_length(pool).unwrap_or(a.count) != a.count;
    if is_open(one, other) || is_open(other, one) {
        return lengths;
    }
    let fixed = one.fixed_length(pool).or(other.fixed_length(pool));
    let count = one.units.len().min(other.units.len());
    let count = fixed.map_or(count, |fixed| fixed.min(count));
    let mut pairs = Vec::with_capacity(count);
    for at in 0..count {
        let same = same(pool, folds, one.units[at], other.units[at]);
        pairs.push(match fixed {
            Some(_) => same,
            None => {
                let at = number(pool, at);
                let is_there = pool.compare(CompareOp::Ult, at, one.length);
                let beyond = pool.not(is_there);
                pool.or(beyond, same)
            }
        });
    }
    let fits = fixed.is_none_or(|fixed| fixed <= one.units.len().min(other.units.len()));
    let fits = pool.boolean(fits);
    let pairs = all(pool, pairs);
    let both = pool.and(lengths, pairs);
    pool.and(both, fits)
}

/// One bit: `part`, of a constant length, stands in `text` at `start`; `None` where `text` has no such characters.
fn stands_at(pool: &mut TermPool, text: &Text, part: &[Term], start: usize) -> Option<Term> {
    let end = start + part.len();
    let last = number(pool, end);
    let short = pool.compare(CompareOp::Ult, text.length, last);
    let long = pool.not(short);
    let Some(there) = text.units.get(start..end) else {
        return if text.is_whole { None } else { Some(long) };
    };
    let there = there.to_vec();
    let pairs: Vec<Term> = there.iter().zip(part).map(|(&a, &b)| pool.equal(a, b)).collect();
    let pairs = all(pool, pairs);
    Some(pool.and(long, pairs))
}

/// One bit: `text` begins with `part`; `None` where the length of `part` is no constant.
#[must_use]
pub fn starts_with(pool: &mut TermPool, text: &Text, part: &Text) -> Option<Term> {
    let count = part.fixed_length(pool)?;
    let part = part.units.get(..count)?.to_vec();
    let no = pool.boolean(false);
    Some(stands_at(pool, text, &part, 0).unwrap_or(no))
}

/// One bit: `text` ends with `part`; `None` as for [`starts_with`].
#[must_use]
pub fn ends_with(pool: &mut TermPool, text: &Text, part: &Text) -> Option<Term> {
    let count = part.fixed_length(pool)?;
    let part = part.units.get(..count)?.to_vec();
    let lengths =
        if text.is_whole { count..text.units.len() + 1 } else { text.count.max(count)..text.count + 1 };
    let mut ways = Vec::new();
    for length in lengths {
        let Some(stands) = stands_at(pool, text, &part, length - count) else { continue };
        let wanted = number(pool, length);
        let is_it = pool.equal(text.length, wanted);
        ways.push(pool.and(is_it, stands));
    }
    if ways.is_empty() && !text.is_whole {
        let shortest = number(pool, count);
        let short = pool.compare(CompareOp::Ult, text.length, shortest);
        return Some(pool.not(short));
    }
    Some(any(pool, ways))
}

/// One bit: `part` stands somewhere in `text`; `None` as for [`starts_with`].
#[must_use]
pub fn contains(pool: &mut TermPool, text: &Text, part: &Text) -> Option<Term> {
    let count = part.fixed_length(pool)?;
    let part = part.units.get(..count)?.to_vec();
    let last = text.units.len().checked_sub(count);
    let Some(last) = last else {
        let no = pool.boolean(false);
        return Some(stands_at(pool, text, &part, 0).unwrap_or(no));
    };
    let ways: Vec<Term> = (0..=last).filter_map(|start| stands_at(pool, text, &part, start)).collect();
    Some(any(pool, ways))
}

/// The first place of `unit`, 32 bits, in `text` from `from` on, or -1: 32 bits.
#[must_use]
pub fn index_of(pool: &mut TermPool, text: &Text, unit: Term, from: usize) -> Term {
    let mut found = pool.constant(u128::from(u32::MAX), 32);
    for at in (from..text.units.len()).rev() {
        let here = pool.zero_extend(text.units[at], 32);
        let place = number(pool, at);
        let is_there = pool.compare(CompareOp::Ult, place, text.length);
        let is_it = pool.equal(here, unit);
        let is_here = pool.and(is_there, is_it);
        found = pool.ite(is_here, place, found);
    }
    found
}

/// The hash code of `text`: that of each of `constants` where it equals that, else of its characters in their present number; 0 stands for
/// the hash codes of other lengths, and a model that relies on that is found out by its run.
#[must_use]
pub fn hash_code(pool: &mut TermPool, text: &Text, constants: &[Vec<u8>]) -> Term {
    let mut hash = pool.constant(0, 32);
    for &unit in text.units.iter().take(text.count) {
        let base = pool.constant(31, 32);
        let moved = pool.binary(BinaryOp::Mul, hash, base);
        let unit = pool.zero_extend(unit, 32);
        hash = pool.binary(BinaryOp::Add, moved, unit);
    }
    let count = number(pool, text.count);
    let is_present = pool.equal(text.length, count);
    let zero = pool.constant(0, 32);
    hash = pool.ite(is_present, hash, zero);
    for constant in constants {
        let value = pool.constant(u128::from(hash_of(constant)), 32);
        let constant = Text::constant(pool, constant);
        let is_it = equal(pool, text, &constant, false);
        hash = pool.ite(is_it, value, hash);
    }
    hash
}

/// The hash code of a string: `String.hashCode()`.
#[must_use]
pub fn hash_of(units: &[u8]) -> u32 {
    units.iter().fold(0, |hash, &unit| hash.wrapping_mul(31).wrapping_add(u32::from(unit)))
}

/// Of a condition that a hash code of [`hash_code`] is that of a constant: that the string is this constant. It is enough for the condition,
/// and without the product of all characters in it.
#[must_use]
pub fn without_product(pool: &mut TermPool, condition: Term) -> Option<Term> {
    let has_product = |pool: &TermPool, term: Term| {
        pool.graph(&[term]).iter().any(|&part| matches!(pool.node(part), Node::Binary(BinaryOp::Mul, ..)))
    };
    let (mut open, mut parts, mut is_found) = (vec![condition], Vec::new(), false);
    while let Some(term) = open.pop() {
        match pool.node(term) {
            Node::Binary(BinaryOp::And, a, b) if pool.width(term) == 1 => open.extend([b, a]),
            Node::Binary(BinaryOp::Or, a, b) if pool.width(term) == 1 && !is_found => {
                let part = match (has_product(pool, a), has_product(pool, b)) {
                    (false, true) => Some(a),
                    (true, false) => Some(b),
                    _ => None,
                };
                is_found |= part.is_some();
                parts.push(part.unwrap_or(term));
            }
            _ => parts.push(term),
        }
    }
    is_found.then(|| all(pool, parts))
}

#[cfg(test)]
mod tests {
    use super::*;
    use trine_expr::Assignment;

    /// A string of the test with these characters, and room for three more.
    fn text(pool: &mut TermPool, name: &str) -> Text {
        let units = (0..6).map(|at| pool.variable(format!("{name}{at}"), 8)).collect();
        Text { length: pool.variable(format!("{name}.length"), 32), units, count: 3, is_whole: true }
    }

    fn assigned(pool: &TermPool, text: &Text, value: &str) -> Assignment {
        let mut assignment = Assignment::new();
        let mut set = |term: Term, bits: u128| {
            if let Node::Variable(id) = pool.node(term) {
                assignment.set(id, bits);
            }
        };
        set(text.length, value.len() as u128);
        text.units.iter().zip(value.bytes()).for_each(|(&unit, byte)| set(unit, u128::from(byte)));
        assignment
    }

    #[test]
    fn terms_say_what_java_says_for_every_length() {
        let mut pool = TermPool::new();
        let text = text(&mut pool, "s");
        let part = Text::constant(&mut pool, b"ab");
        let equal_to = equal(&mut pool, &text, &part, false);
        let folded = equal(&mut pool, &text, &part, true);
        let starts = starts_with(&mut pool, &text, &part).unwrap();
        let ends = ends_with(&mut pool, &text, &part).unwrap();
        let has = contains(&mut pool, &text, &part).unwrap();
        let b = pool.constant(u128::from(b'b'), 32);
        let index = index_of(&mut pool, &text, b, 0);
        for value in ["", "a", "ab", "AB", "aab", "abab", "xabx", "ba", "abx", "xxxxab"] {
            let model = assigned(&pool, &text, value);
            let is = |term: Term| pool.evaluate(term, &model) == 1;
            assert_eq!(is(equal_to), value == "ab", "{value}");
            assert_eq!(is(folded), value.eq_ignore_ascii_case("ab"), "{value}");
            assert_eq!(is(starts), value.starts_with("ab"), "{value}");
            assert_eq!(is(ends), value.ends_with("ab"), "{value}");
            assert_eq!(is(has), value.contains("ab"), "{value}");
            let place = value.find('b').map_or(-1, |at| at as i32);
            assert_eq!(pool.evaluate(index, &model) as u32 as i32, place, "{value}");
        }
    }

    #[test]
    fn a_hash_code_is_that_of_a_constant_where_the_string_is_it() {
        let mut pool = TermPool::new();
        let text = text(&mut pool, "s");
        let hash = hash_code(&mut pool, &text, &[b"alpha".to_vec()]);
        for (value, java) in [("alpha", 92_909_918_u32), ("abc", 96_354)] {
            let model = assigned(&pool, &text, value);
            assert_eq!(pool.evaluate(hash, &model) as u32, java, "{value}");
        }
    }

    #[test]
    fn a_string_with_the_hash_code_of_a_constant_may_be_that() {
        let mut pool = TermPool::new();
        let text = text(&mut pool, "s");
        let constants = [b"alpha".to_vec(), b"beta".to_vec()];
        let hash = hash_code(&mut pool, &text, &constants);
        let is = |pool: &mut TermPool, code: u128| {
            let code = pool.constant(code, 32);
            let condition = pool.equal(hash, code);
            without_product(pool, condition)
        };
        for (constant, code) in ["alpha", "beta"].into_iter().zip([92_909_918, 3_020_272]) {
            let is_constant = is(&mut pool, code).unwrap();
            for value in ["alpha", "beta", "abc"] {
                let model = assigned(&pool, &text, value);
                assert_eq!(pool.evaluate(is_constant, &model) == 1, value == constant, "{value}");
            }
        }
        assert_eq!(is(&mut pool, 7), None);
    }
}
