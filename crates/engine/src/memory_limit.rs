//! How much memory a worker may use, and how that is shared out.
//!
//! What is counted is the same in every run: bytes of simulated memory, terms, nodes, values. Pages of the process would
//! depend on the machine, and with them the result. So the shares are estimates of what those things take, rounded up.
//!
//! | share | of the limit | when it is used up |
//! |---|---|---|
//! | memory of one simulated machine; a unit has up to four | 1/8 | the run ends and covers nothing |
//! | paths of one unit: terms, trees, models | 1/4 | the exploration at work is given up and freed |
//! | strings of the intermediate representation | 1/32 | those used longest ago are put on disk; changes no result |
//! | bodies of the program at work | 1/4 | the next unit starts without any; changes no result |
//!
//! The rest is for what is small in every unit that was seen: suites, circuits, which have bounds of their own. Not
//! counted: what a run keeps of finished units, which grows with their tests.

use std::fmt;
use std::str::FromStr;

/// The least that a worker gets.
const MIN_BYTES: u64 = 64 << 20;

/// Units of size that are understood, and how large they are.
const UNITS: [(&str, u64); 9] = [
    ("GiB", 1 << 30),
    ("MiB", 1 << 20),
    ("KiB", 1 << 10),
    ("GB", 1_000_000_000),
    ("MB", 1_000_000),
    ("KB", 1_000),
    ("G", 1 << 30),
    ("M", 1 << 20),
    ("K", 1 << 10),
];

/// A limit of memory for each worker.
///
/// ```
/// use trine_engine::WorkerMemory;
/// let memory: WorkerMemory = "2GiB".parse()?;
/// assert_eq!(memory, WorkerMemory::default());
/// assert_eq!(memory.machine_bytes(), 256 << 20);
/// # Ok::<(), String>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WorkerMemory {
    bytes: u64,
}

impl Default for WorkerMemory {
    fn default() -> Self {
        Self { bytes: 2 << 30 }
    }
}

impl WorkerMemory {
    /// Bytes of globals, heap and inputs of one simulated machine.
    #[must_use]
    pub fn machine_bytes(self) -> u64 {
        self.bytes / 8
    }

    /// Bytes that the explorations of one unit may take together, as they estimate it.
    #[must_use]
    pub fn path_bytes(self) -> u64 {
        self.bytes / 4
    }

    /// Bytes of function bodies that one worker's share of those in memory may have, as they are estimated.
    #[must_use]
    pub fn body_bytes(self) -> usize {
        usize::try_from(self.bytes / 4).unwrap_or(usize::MAX)
    }

    /// Bytes of text that one worker's share of the strings in memory may have.
    #[must_use]
    pub fn text_bytes(self) -> usize {
        usize::try_from(self.bytes / 32).unwrap_or(usize::MAX)
    }
}

impl FromStr for WorkerMemory {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let wrong = || format!("`{text}` is no size of memory: write it as `2GiB` or `512MiB`");
        let digits = text.find(|c: char| !c.is_ascii_digit()).ok_or_else(wrong)?;
        let number: u64 = text[..digits].parse().map_err(|_| wrong())?;
        let unit = UNITS.iter().find(|(name, _)| name.eq_ignore_ascii_case(text[digits..].trim()));
        let bytes = unit.and_then(|(_, size)| number.checked_mul(*size)).ok_or_else(wrong)?;
        if bytes < MIN_BYTES {
            return Err(format!("`{text}` is less than the 64MiB that a worker needs"));
        }
        Ok(Self { bytes })
    }
}

impl fmt::Display for WorkerMemory {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let unit = UNITS[..3].iter().find(|(_, size)| self.bytes.is_multiple_of(*size));
        match unit {
            Some((name, size)) => write!(f, "{}{name}", self.bytes / size),
            None => write!(f, "{} bytes", self.bytes),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_print_as_they_are_read() {
        for text in ["2GiB", "512MiB", "65537KiB"] {
            assert_eq!(text.parse::<WorkerMemory>().unwrap().to_string(), text);
        }
        assert_eq!("2g".parse::<WorkerMemory>(), Ok(WorkerMemory::default()));
        for wrong in ["", "2", "GiB", "-1GiB", "1.5GiB", "2 apples", "99999999999999999999GiB", "63MiB"] {
            assert!(wrong.parse::<WorkerMemory>().is_err(), "{wrong}");
        }
    }
}
