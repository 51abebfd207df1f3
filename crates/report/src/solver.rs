//! What the solver did, in one line.

use crate::words;
use trine_record::{SolverRecord, SolverTimes};

/// `51 questions: 20 sat, 30 unsat, 1 unknown; answered by cache 12, bounds 9, …; half of them under 256 µs; 19 models run, 1 of them took
/// another way`, as far as that is known; empty when nothing was asked.
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
    let questions = format!(
        "{}: {} sat, {} unsat, {} unknown",
        words::plural(usize::try_from(record.queries).unwrap_or(usize::MAX), "question"),
        words::grouped(record.satisfiable),
        words::grouped(record.unsatisfiable),
        words::grouped(record.unknown),
    );
    let answered = (!layers.is_empty()).then(|| format!("answered by {}", layers.join(", ")));
    let median =
        times.median_below_microseconds().map(|median| format!("half of them under {}", time(median)));
    let models = record.models.map(|models| {
        let run = words::plural(usize::try_from(models.run).unwrap_or(usize::MAX), "model");
        format!("{run} run, {} of them took another way", words::grouped(models.diverged))
    });
    [Some(questions), answered, median, models].into_iter().flatten().collect::<Vec<_>>().join("; ")
}

fn time(microseconds: u64) -> String {
    match microseconds {
        0..1_000 => format!("{microseconds} µs"),
        _ => format!("{:.1} ms", microseconds as f64 / 1e3),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use trine_record::ModelRecord;

    #[test]
    fn what_is_not_known_is_left_out() {
        let record = SolverRecord { queries: 3, satisfiable: 2, unsatisfiable: 1, ..SolverRecord::default() };
        let times = SolverTimes::default();
        assert_eq!(line(&record, &times), "3 questions: 2 sat, 1 unsat, 0 unknown");
        let record = SolverRecord { models: Some(ModelRecord { run: 2, diverged: 1 }), ..record };
        assert_eq!(
            line(&record, &times),
            "3 questions: 2 sat, 1 unsat, 0 unknown; 2 models run, 1 of them took another way"
        );
        assert_eq!(line(&SolverRecord::default(), &times), "");
    }
}
