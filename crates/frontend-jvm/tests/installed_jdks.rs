//! Every class of the JDKs that are installed can be read, with the code of all its methods.

use std::path::{Path, PathBuf};
use trine_frontend_jvm::{ClassFile, ClassPath, Jdk};

/// The JDKs below the folder where Debian and others install them; at least one must be there.
fn homes() -> Vec<PathBuf> {
    let entries =
        std::fs::read_dir("/usr/lib/jvm").expect("a JDK is installed: run scripts/setup.sh --tests");
    let mut homes: Vec<PathBuf> = entries
        .filter_map(|entry| entry.ok()?.path().canonicalize().ok())
        .filter(|home| home.join("lib").join("modules").is_file())
        .collect();
    homes.sort();
    homes.dedup();
    assert!(!homes.is_empty(), "no JDK below /usr/lib/jvm: run scripts/setup.sh --tests");
    homes
}

/// Classes, methods and instructions read.
fn read_all(home: &Path) -> [usize; 3] {
    let jdk = Jdk::open(home).expect("an installed JDK can be opened");
    let names: Vec<String> =
        jdk.entries().filter_map(|entry| entry.strip_suffix(".class")).map(str::to_owned).collect();
    let path = ClassPath::open(jdk, &[]).expect("an empty class path can be opened");
    let mut counts = [0; 3];
    for name in names {
        let found = path.find_class(&name).expect("entries can be read").expect("entries are there");
        // Descriptions of modules are one name with many contents.
        if name.ends_with("module-info") {
            continue;
        }
        let class = ClassFile::read(&name, found).unwrap_or_else(|error| panic!("{error}"));
        counts[0] += 1;
        for (position, method) in class.methods.iter().enumerate() {
            let code = class.code(position).unwrap_or_else(|error| panic!("{error}"));
            assert_eq!(code.is_some(), method.has_code, "{name}.{}", method.name);
            counts[1] += 1;
            counts[2] += code.map_or(0, |code| code.instructions.len());
        }
    }
    counts
}

#[test]
fn every_class_of_the_installed_jdks_can_be_read() {
    for home in homes() {
        let [classes, methods, instructions] = read_all(&home);
        println!("{}: {classes} classes, {methods} methods, {instructions} instructions", home.display());
        assert!(classes > 5_000 && methods > 50_000 && instructions > 1_000_000);
    }
}

#[test]
fn a_class_says_what_the_source_says() {
    let jdk = Jdk::open(&homes()[0]).unwrap();
    assert!(jdk.release >= 11);
    let path = ClassPath::open(jdk, &[]).unwrap();
    let found = path.find_class("java/util/ArrayList").unwrap().unwrap();
    assert_eq!(found.module.as_deref(), Some("java.base"));
    let class = ClassFile::read("java/util/ArrayList", found).unwrap();
    assert_eq!(class.superclass.as_deref(), Some("java/util/AbstractList"));
    assert!(class.interfaces.iter().any(|name| name == "java/util/RandomAccess"));
    let get = class.method("get", "(I)Ljava/lang/Object;").expect("it has a method get");
    assert!(class.code(get).unwrap().is_some_and(|code| !code.lines.is_empty()));
    assert!(path.find_class("java/lang/Nowhere").unwrap().is_none());
}

#[test]
fn modules_of_a_jdk_provide_services() {
    for home in homes() {
        let path = ClassPath::open(Jdk::open(&home).unwrap(), &[]).unwrap();
        let services = path.services().unwrap();
        assert_eq!(
            services["java.nio.file.spi.FileSystemProvider"],
            ["jdk.nio.zipfs.ZipFileSystemProvider", "jdk.internal.jrtfs.JrtFileSystemProvider"],
            "{}",
            home.display()
        );
        assert_eq!(services["java.nio.charset.spi.CharsetProvider"], ["sun.nio.cs.ext.ExtendedCharsets"]);
        assert!(!services.contains_key("java.util.List"));
    }
}
