//! The order within layers: by the mean position of neighbours, down and up in turn.

use super::Layers;

/// Sweeps, down and up counted singly.
const SWEEPS: usize = 16;

/// Orders the rows of `layers` so that few edges cross.
pub(crate) fn order(layers: &mut Layers) {
    let mut best = (crossings(layers), layers.rows.clone());
    for sweep in 0..SWEEPS {
        let downwards = sweep % 2 == 0;
        let rows = layers.rows.len();
        for step in 1..rows {
            let row = if downwards { step } else { rows - 1 - step };
            sort(layers, row, downwards);
        }
        let count = crossings(layers);
        if count < best.0 {
            best = (count, layers.rows.clone());
        }
        if best.0 == 0 {
            break;
        }
    }
    layers.rows = best.1;
}

fn positions(layers: &Layers, row: usize) -> Vec<(usize, usize)> {
    layers.rows[row].iter().enumerate().map(|(position, &item)| (item, position)).collect()
}

fn sort(layers: &mut Layers, row: usize, downwards: bool) {
    let fixed = if downwards { row - 1 } else { row + 1 };
    let mut position = vec![0; layers.items.len()];
    for (item, at) in positions(layers, fixed) {
        position[item] = at;
    }
    let neighbors = if downwards { &layers.above } else { &layers.below };
    let mut keyed: Vec<(f64, usize, usize)> = positions(layers, row)
        .into_iter()
        .map(|(item, at)| {
            let near = &neighbors[item];
            let sum: usize = near.iter().map(|&other| position[other]).sum();
            // What has no neighbour there stays about where it is.
            let mean = if near.is_empty() { at as f64 } else { sum as f64 / near.len() as f64 };
            (mean, at, item)
        })
        .collect();
    keyed.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
    layers.rows[row] = keyed.into_iter().map(|(_, _, item)| item).collect();
}

/// Edges that cross, over all pairs of layers.
fn crossings(layers: &Layers) -> usize {
    let mut position = vec![0; layers.items.len()];
    for row in 0..layers.rows.len() {
        for (item, at) in positions(layers, row) {
            position[item] = at;
        }
    }
    let between = |row: &Vec<usize>| {
        let ends = row.iter().flat_map(|&item| {
            let mut ends: Vec<usize> = layers.below[item].iter().map(|&other| position[other]).collect();
            ends.sort_unstable();
            ends
        });
        inversions(&ends.collect::<Vec<_>>())
    };
    layers.rows.iter().map(between).sum()
}

/// Pairs that stand in falling order (a Fenwick tree counts those greater before each).
fn inversions(ends: &[usize]) -> usize {
    let size = ends.iter().max().map_or(0, |max| max + 1);
    let mut tree = vec![0usize; size + 1];
    let mut count = 0;
    for (before, &end) in ends.iter().enumerate() {
        let mut at = end + 1;
        let mut not_greater = 0;
        while at > 0 {
            not_greater += tree[at];
            at &= at - 1;
        }
        count += before - not_greater;
        let mut at = end + 1;
        while at <= size {
            tree[at] += 1;
            at += at & at.wrapping_neg();
        }
    }
    count
}

#[cfg(test)]
mod tests {
    use super::inversions;

    #[test]
    fn inversions_are_pairs_in_falling_order() {
        assert_eq!(inversions(&[]), 0);
        assert_eq!(inversions(&[0, 1, 1, 2]), 0);
        assert_eq!(inversions(&[2, 1, 0]), 3);
        assert_eq!(inversions(&[1, 0, 1, 0]), 3);
    }
}
