//! API models of classes of the JDK, and of classes compiled here: what a test may call, with the types of the source.

use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use trine_fixtures::java;
use trine_frontend_jvm::api::Library;
use trine_frontend_jvm::{ClassPath, Jdk};
use trine_testcase::objects::{ClassApi, ClassType, Member, MemberId, Types, Visibility};

fn path(folders: &[PathBuf]) -> ClassPath {
    ClassPath::open(Jdk::open(&java::home()).unwrap(), folders).unwrap()
}

/// The folder of the classes of `Shop.java`, which is compiled once: no test reads what another one is writing.
fn compiled() -> PathBuf {
    static FOLDER: OnceLock<PathBuf> = OnceLock::new();
    let compile = || {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("api-classes");
        let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/java/Shop.java");
        std::fs::create_dir_all(&folder).unwrap();
        java::compile(&folder, &[source.to_str().expect("a path in Unicode")]);
        folder
    };
    FOLDER.get_or_init(compile).clone()
}

fn class<'a>(api: &'a ClassApi, name: &str) -> &'a ClassType {
    &api.classes[api.class_named(name).unwrap_or_else(|| panic!("{name} is in the model"))]
}

fn member<'a>(api: &'a ClassApi, class_name: &str, name: &str) -> &'a Member {
    let mut members = class(api, class_name).members.iter().map(|&id| &api.members[id]);
    members
        .find(|member| member.name == name)
        .unwrap_or_else(|| panic!("{class_name}.{name} is in the model"))
}

#[test]
fn a_class_of_the_jdk_has_its_members_and_what_they_need() {
    let path = path(&[]);
    let api = Library::new(&path).unwrap().model("java/util/ArrayDeque").unwrap();
    println!("{} classes, {} members", api.classes.len(), api.members.len());
    let types = Types::new(&api);
    let deque = class(&api, "java/util/ArrayDeque");
    assert_eq!(deque.source_name, "java.util.ArrayDeque");
    assert_eq!(deque.type_parameters[0].name, "E");
    let above = types.above(api.subjects[0]);
    assert!(above.iter().any(|&id| api.classes[id].name == "java/lang/Iterable"));
    assert!(class(&api, "java/util/ArrayList").members.len() > 10, "a collection is made of lists");
    assert!(class(&api, "java/util/function/Consumer").functional.is_some());
    assert!(
        class(&api, "java/util/Comparator").functional.is_some()
            || api.class_named("java/util/Comparator").is_none()
    );
    assert!(class(&api, "java/lang/String").members.is_empty());
    let by = api.serialization.as_ref().expect("a deque takes part in its serialization");
    let names = |members: &[MemberId]| -> Vec<&str> {
        members.iter().map(|&member| &*api.members[member].name).collect()
    };
    assert_eq!(names(&by.hooks), ["writeObject", "readObject"]);
    assert_eq!(
        names(&[by.sink, by.output, by.write, by.content, by.source, by.input, by.read]),
        ["<init>", "<init>", "writeObject", "toByteArray", "<init>", "<init>", "readObject"]
    );
    assert_eq!(class(&api, "java/io/ObjectInputStream").members, [by.input, by.read]);
    assert_eq!(api.classes[by.serializable].name, "java/io/Serializable");
}

/// The folder of the classes of `source`, a file named after `name`.
fn library(name: &str, source: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("api-libraries").join(name);
    std::fs::create_dir_all(&folder).unwrap();
    let file = folder.join(format!("{name}.java"));
    std::fs::write(&file, source).unwrap();
    java::compile(&folder, &[file.to_str().expect("a path in Unicode")]);
    folder
}

#[test]
fn arrays_of_primitives_that_are_taken_may_be_copies() {
    let classes = library(
        "Sums",
        "public class Sums { static long of(byte[] all, String[] names) { return all.length; } }
         class Doubles { static long of(int one) { return 2L * one; } }",
    );
    let path = path(&[classes]);
    let library = Library::new(&path).unwrap();
    let copied = |subject: &str| -> Vec<String> {
        let api = library.model(subject).unwrap();
        let arrays = api.class_named("java/util/Arrays");
        let members = arrays.into_iter().flat_map(|arrays| &api.classes[arrays].members);
        members.map(|&member| &api.members[member]).map(|one| one.name.clone() + &one.descriptor).collect()
    };
    assert_eq!(copied("Sums"), ["copyOf([BI)[B"]);
    assert_eq!(copied("Doubles"), [""; 0]);
}

#[test]
fn what_implements_types_of_the_jdk_is_of_the_library_of_the_class_under_test() {
    let own = library(
        "Clerk",
        "public class Clerk { void ask(Runnable task, java.util.AbstractQueue<String> waiting) {} }
         class Errand implements Runnable { public void run() {} }",
    );
    let other = library(
        "Chore",
        "public class Chore implements Runnable {
             public void run() {}
             public static class Line extends java.util.AbstractQueue<String> {
                 public Line() {}
                 public boolean offer(String one) { return false; }
                 public String poll() { return null; }
                 public String peek() { return null; }
                 public int size() { return 0; }
                 public java.util.Iterator<String> iterator() { return null; }
             }
         }",
    );
    let path = path(&[own, other]);
    let api = Library::new(&path).unwrap().model("Clerk").unwrap();
    let members = |name: &str| api.class_named(name).map_or(0, |id| api.classes[id].members.len());
    assert!(members("Errand") > 0);
    assert!(members("Chore$Line") > 0, "nothing else extends its class");
    assert_eq!(members("Chore"), 0, "a class of another library");
}

#[test]
fn code_for_an_earlier_release_calls_what_that_release_had() {
    let path = path(&[]);
    let names = |library: Library<'_>| {
        let api = library.model("java/lang/StringBuilder").unwrap();
        let builder = class(&api, "java/lang/StringBuilder");
        builder.members.iter().map(|&member| api.members[member].name.clone()).collect::<Vec<String>>()
    };
    let own = names(Library::new(&path).unwrap());
    let earlier = names(Library::for_release(&path, &java::home(), 8).unwrap());
    let has = |names: &[String], name: &str| names.iter().any(|known| known == name);
    // Since Java 11.
    assert!(has(&own, "compareTo") && !has(&earlier, "compareTo"));
    assert!(has(&own, "reverse") && has(&earlier, "reverse") && has(&earlier, "<init>"));
    let same = names(Library::for_release(&path, &java::home(), path.release()).unwrap());
    assert_eq!(own, same);
}

#[test]
fn all_of_a_source_is_seen() {
    let path = path(&[compiled()]);
    let library = Library::new(&path).unwrap();
    let api = library.model("shop/Shop").unwrap();
    let names: Vec<&str> = api.subjects.iter().map(|&id| api.classes[id].name.as_str()).collect();
    assert_eq!(names[0], "shop/Shop");
    for nested in ["shop/Shop$Item", "shop/Shop$Size", "shop/Shop$Counter", "shop/Shop$Secret"] {
        assert!(names.contains(&nested), "{nested} in {names:?}");
    }
    assert_eq!(class(&api, "shop/Shop$Secret").visibility, Visibility::Hidden);
    assert_eq!(class(&api, "shop/Shop").visibility, Visibility::Package);
    assert!(class(&api, "shop/Shop$Counter").is_inner);
    assert_eq!(member(&api, "shop/Shop$Counter", "<init>").parameters.len(), 1);
    let order = member(&api, "shop/Shop", "order");
    assert_eq!(order.parameters[0].name.as_deref(), Some("item"));
    assert_eq!(order.parameters[1].name.as_deref(), Some("counts"));
    assert!(order.is_varargs);
    assert_eq!(order.throws.len(), 1);
    assert_eq!(member(&api, "shop/Shop", "secret").visibility, Visibility::Hidden);
    assert_eq!(member(&api, "shop/Shop", "pay").visibility, Visibility::Package);
    assert!(class(&api, "shop/Payment").is_extensible);
    assert!(class(&api, "shop/Pricing").functional.is_some());
    assert!(!class(&api, "shop/Discount").is_extensible, "sealed");
    assert!(api.class_named("shop/Cash").is_some(), "an implementation on the class path");
    assert!(member(&api, "shop/Shop", "old").is_deprecated);
    assert!(member(&api, "shop/BackDoor", "key").is_static, "what a class without a name extends");
    let constants = library.constants(&api);
    assert!(constants.integers.contains(&4711));
    assert!(constants.integers.contains(&77), "of a switch");
    assert!(constants.strings.contains(&"gold".encode_utf16().collect()));
    assert!(constants.floats.contains(&0.25));
    assert_eq!(api.serialization, None, "no class takes part in it");
}

#[test]
fn what_no_test_can_call_is_said_with_a_reason() {
    let path = path(&[compiled()]);
    let library = Library::new(&path).unwrap();
    let said = |name: &str| library.model(name).unwrap_err().to_string();
    assert_eq!(
        said("shop/Payment"),
        "`shop.Payment` has no code to test: it is an interface, and no method has a body"
    );
    assert!(said("shop/Nothing").contains("not on the class path"));
    assert!(said("shop/Shop$Secret").contains("no test can call `shop.Shop.Secret`"));
    assert!(said("shop/Closed").contains("not private"));
}
