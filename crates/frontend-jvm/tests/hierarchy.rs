//! Superclasses, dispatch and subtypes of library classes, as `java` itself sees them.

use std::path::{Path, PathBuf};
use std::process::Command;
use trine_frontend_jvm::class::FieldType;
use trine_frontend_jvm::{ClassPath, Hierarchy, Jdk, LinkageError};

/// The JDK of the `java` that is run.
fn home() -> PathBuf {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let java = std::env::split_paths(&path).map(|folder| folder.join("java")).find(|java| java.is_file());
    let java = java.expect("java is installed: run scripts/setup.sh --tests").canonicalize().unwrap();
    java.ancestors().nth(2).expect("java stands in bin").to_owned()
}

fn hierarchy() -> Hierarchy {
    Hierarchy::new(ClassPath::open(Jdk::open(&home()).unwrap(), &[]).unwrap())
}

/// Public classes of some packages.
fn public_classes() -> Vec<String> {
    let jdk = Jdk::open(&home()).unwrap();
    let packages =
        ["java/util/", "java/lang/", "java/io/", "java/time/", "java/text/", "java/util/concurrent/"];
    let mut names: Vec<String> = jdk
        .entries()
        .filter_map(|entry| entry.strip_suffix(".class"))
        .filter(|name| {
            name.rsplit_once('/').is_some_and(|(folder, _)| packages.contains(&&*format!("{folder}/")))
        })
        .filter(|name| !name.ends_with("package-info"))
        .map(str::to_owned)
        .collect();
    names.sort();
    names
}

#[test]
fn calls_select_the_methods_that_java_selects() {
    let mut hierarchy = hierarchy();
    let names: Vec<String> = public_classes()
        .into_iter()
        .filter(|name| {
            let id = hierarchy.load(name).unwrap_or_else(|error| panic!("{name}: {error}"));
            let class = hierarchy.class(id);
            class.file.is(trine_frontend_jvm::class::flags::PUBLIC) && !class.is_interface()
        })
        .collect();
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/java/Selected.java");
    let output = Command::new(home().join("bin").join("java")).arg(source).args(&names).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let mut compared = 0;
    let mut differences = Vec::new();
    for line in String::from_utf8_lossy(&output.stdout).lines() {
        let [name, method, declaring] = line.split(' ').collect::<Vec<_>>()[..] else { panic!("{line}") };
        let (method, descriptor) = method.split_at(method.find('(').unwrap());
        let id = hierarchy.load(name).unwrap();
        let selected = hierarchy.select(id, method, descriptor);
        let selected = selected.map(|method| hierarchy.class(method.class).name());
        compared += 1;
        if selected != Some(declaring) {
            differences.push(format!("{name}.{method}{descriptor}: java {declaring}, we {selected:?}"));
        }
    }
    println!("{compared} methods of {} classes compared", names.len());
    assert!(compared > 5_000, "{compared} methods were compared");
    assert!(
        differences.is_empty(),
        "{} differ:\n{}",
        differences.len(),
        differences[..differences.len().min(20)].join("\n")
    );
}

#[test]
fn arrays_are_covariant_in_references_only() {
    let mut hierarchy = hierarchy();
    let mut is = |ty: &str, above: &str| {
        let [ty, above] = [ty, above].map(|text| FieldType::parse(text).unwrap());
        hierarchy.is_assignable(&ty, &above).unwrap()
    };
    assert!(is("Ljava/util/ArrayList;", "Ljava/lang/Iterable;"));
    assert!(!is("Ljava/lang/Iterable;", "Ljava/util/ArrayList;"));
    assert!(is("[Ljava/lang/String;", "[Ljava/lang/Comparable;"));
    assert!(is("[[I", "[Ljava/lang/Object;"));
    assert!(is("[I", "Ljava/lang/Cloneable;"));
    assert!(!is("[I", "[J"));
    assert!(!is("[I", "[Ljava/lang/Object;"));
}

#[test]
fn fields_do_not_overlap_and_follow_those_of_the_superclass() {
    let mut hierarchy = hierarchy();
    for name in public_classes() {
        let id = hierarchy.load(&name).unwrap();
        let class = hierarchy.class(id);
        let start = class.superclass.map_or(8, |above| hierarchy.class(above).layout.instance_bytes);
        let mut end = start;
        for field in &class.layout.instance {
            assert!(field.offset >= end, "{name}");
            let size = match &class.file.fields[field.position].ty {
                FieldType::Base(base) => base.size_bytes(),
                _ => 8,
            };
            assert_eq!(field.offset % size, 0, "{name}");
            end = field.offset + size;
        }
        // Whole words.
        assert_eq!(class.layout.instance_bytes, end.max(start).next_multiple_of(8), "{name}");
    }
}

#[test]
fn a_member_that_is_not_there_is_named() {
    let mut hierarchy = hierarchy();
    let list = hierarchy.load("java/util/ArrayList").unwrap();
    let missing = hierarchy.resolve_method(list, "get", "()V").unwrap_err();
    assert_eq!(missing.to_string(), "there is no method `java/util/ArrayList.get()V`");
    let count = hierarchy.resolve_field(list, "modCount", "I").unwrap();
    assert_eq!(hierarchy.class(count.class).name(), "java/util/AbstractList");
    assert_eq!(hierarchy.load("no/Such"), Err(LinkageError::NoClass("no/Such".to_owned())));
    assert_eq!(hierarchy.load("no/Such"), Err(LinkageError::NoClass("no/Such".to_owned())));
}
