//! Budgets of a unit: evaluations (reproducible) or wall-clock time (not reproducible).

use std::str::FromStr;
use std::time::Duration;

/// How much work one unit may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Budget {
    /// At most this many evaluations of test cases. Reproducible.
    Evaluations(u64),
    /// At most this much time. Results depend on the machine and its load.
    Time(Duration),
}

/// A budget text that is neither `<n>evals` nor `<n>s` / `<n>ms` / `<n>m`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BudgetError(String);

impl std::fmt::Display for BudgetError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(
            f,
            "`{}` is no budget: write evaluations as `20000evals` or time as `10s`, `500ms`, `2m`",
            self.0
        )
    }
}

impl std::error::Error for BudgetError {}

impl FromStr for Budget {
    type Err = BudgetError;

    fn from_str(text: &str) -> Result<Self, BudgetError> {
        let error = || BudgetError(text.to_owned());
        let digits = text.find(|c: char| !c.is_ascii_digit()).ok_or_else(error)?;
        let number: u64 = text[..digits].parse().map_err(|_| error())?;
        match text[digits..].trim() {
            "evals" | "evaluations" => Ok(Self::Evaluations(number)),
            "ms" => Ok(Self::Time(Duration::from_millis(number))),
            "s" => Ok(Self::Time(Duration::from_secs(number))),
            "m" => Ok(Self::Time(Duration::from_secs(number.checked_mul(60).ok_or_else(error)?))),
            _ => Err(error()),
        }
    }
}

impl std::fmt::Display for Budget {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Evaluations(n) => write!(f, "{n}evals"),
            Self::Time(time) if time.subsec_millis() == 0 => write!(f, "{}s", time.as_secs()),
            Self::Time(time) => write!(f, "{}ms", time.as_millis()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn budgets_print_as_they_are_read() {
        for text in ["20000evals", "10s", "500ms"] {
            assert_eq!(text.parse::<Budget>().unwrap().to_string(), text);
        }
        assert_eq!("2m".parse::<Budget>().unwrap().to_string(), "120s");
        for wrong in ["", "10", "s", "-1s", "10 parsecs", "99999999999999999999s"] {
            assert!(wrong.parse::<Budget>().is_err(), "{wrong}");
        }
    }
}
