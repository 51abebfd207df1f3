//! Horizontal places: least squares to the neighbours' mean, under the order and the widths of each layer.
//!
//! With the offsets that the widths ask for taken away, the places of a layer only have to rise; the rising sequence nearest to the
//! wanted one is found by pooling neighbours that are in the wrong order into their mean (isotonic regression; Barlow and others 1972).

use super::{BEND_GAP, Layers, NODE_GAP};

/// Sweeps, down and up counted singly.
const SWEEPS: usize = 24;
/// How much more a bend pulls than a node: long edges are to be straight.
const BEND_WEIGHT: f64 = 6.0;

/// The middle of each item.
pub(crate) fn place(layers: &Layers) -> Vec<f64> {
    let mut x = vec![0.0; layers.items.len()];
    let offsets: Vec<Vec<f64>> = layers.rows.iter().map(|row| offsets(layers, row)).collect();
    for (row, offsets) in layers.rows.iter().zip(&offsets) {
        for (&item, offset) in row.iter().zip(offsets) {
            x[item] = *offset;
        }
    }
    let rows = layers.rows.len();
    for sweep in 0..SWEEPS {
        for step in 0..rows {
            let row = if sweep % 2 == 0 { step } else { rows - 1 - step };
            // Towards the end both sides count.
            let both = sweep + 4 >= SWEEPS;
            let (above, below) = (both || sweep % 2 == 0, both || sweep % 2 == 1);
            settle(layers, row, &offsets[row], (above, below), &mut x);
        }
    }
    x
}

/// The least places of a row from its left end.
fn offsets(layers: &Layers, row: &[usize]) -> Vec<f64> {
    let mut at = 0.0;
    let mut offsets = Vec::with_capacity(row.len());
    for (position, &item) in row.iter().enumerate() {
        if position > 0 {
            let (before, now) = (&layers.items[row[position - 1]], &layers.items[item]);
            let gap = if before.node.is_some() && now.node.is_some() { NODE_GAP } else { BEND_GAP };
            at += (before.width + now.width) / 2.0 + gap;
        }
        offsets.push(at);
    }
    offsets
}

fn settle(layers: &Layers, row: usize, offsets: &[f64], (above, below): (bool, bool), x: &mut [f64]) {
    let wanted = layers.rows[row].iter().zip(offsets).map(|(&item, offset)| {
        let mut near: Vec<usize> = Vec::new();
        if above {
            near.extend(&layers.above[item]);
        }
        if below {
            near.extend(&layers.below[item]);
        }
        let is_bend = |item: usize| layers.items[item].node.is_none();
        let weight = |other: usize| if is_bend(item) && is_bend(other) { BEND_WEIGHT } else { 1.0 };
        let total: f64 = near.iter().map(|&other| weight(other)).sum();
        let sum: f64 = near.iter().map(|&other| weight(other) * x[other]).sum();
        // What has no neighbour there hardly pulls.
        if near.is_empty() {
            (x[item] - offset, 0.01)
        } else {
            (sum / total - offset, if is_bend(item) { BEND_WEIGHT } else { 1.0 })
        }
    });
    let wanted: Vec<(f64, f64)> = wanted.collect();
    for ((&item, offset), value) in layers.rows[row].iter().zip(offsets).zip(rising(&wanted)) {
        x[item] = value + offset;
    }
}

/// The rising sequence nearest to `wanted`, values with weights, in the sense of least squares.
fn rising(wanted: &[(f64, f64)]) -> Vec<f64> {
    // Mean, weight, how many.
    let mut pools: Vec<(f64, f64, usize)> = Vec::new();
    for &(value, weight) in wanted {
        let mut pool = (value, weight, 1);
        while let Some(&(before, heavy, count)) = pools.last() {
            if before <= pool.0 {
                break;
            }
            pools.pop();
            let sum = heavy + pool.1;
            pool = ((before * heavy + pool.0 * pool.1) / sum, sum, count + pool.2);
        }
        pools.push(pool);
    }
    pools.into_iter().flat_map(|(mean, _, count)| std::iter::repeat_n(mean, count)).collect()
}

#[cfg(test)]
mod tests {
    use super::rising;

    #[test]
    fn what_rises_stays_and_what_falls_is_pooled() {
        assert_eq!(rising(&[(1.0, 1.0), (2.0, 1.0), (2.0, 1.0)]), [1.0, 2.0, 2.0]);
        assert_eq!(rising(&[(3.0, 1.0), (1.0, 1.0)]), [2.0, 2.0]);
        assert_eq!(rising(&[(3.0, 3.0), (1.0, 1.0), (9.0, 1.0), (5.0, 1.0)]), [2.5, 2.5, 7.0, 7.0]);
    }
}
