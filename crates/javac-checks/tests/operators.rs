//! Operators over API models of real classes: what they produce satisfies the checker, and javac compiles it without a warning.

use std::path::{Path, PathBuf};
use std::process::Command;
use trine_frontend_jvm::api::Library;
use trine_frontend_jvm::{ClassPath, Jdk};
use trine_javac_checks::exercise::{exercise, source};

/// Classes of the JDK that sequences are made for.
const CLASSES: [&str; 24] = [
    "java/util/ArrayDeque",
    "java/util/TreeMap",
    "java/util/Collections",
    "java/util/Arrays",
    "java/util/Optional",
    "java/util/BitSet",
    "java/util/PriorityQueue",
    "java/util/EnumMap",
    "java/util/StringTokenizer",
    "java/util/Objects",
    "java/util/stream/Collectors",
    "java/util/AbstractList",
    "java/util/concurrent/ConcurrentHashMap",
    "java/util/regex/Matcher",
    "java/text/SimpleDateFormat",
    "java/text/MessageFormat",
    "java/math/BigDecimal",
    "java/time/LocalDate",
    "java/time/Duration",
    "java/io/StringReader",
    "java/io/PushbackReader",
    "java/lang/StringBuilder",
    "java/net/URI",
    "java/nio/ByteBuffer",
];

fn home() -> PathBuf {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let java = std::env::split_paths(&path).map(|folder| folder.join("java")).find(|java| java.is_file());
    let java = java.expect("java is installed: run scripts/setup.sh --tests").canonicalize().unwrap();
    java.ancestors().nth(2).expect("java stands in bin").to_owned()
}

fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

fn compiled(name: &str) -> PathBuf {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("../frontend-jvm/tests/java/Shop.java");
    compiled_source(name, &source)
}

fn compiled_source(name: &str, source: &Path) -> PathBuf {
    let folder = folder(name);
    let output =
        Command::new(home().join("bin/javac")).args(["-g", "-d"]).arg(&folder).arg(source).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    folder
}

fn path(folders: &[PathBuf]) -> ClassPath {
    ClassPath::open(Jdk::open(&home()).unwrap(), folders).unwrap()
}

/// Lints that a test is held to.
const LINTS: &str = "-Xlint:rawtypes,unchecked,varargs,static,overrides";

#[test]
fn what_operators_make_for_classes_of_the_jdk_is_checked_and_compiles() {
    let path = path(&[]);
    let library = Library::new(&path).unwrap();
    let rounds: usize = std::env::var("ROUNDS").ok().and_then(|text| text.parse().ok()).unwrap_or(400);
    let (mut steps, mut made) = (0, 0);
    let mut wrong = Vec::new();
    for (seed, name) in CLASSES.into_iter().enumerate() {
        let api = library.model(name).unwrap_or_else(|error| panic!("{error}"));
        let constants = library.constants(&api);
        let started = std::time::Instant::now();
        let sequences = exercise(&api, &constants, seed as u64, rounds).unwrap();
        let took = started.elapsed();
        steps += sequences.iter().map(|sequence| sequence.steps.steps.len()).sum::<usize>();
        made += sequences.len();
        println!("{name}: {} classes, {} members, {took:?}", api.classes.len(), api.members.len());
        let folder = folder(&format!("jdk-{seed}"));
        let package = folder.join("src").join(api.package.replace('.', "/"));
        std::fs::create_dir_all(&package).unwrap();
        let file = package.join("TrineChecked.java");
        std::fs::write(&file, source(&api, &sequences)).unwrap();
        let mut patch = std::ffi::OsString::from("java.base=");
        patch.push(folder.join("src"));
        let output = Command::new(home().join("bin/javac"))
            .args(["-J-Xmx512m", LINTS, "-Werror", "-Xmaxerrs", "1000", "--patch-module"])
            .arg(patch)
            .arg("-d")
            .arg(folder.join("out"))
            .arg(&file)
            .output()
            .unwrap();
        if !output.status.success() {
            wrong.push(format!("{name}\n{}", String::from_utf8_lossy(&output.stderr)));
        }
    }
    println!("{made} sequences with {steps} steps compiled");
    assert!(wrong.is_empty(), "javac refuses what the checker takes:\n{}", wrong.join("\n"));
}

#[test]
fn what_operators_make_for_classes_of_a_class_path_is_checked_and_compiles() {
    let made = made_for("shop", &compiled("shop"), "shop/Shop", 3_000);
    assert!(!made.is_empty());
}

#[test]
fn inner_classes_of_generic_classes_and_arrays_of_generic_types_are_made() {
    let source = folder("chain-source").join("Chain.java");
    std::fs::write(&source, CHAIN).unwrap();
    let made = made_for("chain", &compiled_source("chain", &source), "chain/Chain", 600);
    for what in [".new Link(", ".new Pair<>(", "new java.util.List<?>[] {s"] {
        assert!(made.contains(what), "no test has `{what}`:\n{made}");
    }
}

/// A generic class with inner classes, and methods that take arrays of generic types.
const CHAIN: &str = "package chain;
import java.util.List;
public class Chain<E> {
    public class Link {
        final E value;
        public Link(E value) { this.value = value; }
        public E get() { return value; }
    }
    public class Pair<F> {
        final Link first;
        public Pair(Link first, F second) { this.first = first; }
        public Link first() { return first; }
    }
    public Link link(E value) { return new Link(value); }
    public int count(List<E>[] lists) { return lists.length; }
    public static int sizes(List<? extends Number>[] lists) { return lists.length; }
}
";

/// What operators make for the class `subject` in the folder `classes`; it compiles without a warning.
fn made_for(name: &str, classes: &Path, subject: &str, rounds: usize) -> String {
    let path = path(&[classes.to_owned()]);
    let library = Library::new(&path).unwrap();
    let api = library.model(subject).unwrap();
    let sequences = exercise(&api, &library.constants(&api), 1, rounds).unwrap();
    let folder = folder(&format!("{name}-tests"));
    let file = folder.join("TrineChecked.java");
    let made = source(&api, &sequences);
    std::fs::write(&file, &made).unwrap();
    let output = Command::new(home().join("bin/javac"))
        .args(["-J-Xmx512m", LINTS, "-Werror", "-cp"])
        .arg(classes)
        .arg("-d")
        .arg(&folder)
        .arg(&file)
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    made
}
