//! Words that the code must not use, because the field has another one for the same thing.
//!
//! Two lists: names that code had once ([`NAMES`]), looked for as whole identifiers, and phrases of prose
//! ([`PHRASES`]), looked for in comments and documents. Each says what to write instead. `docs/glossary.md` has the
//! words that are used. A file that must say one all the same stands in [`EXCEPTIONS`] with the reason.

use crate::finding::Finding;

/// Identifier, what to call it. One that ends in `_` is the beginning of an identifier.
const NAMES: [(&str, &str); 36] = [
    ("News", "EdgeNovelty"),
    ("Shares", "AdaptiveScheduler"),
    ("Rotation", "ShapeBandit"),
    ("Paid", "Reward"),
    ("Way", "BranchOutcome, or an edge, or a path"),
    ("VectorWay", "VectorPath"),
    ("Spot", "SearchPoint"),
    ("Moment", "StateView"),
    ("Scene", "StepView"),
    ("Junction", "BranchPoint"),
    ("Openings", "ProgramCache"),
    ("Means", "Resources"),
    ("Bearings", "ExplorationContext"),
    ("Wishes", "UnmetRequests"),
    ("Demands", "Requests"),
    ("Causes", "FaultTaint"),
    ("Origins", "SourceTaint"),
    ("Invention", "UnconstrainedInput"),
    ("Inventions", "InputSet"),
    ("Blame", "FaultClassification"),
    ("Witness", "LayoutChecker"),
    ("Twin", "IfConverted"),
    ("Meeting", "MeetInTheMiddle"),
    ("Inversion", "EquationBalancing"),
    ("SideCondition", "ImplicitCondition"),
    ("SideKind", "ImplicitKind"),
    ("Told", "the name of what it says"),
    ("Texts", "strings, or the name of what is stored"),
    ("MOST_", "MAX_"),
    ("LEAST_", "MIN_"),
    ("most_", "max_"),
    ("pursue", "goal_search"),
    ("provoke", "probe_bounds"),
    ("wishes", "unmet_requests"),
    ("pursuit", "goal_search"),
    ("steady", "layout_independence"),
];

/// Phrase in small letters, what to write.
const PHRASES: [(&str, &str); 9] = [
    ("draw lots", "random tie-break"),
    ("speaks for a shape", "suggests a shape"),
    ("speak for shapes", "suggest shapes"),
    ("teach shapes", "suggest shapes"),
    ("the judge's ears", "the trace observer"),
    ("is told and left out", "is reported and skipped"),
    ("went a way that none", "took an edge that no earlier run took"),
    ("gates meet demands", "a division is encoded by its defining constraint"),
    ("--most-paths", "--max-paths"),
];

/// File, word, reason.
const EXCEPTIONS: [(&str, &str, &str); 0] = [];

/// Checks one file of Rust or one page.
pub fn check(path: &str, text: &str) -> Vec<Finding> {
    let is_rust = path.ends_with(".rs");
    if path == file!() || !(is_rust || path.ends_with(".md")) || path == "CHANGELOG.md" {
        return Vec::new();
    }
    let mut findings = Vec::new();
    let may = |word: &str| EXCEPTIONS.iter().any(|(file, known, _)| *file == path && *known == word);
    for (index, line) in text.lines().enumerate() {
        let (code, prose) = if is_rust { split(line) } else { ("", line) };
        let names = NAMES.iter().filter(|(name, _)| has_identifier(code, name));
        let small = prose.to_lowercase();
        let phrases = PHRASES.iter().filter(|(phrase, _)| small.contains(phrase));
        for (word, instead) in names.chain(phrases).filter(|(word, _)| !may(word)) {
            let message = format!("`{word}` is a word of our own");
            findings.push(Finding::new(path, index + 1, message, format!("the field says: {instead}")));
        }
    }
    findings
}

/// The code of a line, and the comment behind it; a `//` in a string is taken for a comment.
fn split(line: &str) -> (&str, &str) {
    line.find("//").map_or((line, ""), |start| line.split_at(start))
}

/// Whether `code` has `name` as an identifier, or one that begins so if `name` ends in `_`; not in a string.
fn has_identifier(code: &str, name: &str) -> bool {
    let is_part = |c: char| c.is_alphanumeric() || c == '_';
    code.match_indices(name).any(|(start, _)| {
        let (before, after) = (&code[..start], &code[start + name.len()..]);
        let in_string = before.matches('"').count() % 2 == 1;
        let ends = name.ends_with('_') || !after.starts_with(is_part);
        !before.ends_with(is_part) && ends && !in_string
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_found_as_an_identifier_only() {
        let text =
            "let a = Way { way: 1 };\nlet b = Wayland;\nlet c = \"Way\"; // Way out\nconst MOST_X: u8 = 1;\n";
        let lines: Vec<usize> = check("crates/a/src/a.rs", text).iter().map(|finding| finding.line).collect();
        assert_eq!(lines, [1, 4]);
    }

    #[test]
    fn a_phrase_is_found_in_comments_and_pages() {
        assert_eq!(check("crates/a/src/a.rs", "//! It speaks for a shape.\n").len(), 1);
        assert_eq!(check("docs/a.md", "use `--most-paths 3`\n").len(), 1);
        assert_eq!(check("CHANGELOG.md", "use `--most-paths 3`\n"), []);
    }
}
