//! What the solver did, in one line.

use crate::words;
use trine_record::{SolverRecord, SolverTimes};

/// `51 queries: 20 sat, 30 unsat, 1 unknown; 12 answers from the cache, 9 bounds, …; half of them under 256 µs`;
/// empty when nothing was asked.
#[must_use]
pub fn line(record: &SolverRecord, times: &SolverTimes) -> String {
    if record.queries == 0 {
        return String::new();
    }
    let mut layers: Vec<_> = record.layers.iter().filter(|(_, layer)| layer.answered > 0).collect();
    layers.sort_by(|(a, x), (b, y)| y.answered.cmp(&x.answered).then(a.cmp(b)));
    let layers: Vec<_> = layers
        .into_iter()
        .map(|(name, layer)| format!("{name} {}", words::grouped(layer.answered)))
        .collect();
    let median =
        times.median_below_microseconds().map(|median| format!("; half of them under {}", time(median)));
    format!(
        "{}: {} sat, {} unsat, {} unknown; answered by {}{}",
        words::plural(usize::try_from(record.queries).unwrap_or(usize::MAX), "question"),
        words::grouped(record.satisfiable),
        words::grouped(record.unsatisfiable),
        words::grouped(record.unknown),
        if layers.is_empty() { "nobody".to_owned() } else { layers.join(", ") },
        median.unwrap_or_default(),
    )
}

fn time(microseconds: u64) -> String {
    match microseconds {
        0..1_000 => format!("{microseconds} µs"),
        _ => format!("{:.1} ms", microseconds as f64 / 1e3),
    }
}
