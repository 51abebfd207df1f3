//! What methods return in the machine is what they return under `java`, bit by bit, on edge values.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;
use trine_frontend_jvm::{ClassPath, Jdk};
use trine_jdk::Runtime;
use trine_machine::{Config, TerminationReason};

/// The JDKs that are installed and can compile.
fn homes() -> Vec<PathBuf> {
    let entries =
        std::fs::read_dir("/usr/lib/jvm").expect("a JDK is installed: run scripts/setup.sh --tests");
    let mut homes: Vec<PathBuf> = entries
        .filter_map(|entry| entry.ok()?.path().canonicalize().ok())
        .filter(|home| home.join("bin").join("javac").is_file() && home.join("lib").join("modules").is_file())
        .collect();
    homes.sort();
    homes.dedup();
    assert!(!homes.is_empty(), "no JDK below /usr/lib/jvm: run scripts/setup.sh --tests");
    homes
}

fn succeed(command: &mut Command) -> String {
    let output = command.output().unwrap_or_else(|error| panic!("{command:?}: {error}"));
    assert!(output.status.success(), "{command:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// Results with one spelling of "not a number": Java does not say which of its bits are set.
fn canonical(descriptor: &str, bits: u128) -> u128 {
    match descriptor.rsplit(')').next() {
        Some("D") if f64::from_bits(bits as u64).is_nan() => 0x7ff8 << 48,
        Some("F") if f32::from_bits(bits as u32).is_nan() => 0x7fc0_0000,
        _ => bits,
    }
}

/// The bits of the arguments of a call, and those of its result.
type Call = (Vec<u128>, u128);

#[test]
fn methods_return_what_they_return_under_java() {
    let sources = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests").join("java");
    for home in homes() {
        let release = home.file_name().unwrap().to_string_lossy().into_owned();
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("as_java_{release}"));
        let [javac, java] = ["javac", "java"].map(|tool| home.join("bin").join(tool));
        succeed(
            Command::new(javac)
                .arg("-d")
                .arg(&folder)
                .args(["Programs.java", "Calls.java"].map(|file| sources.join(file))),
        );
        let expected = succeed(Command::new(java).arg("-cp").arg(&folder).args(["Calls", "Programs"]));
        let mut cases: BTreeMap<(&str, &str), Vec<Call>> = BTreeMap::new();
        for line in expected.lines() {
            let (call, result) = line.split_once(" = ").expect("a line has a result");
            let mut words = call.split(' ');
            let method = (words.next().unwrap(), words.next().unwrap());
            let args = words.map(|word| word.parse().unwrap()).collect();
            cases.entry(method).or_default().push((args, result.parse().unwrap()));
        }
        let entries: Vec<_> = cases.keys().map(|&(name, ty)| ("Programs", name, ty)).collect();
        let path = ClassPath::open(Jdk::open(&home).unwrap(), std::slice::from_ref(&folder)).unwrap();
        let mut runtime = Runtime::new(path, &entries, Config::default()).unwrap();
        let mut compared = 0;
        let mut differences = Vec::new();
        for (entry, ((name, ty), calls)) in cases.iter().enumerate() {
            for (args, expected) in calls {
                let outcome = runtime.call(entry, args);
                compared += 1;
                let result = outcome.returns.first().map(|bits| canonical(ty, bits));
                if outcome.reason != TerminationReason::Returned || result != Some(canonical(ty, *expected)) {
                    differences
                        .push(format!("{name}{args:?}: {:?} {result:?}, java {expected}", outcome.reason));
                    break;
                }
            }
        }
        println!("{release}: {compared} calls of {} methods compared", cases.len());
        assert!(compared > 1_000);
        assert!(differences.is_empty(), "{} differ:\n{}", differences.len(), differences.join("\n"));
    }
}
