//! The table of natives that are not answered, against the JDK that is installed.

use std::collections::BTreeSet;
use trine_fixtures::java;
use trine_frontend_jvm::class::flags;
use trine_frontend_jvm::{ClassFile, ClassPath, Jdk};

/// Methods of these that take any types are linked where they are called.
const LINKED: [&str; 2] = ["java/lang/invoke/MethodHandle", "java/lang/invoke/VarHandle"];

/// Natives of `java.base` without an answer as `class.method`, and the feature release.
fn unanswered() -> (BTreeSet<String>, u32) {
    let jdk = Jdk::open(&java::home()).unwrap();
    let release = jdk.release;
    let names: Vec<String> =
        jdk.entries().filter_map(|entry| entry.strip_suffix(".class").map(str::to_owned)).collect();
    let path = ClassPath::open(jdk, &[]).unwrap();
    let mut unanswered = BTreeSet::new();
    for name in names.iter().filter(|name| !LINKED.contains(&name.as_str())) {
        let Some(found) = path.find_class(name).unwrap() else { continue };
        if found.module.as_deref() != Some("java.base") || name.ends_with("module-info") {
            continue;
        }
        let file = ClassFile::read(name, found).unwrap();
        for method in file.methods.iter().filter(|method| method.is(flags::NATIVE)) {
            if !trine_jdk::is_answered(&format!("{name}.{}{}", method.name, method.ty)) {
                unanswered.insert(format!("{name}.{}", method.name));
            }
        }
    }
    (unanswered, release)
}

/// What the table says for a release.
fn documented(release: u32) -> BTreeSet<String> {
    let text = include_str!("../../../docs/java-natives.md");
    let mut rows = BTreeSet::new();
    for row in text.lines().filter(|line| line.starts_with("| `")) {
        let cells: Vec<&str> = row.trim_matches('|').split('|').map(str::trim).collect();
        let [class, releases, methods] = cells[..] else { panic!("{row}") };
        if releases.split(", ").any(|one| one == release.to_string()) {
            let class = class.trim_matches('`');
            rows.extend(methods.split(' ').map(|method| format!("{class}.{}", method.trim_matches('`'))));
        }
    }
    rows
}

#[test]
fn the_table_names_every_native_that_is_not_answered() {
    let (unanswered, release) = unanswered();
    let documented = documented(release);
    assert!(documented.len() > 100, "no rows for JDK {release}");
    let missing: Vec<_> = unanswered.difference(&documented).collect();
    let stale: Vec<_> = documented.difference(&unanswered).collect();
    assert!(missing.is_empty(), "not in docs/java-natives.md: {missing:#?}");
    assert!(stale.is_empty(), "answered, and still in docs/java-natives.md: {stale:#?}");
}
