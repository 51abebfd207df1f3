//! What `llvm-cov export` measured, as plain data.
//!
//! The JSON has positional arrays whose length grew with the versions; they are read by shape:
//!
//! ```text
//! region  [l1, c1, l2, c2, count, file, expanded file, kind]
//! branch  [l1, c1, l2, c2, true, false, file, expanded file, kind]
//! mcdc    [l1, c1, l2, c2, expanded file, kind, [covered…]]                              LLVM 18, 19
//!         [l1, c1, l2, c2, true, false, file, expanded file, kind, [covered…], [{…}…]]   newer
//! ```
//!
//! Not handled: which branches the compiler folded to a constant; the export does not say.

use serde_json::Value;
use std::collections::BTreeMap;
use std::path::Path;

/// A stretch of a source file: line and column of its start and its end, from 1.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct SourceRange {
    /// Path of the file, absolute; empty where old versions do not say (MC/DC in functions of
    /// several files).
    pub file: String,
    /// First line and column.
    pub start: (u32, u32),
    /// Line and column after the last character.
    pub end: (u32, u32),
}

/// What was measured of one function.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FunctionCoverage {
    /// Its name in the source, without the file that LLVM puts before static functions.
    pub name: String,
    /// How often it was entered.
    pub count: u64,
    /// Path of the file it starts in.
    pub file: String,
    /// Source regions.
    pub regions: Vec<RegionCount>,
    /// Conditions and switch cases.
    pub branches: Vec<BranchCount>,
    /// Decisions of several conditions.
    pub mcdc: Vec<McdcCoverage>,
}

/// A source region and how often it was executed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RegionCount {
    /// Where.
    pub range: SourceRange,
    /// Executions.
    pub count: u64,
    /// LLVM's kind: 0 code, 1 expansion, 2 skipped, 3 gap.
    pub kind: u32,
}

/// A condition or switch case and how often it went each way.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BranchCount {
    /// Where; inside a macro, the place in the macro's definition.
    pub range: SourceRange,
    /// How often it was true.
    pub taken: u64,
    /// How often it was false.
    pub not_taken: u64,
    /// LLVM's kind: 4 branch, 6 branch of a decision with MC/DC.
    pub kind: u32,
}

/// A decision and the conditions shown to affect it independently.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct McdcCoverage {
    /// Where.
    pub range: SourceRange,
    /// One flag per condition, in source order.
    pub covered: Vec<bool>,
    /// The evaluations that were seen, where the version says.
    pub vectors: Vec<McdcVector>,
}

/// One evaluation of a decision.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct McdcVector {
    /// The value of each condition; `None` for those not evaluated.
    pub conditions: Vec<Option<bool>>,
    /// The outcome.
    pub result: bool,
}

/// The functions in the output of `llvm-cov export`, sorted by file and place. Functions of
/// files below `exclude` are left out.
///
/// # Errors
/// A sentence, when the text is not such an output.
pub fn parse(text: &str, exclude: &Path) -> Result<Vec<FunctionCoverage>, String> {
    let value: Value = serde_json::from_str(text).map_err(|error| format!("llvm-cov: {error}"))?;
    let data = value["data"].as_array().ok_or("llvm-cov: no `data`")?;
    let mut names = Names::default();
    let mut functions = Vec::new();
    for function in data.iter().filter_map(|unit| unit["functions"].as_array()).flatten() {
        let function = read_function(function, &mut names).ok_or("llvm-cov: a function of unknown form")?;
        if !Path::new(&function.file).starts_with(exclude) {
            functions.push(function);
        }
    }
    Ok(merge(functions))
}

/// The one entry for each function of several programs (or several instances of one header): the
/// higher counts, and the conditions covered in any.
#[must_use]
pub fn merge(functions: Vec<FunctionCoverage>) -> Vec<FunctionCoverage> {
    let mut merged: BTreeMap<_, FunctionCoverage> = BTreeMap::new();
    for function in functions {
        let start = function.regions.first().map(|region| region.range.start);
        let key = (function.file.clone(), start, function.name.clone());
        match merged.get_mut(&key) {
            Some(known) => known.absorb(&function),
            None => {
                merged.insert(key, function);
            }
        }
    }
    merged.into_values().collect()
}

impl FunctionCoverage {
    fn absorb(&mut self, other: &Self) {
        self.count = self.count.max(other.count);
        for (mine, theirs) in self.regions.iter_mut().zip(&other.regions) {
            mine.count = mine.count.max(theirs.count);
        }
        for (mine, theirs) in self.branches.iter_mut().zip(&other.branches) {
            mine.taken = mine.taken.max(theirs.taken);
            mine.not_taken = mine.not_taken.max(theirs.not_taken);
        }
        for (mine, theirs) in self.mcdc.iter_mut().zip(&other.mcdc) {
            for (covered, &also) in mine.covered.iter_mut().zip(&theirs.covered) {
                *covered |= also;
            }
            mine.vectors.extend(theirs.vectors.iter().cloned());
            mine.vectors.sort();
            mine.vectors.dedup();
        }
    }
}

/// Paths as written, made absolute and free of links once each.
#[derive(Default)]
struct Names(BTreeMap<String, String>);

impl Names {
    fn canonical(&mut self, path: &str) -> String {
        let canonicalize = || match Path::new(path).canonicalize() {
            Ok(real) => real.display().to_string(),
            Err(_) => path.to_owned(),
        };
        self.0.entry(path.to_owned()).or_insert_with(canonicalize).clone()
    }
}

fn read_function(value: &Value, names: &mut Names) -> Option<FunctionCoverage> {
    let files: Vec<String> = value["filenames"]
        .as_array()?
        .iter()
        .map(|file| Some(names.canonical(file.as_str()?)))
        .collect::<Option<_>>()?;
    let rows = |key: &str| value[key].as_array().map(Vec::as_slice).unwrap_or_default();
    Some(FunctionCoverage {
        name: bare_name(value["name"].as_str()?).to_owned(),
        count: value["count"].as_u64()?,
        file: files.first()?.clone(),
        regions: rows("regions").iter().map(|row| read_region(row, &files)).collect::<Option<_>>()?,
        branches: rows("branches").iter().map(|row| read_branch(row, &files)).collect::<Option<_>>()?,
        mcdc: rows("mcdc_records").iter().map(|row| read_mcdc(row, &files)).collect::<Option<_>>()?,
    })
}

/// `f` of `dir/file.c:f` and `file.c;f`.
fn bare_name(name: &str) -> &str {
    name.rsplit([':', ';']).next().unwrap_or(name)
}

fn read_region(row: &Value, files: &[String]) -> Option<RegionCount> {
    let numbers = numbers(row)?;
    let &[.., count, file, _, kind] = numbers.as_slice() else { return None };
    let range = range(&numbers, files.get(file as usize)?)?;
    Some(RegionCount { range, count, kind: kind as u32 })
}

fn read_branch(row: &Value, files: &[String]) -> Option<BranchCount> {
    let numbers = numbers(row)?;
    let &[.., taken, not_taken, file, _, kind] = numbers.as_slice() else { return None };
    let range = range(&numbers, files.get(file as usize)?)?;
    Some(BranchCount { range, taken, not_taken, kind: kind as u32 })
}

fn read_mcdc(row: &Value, files: &[String]) -> Option<McdcCoverage> {
    let numbers = numbers(row)?;
    let file = match (numbers.get(6), files) {
        (Some(&file), _) => files.get(file as usize)?.as_str(),
        (None, [only]) => only,
        (None, _) => "",
    };
    let range = range(&numbers, file)?;
    let mut lists = row.as_array()?.iter().filter_map(Value::as_array);
    let covered = lists.next()?.iter().map(Value::as_bool).collect::<Option<_>>()?;
    let vectors = lists.next().map(Vec::as_slice).unwrap_or_default();
    let vectors = vectors.iter().filter(|vector| vector["executed"] != false).filter_map(read_vector);
    Some(McdcCoverage { range, covered, vectors: vectors.collect() })
}

fn read_vector(vector: &Value) -> Option<McdcVector> {
    let conditions = vector["conditions"].as_array()?.iter().map(Value::as_bool).collect();
    Some(McdcVector { conditions, result: vector["result"].as_bool()? })
}

/// The leading numbers of a positional array.
fn numbers(row: &Value) -> Option<Vec<u64>> {
    Some(row.as_array()?.iter().map_while(Value::as_u64).collect())
}

fn range(numbers: &[u64], file: &str) -> Option<SourceRange> {
    let &[l1, c1, l2, c2, ..] = numbers else { return None };
    let at = |line: u64, column: u64| (line as u32, column as u32);
    Some(SourceRange { file: file.to_owned(), start: at(l1, c1), end: at(l2, c2) })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn function(mcdc: &str) -> Vec<FunctionCoverage> {
        let text = format!(
            r#"{{"data": [{{"functions": [
                {{"name": "test_a.c:f", "count": 2, "filenames": ["/none/a.c"],
                  "regions": [[2, 32, 2, 74, 2, 0, 0, 0]],
                  "branches": [[2, 38, 2, 39, 1, 0, 0, 0, 6]],
                  "mcdc_records": [{mcdc}]}},
                {{"name": "test_f", "count": 1, "filenames": ["/tmp/x/test_a.c"],
                  "regions": [], "branches": [], "mcdc_records": []}}]}}]}}"#
        );
        parse(&text, Path::new("/tmp/x")).unwrap()
    }

    #[test]
    fn both_forms_of_mcdc_records_are_read() {
        let old = function("[2, 38, 2, 51, 0, 5, [true, false, false]]");
        assert_eq!(old.len(), 1);
        assert_eq!((old[0].name.as_str(), old[0].count), ("f", 2));
        assert_eq!((old[0].branches[0].taken, old[0].branches[0].not_taken), (1, 0));
        assert_eq!(old[0].regions[0].range.end, (2, 74));
        assert_eq!(old[0].mcdc[0].covered, [true, false, false]);
        assert_eq!(old[0].mcdc[0].range.file, "/none/a.c");
        let new = function(
            r#"[2, 38, 2, 51, 1, 1, 0, 0, 5, [true, false, false],
                [{"conditions": [false, null, null], "executed": true, "result": false}]]"#,
        );
        assert_eq!(new[0].mcdc[0].covered, [true, false, false]);
        assert_eq!(new[0].mcdc[0].vectors[0].conditions, [Some(false), None, None]);
    }

    #[test]
    fn what_is_no_export_is_an_error() {
        assert!(parse("", Path::new("/")).is_err());
        assert!(parse("{}", Path::new("/")).is_err());
        assert!(parse(r#"{"data": [{"functions": [{}]}]}"#, Path::new("/")).is_err());
    }
}
