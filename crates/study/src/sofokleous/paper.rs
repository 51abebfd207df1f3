//! Tables 2 and 4 of the paper: its subjects, and the coverage that it reports.

/// Coverage in percent, as the paper prints it.
#[derive(Clone, Copy, Debug)]
pub struct Printed {
    /// Edges of the graph.
    pub edge: &'static str,
    /// Outcomes of conditions.
    pub condition: &'static str,
    /// Mean of the two.
    pub both: &'static str,
}

/// A random decision program of Table 2.
#[derive(Clone, Copy, Debug)]
pub struct Row {
    /// "Multiple" conditions: decisions.
    pub decisions: usize,
    /// "Single" conditions that these are made of.
    pub conditions: usize,
    /// The paper's word.
    pub complexity: &'static str,
    /// What it reports.
    pub printed: Printed,
}

const fn printed(edge: &'static str, condition: &'static str, both: &'static str) -> Printed {
    Printed { edge, condition, both }
}

const fn row(decisions: usize, conditions: usize, complexity: &'static str, printed: Printed) -> Row {
    Row { decisions, conditions, complexity, printed }
}

/// Table 2.
pub const RANDOM_PROGRAMS: [Row; 7] = [
    row(1, 2, "low", printed("100", "100", "100")),
    row(1, 2, "low", printed("100", "100", "100")),
    row(2, 4, "medium", printed("100", "100", "100")),
    row(2, 6, "medium", printed("100", "84.61", "92.3")),
    row(3, 12, "high", printed("100", "87.5", "93.75")),
    row(3, 12, "high", printed("100", "87.5", "93.75")),
    row(3, 15, "very high", printed("100", "73.33", "86.66")),
];

/// Table 4. The edge coverage is a misprint: 18 of 19 edges are 94.73 %, and only with these is 91.48 % the mean.
pub const TRIANGLE: Printed = printed("95.73", "88.23", "91.48");

/// Table 4.
pub const MAXIMUM: Printed = printed("100", "100", "100");
