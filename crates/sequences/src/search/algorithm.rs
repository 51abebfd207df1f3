//! Which algorithm searches: names, and what each is run by.

use super::Search;
use super::local::Local;
use std::fmt;
use std::str::FromStr;

/// A search algorithm over sequences.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Algorithm {
    /// Sequences drawn at random ([`super::random`]).
    Random,
    /// Whole test suites (Fraser and Arcuri 2013), each judged by all goals ([`super::whole_suite`]).
    WholeSuite,
    /// Whole test suites with an archive (Rojas et al. 2017): goals that were covered once count no more.
    WholeSuiteArchive,
    /// Many objectives at once (Panichella et al. 2015): all open goals ([`super::mosa`]).
    Mosa,
    /// The same with targets chosen as the search goes on (Panichella et al. 2018; [`super::dynamosa`]).
    #[default]
    DynaMosa,
    /// Many independent objectives (Arcuri 2018; [`super::mio`]).
    Mio,
}

impl Algorithm {
    /// All of them.
    pub const ALL: [Self; 6] =
        [Self::Random, Self::WholeSuite, Self::WholeSuiteArchive, Self::Mosa, Self::DynaMosa, Self::Mio];

    /// Its name on the command line.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Random => "random",
            Self::WholeSuite => "whole-suite",
            Self::WholeSuiteArchive => "whole-suite-archive",
            Self::Mosa => "mosa",
            Self::DynaMosa => "dynamosa",
            Self::Mio => "mio",
        }
    }
}

impl fmt::Display for Algorithm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Algorithm {
    type Err = String;

    fn from_str(name: &str) -> Result<Self, String> {
        let known = Self::ALL.into_iter().find(|algorithm| algorithm.name() == name);
        known.ok_or_else(|| {
            let names: Vec<&str> = Self::ALL.iter().map(|algorithm| algorithm.name()).collect();
            format!("`{name}` is no search algorithm: {}", names.join(", "))
        })
    }
}

impl Search<'_, '_> {
    /// Runs the algorithm that was asked for until the search is over.
    pub(super) fn run_algorithm(&mut self) {
        let mut local = Local::new(self.options, self.goals.len());
        match self.options.algorithm {
            Algorithm::Random => self.random(),
            Algorithm::WholeSuite | Algorithm::WholeSuiteArchive => self.whole_suite(&mut local),
            Algorithm::Mosa => self.mosa(&mut local),
            Algorithm::DynaMosa => self.dynamosa(&mut local),
            Algorithm::Mio => self.mio(&mut local),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_reads_back_as_the_algorithm_and_others_are_refused() {
        for algorithm in Algorithm::ALL {
            assert_eq!(algorithm.name().parse(), Ok(algorithm));
        }
        assert!("nsga".parse::<Algorithm>().unwrap_err().contains("dynamosa"));
    }
}
