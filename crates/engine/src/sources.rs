//! The text of the source files, for names, titles and reports.

use std::collections::BTreeMap;
use trine_base::{FileId, Span};

/// Source strings by file.
#[derive(Clone, Debug, Default)]
pub struct Sources {
    strings: BTreeMap<FileId, Vec<String>>,
}

impl Sources {
    /// Adds the text of a file.
    pub fn add(&mut self, file: FileId, text: &str) {
        self.strings.insert(file, text.lines().map(str::to_owned).collect());
    }

    /// The text of `span`, its white space folded, when it is at most `limit` characters.
    #[must_use]
    pub fn text(&self, span: Span, limit: usize) -> Option<String> {
        let lines = self.strings.get(&span.file)?;
        let mut text = String::new();
        for number in span.start.line..=span.end.line {
            let line = lines.get(number.checked_sub(1)? as usize)?.as_bytes();
            let from =
                if number == span.start.line { span.start.column.saturating_sub(1) as usize } else { 0 };
            let to =
                if number == span.end.line { span.end.column.saturating_sub(1) as usize } else { line.len() };
            let part = line.get(from.min(line.len())..to.clamp(from.min(line.len()), line.len()))?;
            text.push_str(&String::from_utf8_lossy(part));
            text.push(' ');
            if text.len() > 4 * limit {
                return None;
            }
        }
        let folded = text.split_whitespace().collect::<Vec<_>>().join(" ");
        (!folded.is_empty() && folded.len() <= limit).then_some(folded)
    }

    /// What the `switch` at the beginning of `span` goes by.
    #[must_use]
    pub fn switch_at(&self, span: Span) -> Option<String> {
        let lines = self.strings.get(&span.file)?;
        let line = lines.get(span.start.line.checked_sub(1)? as usize)?;
        let rest = line.get(span.start.column.checked_sub(1)? as usize..)?;
        let rest = rest.strip_prefix("switch")?.trim_start().strip_prefix('(')?;
        let mut depth = 1;
        let end = rest.find(|c| {
            depth += i32::from(c == '(') - i32::from(c == ')');
            depth == 0
        })?;
        Some(rest[..end].trim().to_owned()).filter(|text| !text.is_empty())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_text_of_a_span_is_folded_and_bounded() {
        let mut sources = Sources::default();
        sources.add(FileId(0), "if (a &&\n    b > 1)\n");
        let span = Span::new(FileId(0), (1, 5), (2, 10));
        assert_eq!(sources.text(span, 40).as_deref(), Some("a && b > 1"));
        assert_eq!(sources.text(span, 5), None);
        sources.add(FileId(1), "  switch (f(a) + 1) { case 3:\n");
        assert_eq!(sources.switch_at(Span::new(FileId(1), (1, 3), (1, 9))).as_deref(), Some("f(a) + 1"));
        assert_eq!(sources.switch_at(Span::new(FileId(1), (1, 4), (1, 9))), None);
        sources.strings.remove(&FileId(1));
        assert_eq!(sources.text(Span::new(FileId(1), (1, 1), (1, 2)), 40), None);
        assert_eq!(sources.text(Span::new(FileId(0), (9, 1), (9, 2)), 40), None);
    }
}
