//! Edits of strings: what follows moves along, so that no step leads through a text that means
//! nothing.
//!
//! | share | edit |
//! |---|---|
//! | 3/10 | a character inserted, half of the time at the end |
//! | 2/10 | a character taken out |
//! | 3/10 | a string literal of the code, or a usual text, inserted at the start of a line, or anywhere |
//! | 2/10 | a character replaced |
//!
//! No sequence of changes in place gets from `5` to `-5` without passing `-`, and from `=` to
//! `port=` without passing keys that the code refuses. Insertion, deletion and replacement of
//! characters are the local search on strings of Fraser, Arcuri and McMinn 2015 ("A Memetic
//! Algorithm for Whole Test Suite Generation"); theirs goes through all positions, ours draws a few.

use crate::random::RandomValues;
use trine_base::Stream;
use trine_testcase::LeafKind;

/// A character of each class that code tells apart; the end of a text first.
pub const CLASSES: &[u8] = b"\x001a Z\n9-=";

/// Stretches of two or more characters in a row.
#[must_use]
pub fn runs(kinds: &[LeafKind]) -> Vec<(usize, usize)> {
    let mut runs = Vec::new();
    let mut from = 0;
    for at in 0..=kinds.len() {
        let is_char = kinds.get(at).is_some_and(|kind| matches!(kind, LeafKind::Char { .. }));
        if !is_char {
            if at - from >= 2 {
                runs.push((from, at));
            }
            from = at + 1;
        }
    }
    runs
}

/// Characters at the start of a text that are always worth a look: it may have a length beside it.
const ALWAYS_SEARCHED: usize = 16;

/// Whether `leaf` lies beyond the end of a long text of plain characters: little there is read.
#[must_use]
pub fn is_beyond(kinds: &[LeafKind], leaves: &[u128], leaf: usize) -> bool {
    let is_plain = |kind: &LeafKind| *kind == LeafKind::Char { bits: 8, signed: true };
    leaf >= ALWAYS_SEARCHED
        && leaves[leaf - 1] == 0
        && kinds[leaf - ALWAYS_SEARCHED..=leaf].iter().all(is_plain)
}

/// Edits the text in the run `(from, to)` of `leaves`.
pub fn edit(
    kinds: &[LeafKind],
    leaves: &mut [u128],
    (from, to): (usize, usize),
    values: &RandomValues,
    stream: &mut Stream,
) {
    let (kinds, leaves) = (&kinds[from..to], &mut leaves[from..to]);
    let used = leaves.iter().position(|&bits| bits == 0).unwrap_or(leaves.len());
    let anywhere = stream.position((used + 1).min(leaves.len()));
    match stream.below(10) {
        0..3 => {
            let at = if stream.chance(0.5) { used.min(leaves.len() - 1) } else { anywhere };
            leaves[at..].rotate_right(1);
            leaves[at] = values.value(&kinds[at], stream);
        }
        3..5 => {
            leaves[anywhere..].rotate_left(1);
            leaves[to - from - 1] = 0;
        }
        5..8 => {
            let at = if stream.chance(0.6) { line_start(&leaves[..used], stream) } else { anywhere };
            insert(kinds, leaves, at, values.text(stream));
        }
        _ => leaves[anywhere] = values.value(&kinds[anywhere], stream),
    }
}

/// The start of one of the lines of `text`.
fn line_start(text: &[u128], stream: &mut Stream) -> usize {
    let starts: Vec<usize> =
        std::iter::once(0).chain((1..=text.len()).filter(|&at| text[at - 1] == u128::from(b'\n'))).collect();
    starts[stream.position(starts.len())]
}

fn insert(kinds: &[LeafKind], leaves: &mut [u128], at: usize, text: &[u8]) {
    let room = leaves.len() - at;
    let length = text.len().min(room);
    leaves[at..].rotate_right(length);
    for (offset, &byte) in text[..length].iter().enumerate() {
        leaves[at + offset] = kinds[at + offset].from_int(byte.into());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const CHAR: LeafKind = LeafKind::Char { bits: 8, signed: true };

    fn leaves(text: &str, length: usize) -> Vec<u128> {
        let mut leaves: Vec<u128> = text.bytes().map(u128::from).collect();
        leaves.resize(length, 0);
        leaves
    }

    #[test]
    fn an_inserted_text_moves_what_follows() {
        let mut text = leaves("=1", 8);
        insert(&[CHAR; 8], &mut text, 0, b"port");
        assert_eq!(text, leaves("port=1", 8));
        insert(&[CHAR; 8], &mut text, 6, b"234");
        assert_eq!(text, leaves("port=123", 8));
    }

    #[test]
    fn leaves_behind_the_end_are_beyond_it() {
        let text = leaves("ab", 20);
        let beyond = (0..20).filter(|&leaf| is_beyond(&[CHAR; 20], &text, leaf));
        assert!(beyond.eq(16..20));
    }

    #[test]
    fn edits_stay_in_their_run() {
        let kinds = [vec![LeafKind::Bool], vec![CHAR; 6], vec![LeafKind::Bool]].concat();
        assert_eq!(runs(&kinds), [(1, 7)]);
        let (values, mut stream) = (RandomValues::default(), Stream::new(1, "edits"));
        let mut edited = vec![1, 97, 98, 10, 0, 0, 0, 1];
        for _ in 0..200 {
            edit(&kinds, &mut edited, (1, 7), &values, &mut stream);
            assert_eq!((edited[0], edited[7]), (1, 1));
        }
    }
}
