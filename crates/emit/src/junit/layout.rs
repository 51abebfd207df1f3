//! Lines of a source file: indented, and broken after commas where they are too long.

/// The longest line.
const WIDTH: usize = 110;

/// A line, or several, of a statement at this depth of indentation.
#[must_use]
pub fn statement(depth: usize, text: &str) -> String {
    let indent = "    ".repeat(depth);
    if text.contains('\n') {
        return text
            .lines()
            .map(|line| if line.is_empty() { "\n".to_owned() } else { format!("{indent}{line}\n") })
            .collect();
    }
    if indent.len() + text.chars().count() <= WIDTH {
        return format!("{indent}{text}\n");
    }
    broken(&indent, text)
}

/// The statement with breaks after commas and before `+`, outside of quotes; as many pieces on a line as fit.
fn broken(indent: &str, text: &str) -> String {
    let mut lines: Vec<String> = vec![indent.to_owned()];
    for piece in pieces(text) {
        let continuation = format!("{indent}        ");
        let Some(last) = lines.last_mut() else { break };
        let is_empty = last.trim().is_empty();
        if is_empty || last.chars().count() + piece.trim_end().chars().count() <= WIDTH {
            last.push_str(piece);
        } else {
            lines.push(format!("{continuation}{}", piece.trim_start()));
        }
    }
    lines.iter().map(|line| format!("{}\n", line.trim_end())).collect()
}

/// The text cut where a line may end.
fn pieces(text: &str) -> Vec<&str> {
    let bytes = text.as_bytes();
    let mut pieces = Vec::new();
    let (mut start, mut quote, mut escaped) = (0, None, false);
    for (at, &byte) in bytes.iter().enumerate() {
        match quote {
            Some(_) if escaped => escaped = false,
            Some(_) if byte == b'\\' => escaped = true,
            Some(open) if byte == open => quote = None,
            Some(_) => {}
            None if byte == b'"' || byte == b'\'' => quote = Some(byte),
            None if byte == b',' && bytes.get(at + 1) == Some(&b' ') => {
                pieces.push(&text[start..at + 2]);
                start = at + 2;
            }
            None if bytes[at..].starts_with(b" + ") => {
                pieces.push(&text[start..at]);
                start = at;
            }
            None => {}
        }
    }
    pieces.push(&text[start..]);
    pieces
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
}
