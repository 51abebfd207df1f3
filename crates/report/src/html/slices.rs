//! Which lines of a file belong to which function, so that each line is shown once.
//!
//! Records name the line where a function is defined, not where it ends. A function is taken to
//! begin with the comment and the return type above it, and to end at the first line that starts
//! with `}`, or before the next function where there is none. This only decides where a line is
//! shown: a wrong guess moves a line, it loses none.

use std::ops::RangeInclusive;

/// Lines of each function, and of the rest, from 1.
#[derive(Debug, PartialEq, Eq)]
pub struct Slices {
    /// One per line of definition, in their order; empty ranges where two share a line.
    pub functions: Vec<RangeInclusive<usize>>,
    /// Stretches that belong to no function.
    pub rest: Vec<RangeInclusive<usize>>,
}

impl Slices {
    /// Cuts `lines` into functions that are defined at `definitions`, which must be ascending.
    pub fn new(lines: &[&str], definitions: &[u32]) -> Self {
        let mut functions = Vec::new();
        let mut rest = Vec::new();
        let mut next = 1;
        for (position, &definition) in definitions.iter().enumerate() {
            let definition = definition as usize;
            if definition < next || definition > lines.len() {
                functions.push(RangeInclusive::new(1, 0));
                continue;
            }
            let bound = definitions.get(position + 1).map_or(lines.len(), |&line| (line as usize).max(1) - 1);
            let start = first_line(lines, definition, next);
            let end = last_line(lines, definition, bound.clamp(definition, lines.len()));
            rest.push(next..=start - 1);
            functions.push(start..=end);
            next = end + 1;
        }
        rest.push(next..=lines.len());
        rest.retain(|stretch| stretch.clone().any(|line| !lines[line - 1].trim().is_empty()));
        Self { functions, rest }
    }

    /// All lines belong to the first of `units`.
    pub fn whole(lines: &[&str], units: usize) -> Self {
        let empty = RangeInclusive::new(1, 0);
        let mut functions = vec![empty; units];
        if let Some(first) = functions.first_mut() {
            *first = 1..=lines.len();
        }
        Self { functions, rest: Vec::new() }
    }
}

fn first_line(lines: &[&str], definition: usize, bound: usize) -> usize {
    (bound..definition).rev().find(|line| !leads_in(lines[line - 1])).map_or(bound, |line| line + 1)
}

fn leads_in(line: &str) -> bool {
    let line = line.trim();
    let is_comment =
        line.starts_with("/*") || line.starts_with('*') || line.starts_with("//") || line.ends_with("*/");
    is_comment || !(line.is_empty() || line.starts_with('#') || line.ends_with([';', '}']))
}

fn last_line(lines: &[&str], definition: usize, bound: usize) -> usize {
    let one_line = lines[definition - 1].trim_end().ends_with('}');
    if one_line {
        return definition;
    }
    (definition..=bound).find(|line| lines[line - 1].starts_with('}')).unwrap_or(bound)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn functions_take_their_comment_and_end_at_their_brace() {
        let text = "#include <x.h>\n\n/* Adds. */\nint\nadd(int a)\n{\n  if (a) {\n  }\n}\n\nint g;\nint one(void) { return 1; }\n";
        let lines: Vec<_> = text.lines().collect();
        let slices = Slices::new(&lines, &[5, 12]);
        assert_eq!(slices.functions, [3..=9, 12..=12]);
        assert_eq!(slices.rest, [1..=2, 10..=11]);
    }

    #[test]
    fn lines_beyond_the_file_and_shared_lines_lose_nothing() {
        let slices = Slices::new(&["int f(void) { return 1; }"], &[1, 1, 9]);
        assert_eq!(slices.functions[0], 1..=1);
        assert!(slices.functions[1].is_empty() && slices.functions[2].is_empty());
        assert!(slices.rest.is_empty());
        assert_eq!(Slices::new(&["a", "b"], &[]).rest, [1..=2]);
    }
}
