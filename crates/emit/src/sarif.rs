//! Findings as SARIF 2.1.0 (OASIS, 2020), the format that code hosts and editors read.
//!
//! A finding's fingerprint is its kind, its call stack and its number among those that share both,
//! so that it stays the same when lines move. The calls that led to it are a stack (section 3.44)
//! and, outermost first, a code flow (3.36).

use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};
use trine_record::{Finding, FindingClass, SourceSpan};

/// `findings.sarif`: one run of Trine `version` with one result per finding; `reproducer` says in which file the test of one stands.
#[must_use]
pub fn sarif(findings: &[Finding], version: &str, reproducer: &dyn Fn(&Finding) -> String) -> String {
    let kinds: BTreeSet<&str> = findings.iter().map(|finding| finding.kind.as_str()).collect();
    let rules: Vec<Value> = kinds
        .iter()
        .map(|kind| json!({ "id": kind, "shortDescription": { "text": kind.replace('-', " ") } }))
        .collect();
    let mut seen: BTreeMap<String, usize> = BTreeMap::new();
    let mut fingerprint = |finding: &Finding| {
        let name = format!("{}:{}", finding.kind, finding.stack.join("<"));
        let number = seen.entry(name.clone()).or_default();
        *number += 1;
        format!("{name}#{number}")
    };
    let index = |kind: &str| kinds.iter().position(|known| *known == kind);
    let results: Vec<Value> = findings
        .iter()
        .map(|finding| result(finding, &fingerprint(finding), index(&finding.kind), reproducer(finding)))
        .collect();
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

fn result(finding: &Finding, fingerprint: &str, rule: Option<usize>, reproducer: String) -> Value {
    let mut result = json!({
        "ruleId": finding.kind,
        "ruleIndex": rule,
        "level": level(finding.class),
        "message": { "text": finding.message },
        "locations": [{
            "physicalLocation": physical_location(&finding.place),
            "logicalLocations": [{ "name": finding.stack.first().unwrap_or(&finding.function), "kind": "function" }],
        }],
        "partialFingerprints": { "trine/v1": fingerprint },
        "properties": {
            "function": finding.function,
            "class": finding.class,
            "stack": finding.stack,
            "test": finding.test,
            "reproducer": reproducer,
        },
    });
    if let Some(evidence) = &finding.native {
        result["properties"]["confirmedNatively"] = json!(evidence.confirmed);
        result["properties"]["nativeDetail"] = json!(evidence.detail);
    }
    let frames = frames(finding);
    if !frames.is_empty() {
        let flow: Vec<&Value> = frames.iter().rev().collect();
        result["codeFlows"] = json!([{ "threadFlows": [{ "locations": flow }] }]);
        result["stacks"] =
            json!([{ "message": { "text": "calls that led to the fault" }, "frames": frames }]);
    }
    result
}

/// A location per function of the call stack whose place is known, innermost first.
fn frames(finding: &Finding) -> Vec<Value> {
    let known = finding.stack.iter().zip(&finding.places).filter(|(_, place)| !place.file.is_empty());
    known
        .map(|(function, place)| {
            json!({ "location": {
                "physicalLocation": physical_location(place),
                "logicalLocations": [{ "name": function, "kind": "function" }],
                "message": { "text": format!("in {function}") },
            } })
        })
        .collect()
}

/// A fault that an invented input brought about is a warning: the caller may never pass it.
fn level(class: FindingClass) -> &'static str {
    match class {
        FindingClass::Code => "error",
        FindingClass::Precondition => "warning",
    }
}

fn physical_location(place: &SourceSpan) -> Value {
    let ((line, column), (end_line, end_column)) = (place.start, place.end);
    let mut region = json!({ "startLine": line.max(1) });
    if column > 0 {
        region["startColumn"] = json!(column);
    }
    if (end_line, end_column) > (line, column) && end_column > 0 {
        region["endLine"] = json!(end_line);
        region["endColumn"] = json!(end_column);
    }
    json!({ "artifactLocation": { "uri": uri(&place.file) }, "region": region })
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

    #[test]
    fn a_finding_is_a_result_with_its_place() {
        let finding = Finding {
            class: FindingClass::Code,
            kind: "null-dereference".into(),
            message: "reads through a null pointer".into(),
            function: "area".into(),
            place: SourceSpan { file: "src/a b.c".into(), start: (7, 12), end: (7, 15) },
            stack: vec!["inner".into(), "area".into()],
            places: vec![
                SourceSpan { file: "src/a b.c".into(), start: (7, 12), end: (7, 15) },
                SourceSpan { file: "src/a b.c".into(), start: (21, 5), end: (21, 9) },
            ],
            test: "area_null".into(),
            also_from: Vec::new(),
            of_data: false,
            native: Some(trine_record::NativeEvidence {
                confirmed: trine_record::NativeConfirmation::Yes,
                detail: "SEGV at line 7".into(),
            }),
        };
        let log: Value = serde_json::from_str(&sarif(&[finding.clone(), finding], "0.1.0", &|of| {
            format!("{}.c", of.test)
        }))
        .unwrap();
        let result = &log["runs"][0]["results"][0];
        assert_eq!(log["version"], "2.1.0");
        assert_eq!(result["level"], "error");
        assert_eq!(result["ruleId"], "null-dereference");
        let location = &result["locations"][0]["physicalLocation"];
        assert_eq!(location["artifactLocation"]["uri"], "src/a%20b.c");
        assert_eq!(location["region"]["startLine"], 7);
        assert_eq!(location["region"]["endColumn"], 15);
        assert_eq!(log["runs"][0]["tool"]["driver"]["rules"][0]["id"], "null-dereference");
        assert_eq!(result["ruleIndex"], 0);
        assert_eq!(result["properties"]["reproducer"], "area_null.c");
        assert_eq!(result["properties"]["confirmedNatively"], "yes");
        let calls = &result["codeFlows"][0]["threadFlows"][0]["locations"];
        assert_eq!(calls[0]["location"]["physicalLocation"]["region"]["startLine"], 21);
        assert_eq!(result["stacks"][0]["frames"][0]["location"]["logicalLocations"][0]["name"], "inner");
        let second = &log["runs"][0]["results"][1]["partialFingerprints"]["trine/v1"];
        assert_ne!(second, &result["partialFingerprints"]["trine/v1"]);
    }
}
