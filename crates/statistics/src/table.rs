//! Text tables: the first column is set left, the others right.

/// `rows` under `heads`, one line each, every cell as wide as its column.
pub fn table(heads: &[&str], rows: &[Vec<String>]) -> String {
    let heads: Vec<String> = heads.iter().map(|&head| head.to_owned()).collect();
    let width = |column: usize| {
        let cells = std::iter::once(&heads).chain(rows).filter_map(|row| row.get(column));
        cells.map(|cell| cell.chars().count()).max().unwrap_or(0)
    };
    let widths: Vec<usize> = (0..heads.len()).map(width).collect();
    std::iter::once(&heads).chain(rows).map(|row| line(row, &widths)).collect()
}

fn line(row: &[String], widths: &[usize]) -> String {
    let cell = |(column, cell): (usize, &String)| {
        let width = widths.get(column).copied().unwrap_or(0);
        if column == 0 { format!("{cell:<width$}") } else { format!("{cell:>width$}") }
    };
    let cells: Vec<String> = row.iter().enumerate().map(cell).collect();
    format!("{}\n", cells.join("  ").trim_end())
}

/// `count` and `what`, by descending count.
pub fn grouped(reasons: impl IntoIterator<Item = String>) -> Vec<(usize, String)> {
    let mut counts = std::collections::BTreeMap::<String, usize>::new();
    for reason in reasons {
        *counts.entry(reason).or_default() += 1;
    }
    let mut groups: Vec<_> = counts.into_iter().map(|(what, count)| (count, what)).collect();
    groups.sort_by(|a, b| b.0.cmp(&a.0).then_with(|| a.1.cmp(&b.1)));
    groups
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_as_wide_as_their_widest_cell() {
        let rows = vec![vec!["a".to_owned(), "100".to_owned()], vec!["long".to_owned(), "2".to_owned()]];
        assert_eq!(table(&["x", "n"], &rows), "x       n\na     100\nlong    2\n");
    }

    #[test]
    fn reasons_are_grouped_by_frequency() {
        let groups = grouped(["b", "a", "b"].map(str::to_owned));
        assert_eq!(groups, [(2, "b".to_owned()), (1, "a".to_owned())]);
    }
}
