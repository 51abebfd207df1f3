//! The published figures of the competition.

/// What the file has.
const FIGURES: &str = include_str!("published.csv");

/// Published figures of a class within one budget; shares from 0 to 1.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Figures {
    /// EvoSuite's instruction coverage.
    pub instruction: f64,
    /// EvoSuite's branch coverage.
    pub branch: f64,
    /// EvoSuite's mutation score.
    pub mutation: f64,
    /// The best branch coverage of any tool.
    pub best_branch: f64,
    /// The best mutation score of any tool.
    pub best_mutation: f64,
}

/// A class of the competition.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Entry {
    /// Its id: `GUAVA-85`.
    pub id: String,
    /// Its name, as sources have it.
    pub class: String,
    /// Within 30 seconds.
    pub in_30: Figures,
    /// Within 120 seconds.
    pub in_120: Figures,
}

impl Entry {
    /// The library that it comes from, in small letters.
    pub fn project(&self) -> String {
        self.id.split('-').next().unwrap_or_default().to_ascii_lowercase()
    }

    /// The figures that a budget of ours is held against, and their seconds: the next longer of the two that were published. What is
    /// counted in evaluations is held against the longest.
    pub fn beside(&self, budget: &str) -> (Figures, u32) {
        let seconds = budget.strip_suffix('s').filter(|number| !number.ends_with("eval"));
        match seconds.and_then(|number| number.parse::<f64>().ok()) {
            Some(seconds) if seconds <= 30.0 => (self.in_30, 30),
            _ => (self.in_120, 120),
        }
    }
}

/// All classes, in the order of the file.
pub(super) fn entries() -> Vec<Entry> {
    let mut entries: Vec<Entry> = Vec::new();
    for line in FIGURES.lines().filter(|line| !line.starts_with('#')).skip(1) {
        let cells: Vec<&str> = line.split(',').collect();
        let &[id, class, budget, ref figures @ ..] = cells.as_slice() else { continue };
        let number = |at: usize| figures.get(at).and_then(|cell| cell.parse().ok()).unwrap_or_default();
        let figures = Figures {
            instruction: number(0),
            branch: number(1),
            mutation: number(2),
            best_branch: number(3),
            best_mutation: number(4),
        };
        if entries.last().is_none_or(|last| last.id != id) {
            let (id, class) = (id.to_owned(), class.to_owned());
            entries.push(Entry { id, class, in_30: Figures::default(), in_120: Figures::default() });
        }
        if let Some(entry) = entries.last_mut() {
            *(if budget == "30" { &mut entry.in_30 } else { &mut entry.in_120 }) = figures;
        }
    }
    entries
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn means_over_all_classes_are_those_that_were_published() {
        let entries = entries();
        assert_eq!(entries.len(), 65);
        let mean = |of: &dyn Fn(&Entry) -> f64| entries.iter().map(of).sum::<f64>() / 65.0;
        assert!((mean(&|entry| entry.in_120.branch) - 0.568).abs() < 0.001);
        assert!((mean(&|entry| entry.in_120.best_branch) - 0.667).abs() < 0.001);
        assert!((mean(&|entry| entry.in_30.branch) - 0.461).abs() < 0.001);
    }

    #[test]
    fn a_budget_is_held_against_the_next_longer_one() {
        let entry = &entries()[0];
        assert_eq!(entry.beside("10s").1, 30);
        assert_eq!(entry.beside("30s").1, 30);
        assert_eq!(entry.beside("60s").1, 120);
        assert_eq!(entry.beside("3000evals").1, 120);
    }
}
