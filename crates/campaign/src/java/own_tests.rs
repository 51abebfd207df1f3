//! The user's own JUnit tests: which methods their compiled classes have, and what has to be done around each.
//!
//! ```text
//! class AccountTest {                  TestClass: constructor, before, after
//!     @BeforeEach void open() ...
//!     @Test void withdraws() ...       TestMethod
//! ```
//!
//! Found are methods of JUnit 3 (`test...` of a `TestCase`), 4 and 5 without parameters, those of superclasses included. Not run,
//! and listed with the reason: parameterised and repeated tests, tests with a runner of their own, nested and disabled tests. Rules and
//! extensions are not applied: a test that needs one fails, and is listed as failing.

use super::Settings;
use crate::failure::Failure;
use std::collections::BTreeSet;
use std::path::PathBuf;
use trine_base::{Fingerprint, Fingerprinter};
use trine_frontend_jvm::class::flags;
use trine_frontend_jvm::{ClassFile, ClassPath, Jdk, JvmError};
use trine_native::jdk::Jars;

const NOTHING: &str = "nothing was tested";
const OLD: &str = "junit/framework/TestCase";
const TESTS: [&str; 2] = ["Lorg/junit/Test;", "Lorg/junit/jupiter/api/Test;"];
const BEFORE_ALL: [&str; 2] = ["Lorg/junit/BeforeClass;", "Lorg/junit/jupiter/api/BeforeAll;"];
const BEFORE: [&str; 2] = ["Lorg/junit/Before;", "Lorg/junit/jupiter/api/BeforeEach;"];
const AFTER: [&str; 2] = ["Lorg/junit/After;", "Lorg/junit/jupiter/api/AfterEach;"];
const AFTER_ALL: [&str; 2] = ["Lorg/junit/AfterClass;", "Lorg/junit/jupiter/api/AfterAll;"];
const DISABLED: [&str; 2] = ["Lorg/junit/Ignore;", "Lorg/junit/jupiter/api/Disabled;"];
const RUNNERS: [&str; 1] = ["Lorg/junit/runner/RunWith;"];
/// Classes that tests use beside those that are tested, at most.
const MAX_USED: usize = 60;
/// Annotations of methods that are run in another way than once without arguments.
const OTHER_TESTS: [&str; 4] = [
    "Lorg/junit/jupiter/params/ParameterizedTest;",
    "Lorg/junit/jupiter/api/RepeatedTest;",
    "Lorg/junit/jupiter/api/TestFactory;",
    "Lorg/junit/jupiter/api/TestTemplate;",
];

/// The user's own tests.
pub struct OwnTests {
    /// What the tests are run with: the class path, and behind it the tests and their libraries.
    pub(super) class_path: Vec<PathBuf>,
    /// The same, to look for classes.
    pub(super) path: ClassPath,
    /// All classes where tests are looked for: their calls of others are carved.
    pub(super) names: BTreeSet<String>,
    /// Classes of the class path.
    code: BTreeSet<String>,
    /// Classes with tests, by name.
    pub(super) classes: Vec<TestClass>,
    /// Of the content of all classes where tests are looked for.
    pub(super) fingerprint: Fingerprint,
}

/// A class with tests.
#[derive(Clone, Debug)]
pub(super) struct TestClass {
    /// Its name in class files.
    pub name: String,
    /// Whether its constructor takes a name, as some of JUnit 3 do; `None` where it has none that is called.
    pub takes_name: Option<bool>,
    /// What is called before each test, the static ones first.
    pub before: Vec<Around>,
    /// What is called behind it.
    pub after: Vec<Around>,
    pub tests: Vec<TestMethod>,
    /// Names of classes that it, its superclasses and its nested classes mention.
    pub mentioned: BTreeSet<String>,
}

/// A method around a test.
#[derive(Clone, Debug)]
pub(super) struct Around {
    pub class: String,
    pub name: String,
    pub is_static: bool,
}

/// A test.
#[derive(Clone, Debug)]
pub(super) struct TestMethod {
    /// The class that declares it.
    pub class: String,
    pub name: String,
    /// The exception that it must end with.
    pub expected: Option<String>,
    /// Why it is not run.
    pub not_run: Option<&'static str>,
}

impl TestClass {
    /// Class and method as the user knows them.
    pub fn name_of(&self, test: &TestMethod) -> String {
        format!("{}.{}", self.name.replace('/', "."), test.name)
    }
}

impl OwnTests {
    /// Those that the settings name; `None` where they name none.
    ///
    /// # Errors
    /// When a path cannot be read.
    pub fn new(settings: &Settings) -> Result<Option<Self>, Failure> {
        if settings.seeds.is_empty() {
            return Ok(None);
        }
        let wrong = |error: JvmError| {
            Failure::input(
                format!("--seeds: {error}"),
                NOTHING,
                "check the folder or jar, and compile your tests again",
            )
        };
        let open = |paths: &[PathBuf]| ClassPath::open(Jdk::open(&settings.jdk)?, paths);
        let names = open(&settings.seeds).and_then(|path| path.classes()).map_err(wrong)?;
        let code = open(&settings.class_path).and_then(|path| path.classes()).map_err(wrong)?;
        let mut class_path = settings.class_path.clone();
        let others = settings.seeds.iter().chain(&settings.test_libraries);
        class_path
            .extend(others.filter(|path| path.exists() && !settings.class_path.contains(path)).cloned());
        let mut path = open(&class_path).map_err(wrong)?;
        let has = |name: &str| path.find_class(name).is_ok_and(|found| found.is_some());
        if !has("org/junit/jupiter/api/Test") {
            // Tests alone say nothing of where their JUnit 5 is.
            class_path.extend(Jars::find().map(|jars| jars.junit_path()).unwrap_or_default());
            path = open(&class_path).map_err(wrong)?;
        }
        let mut hash = Fingerprinter::default();
        let mut classes = Vec::new();
        for name in &names {
            let Some(file) = file(&path, name) else { continue };
            hash.part(name);
            hash.bytes(file.content());
            classes.extend(test_class(&path, &names, &file));
        }
        Ok(Some(Self { class_path, path, names, code, classes, fingerprint: hash.finish() }))
    }

    /// Requires that there are tests where the settings say so.
    ///
    /// # Errors
    /// When there is none, or a path cannot be read.
    pub fn check(settings: &Settings) -> Result<(), Failure> {
        match Self::new(settings)? {
            Some(tests) if tests.classes.is_empty() => {
                let places: Vec<String> =
                    settings.seeds.iter().map(|path| format!("`{}`", path.display())).collect();
                Err(Failure::input(
                    format!("--seeds: there is no JUnit test in {}", places.join(", ")),
                    NOTHING,
                    "name the folder or jar with your compiled tests, for instance --seeds target/test-classes, or leave the option out",
                ))
            }
            _ => Ok(()),
        }
    }

    /// Classes with tests that mention one of `unit`.
    pub(super) fn about<'a>(&'a self, unit: &'a [String]) -> impl Iterator<Item = &'a TestClass> {
        self.classes.iter().filter(|class| unit.iter().any(|name| class.mentioned.contains(name)))
    }

    /// Other classes of the class path that the tests about `unit` mention: they make and change what tests of it need.
    pub(super) fn used(&self, unit: &[String]) -> Vec<String> {
        let is_used =
            |name: &&String| self.code.contains(*name) && !self.names.contains(*name) && !unit.contains(name);
        let all: BTreeSet<&String> =
            self.about(unit).flat_map(|class| &class.mentioned).filter(is_used).collect();
        all.into_iter().take(MAX_USED).cloned().collect()
    }

    /// Whether the class `name` is `above`, or extends it.
    pub(super) fn extends(&self, name: &str, above: &str) -> bool {
        chain(&self.path, name).iter().any(|file| file.name == above)
    }
}

/// The class file of `name`; a damaged one has no tests.
fn file(path: &ClassPath, name: &str) -> Option<ClassFile> {
    ClassFile::read(name, path.find_class(name).ok()??).ok()
}

/// A class and those above it, the lowest first.
fn chain(path: &ClassPath, name: &str) -> Vec<ClassFile> {
    let mut chain: Vec<ClassFile> = Vec::new();
    let mut next = Some(name.to_owned());
    while let Some(name) = next {
        if chain.iter().any(|known| known.name == name) {
            break;
        }
        let Some(file) = file(path, &name) else { break };
        next = file.superclass.clone();
        chain.push(file);
    }
    chain
}

/// What `file` has of tests; `None` where there are none.
fn test_class(path: &ClassPath, names: &BTreeSet<String>, file: &ClassFile) -> Option<TestClass> {
    if file.flags & (flags::ABSTRACT | flags::INTERFACE) != 0 {
        return None;
    }
    let chain = chain(path, &file.name);
    let is_old = chain.iter().any(|above| above.name == OLD);
    let mut class = TestClass {
        name: file.name.clone(),
        takes_name: takes_name(file, is_old),
        before: Vec::new(),
        after: Vec::new(),
        tests: Vec::new(),
        mentioned: BTreeSet::new(),
    };
    let has = |all: &[String], wanted: &[&str]| all.iter().any(|one| wanted.contains(&one.as_str()));
    let (mut static_before, mut static_after) = (Vec::new(), Vec::new());
    let mut seen: BTreeSet<String> = BTreeSet::new();
    let mut not_run = None;
    let own = chain.iter().take_while(|above| above.name != OLD && above.name != "java/lang/Object");
    for above in own {
        let annotations = above.annotations().unwrap_or_default();
        not_run = not_run.or_else(|| match () {
            () if has(&annotations.class, &DISABLED) => Some("it is disabled"),
            () if has(&annotations.class, &RUNNERS) => Some("its class needs a runner of its own (@RunWith)"),
            () => None,
        });
        // Those of a superclass come first before a test, and last behind it.
        let (mut before, mut first) = (Vec::new(), Vec::new());
        for (at, method) in above.methods.iter().enumerate() {
            if method.is(flags::SYNTHETIC) || method.name.starts_with('<') {
                continue;
            }
            let of = annotations.methods.get(at).map_or(&[][..], Vec::as_slice);
            let is_plain = method.ty.parameters.is_empty() && method.ty.result.is_none();
            if is_plain && !method.is(flags::PRIVATE) && !seen.insert(method.name.clone()) {
                continue;
            }
            let around = || Around {
                class: above.name.clone(),
                name: method.name.clone(),
                is_static: method.is(flags::STATIC),
            };
            let is_test = match is_old {
                true => is_plain && method.name.starts_with("test") && method.is(flags::PUBLIC),
                false => has(of, &TESTS),
            };
            match () {
                () if is_test || has(of, &OTHER_TESTS) => class.tests.push(TestMethod {
                    class: above.name.clone(),
                    name: method.name.clone(),
                    expected: annotations.expected.get(at).cloned().flatten(),
                    not_run: match () {
                        () if has(of, &DISABLED) => Some("it is disabled"),
                        () if !is_test => {
                            Some("tests that are run with parameters, or more than once, are not supported")
                        }
                        () if !is_plain => Some("it has parameters or a result"),
                        () => None,
                    },
                }),
                () if !is_plain || is_old => {}
                () if has(of, &BEFORE_ALL) => first.push(around()),
                () if has(of, &BEFORE) => before.push(around()),
                () if has(of, &AFTER) => class.after.push(around()),
                () if has(of, &AFTER_ALL) => static_after.push(around()),
                () => {}
            }
        }
        class.before.splice(0..0, before);
        static_before.splice(0..0, first);
    }
    if class.tests.is_empty() {
        return None;
    }
    if is_old {
        let around = |name: &str| Around { class: OLD.to_owned(), name: name.to_owned(), is_static: false };
        class.before.push(around("setUp"));
        class.after.push(around("tearDown"));
    }
    class.before.splice(0..0, static_before);
    class.after.extend(static_after);
    let nested = format!("{}$", class.name);
    let below = names.range(nested.clone()..).take_while(|name| name.starts_with(&nested));
    let below: Vec<ClassFile> = below.filter_map(|name| self::file(path, name)).collect();
    let above = chain.iter().filter(|above| names.contains(&above.name));
    class.mentioned = above.chain(&below).flat_map(ClassFile::mentioned).collect();
    if class.takes_name.is_none() {
        not_run = not_run.or(Some("nothing makes an object of its class without arguments"));
    }
    class.tests.iter_mut().for_each(|test| test.not_run = test.not_run.or(not_run));
    class.tests.sort_by(|one, other| one.name.cmp(&other.name));
    Some(class)
}

/// Whether the constructor that is called takes a name.
fn takes_name(file: &ClassFile, is_old: bool) -> Option<bool> {
    let is_nested = |inner: &trine_frontend_jvm::class::InnerClass| {
        inner.name == file.name && inner.flags & flags::STATIC == 0
    };
    if file.attributes.inner_classes.iter().any(is_nested) {
        return None;
    }
    let mut descriptors =
        file.methods.iter().filter(|method| method.name == "<init>").map(|of| of.ty.to_string());
    let all: Vec<String> = descriptors.by_ref().collect();
    match () {
        () if all.iter().any(|one| one == "()V") => Some(false),
        () if is_old && all.iter().any(|one| one == "(Ljava/lang/String;)V") => Some(true),
        () => None,
    }
}
