//! Strings made from regular expressions: what matches a pattern, by construction from its structure.
//!
//! The subset of `java.util.regex.Pattern` that programs use: alternatives, groups of all kinds, classes with ranges, the predefined
//! classes, quantifiers (greedy, lazy, possessive alike), quotations. What looks around or back is taken as empty, intersections of
//! classes as their first part: a sample is a good guess, and a run says whether it matches. Repetitions are few.

use trine_base::Stream;

/// Repetitions beyond the least that is asked for.
const MAX_MORE: u64 = 3;
/// Nested groups that are followed.
const MAX_DEPTH: usize = 40;
/// Samples grow no longer than this.
const MAX_LENGTH: usize = 200;

/// A part of a pattern.
#[derive(Clone, Debug, PartialEq)]
enum Node {
    /// One of these ranges of characters, or none of them.
    Class { ranges: Vec<(u16, u16)>, is_negated: bool },
    /// One after the other.
    All(Vec<Node>),
    /// One of these.
    One(Vec<Node>),
    /// At least so often, at most so often.
    Repeated(Box<Node>, u32, Option<u32>),
}

/// A string that should match `pattern`; `None` when the pattern is beyond the subset.
#[must_use]
pub fn sample(pattern: &[u16], rng: &mut Stream) -> Option<Vec<u16>> {
    let mut reader = Reader { units: pattern, at: 0 };
    let node = reader.alternatives(0)?;
    if reader.at < pattern.len() {
        return None;
    }
    let mut units = Vec::new();
    generate(&node, rng, &mut units);
    Some(units)
}

fn generate(node: &Node, rng: &mut Stream, units: &mut Vec<u16>) {
    if units.len() >= MAX_LENGTH {
        return;
    }
    match node {
        Node::Class { ranges, is_negated: false } => {
            if !ranges.is_empty() {
                let (first, last) = ranges[rng.position(ranges.len())];
                units.push(first + rng.below(u64::from(last.saturating_sub(first)) + 1) as u16);
            }
        }
        Node::Class { ranges, is_negated: true } => {
            let is_free = |unit: &u16| !ranges.iter().any(|&(first, last)| (first..=last).contains(unit));
            let free: Vec<u16> = (u16::from(b' ')..127).filter(is_free).collect();
            if !free.is_empty() {
                units.push(free[rng.position(free.len())]);
            }
        }
        Node::All(parts) => parts.iter().for_each(|part| generate(part, rng, units)),
        Node::One(parts) => {
            if !parts.is_empty() {
                generate(&parts[rng.position(parts.len())], rng, units);
            }
        }
        Node::Repeated(part, least, most) => {
            let more = most.map_or(MAX_MORE, |most| u64::from(most.saturating_sub(*least)).min(MAX_MORE));
            for _ in 0..u64::from(*least).min(MAX_LENGTH as u64) + rng.below(more + 1) {
                generate(part, rng, units);
            }
        }
    }
}

struct Reader<'p> {
    units: &'p [u16],
    at: usize,
}

impl Reader<'_> {
    fn peek(&self) -> Option<char> {
        self.units.get(self.at).map(|&unit| char::from_u32(u32::from(unit)).unwrap_or('\u{fffd}'))
    }

    fn next(&mut self) -> Option<u16> {
        let unit = self.units.get(self.at).copied();
        self.at += usize::from(unit.is_some());
        unit
    }

    fn take(&mut self, text: &str) -> bool {
        let found =
            text.encode_utf16().enumerate().all(|(at, unit)| self.units.get(self.at + at) == Some(&unit));
        if found {
            self.at += text.encode_utf16().count();
        }
        found
    }

    fn alternatives(&mut self, depth: usize) -> Option<Node> {
        let mut all = vec![self.concatenation(depth)?];
        while self.take("|") {
            all.push(self.concatenation(depth)?);
        }
        Some(if all.len() == 1 { all.remove(0) } else { Node::One(all) })
    }

    fn concatenation(&mut self, depth: usize) -> Option<Node> {
        let mut parts = Vec::new();
        while let Some(next) = self.peek() {
            if next == '|' || (next == ')' && depth > 0) {
                break;
            }
            let part = self.atom(depth)?;
            parts.push(self.quantified(part)?);
        }
        Some(Node::All(parts))
    }

    fn quantified(&mut self, part: Node) -> Option<Node> {
        let (least, most) = match self.peek() {
            Some('?') => (0, Some(1)),
            Some('*') => (0, None),
            Some('+') => (1, None),
            Some('{') => {
                self.at += 1;
                let least = self.number()?;
                let most = match self.take(",") {
                    true => self.number(),
                    false => Some(least),
                };
                if self.peek() != Some('}') {
                    return None;
                }
                (least, most)
            }
            _ => return Some(part),
        };
        self.at += 1;
        // Lazy and possessive quantifiers match no more than greedy ones.
        let _ = self.take("?") || self.take("+");
        Some(Node::Repeated(Box::new(part), least, most))
    }

    fn number(&mut self) -> Option<u32> {
        let from = self.at;
        while self.peek().is_some_and(|next| next.is_ascii_digit()) {
            self.at += 1;
        }
        String::from_utf16(&self.units[from..self.at]).ok()?.parse().ok()
    }

    fn atom(&mut self, depth: usize) -> Option<Node> {
        let unit = self.next()?;
        match char::from_u32(u32::from(unit)).unwrap_or('\u{fffd}') {
            '(' => self.group(depth + 1),
            '[' => self.class(depth + 1),
            '.' => Some(printed()),
            '^' | '$' => Some(Node::All(Vec::new())),
            '\\' => self.escape(),
            _ => Some(just(unit)),
        }
    }

    fn group(&mut self, depth: usize) -> Option<Node> {
        if depth > MAX_DEPTH {
            return None;
        }
        let mut is_empty = false;
        if self.take("?") {
            if self.take("=") || self.take("!") || self.take("<=") || self.take("<!") {
                is_empty = true;
            } else if self.take("<") {
                while self.next()? != u16::from(b'>') {}
            } else if !self.take(":") && !self.take(">") {
                // Flags: `(?i)`, `(?i:…)`.
                loop {
                    match self.next().map(|unit| unit as u8 as char)? {
                        ')' => return Some(Node::All(Vec::new())),
                        ':' => break,
                        flag if flag.is_ascii_alphabetic() || flag == '-' => {}
                        _ => return None,
                    }
                }
            }
        }
        let inside = self.alternatives(depth)?;
        if !self.take(")") {
            return None;
        }
        Some(if is_empty { Node::All(Vec::new()) } else { inside })
    }

    fn class(&mut self, depth: usize) -> Option<Node> {
        if depth > MAX_DEPTH {
            return None;
        }
        let is_negated = self.take("^");
        let mut ranges: Vec<(u16, u16)> = Vec::new();
        let mut is_first = true;
        loop {
            if self.take("&&") {
                self.rest_of_class(depth)?;
                break;
            }
            let unit = self.next()?;
            match char::from_u32(u32::from(unit)).unwrap_or('\u{fffd}') {
                ']' if !is_first => break,
                '[' => match self.class(depth + 1)? {
                    Node::Class { ranges: inner, is_negated: false } => ranges.extend(inner),
                    _ => return None,
                },
                first => {
                    let mut from = unit;
                    if first == '\\' {
                        match self.escape()? {
                            Node::Class { ranges: one, is_negated: false }
                                if one.len() == 1 && one[0].0 == one[0].1 =>
                            {
                                from = one[0].0;
                            }
                            Node::Class { ranges: inner, is_negated: false } => {
                                ranges.extend(inner);
                                is_first = false;
                                continue;
                            }
                            _ => return None,
                        }
                    }
                    let is_range =
                        self.peek() == Some('-') && self.units.get(self.at + 1) != Some(&u16::from(b']'));
                    match is_range {
                        true => {
                            self.at += 1;
                            let to = match self.next()? {
                                0x5c => match self.escape()? {
                                    Node::Class { ranges: one, .. } => one.first()?.0,
                                    _ => return None,
                                },
                                to => to,
                            };
                            ranges.push((from, to.max(from)));
                        }
                        false => ranges.push((from, from)),
                    }
                }
            }
            is_first = false;
        }
        Some(Node::Class { ranges, is_negated })
    }

    /// Passes over what a class is intersected with.
    fn rest_of_class(&mut self, depth: usize) -> Option<()> {
        loop {
            match self.next()? {
                0x5d => return Some(()),
                0x5b => _ = self.class(depth + 1)?,
                0x5c => _ = self.next()?,
                _ => {}
            }
        }
    }

    fn escape(&mut self) -> Option<Node> {
        let unit = self.next()?;
        let of = |ranges: &[(char, char)], is_negated| Node::Class {
            ranges: ranges.iter().map(|&(first, last)| (first as u16, last as u16)).collect(),
            is_negated,
        };
        const WORD: &[(char, char)] = &[('a', 'z'), ('A', 'Z'), ('0', '9'), ('_', '_')];
        const SPACE: &[(char, char)] = &[(' ', ' '), ('\t', '\t')];
        Some(match unit as u8 as char {
            _ if unit > 127 => just(unit),
            'd' => of(&[('0', '9')], false),
            'D' => of(&[('0', '9')], true),
            'w' => of(WORD, false),
            'W' => of(WORD, true),
            's' | 'h' => of(SPACE, false),
            'S' | 'H' => of(SPACE, true),
            'R' | 'n' => of(&[('\n', '\n')], false),
            't' => of(&[('\t', '\t')], false),
            'r' => of(&[('\r', '\r')], false),
            'f' => of(&[('\u{c}', '\u{c}')], false),
            'e' => of(&[('\u{1b}', '\u{1b}')], false),
            'b' | 'B' | 'A' | 'z' | 'Z' | 'G' => Node::All(Vec::new()),
            'Q' => {
                let mut quoted = Vec::new();
                while self.at < self.units.len() && !self.take("\\E") {
                    quoted.push(just(self.next()?));
                }
                Node::All(quoted)
            }
            'u' => {
                let digits = self.units.get(self.at..self.at + 4)?;
                self.at += 4;
                just(u16::from_str_radix(&String::from_utf16(digits).ok()?, 16).ok()?)
            }
            'p' | 'P' => self.property(unit == u16::from(b'P'))?,
            // What a group matched: empty is a guess.
            '1'..='9' => Node::All(Vec::new()),
            'k' | 'x' | '0' | 'c' => return None,
            _ => just(unit),
        })
    }

    /// `\p{Alpha}`, `\pL`.
    fn property(&mut self, is_negated: bool) -> Option<Node> {
        let name = match self.take("{") {
            true => {
                let from = self.at;
                while self.next()? != u16::from(b'}') {}
                String::from_utf16(&self.units[from..self.at - 1]).ok()?
            }
            false => String::from_utf16(&[self.next()?]).ok()?,
        };
        let ranges: &[(u8, u8)] = match name.trim_start_matches("Is").trim_start_matches("java") {
            "Lower" | "Ll" | "LowerCase" | "Lowercase" => &[(b'a', b'z')],
            "Upper" | "Lu" | "UpperCase" | "Uppercase" => &[(b'A', b'Z')],
            "Alpha" | "L" | "Alphabetic" | "Letter" => &[(b'a', b'z'), (b'A', b'Z')],
            "Digit" | "N" | "Nd" => &[(b'0', b'9')],
            "Alnum" => &[(b'a', b'z'), (b'A', b'Z'), (b'0', b'9')],
            "Punct" | "P" | "Punctuation" => &[(b'!', b'/'), (b':', b'@')],
            "XDigit" => &[(b'0', b'9'), (b'a', b'f'), (b'A', b'F')],
            "Space" | "Blank" | "Z" | "Zs" | "Whitespace" | "White_Space" => &[(b' ', b' ')],
            "Graph" | "Print" | "ASCII" => &[(b'!', b'~')],
            // Combining marks.
            "InCombiningDiacriticalMarks" | "M" | "Mn" => {
                return Some(Node::Class { ranges: vec![(0x300, 0x36f)], is_negated });
            }
            _ => return None,
        };
        let ranges = ranges.iter().map(|&(first, last)| (u16::from(first), u16::from(last)));
        Some(Node::Class { ranges: ranges.collect(), is_negated })
    }
}

fn just(unit: u16) -> Node {
    Node::Class { ranges: vec![(unit, unit)], is_negated: false }
}

fn printed() -> Node {
    Node::Class { ranges: vec![(u16::from(b' '), u16::from(b'~'))], is_negated: false }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn samples(pattern: &str) -> Vec<String> {
        let units: Vec<u16> = pattern.encode_utf16().collect();
        let mut rng = Stream::new(1, "samples");
        (0..50).map(|_| String::from_utf16(&sample(&units, &mut rng).expect(pattern)).unwrap()).collect()
    }

    #[test]
    fn samples_have_the_structure_of_the_pattern() {
        for date in samples(r"(\d{4})-(?<month>0[1-9]|1[0-2])(?:T[^:]+)?") {
            assert!(date.len() >= 7 && date.as_bytes()[4] == b'-', "{date}");
            assert!(("01".."13").contains(&&date[5..7]), "{date}");
            assert!(date.len() == 7 || date.as_bytes()[7] == b'T', "{date}");
        }
        for word in samples(r"^\Qa.b\E[\p{Upper}_&&[^X]]+$") {
            assert!(word.starts_with("a.b") && word.len() > 3, "{word}");
            assert!(word[3..].chars().all(|letter| letter.is_ascii_uppercase() || letter == '_'), "{word}");
        }
        assert!(samples("x*").iter().any(String::is_empty) && samples("x*").iter().any(|text| text == "xx"));
    }

    #[test]
    fn what_is_no_pattern_has_no_sample() {
        let mut rng = Stream::new(1, "samples");
        for pattern in ["(", "[a", "a{", "(?", "\\", "[\\"] {
            let units: Vec<u16> = pattern.encode_utf16().collect();
            assert_eq!(sample(&units, &mut rng), None, "{pattern}");
        }
    }
}
