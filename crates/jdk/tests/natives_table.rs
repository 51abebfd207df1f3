//! `docs/natives.md` says which methods of the class library are answered by the machine: it must say what the tables say.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::Path;

const HEAD: &str = "# Natives

Methods of the class library of a JDK that Trine's machine answers itself: those that a JDK leaves to its virtual machine, and
methods with code that sets up what the machine does not have. Names are those of JDK 17 and 25; one that a release does not have
is never asked for. `registerNatives`, `initIDs` and `initNative` of every class do nothing.

A native method that is not in this table is not supported: a run that calls it ends there and says which it was. Tests that would
need it are not kept, goals behind it stay unknown, and everything else goes on. Methods that nobody calls cost nothing.

| class | natives | methods with code |
|---|---|---|
";

fn rendered() -> String {
    let mut classes: BTreeMap<String, [Vec<String>; 2]> = BTreeMap::new();
    for (name, has_code) in trine_jdk::answered() {
        let head = name.split('(').next().unwrap_or_default();
        let Some((class, method)) = head.rsplit_once('.') else { panic!("`{name}` is no method") };
        let methods = &mut classes.entry(class.replace('/', ".")).or_default()[usize::from(has_code)];
        methods.push(format!("`{method}`"));
    }
    let mut text = HEAD.to_owned();
    for (class, [natives, with_code]) in &mut classes {
        for methods in [&mut *natives, &mut *with_code] {
            methods.sort();
            methods.dedup();
        }
        let _ = writeln!(text, "| `{class}` | {} | {} |", natives.join(" "), with_code.join(" "));
    }
    text
}

#[test]
fn the_table_of_natives_says_what_is_answered() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/natives.md");
    let (expected, found) = (rendered(), std::fs::read_to_string(&path).unwrap_or_default());
    if expected != found {
        let fresh = std::env::temp_dir().join("natives.md");
        std::fs::write(&fresh, expected).unwrap_or_else(|error| panic!("{}: {error}", fresh.display()));
        panic!("docs/natives.md does not say what the tables say: compare it with {}", fresh.display());
    }
}
