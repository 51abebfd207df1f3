//! What each of two techniques gets of the next round: more for the one that lately paid.
//!
//! A technique's rate is the goals it covered by evaluation spent, where each round weighs half of the one after
//! it. The share is its part of the sum of both rates, never less than a tenth: what did not pay so far may pay on
//! what is left. Counts evaluations only, so shares are the same on every machine.

/// The least that a technique gets.
const LEAST: f64 = 0.1;
/// Evaluations after which a technique that covered nothing counts half.
const PATIENCE: f64 = 1_000.0;

/// The two techniques.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Technique {
    /// Dynamic symbolic execution.
    Paths,
    /// Search over values.
    Values,
}

/// Goals covered, and evaluations spent on it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Paid {
    /// Goals.
    pub goals: u64,
    /// Evaluations.
    pub evaluations: u64,
}

/// What the techniques spent and got.
#[derive(Clone, Copy, Debug, Default)]
pub struct Shares {
    paths: Account,
    values: Account,
}

#[derive(Clone, Copy, Debug, Default)]
struct Account {
    goals: f64,
    evaluations: f64,
}

impl Account {
    fn rate(self) -> f64 {
        (self.goals + 1.0) / (self.evaluations + PATIENCE)
    }
}

impl Shares {
    /// A round of `technique` is over.
    pub fn note(&mut self, technique: Technique, paid: Paid) {
        let account = self.of(technique);
        account.goals = account.goals / 2.0 + paid.goals as f64;
        account.evaluations = account.evaluations / 2.0 + paid.evaluations as f64;
    }

    /// The share of `technique` in the next round, of what both get in the mean: 1 when they paid alike, 0.2 to 1.8.
    #[must_use]
    pub fn weight(&self, technique: Technique) -> f64 {
        let (paths, values) = (self.paths.rate(), self.values.rate());
        let own = if technique == Technique::Paths { paths } else { values };
        2.0 * (own / (paths + values)).clamp(LEAST, 1.0 - LEAST)
    }

    /// `amount`, weighed for `technique`; at least 1.
    #[must_use]
    pub fn of_amount(&self, technique: Technique, amount: u64) -> u64 {
        ((amount as f64 * self.weight(technique)) as u64).max(1)
    }

    fn of(&mut self, technique: Technique) -> &mut Account {
        match technique {
            Technique::Paths => &mut self.paths,
            Technique::Values => &mut self.values,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_paid_lately_gets_more_and_what_did_not_never_nothing() {
        let mut shares = Shares::default();
        let paid = |goals, evaluations| Paid { goals, evaluations };
        assert_eq!(shares.of_amount(Technique::Paths, 64), 64);
        shares.note(Technique::Paths, paid(9, 500));
        shares.note(Technique::Values, paid(0, 5_000));
        assert!(shares.weight(Technique::Paths) > 1.7, "{}", shares.weight(Technique::Paths));
        assert!(shares.weight(Technique::Values) >= 2.0 * LEAST);
        // Later it is the other way around.
        for _ in 0..6 {
            shares.note(Technique::Paths, paid(0, 5_000));
            shares.note(Technique::Values, paid(3, 5_000));
        }
        assert!(shares.weight(Technique::Values) > 1.5, "{}", shares.weight(Technique::Values));
    }
}
