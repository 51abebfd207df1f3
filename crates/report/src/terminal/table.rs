//! Aligned columns and ANSI colors for plain text.

use trine_record::GoalStatus;

/// Colors, or none.
#[derive(Clone, Copy, Debug)]
pub struct Paint {
    /// Whether to write ANSI escapes.
    pub color: bool,
}

impl Paint {
    /// Bold.
    pub fn bold(self, text: &str) -> String {
        self.code("1", text)
    }

    /// Less important.
    pub fn dim(self, text: &str) -> String {
        self.code("2", text)
    }

    /// As it should be.
    pub fn good(self, text: &str) -> String {
        self.code("32", text)
    }

    /// Wants a look.
    pub fn warning(self, text: &str) -> String {
        self.code("33", text)
    }

    /// Wrong.
    pub fn bad(self, text: &str) -> String {
        self.code("31", text)
    }

    /// In the color of a goal's status.
    pub fn status(self, status: &GoalStatus, text: &str) -> String {
        match status {
            GoalStatus::Covered { .. } => self.good(text),
            GoalStatus::Infeasible { .. } => self.dim(text),
            GoalStatus::Unknown { .. } => self.warning(text),
        }
    }

    fn code(self, code: &str, text: &str) -> String {
        if self.color { format!("\u{1b}[{code}m{text}\u{1b}[0m") } else { text.to_owned() }
    }
}

/// Rows of cells whose columns are aligned, two spaces apart.
#[derive(Debug)]
pub struct Table {
    /// `l` or `r` per column; columns beyond are left-aligned.
    alignment: &'static str,
    rows: Vec<Vec<String>>,
}

impl Table {
    /// An empty table; `alignment` has an `l` or `r` per column.
    pub fn new(alignment: &'static str) -> Self {
        Self { alignment, rows: Vec::new() }
    }

    /// Adds a row. Cells are one line each: see [`printable`].
    pub fn row(&mut self, cells: Vec<String>) {
        self.rows.push(cells);
    }

    /// The rows, each behind `indent`, without trailing spaces.
    pub fn text(&self, indent: &str) -> String {
        let columns = self.rows.iter().map(Vec::len).max().unwrap_or(0);
        let width_of =
            |column: usize| self.rows.iter().filter_map(|row| row.get(column)).map(|c| width(c)).max();
        let widths: Vec<usize> = (0..columns).map(|column| width_of(column).unwrap_or(0)).collect();
        let mut text = String::new();
        for row in &self.rows {
            let cells = row.iter().enumerate().map(|(column, cell)| self.pad(column, cell, widths[column]));
            let line = cells.collect::<Vec<_>>().join("  ");
            text.push_str(format!("{indent}{line}").trim_end());
            text.push('\n');
        }
        text
    }

    fn pad(&self, column: usize, cell: &str, wanted: usize) -> String {
        let space = " ".repeat(wanted.saturating_sub(width(cell)));
        if self.alignment.as_bytes().get(column) == Some(&b'r') {
            space + cell
        } else {
            cell.to_owned() + &space
        }
    }
}

/// Text of the user's program, without characters that a terminal obeys.
pub fn printable(text: &str) -> String {
    text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect()
}

/// Characters that are seen: escapes take no room.
fn width(text: &str) -> usize {
    let mut seen = 0;
    let mut in_escape = false;
    for c in text.chars() {
        match (in_escape, c) {
            (false, '\u{1b}') => in_escape = true,
            (true, 'm') => in_escape = false,
            (true, _) => {}
            (false, _) => seen += 1,
        }
    }
    seen
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_aligned_with_and_without_color() {
        let table = |color| {
            let mut table = Table::new("lr");
            table.row(vec![Paint { color }.bold("name"), "goals".to_owned()]);
            table.row(vec!["f".to_owned(), "7".to_owned()]);
            table.text("  ")
        };
        assert_eq!(table(false), "  name  goals\n  f         7\n");
        assert_eq!(table(true), "  \u{1b}[1mname\u{1b}[0m  goals\n  f         7\n");
    }
}
