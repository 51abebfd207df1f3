//! Lines of a source file: indented, and broken after commas where they are too long.

/// The longest line.
const WIDTH: usize = 110;

/// A line, or several, of a statement at this depth of indentation.
#[must_use]
pub fn statement(depth: usize, text: &str) -> String {
    let indent = "    ".repeat(depth);
    let mut lines = String::new();
    for line in text.lines() {
        let own = line.len() - line.trim_start().len();
        lines.push_str(&laid_out(&format!("{indent}{}", &line[..own]), &line[own..]));
    }
    lines
}

/// One line of source behind `indent`, broken where it is too long.
fn laid_out(indent: &str, text: &str) -> String {
    match text {
        "" => "\n".to_owned(),
        _ if width(indent) + width(text) <= WIDTH => format!("{indent}{text}\n"),
        _ => broken(indent, text),
    }
}

/// A place where a line may end.
#[derive(Clone, Copy, Debug)]
struct Break {
    /// Where the next line begins.
    at: usize,
    /// How many brackets are open there.
    depth: usize,
    /// Whether it is behind the `=` of a declaration.
    is_assignment: bool,
}

/// The statement in several lines: each ends where the fewest brackets are open, as late as it fits, and what follows is indented by the
/// brackets that lines before it ended in. A declaration whose value fits into one line gets that line.
fn broken(indent: &str, text: &str) -> String {
    let breaks = breaks(text);
    let (mut lines, mut start) = (String::new(), 0);
    // Depths of the breaks that the present line stands behind.
    let mut behind: Vec<usize> = Vec::new();
    loop {
        let here = format!("{indent}{}", "        ".repeat(behind.len()));
        let rest = text[start..].trim_end();
        let fits = |piece: &str| width(&here) + width(piece.trim_end()) <= WIDTH;
        let next = if fits(rest) { None } else { chosen(&breaks, text, start, &fits) };
        let Some(Break { at, depth, .. }) = next else {
            lines.push_str(&format!("{here}{rest}\n"));
            return lines;
        };
        lines.push_str(&format!("{here}{}\n", text[start..at].trim_end()));
        behind.retain(|&open| open < depth);
        behind.push(depth);
        start = at;
    }
}

/// Where the line that begins at `start` ends; `None` where it cannot be broken.
fn chosen(breaks: &[Break], text: &str, start: usize, fits: &dyn Fn(&str) -> bool) -> Option<Break> {
    let ahead = || breaks.iter().copied().filter(|place| place.at > start);
    let continued = "        ";
    if let Some(place) = ahead().find(|place| place.is_assignment)
        && fits(&text[start..place.at])
        && fits(&format!("{continued}{}", &text[place.at..]))
    {
        return Some(place);
    }
    let within = || ahead().filter(|place| !place.is_assignment && fits(&text[start..place.at]));
    let least = within().map(|place| place.depth).min();
    let last = within().filter(|place| Some(place.depth) == least).last();
    last.or_else(|| ahead().find(|place| place.is_assignment && fits(&text[start..place.at])))
        .or_else(|| ahead().next())
}

/// Where lines may end: behind commas, before `+`, behind the first `=`; never in quotes or type arguments.
fn breaks(text: &str) -> Vec<Break> {
    let bytes = text.as_bytes();
    let mut breaks: Vec<Break> = Vec::new();
    let (mut quote, mut escaped) = (None, false);
    let (mut depth, mut angles, mut is_assigned) = (0usize, 0usize, false);
    for (at, &byte) in bytes.iter().enumerate() {
        let before = at.checked_sub(1).map_or(b' ', |before| bytes[before]);
        match quote {
            Some(_) if escaped => escaped = false,
            Some(_) if byte == b'\\' => escaped = true,
            Some(open) if byte == open => quote = None,
            Some(_) => {}
            None => match byte {
                b'"' | b'\'' => quote = Some(byte),
                b'(' | b'{' | b'[' => depth += 1,
                b')' | b'}' | b']' => depth = depth.saturating_sub(1),
                b'<' if before.is_ascii_alphanumeric() || before == b'.' => angles += 1,
                b'>' if angles > 0 && before != b'-' => angles -= 1,
                b',' if angles == 0 && bytes.get(at + 1) == Some(&b' ') => {
                    breaks.push(Break { at: at + 2, depth, is_assignment: false });
                }
                b'+' if angles == 0 && before == b' ' && bytes.get(at + 1) == Some(&b' ') => {
                    breaks.push(Break { at, depth, is_assignment: false });
                }
                b'=' if depth == 0 && angles == 0 && !is_assigned && before == b' ' => {
                    is_assigned = true;
                    breaks.push(Break { at: at + 2, depth: 0, is_assignment: true });
                }
                _ => {}
            },
        }
    }
    breaks
}

fn width(text: &str) -> usize {
    text.chars().count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_statements_are_broken_after_commas_that_are_not_in_strings() {
        let text = format!(
            "assertEquals(\"{}, b\", object.method({}));",
            "a".repeat(60),
            "first, ".repeat(8) + "last"
        );
        let lines = statement(2, &text);
        assert!(lines.lines().all(|line| line.len() <= WIDTH), "{lines}");
        assert_eq!(lines.lines().count(), 2, "{lines}");
        let joined: Vec<&str> = lines.lines().map(str::trim).collect();
        assert_eq!(joined.join(" "), text);
    }

    #[test]
    fn lines_end_where_the_fewest_brackets_are_open_and_never_in_type_arguments() {
        let long = |length: usize| "x".repeat(length);
        let text =
            format!("assertThrows(IllegalStateException.class, () -> {}(first, {}));", long(40), long(40));
        let expected = format!(
            "    assertThrows(IllegalStateException.class,\n            () -> {}(first, {}));\n",
            long(40),
            long(40)
        );
        assert_eq!(statement(1, &text), expected);
        let text = format!(
            "HashMap<Integer, Integer> map = new HashMap<Integer, Integer>({}, {});",
            long(30),
            long(30)
        );
        let expected = format!(
            "    HashMap<Integer, Integer> map =\n            new HashMap<Integer, Integer>({}, {});\n",
            long(30),
            long(30)
        );
        assert_eq!(statement(1, &text), expected);
        let text =
            format!("assertEquals(1, subject.call({}, inner({}, last), {}));", long(30), long(30), long(50));
        let expected = format!(
            "    assertEquals(1,\n            subject.call({}, inner({}, last),\n                    {}));\n",
            long(30),
            long(30),
            long(50)
        );
        assert_eq!(statement(1, &text), expected);
    }
}
