//! Comma-separated values (RFC 4180, with line feeds).

/// One line: `cells` separated by commas; those that hold a comma, a quote or a line break are quoted.
///
/// ```
/// assert_eq!(trine_statistics::csv::line(&["a", "b, \"c\""]), "a,\"b, \"\"c\"\"\"\n");
/// ```
pub fn line<S: AsRef<str>>(cells: &[S]) -> String {
    let cells: Vec<String> = cells.iter().map(|cell| quoted(cell.as_ref())).collect();
    cells.join(",") + "\n"
}

/// A file: a line of `heads`, then one line for each of `rows`.
pub fn file(heads: &[&str], rows: &[Vec<String>]) -> String {
    rows.iter().fold(line(heads), |text, row| text + &line(row))
}

fn quoted(cell: &str) -> String {
    if cell.contains([',', '"', '\n', '\r']) {
        format!("\"{}\"", cell.replace('"', "\"\""))
    } else {
        cell.to_owned()
    }
}
