//! Methods of library classes become IR that the verifier accepts; what is not supported is counted by reason.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::{Arc, Mutex};
use trine_frontend_jvm::{ClassPath, Hierarchy, Jdk, lower};

/// Reasons that are limits of today; any other one is a bug.
const LIMITS: [&str; 4] =
    ["native method", "abstract method", "invokedynamic by ", "method handles and dynamic constants"];

/// Parts of the names of classes that dynamic calls and arrays of arrays are linked to.
const MADE: [&str; 5] = ["$$Lambda$", "$$Concat$", "$$Record$", "$$Switch$", "trine/MultiArray"];

fn jdk() -> Jdk {
    let entries =
        std::fs::read_dir("/usr/lib/jvm").expect("a JDK is installed: run scripts/setup.sh --tests");
    let mut homes: Vec<PathBuf> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
    homes.sort();
    homes
        .iter()
        .find_map(|home| Jdk::open(home).ok())
        .expect("a JDK is installed: run scripts/setup.sh --tests")
}

#[test]
fn methods_of_library_classes_become_verified_ir() {
    let jdk = jdk();
    let mut names: Vec<String> = jdk
        .entries()
        .filter_map(|entry| entry.strip_suffix(".class"))
        .filter(|name| name.starts_with("java/util/") || name.starts_with("java/math/"))
        .filter(|name| !name.ends_with("package-info"))
        .map(str::to_owned)
        .collect();
    names.sort();
    let hierarchy = Arc::new(Mutex::new(Hierarchy::new(ClassPath::open(jdk, &[]).unwrap())));
    let mut lowered = 0;
    let mut limits: BTreeMap<&str, usize> = BTreeMap::new();
    let mut bugs = Vec::new();
    for name in names {
        let methods: Vec<(String, String)> = {
            let mut hierarchy = hierarchy.lock().unwrap();
            let id = hierarchy.load(&name).unwrap();
            let methods = &hierarchy.class(id).file.methods;
            methods.iter().map(|method| (method.name.clone(), method.ty.descriptor())).collect()
        };
        let entries: Vec<(&str, &str, &str)> =
            methods.iter().map(|(method, ty)| (&*name, &**method, &**ty)).collect();
        let program = lower::program(&hierarchy, &entries).unwrap();
        let mut next = 0;
        // Bodies add further functions; those of classes made for them are looked at, too.
        while let Some(id) = program.callables.indices().nth(next) {
            next += 1;
            let name = &program.callables[id].name;
            let of_runtime = name.starts_with("trine.java.");
            if next > entries.len() && (of_runtime || !MADE.iter().any(|part| name.contains(part))) {
                continue;
            }
            match program.body(id) {
                Ok(body) => {
                    lowered += 1;
                    let violations = trine_ir::verifier::verify(body);
                    if !violations.is_empty() {
                        bugs.push(format!("{}: {}", program.callables[id].name, violations[0]));
                    }
                }
                Err(error) => match LIMITS.iter().find(|limit| error.what.contains(**limit)) {
                    Some(limit) => *limits.entry(limit).or_default() += 1,
                    None => bugs.push(format!("{}: {error}", program.callables[id].name)),
                },
            }
        }
        for callable in program.callables.iter() {
            let Some(what) = callable.name.strip_prefix("trine.java.unsupported:") else { continue };
            match LIMITS.iter().find(|limit| what.contains(**limit)) {
                Some(limit) => *limits.entry(limit).or_default() += 1,
                None => bugs.push(format!("{name}: {what}")),
            }
        }
    }
    println!("{lowered} methods lowered and verified; not: {limits:?}");
    assert!(bugs.is_empty(), "{} bugs:\n{}", bugs.len(), bugs[..bugs.len().min(20)].join("\n"));
    assert!(lowered > 5_000, "{lowered} were lowered");
}
