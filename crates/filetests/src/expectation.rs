//! What a line of a case says: the items after `//~`.

use std::fmt;
use std::str::FromStr;
use trine_record::FindingClass;

/// One item of a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Expectation {
    /// The line, from 1.
    pub line: u32,
    /// What it says.
    pub item: Item,
}

/// What an item says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Item {
    /// `C2: T covered, F open`.
    Condition {
        /// Its number on the line, from 1.
        number: usize,
        /// Status of the true side, then of the false side.
        sides: [Status; 2],
    },
    /// `mcdc 2/3` or `mcdc 2/3, rest infeasible`.
    Pairs {
        /// Independence pairs that are covered.
        covered: usize,
        /// All that are goals.
        total: usize,
        /// Whether all others are proved infeasible.
        rest_infeasible: bool,
    },
    /// `fault: null-dereference` or `fault: null-dereference, class code`.
    Fault {
        /// In kebab case.
        kind: String,
        /// Whom it blames, where the line says so.
        class: Option<FindingClass>,
    },
    /// `statement: covered`.
    Statement(Status),
}

/// Where a goal must stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// Covered by a test or a crash reproducer.
    Covered,
    /// Proved infeasible.
    Infeasible,
    /// Neither.
    Unknown,
    /// Not covered.
    Open,
}

const STATUSES: [(&str, Status); 4] = [
    ("covered", Status::Covered),
    ("infeasible", Status::Infeasible),
    ("unknown", Status::Unknown),
    ("open", Status::Open),
];

/// The items of a comment, without its `//~`.
///
/// # Errors
/// A sentence about the first item that is not of the grammar.
pub fn items(text: &str) -> Result<Vec<Item>, String> {
    let items = text.split(';').map(|item| item.trim().parse()).collect::<Result<Vec<Item>, _>>()?;
    let numbers = items.iter().filter_map(|item| match item {
        Item::Condition { number, .. } => Some(*number),
        _ => None,
    });
    if let Some((position, number)) = numbers.enumerate().find(|(position, number)| position + 1 != *number) {
        return Err(format!(
            "C{number} stands where C{} is due: a line states all of its conditions",
            position + 1
        ));
    }
    Ok(items)
}

impl FromStr for Item {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let unknown = || format!("`{text}` is no expectation");
        if let Some(pairs) = text.strip_prefix("mcdc ") {
            let (pairs, rest_infeasible) = match pairs.strip_suffix(", rest infeasible") {
                Some(pairs) => (pairs, true),
                None => (pairs, false),
            };
            let (covered, total) = pairs.split_once('/').ok_or_else(unknown)?;
            let number = |text: &str| text.parse().map_err(|_| unknown());
            let (covered, total) = (number(covered)?, number(total)?);
            let pairs = Self::Pairs { covered, total, rest_infeasible };
            return if covered <= total { Ok(pairs) } else { Err(unknown()) };
        }
        let (head, rest) = text.split_once(": ").ok_or_else(unknown)?;
        match head {
            "fault" => fault(rest).ok_or_else(unknown),
            "statement" => Ok(Self::Statement(rest.parse()?)),
            _ => {
                let number =
                    head.strip_prefix('C').and_then(|digits| digits.parse().ok()).ok_or_else(unknown)?;
                let sides =
                    rest.strip_prefix("T ").and_then(|rest| rest.split_once(", F ")).ok_or_else(unknown)?;
                Ok(Self::Condition { number, sides: [sides.0.parse()?, sides.1.parse()?] })
            }
        }
    }
}

fn fault(text: &str) -> Option<Item> {
    let (kind, class) = match text.split_once(", class ") {
        None => (text, None),
        Some((kind, "code")) => (kind, Some(FindingClass::Code)),
        Some((kind, "precondition")) => (kind, Some(FindingClass::Precondition)),
        Some(_) => return None,
    };
    is_kebab(kind).then(|| Item::Fault { kind: kind.to_owned(), class })
}

fn is_kebab(text: &str) -> bool {
    !text.is_empty() && text.chars().all(|c| c.is_ascii_lowercase() || c == '-')
}

impl FromStr for Status {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let known = STATUSES.iter().find(|(name, _)| *name == text);
        known.map(|(_, status)| *status).ok_or_else(|| format!("`{text}` is no status of a goal"))
    }
}

impl fmt::Display for Status {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = STATUSES.iter().find(|(_, status)| status == self).map_or("", |(name, _)| name);
        f.write_str(name)
    }
}

impl fmt::Display for Item {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Condition { number, sides: [on_true, on_false] } => {
                write!(f, "C{number}: T {on_true}, F {on_false}")
            }
            Self::Pairs { covered, total, rest_infeasible } => {
                write!(f, "mcdc {covered}/{total}{}", if *rest_infeasible { ", rest infeasible" } else { "" })
            }
            Self::Fault { kind, class } => {
                let class = match class {
                    None => "",
                    Some(FindingClass::Code) => ", class code",
                    Some(FindingClass::Precondition) => ", class precondition",
                };
                write!(f, "fault: {kind}{class}")
            }
            Self::Statement(status) => write!(f, "statement: {status}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn items_print_as_they_are_read() {
        for text in [
            "C1: T covered, F infeasible",
            "C1: T open, F unknown",
            "mcdc 3/4",
            "mcdc 3/4, rest infeasible",
            "fault: out-of-bounds",
            "fault: out-of-bounds, class precondition",
            "statement: covered",
        ] {
            assert_eq!(items(text).unwrap()[0].to_string(), text);
        }
        assert_eq!(items("C1: T covered, F covered; C2: T open, F covered; mcdc 1/2").unwrap().len(), 3);
    }

    #[test]
    fn what_is_not_of_the_grammar_is_named() {
        assert_eq!(items("C1: T covered").unwrap_err(), "`C1: T covered` is no expectation");
        assert_eq!(items("C1: T covered, F maybe").unwrap_err(), "`maybe` is no status of a goal");
        assert_eq!(items("mcdc 3/2").unwrap_err(), "`mcdc 3/2` is no expectation");
        assert_eq!(items("").unwrap_err(), "`` is no expectation");
        assert!(items("fault: Null").is_err() && items("fault: null, class upper").is_err());
        assert!(items("D1: T covered, F covered").is_err());
        assert!(items("C2: T covered, F covered").unwrap_err().contains("C1 is due"));
    }
}
