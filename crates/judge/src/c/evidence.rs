//! Findings against sanitizers: does the native run of a reproducer show the same fault?
//!
//! A finding is confirmed when a report of its kind has the finding's line among its frames, or,
//! where the kind ends the program without a report (`abort`, a failed assertion, an endless
//! loop), when the program ends that way. Some faults no sanitizer can see: an access that
//! leaves its object but stays inside of memory that is in use, or lands where nothing watches.

use crate::faults::kind_name;
use trine_machine::FaultKind;
use trine_native::Ending;
use trine_native::clang::{SanitizedRun, Sanitizer, SanitizerReport};
use trine_record::{Finding, NativeConfirmation, NativeEvidence};

/// What sanitizers write for each kind of fault, and whether they see every such fault.
const REPORTS: &[(&str, &[&str], bool)] = &[
    ("null-dereference", &["SEGV", "null pointer"], true),
    (
        "out-of-bounds",
        &[
            "buffer-overflow",
            "buffer-underflow",
            "out of bounds",
            "negative-size",
            "SEGV",
            "use-after",
            "container-overflow",
        ],
        false,
    ),
    ("use-after-free", &["heap-use-after-free"], true),
    ("use-after-return", &["stack-use-after-return", "stack-use-after-scope"], false),
    ("invalid-pointer", &["SEGV", "misaligned", "null pointer", "wild", "unknown-crash"], false),
    ("double-free", &["double-free"], true),
    ("invalid-free", &["not malloc()-ed", "bad-free", "SEGV"], true),
    ("write-to-constant", &["SEGV"], true),
    ("division-by-zero", &["division by zero", "FPE"], true),
    ("division-overflow", &["cannot be represented", "FPE"], true),
    ("invalid-shift", &["shift exponent", "left shift of"], true),
    ("zero-counted", &["passing zero to"], true),
    ("signed-overflow", &["signed integer overflow"], true),
    ("unreachable", &["unreachable"], true),
    ("stack-overflow", &["stack-overflow"], true),
    ("call-of-non-function", &["SEGV", "incorrect function type", "ILL"], true),
    ("signature-mismatch", &["incorrect function type"], false),
    ("library-misuse", &["overlap", "buffer-overflow", "negative-size", "null pointer", "SEGV"], false),
    ("uninitialized-read", &["use-of-uninitialized-value"], true),
];

/// The sanitizer that looks for faults of `kind`; `None` when none does.
#[must_use]
pub fn sanitizer(kind: &str) -> Option<Sanitizer> {
    let unset = kind_name(&FaultKind::UnsetMemory);
    let ends_program = ["assertion-failed", "abort", "trap", "step-limit"].contains(&kind);
    let known = ends_program || REPORTS.iter().any(|(name, ..)| *name == kind);
    known.then_some(if kind == unset { Sanitizer::Memory } else { Sanitizer::AddressAndUndefined })
}

/// What `run`, of the reproducer of `finding`, says about it.
#[must_use]
pub fn evidence(finding: &Finding, run: &SanitizedRun) -> NativeEvidence {
    if let Some(detail) = ended_as_found(finding, run) {
        return NativeEvidence { confirmed: NativeConfirmation::Yes, detail };
    }
    let (of_kind, always) = reports_of_kind(finding, run);
    if let Some(report) = of_kind.iter().find(|report| has_line(report, finding)) {
        let detail = format!("{} at line {}", cause(report), finding.place.start.0);
        return NativeEvidence { confirmed: NativeConfirmation::Yes, detail };
    }
    let (confirmed, detail) = match (of_kind.first().or(run.reports.first().as_ref()), run.ending) {
        (Some(report), _) if of_kind.is_empty() => {
            (NativeConfirmation::No, format!("{}, another fault", cause(report)))
        }
        (Some(report), _) => (NativeConfirmation::No, format!("{} at another place", cause(report))),
        (None, Ending::TimedOut) => (NativeConfirmation::No, "the reproducer did not end".to_owned()),
        (None, Ending::Signaled(signal)) => {
            (NativeConfirmation::No, format!("ended by signal {signal}, without a report"))
        }
        (None, Ending::Exited(_)) if !always => (
            NativeConfirmation::NotVisible,
            "the access stays in memory that the sanitizer lets it touch".to_owned(),
        ),
        (None, Ending::Exited(status)) => {
            (NativeConfirmation::No, format!("exited with status {status}, without a report"))
        }
    };
    NativeEvidence { confirmed, detail }
}

/// Kinds that end the program without a report.
fn ended_as_found(finding: &Finding, run: &SanitizedRun) -> Option<String> {
    match (finding.kind.as_str(), run.ending) {
        ("step-limit", Ending::TimedOut) => Some("the reproducer did not end natively either".to_owned()),
        ("assertion-failed", _) => {
            let at = run.last_words.find("Assertion")?;
            Some(run.last_words[at..].to_owned())
        }
        ("abort" | "trap", Ending::Signaled(signal)) => Some(format!("ended by signal {signal}")),
        _ => None,
    }
}

/// Whether `run` shows that what was found happens in our machine alone: it ended, and the sanitizer reported another kind of
/// fault, or none though it sees all of this kind.
#[must_use]
pub fn refutes(finding: &Finding, run: &SanitizedRun) -> bool {
    let (of_kind, always) = reports_of_kind(finding, run);
    let is_silent = run.reports.is_empty() && !always;
    ended_as_found(finding, run).is_none()
        && of_kind.is_empty()
        && !is_silent
        && !matches!(run.ending, Ending::TimedOut)
}

/// What `run` reported that is of the kind of `finding`, and whether the sanitizer sees all faults of this kind.
fn reports_of_kind<'r>(finding: &Finding, run: &'r SanitizedRun) -> (Vec<&'r SanitizerReport>, bool) {
    let (_, words, always) =
        REPORTS.iter().find(|(kind, ..)| *kind == finding.kind).unwrap_or(&("", &[], false));
    let is_of_kind = |report: &&SanitizerReport| words.iter().any(|word| report.message.contains(word));
    (run.reports.iter().filter(is_of_kind).collect(), *always)
}

/// Whether a frame of `report` stands at the line of `finding`, in a file of the same name.
fn has_line(report: &SanitizerReport, finding: &Finding) -> bool {
    let name = |path: &str| path.rsplit('/').next().map(str::to_owned);
    let wanted = (name(&finding.place.file), finding.place.start.0);
    // Endless recursion is found at any of its lines.
    finding.kind == "stack-overflow" || report.frames.iter().any(|(file, line)| (name(file), *line) == wanted)
}

/// The first words of a report, up to the first address: those differ from run to run.
fn cause(report: &SanitizerReport) -> String {
    let words = report.message.split_whitespace().take_while(|word| !word.contains("0x"));
    let text = words.collect::<Vec<_>>().join(" ");
    let text = [" on address", " on unknown address", " on"]
        .iter()
        .fold(text.as_str(), |text, end| text.strip_suffix(end).unwrap_or(text));
    text.chars().take(80).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use trine_record::{FindingClass, SourceSpan};

    fn finding(kind: &str, line: u32) -> Finding {
        Finding {
            kind: kind.to_owned(),
            class: FindingClass::Code,
            message: String::new(),
            function: "f".to_owned(),
            place: SourceSpan { file: "src/a.c".to_owned(), start: (line, 1), end: (line, 2) },
            stack: Vec::new(),
            places: Vec::new(),
            test: "t".to_owned(),
            also_from: Vec::new(),
            of_data: false,
            native: None,
        }
    }

    fn run(message: &str, line: u32) -> SanitizedRun {
        let report = SanitizerReport {
            message: message.to_owned(),
            frames: vec![("/x/a.c".to_owned(), line)],
            offsets: Vec::new(),
        };
        SanitizedRun { ending: Ending::Exited(1), reports: vec![report], last_words: String::new() }
    }

    #[test]
    fn the_same_kind_at_the_same_line_confirms_and_nothing_else_does() {
        let confirmed = |kind, message, line| evidence(&finding(kind, 7), &run(message, line)).confirmed;
        assert_eq!(confirmed("division-by-zero", "division by zero", 7), NativeConfirmation::Yes);
        assert_eq!(confirmed("division-by-zero", "division by zero", 8), NativeConfirmation::No);
        assert_eq!(confirmed("double-free", "division by zero", 7), NativeConfirmation::No);
        let detail =
            evidence(&finding("double-free", 7), &run("attempting double-free on 0x7b in thread T0", 7));
        assert_eq!(detail.detail, "attempting double-free at line 7");
    }

    #[test]
    fn another_kind_of_fault_refutes_and_another_line_does_not() {
        let refuted = |kind, message| refutes(&finding(kind, 7), &run(message, 8));
        assert!(refuted("use-after-free", "SEGV on unknown address"));
        assert!(
            !refuted("division-by-zero", "division by zero"),
            "the line of an expression may be another one"
        );
        let silent = |ending| SanitizedRun { ending, reports: Vec::new(), last_words: String::new() };
        assert!(refutes(&finding("use-after-free", 7), &silent(Ending::Exited(0))));
        assert!(
            !refutes(&finding("out-of-bounds", 7), &silent(Ending::Exited(0))),
            "it may touch other memory"
        );
        assert!(!refutes(&finding("use-after-free", 7), &silent(Ending::TimedOut)));
    }

    #[test]
    fn a_silent_run_confirms_nothing() {
        let silent =
            SanitizedRun { ending: Ending::Exited(0), reports: Vec::new(), last_words: String::new() };
        assert_eq!(evidence(&finding("out-of-bounds", 7), &silent).confirmed, NativeConfirmation::NotVisible);
        assert_eq!(evidence(&finding("use-after-free", 7), &silent).confirmed, NativeConfirmation::No);
        assert_eq!(sanitizer("uncaught"), None);
    }
}
