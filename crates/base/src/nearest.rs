//! The name that was probably meant: the nearest by edit distance (Levenshtein 1966).

/// The one of `names` with the fewest insertions, deletions and changes between it and `wanted`; the first of several.
#[must_use]
pub fn nearest<'a>(names: impl IntoIterator<Item = &'a str>, wanted: &str) -> Option<&'a str> {
    names.into_iter().min_by_key(|name| edit_distance(name, wanted))
}

fn edit_distance(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.chars().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, y) in b.iter().enumerate() {
            let change = diagonal + usize::from(x != *y);
            diagonal = row[j + 1];
            row[j + 1] = change.min(diagonal + 1).min(row[j] + 1);
        }
    }
    row[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn near_names_have_small_distances() {
        assert_eq!(edit_distance("parse", "parse"), 0);
        assert_eq!(edit_distance("parse", "prase"), 2);
        assert_eq!(edit_distance("", "abc"), 3);
    }

    #[test]
    fn the_nearest_name_is_found() {
        assert_eq!(nearest(["buffer", "size", "out"], "bufer"), Some("buffer"));
        assert_eq!(nearest([], "bufer"), None);
    }
}
