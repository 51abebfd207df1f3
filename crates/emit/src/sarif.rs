//! Findings as SARIF 2.1.0 (OASIS, 2020), the format that code hosts and editors read.

use serde_json::{Value, json};
use std::collections::BTreeSet;
use trine_record::{Finding, FindingClass};

/// `findings.sarif`: one run of Trine `version` with one result per finding.
#[must_use]
pub fn sarif(findings: &[Finding], version: &str) -> String {
    let kinds: BTreeSet<&str> = findings.iter().map(|finding| finding.kind.as_str()).collect();
    let rules: Vec<Value> = kinds
        .iter()
        .map(|kind| json!({ "id": kind, "shortDescription": { "text": kind.replace('-', " ") } }))
        .collect();
    let results: Vec<Value> = findings.iter().map(result).collect();
    let log = json!({
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [{
            "tool": { "driver": { "name": "Trine", "version": version, "rules": rules } },
            "columnKind": "utf16CodeUnits",
            "results": results,
        }],
    });
    serde_json::to_string_pretty(&log).unwrap_or_default() + "\n"
}

fn result(finding: &Finding) -> Value {
    json!({
        "ruleId": finding.kind,
        "level": level(finding.class),
        "message": { "text": finding.message },
        "locations": [{
            "physicalLocation": physical_location(finding),
            "logicalLocations": [{ "name": finding.stack.first().unwrap_or(&finding.function), "kind": "function" }],
        }],
        "partialFingerprints": { "trine/v1": format!("{}:{}", finding.kind, finding.stack.join("<")) },
        "properties": {
            "function": finding.function,
            "class": finding.class,
            "stack": finding.stack,
            "test": finding.test,
            "reproducer": format!("{}.c", finding.test),
        },
    })
}

/// A fault that an invented input brought about is a warning: the caller may never pass it.
fn level(class: FindingClass) -> &'static str {
    match class {
        FindingClass::Code => "error",
        FindingClass::Precondition => "warning",
    }
}

fn physical_location(finding: &Finding) -> Value {
    let ((line, column), (end_line, end_column)) = (finding.place.start, finding.place.end);
    let mut region = json!({ "startLine": line.max(1) });
    if column > 0 {
        region["startColumn"] = json!(column);
    }
    if (end_line, end_column) > (line, column) && end_column > 0 {
        region["endLine"] = json!(end_line);
        region["endColumn"] = json!(end_column);
    }
    json!({ "artifactLocation": { "uri": uri(&finding.place.file) }, "region": region })
}

/// A path as a URI reference.
fn uri(path: &str) -> String {
    let escaped: String = path
        .bytes()
        .map(|byte| match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'/' | b'.' | b'-' | b'_' | b'~' | b'+' | b'@' => {
                char::from(byte).to_string()
            }
            _ => format!("%{byte:02X}"),
        })
        .collect();
    if escaped.starts_with('/') { format!("file://{escaped}") } else { escaped }
}

#[cfg(test)]
mod tests {
    use super::*;
    use trine_record::SourceSpan;

    #[test]
    fn a_finding_is_a_result_with_its_place() {
        let finding = Finding {
            class: FindingClass::Code,
            kind: "null-dereference".into(),
            message: "reads through a null pointer".into(),
            function: "area".into(),
            place: SourceSpan { file: "src/a b.c".into(), start: (7, 12), end: (7, 15) },
            stack: vec!["inner".into(), "area".into()],
            test: "area_null".into(),
        };
        let log: Value = serde_json::from_str(&sarif(&[finding], "0.1.0")).unwrap();
        let result = &log["runs"][0]["results"][0];
        assert_eq!(log["version"], "2.1.0");
        assert_eq!(result["level"], "error");
        assert_eq!(result["ruleId"], "null-dereference");
        let location = &result["locations"][0]["physicalLocation"];
        assert_eq!(location["artifactLocation"]["uri"], "src/a%20b.c");
        assert_eq!(location["region"]["startLine"], 7);
        assert_eq!(location["region"]["endColumn"], 15);
        assert_eq!(log["runs"][0]["tool"]["driver"]["rules"][0]["id"], "null-dereference");
    }
}
