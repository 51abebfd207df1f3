//! Which of several flow vectors sum to a given one.
//!
//! The out-edges of a switch are nearly independent: most have a chord of their own, whose coefficient in the target
//! decides about them at once. What remains after such decisions is small and is tried exhaustively.
//!
//! Source: back substitution, specialised to coefficients 0 and 1.
//! Not handled: more than [`MAX_TRIED`] parts without a chord of their own: no answer.
//! Cost: rounds times the total size of the vectors (two rounds for a switch), plus 2^[`MAX_TRIED`] at worst.

use std::collections::HashMap;

use super::ChordVector;

/// The greatest number of parts that are tried exhaustively.
const MAX_TRIED: usize = 10;

/// For each part whether it belongs to the sum; `None` when no choice was found.
pub(super) fn subset(target: &ChordVector, parts: &[ChordVector]) -> Option<Vec<bool>> {
    let mut rest: HashMap<usize, i64> = target.iter().copied().collect();
    let mut chosen: Vec<Option<bool>> = vec![None; parts.len()];
    loop {
        let decidable = own_chords(parts, &chosen);
        if decidable.is_empty() {
            break;
        }
        for (part, chord, coefficient) in decidable {
            let wanted = rest.get(&chord).copied().unwrap_or(0);
            if wanted != 0 && wanted != coefficient {
                return None;
            }
            chosen[part] = Some(wanted != 0);
            if wanted != 0 {
                subtract(&mut rest, &parts[part]);
            }
        }
    }
    let open: Vec<usize> = (0..parts.len()).filter(|p| chosen[*p].is_none()).collect();
    let taken = try_all(rest, parts, &open)?;
    Some(chosen.iter().enumerate().map(|(part, c)| c.unwrap_or_else(|| taken.contains(&part))).collect())
}

/// The undecided parts with a chord that no other undecided part has: `(part, chord, coefficient)`.
fn own_chords(parts: &[ChordVector], chosen: &[Option<bool>]) -> Vec<(usize, usize, i64)> {
    let mut owners: HashMap<usize, usize> = HashMap::new();
    let undecided = || parts.iter().enumerate().filter(|(p, _)| chosen[*p].is_none());
    for (chord, _) in undecided().flat_map(|(_, part)| part) {
        *owners.entry(*chord).or_default() += 1;
    }
    let own = |(p, part): (usize, &ChordVector)| {
        let (chord, coefficient) = part.iter().find(|(chord, _)| owners[chord] == 1)?;
        Some((p, *chord, *coefficient))
    };
    undecided().filter_map(own).collect()
}

fn subtract(rest: &mut HashMap<usize, i64>, part: &ChordVector) {
    for (chord, coefficient) in part {
        let left = rest.entry(*chord).or_default();
        *left -= coefficient;
        if *left == 0 {
            rest.remove(chord);
        }
    }
}

/// Tries all subsets of the open parts.
fn try_all(rest: HashMap<usize, i64>, parts: &[ChordVector], open: &[usize]) -> Option<Vec<usize>> {
    if rest.is_empty() {
        return Some(Vec::new());
    }
    if open.len() > MAX_TRIED {
        return None;
    }
    (1u32..1 << open.len()).find_map(|mask| {
        let taken: Vec<usize> =
            open.iter().enumerate().filter(|(bit, _)| mask >> bit & 1 == 1).map(|(_, p)| *p).collect();
        let mut left = rest.clone();
        taken.iter().for_each(|part| subtract(&mut left, &parts[*part]));
        left.is_empty().then_some(taken)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_with_a_chord_of_their_own_are_decided_by_it() {
        let parts: Vec<ChordVector> = vec![vec![(0, 1)], vec![(1, 1)], vec![(0, -1), (1, -1), (2, 1)]];
        assert_eq!(subset(&vec![(1, 1), (0, 1)], &parts), Some(vec![true, true, false]));
        assert_eq!(subset(&vec![(1, -1), (2, 1)], &parts), Some(vec![true, false, true]));
        assert_eq!(subset(&vec![(0, 2)], &parts), None);
        assert_eq!(subset(&vec![(7, 1)], &parts), None);
    }

    #[test]
    fn dependent_parts_are_tried() {
        let parts: Vec<ChordVector> = vec![vec![(0, 1), (1, 1)], vec![(0, 1), (1, -1)], vec![(0, 2)]];
        assert_eq!(subset(&vec![(0, 3), (1, 1)], &parts), Some(vec![true, false, true]));
        assert_eq!(subset(&vec![(1, 2)], &parts), None);
    }
}
