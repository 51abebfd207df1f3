//! Properties of Test-Comp: what the tests of a task are to cover, from a `.prp` file.
//!
//! ```text
//! COVER( init(main()), FQL(COVER EDGES(@DECISIONEDGE)) )          both outcomes of every branch
//! COVER( init(main()), FQL(COVER EDGES(@CALL(reach_error))) )     a call of reach_error
//! ```

use std::path::Path;
use trine_campaign::failure::Failure;

/// What is to be covered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Goal {
    /// Every branch.
    Branches,
    /// A call of this function.
    Call(String),
}

/// A property.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Property {
    /// What is to be covered.
    pub goal: Goal,
    /// Where the program starts.
    pub entry: String,
    /// The property as written.
    pub text: String,
}

impl Property {
    /// The property of tasks that come without one: branches of all that `main` reaches.
    #[must_use]
    pub fn branches() -> Self {
        let text = "COVER( init(main()), FQL(COVER EDGES(@DECISIONEDGE)) )".to_owned();
        Self { goal: Goal::Branches, entry: "main".to_owned(), text }
    }

    /// Reads a property; `None` when it is not one of the two above.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let lines = text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#'));
        let text = lines.collect::<Vec<_>>().join(" ");
        let packed: String = text.chars().filter(|c| !c.is_whitespace()).collect();
        let rest = packed.strip_prefix("COVER(init(")?;
        let (entry, rest) = rest.split_once("()),FQL(COVEREDGES(@")?;
        let goal = match rest.strip_suffix(")))")? {
            "DECISIONEDGE" => Goal::Branches,
            call => Goal::Call(call.strip_prefix("CALL(")?.strip_suffix(')')?.to_owned()),
        };
        Some(Self { goal, entry: entry.to_owned(), text })
    }

    /// Reads the file `path`; `None` when it holds another kind of property.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub fn read(path: &Path) -> Result<Option<Self>, Failure> {
        let text = std::fs::read_to_string(path).map_err(|error| {
            let what = format!("cannot read the property {}: {error}", path.display());
            Failure::input(what, "nothing was run", "check the path")
        })?;
        Ok(Self::parse(&text))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_two_coverage_properties_are_known() {
        assert_eq!(Property::parse(&Property::branches().text), Some(Property::branches()));
        let call =
            Property::parse("COVER( init(main()), FQL(COVER EDGES(@CALL(reach_error))) )\n\n").unwrap();
        assert_eq!(call.goal, Goal::Call("reach_error".to_owned()));
        assert_eq!(Property::parse("CHECK( init(main()), LTL(G ! call(reach_error())) )"), None);
        assert_eq!(Property::parse("COVER( init(main()), FQL(COVER EDGES(@BASICBLOCKENTRY)) )"), None);
        assert_eq!(Property::parse(""), None);
    }
}
