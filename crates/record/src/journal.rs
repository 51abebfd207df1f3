//! The journal of an output folder: what survives when a run is killed.
//!
//! ```text
//! trine-journal 1
//! <checksum> <fingerprint> {"record": …}         a finished unit
//! ```
//!
//! Lines are only ever appended. The checksum is the fingerprint of what follows it on its line, up to
//! the line break, so that a line that was cut off or overwritten is told from a whole one; what stands
//! behind the first broken line is not read. The fingerprint of a unit is that of everything its
//! result depends on: a later run that computes the same one may take the result over.
//!
//! This module is about lines; who keeps the file, and when, is not its business.

use crate::finding::Finding;
use crate::flow::FlowRecord;
use crate::goal::GoalRecord;
use crate::run::{NativeVerdict, UnitRecord};
use crate::suite::TestRecord;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use trine_base::Fingerprint;

/// The first line of a journal, with its line break.
pub const HEAD: &str = "trine-journal 1\n";

/// A finished unit, as the journal keeps it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct StoredUnit {
    /// Folder its file was compiled in: with file and function it tells units apart.
    pub folder: String,
    /// Counts and status.
    pub record: UnitRecord,
    /// Evidence for every goal.
    pub goals: Vec<GoalRecord>,
    /// Tests that end normally.
    pub tests: Vec<TestRecord>,
    /// Tests that crash the code under test.
    pub crashes: Vec<TestRecord>,
    /// The findings.
    pub findings: Vec<Finding>,
    /// Who may call its function.
    #[serde(default)]
    pub reach: Reach,
    /// What else there is of a class.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub class: Option<StoredClass>,
}

/// What a finished class leaves beyond records.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct StoredClass {
    /// Its test classes by path in the output folder.
    pub files: BTreeMap<String, String>,
    /// What native runs of its tests said, where there were any.
    pub native: Option<NativeVerdict>,
    /// What the user should know.
    pub remarks: Vec<String>,
    /// What the finished tests did in its code.
    #[serde(default, skip_serializing_if = "FlowRecord::is_empty")]
    pub flow: FlowRecord,
}

/// Which functions of its own file a unit's function reaches, as `file:name`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Reach {
    /// The function itself, if only its file can name it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub internal: Option<String>,
    /// The functions that only their files can name and that it calls, directly or not.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub internal_callees: Vec<String>,
}

/// A line of a journal, its record not yet read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Line<'a> {
    /// What the result depends on.
    pub fingerprint: Fingerprint,
    /// The finished unit, a [`StoredUnit`] as JSON.
    pub json: &'a str,
}

/// The line of a finished unit.
///
/// # Errors
/// When it cannot be written as JSON.
pub fn line(fingerprint: Fingerprint, unit: &StoredUnit) -> Result<String, serde_json::Error> {
    let content = format!("{fingerprint} {}", serde_json::to_string(unit)?);
    Ok(format!("{} {content}\n", Fingerprint::of(content.as_bytes())))
}

/// Reads a line without its line break; `None` when it is broken.
#[must_use]
pub fn read_line(text: &str) -> Option<Line<'_>> {
    let (checksum, content) = text.split_once(' ')?;
    if checksum.parse() != Ok(Fingerprint::of(content.as_bytes())) {
        return None;
    }
    let (fingerprint, json) = content.split_once(' ')?;
    Some(Line { fingerprint: fingerprint.parse().ok()?, json })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::goal::SourceSpan;
    use crate::run::{GoalCounts, PathCounts, UnitStatus};

    fn unit() -> StoredUnit {
        let record = UnitRecord {
            function: "f".to_owned(),
            file: "a.c".to_owned(),
            line: 3,
            status: UnitStatus::Done,
            goals: GoalCounts::default(),
            tests: 0,
            evaluations: 1,
            executions: 2,
            solver_calls: 0,
            paths: PathCounts::default(),
            pathwise: None,
            solver: crate::SolverRecord::default(),
            milliseconds: 4,
            solver_times: crate::SolverTimes::default(),
            termination: "budget used".to_owned(),
            crashes: 1,
            progress: vec![(1, 2, 3)],
            preconditions: Vec::new(),
            mutants: 0,
            killed: 0,
            mutant_list: Vec::new(),
            own_tests: None,
            classes: Vec::new(),
            techniques: Vec::new(),
            tried: Vec::new(),
            flow: crate::FlowRecord::default(),
        };
        let finding = Finding {
            kind: "abort".to_owned(),
            class: crate::finding::FindingClass::Code,
            message: "two\nlines".to_owned(),
            function: "f".to_owned(),
            place: SourceSpan::default(),
            stack: Vec::new(),
            places: Vec::new(),
            test: "t".to_owned(),
            also_from: Vec::new(),
            of_data: false,
            native: None,
        };
        let findings = vec![finding];
        StoredUnit {
            folder: "/".to_owned(),
            record,
            goals: Vec::new(),
            tests: Vec::new(),
            crashes: Vec::new(),
            findings,
            reach: Reach { internal: Some("a.c:f".to_owned()), internal_callees: Vec::new() },
            class: None,
        }
    }

    #[test]
    fn a_line_is_read_back_only_when_it_is_whole() {
        let whole = line(Fingerprint(1), &unit()).unwrap();
        let text = whole.strip_suffix('\n').unwrap();
        assert!(!text.contains('\n'), "line breaks inside are escaped");
        let read = read_line(text).unwrap();
        assert_eq!(read.fingerprint, Fingerprint(1));
        assert_eq!(serde_json::from_str::<StoredUnit>(read.json).unwrap(), unit());
        for cut in 0..text.len() {
            assert_eq!(read_line(&text[..cut]), None, "cut at {cut}");
        }
        for at in 0..text.len() {
            let mut bytes = text.as_bytes().to_vec();
            bytes[at] ^= 1;
            if let Ok(changed) = std::str::from_utf8(&bytes) {
                assert_eq!(read_line(changed), None, "changed at {at}");
            }
        }
    }
}
