//! Access paths: how a C programmer names a part of an input.
//!
//! ```text
//! path    = { "*" } root { "." field | "->" field | "[" [ NUMBER ] "]" }
//! root    = parameter | global variable | stub "()"
//! ```
//!
//! A path of a precondition stands for parts of every test, whatever its objects look like: `p->x` and `p[].x`
//! mean the `x` of every element behind `p`, `p[2].x` that of one. A leaf or pointer of a test is one
//! element: its `p->x` is `p[0].x`, since one object is an array of one. The call that a stub's value is for
//! (`read()#2`) does not matter, nor does the call that a parameter is of, where a test makes several (`x@1`).

use crate::shape::EARLIER;
use std::fmt;

/// A path, from the root down.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AccessPath {
    /// As written.
    text: String,
    root: String,
    steps: Vec<Step>,
}

/// A step down.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    /// A field of a record.
    Field(String),
    /// An element of an array or of what a pointer points to; `None` for each of them.
    Element(Option<u32>),
}

impl AccessPath {
    /// The path that a precondition names: `->` and `*` stand for every element.
    ///
    /// # Errors
    /// What is not of the grammar.
    pub fn parse(text: &str) -> Result<Self, String> {
        Self::read(text, None)
    }

    /// The path of a leaf or pointer of a test.
    #[must_use]
    pub fn of_part(name: &str) -> Option<Self> {
        Self::read(name, Some(0)).ok()
    }

    /// The parameter, global variable or stub (with its `()`) that it starts from.
    #[must_use]
    pub fn root(&self) -> &str {
        &self.root
    }

    /// The steps from the root down.
    #[must_use]
    pub fn steps(&self) -> &[Step] {
        &self.steps
    }

    /// Whether some part of a test may be meant by both.
    #[must_use]
    pub fn meets(&self, other: &Self) -> bool {
        let is_one = |a: &Step, b: &Step| match (a, b) {
            (Step::Element(Some(a)), Step::Element(Some(b))) => a == b,
            (Step::Element(_), Step::Element(_)) => true,
            (a, b) => a == b,
        };
        self.root == other.root
            && self.steps.len() == other.steps.len()
            && self.steps.iter().zip(&other.steps).all(|(a, b)| is_one(a, b))
    }

    /// Whether the pointer or leaf that a shape calls `part` is meant.
    #[must_use]
    pub fn names(&self, part: &str) -> bool {
        Self::of_part(part).is_some_and(|part| self.meets(&part))
    }

    fn read(text: &str, element: Option<u32>) -> Result<Self, String> {
        let wrong = || format!("`{text}` is no access path");
        let stars = text.chars().take_while(|&c| c == '*').count();
        let (root, mut rest) = identifier(&text[stars..]).ok_or_else(wrong)?;
        let mut root = root.to_owned();
        if element.is_some() {
            rest = without_call(rest);
        }
        if let Some(after) = rest.strip_prefix("()") {
            root.push_str("()");
            rest =
                after.strip_prefix('#').map_or(after, |n| n.trim_start_matches(|c: char| c.is_ascii_digit()));
        }
        let mut steps = Vec::new();
        while !rest.is_empty() {
            if let Some(after) = rest.strip_prefix("->").or_else(|| rest.strip_prefix('.')) {
                if rest.starts_with('-') {
                    steps.push(Step::Element(element));
                }
                let (field, after) = identifier(after).ok_or_else(wrong)?;
                steps.push(Step::Field(field.to_owned()));
                rest = after;
            } else {
                let (index, after) =
                    rest.strip_prefix('[').and_then(|rest| rest.split_once(']')).ok_or_else(wrong)?;
                let number = if index.is_empty() { None } else { Some(index.parse().map_err(|_| wrong())?) };
                steps.push(Step::Element(number));
                rest = after;
            }
        }
        steps.extend((0..stars).map(|_| Step::Element(element)));
        Ok(Self { text: text.to_owned(), root, steps })
    }
}

/// The number of the earlier call that the part `name` is passed to; none for the last call.
#[must_use]
pub fn earlier_call(name: &str) -> Option<&str> {
    let (_, rest) = identifier(name.trim_start_matches('*'))?;
    let after = rest.strip_prefix(EARLIER)?;
    Some(&after[..after.len() - without_digits(after).len()])
}

/// `rest` of a path behind its root, without the earlier call that the root is of.
fn without_call(rest: &str) -> &str {
    rest.strip_prefix(EARLIER).map_or(rest, without_digits)
}

fn without_digits(text: &str) -> &str {
    text.trim_start_matches(|c: char| c.is_ascii_digit())
}

fn identifier(text: &str) -> Option<(&str, &str)> {
    let end = text.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(text.len());
    (end > 0 && !text.starts_with(|c: char| c.is_ascii_digit())).then(|| text.split_at(end))
}

impl fmt::Display for AccessPath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn means(path: &str, part: &str) -> bool {
        AccessPath::parse(path).unwrap().meets(&AccessPath::of_part(part).unwrap())
    }

    #[test]
    fn the_call_of_a_part_is_told_by_its_number() {
        assert_eq!(earlier_call("p@12->kind"), Some("12"));
        assert_eq!(earlier_call("p->kind"), None);
        assert!(AccessPath::parse("p@1").is_err(), "preconditions are of every call");
    }

    #[test]
    fn a_path_means_the_parts_of_every_shape() {
        for (path, part) in [
            ("mode", "mode"),
            ("p->kind", "p->kind"),
            ("p->kind", "p[3].kind"),
            ("p[].kind", "p->kind"),
            ("*out", "out[2]"),
            ("*p.x", "p.x[1]"),
            ("l->next->value", "l->next->value"),
            ("argv[][0]", "argv[2][0]"),
            ("read()", "read()#7"),
            ("*read()", "read()#1[4]"),
            ("p[0].x", "p->x"),
            ("mode", "mode@1"),
            ("p->kind", "p@12->kind"),
        ] {
            assert!(means(path, part), "{path} and {part}");
        }
        for (path, part) in
            [("mode", "modes"), ("p[1].x", "p->x"), ("p", "*p"), ("read", "read()#1"), ("p->x", "p->y")]
        {
            assert!(!means(path, part), "{path} and {part}");
        }
    }

    #[test]
    fn what_is_no_path_is_refused() {
        for text in ["", "*", "3x", "p->", "p[", "p[x]", "p x", "p..x", "p+1"] {
            assert_eq!(AccessPath::parse(text).unwrap_err(), format!("`{text}` is no access path"));
        }
    }
}
