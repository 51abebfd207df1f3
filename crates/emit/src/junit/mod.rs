//! Java tests: classes of JUnit 5, JUnit 4 or TestNG, from sequences of calls and what their runs showed.
//!
//! ```text
//! ObjectTest --plan--> which steps are variables --body--> statements --names--> imports, simple names
//! ```
//!
//! Tests stand in the package of the class under test, use what is visible there, and need nothing but the framework, and
//! Mockito where it is asked for. They are written for `javac -Xlint:all -Werror` of the release that is asked for; what is deprecated is used under
//! `@SuppressWarnings("deprecation")`. A test that cannot be written is skipped with a reason.

mod assertion;
mod body;
mod expression;
mod framework;
mod hierarchy;
mod layout;
mod literal;
mod mock;
mod mockito;
mod names;
mod overload;
mod plan;
mod target;
mod thrown;
mod titles;
mod variables;

pub use framework::Framework;

use expression::{Context, Refusal};
use names::Names;
use plan::Plan;
use std::collections::BTreeSet;
use trine_testcase::objects::{ClassApi, ClassType, Ended, ObjectTest};
use variables::Variables;

/// What stands for objects that a test implements itself, where no lambda can.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Mocks {
    /// Anonymous classes in the test.
    #[default]
    Own,
    /// Mockito's mocks (2 or newer), where they can be told all answers.
    Mockito,
}

/// How tests are written.
#[derive(Clone, Debug)]
pub struct Options {
    /// What runs them.
    pub framework: Framework,
    /// What stands for objects that tests implement.
    pub mocks: Mocks,
    /// The release of Java that they are compiled for: 8 or newer.
    pub release: u32,
    /// Simple names of other classes in the package, tests included: none of them is defined or shadowed.
    pub neighbours: BTreeSet<String>,
    /// What the name of a test class ends with.
    pub suffix: &'static str,
    /// Seconds after which a test fails, where there is a limit.
    pub timeout_seconds: Option<u32>,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            framework: Framework::default(),
            mocks: Mocks::default(),
            release: 17,
            neighbours: BTreeSet::new(),
            suffix: "Test",
            timeout_seconds: None,
        }
    }
}

/// A test class.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Written {
    /// Its file, relative to the root of test sources: `com/acme/AccountTest.java`.
    pub path: String,
    /// Its simple name.
    pub class: String,
    /// Its source.
    pub text: String,
    /// The method of each test, in their order; `None` for those that were skipped.
    pub names: Vec<Option<String>>,
    /// Tests that cannot be written: position and reason.
    pub skipped: Vec<(usize, String)>,
}

/// Writes one class with all `tests`, in their order.
#[must_use]
pub fn write(api: &ClassApi, tests: &[ObjectTest], options: &Options) -> Written {
    let class = class_name(api, options);
    let mut names = Names::new(api, &class, &options.neighbours);
    let annotation = annotation(&mut names, options);
    let titles = titles::titles(api, &tests.iter().collect::<Vec<_>>());
    let (mut methods, mut written, mut skipped) = (Vec::new(), Vec::new(), Vec::new());
    for (at, (test, title)) in tests.iter().zip(titles).enumerate() {
        match method(api, &mut names, test, &title, &annotation, options) {
            Ok(text) => {
                methods.push(text);
                written.push(Some(title));
            }
            Err(reason) => {
                skipped.push((at, reason));
                written.push(None);
            }
        }
    }
    let package =
        if api.package.is_empty() { String::new() } else { format!("package {};\n\n", api.package) };
    let access = if options.framework.wants_public() { "public " } else { "" };
    let text =
        format!("{package}{}\n{access}class {class} {{\n\n{}}}\n", names.imports(), methods.join("\n"));
    let folder =
        if api.package.is_empty() { String::new() } else { format!("{}/", api.package.replace('.', "/")) };
    Written { path: format!("{folder}{class}.java"), class, text, names: written, skipped }
}

/// What stands before a test method, without the first `@`.
fn annotation(names: &mut Names<'_>, options: &Options) -> String {
    let test = names.top_level(options.framework.test_annotation());
    let Some(seconds) = options.timeout_seconds else { return test };
    match options.framework {
        Framework::JUnit5 => {
            let timeout = names.top_level("org.junit.jupiter.api.Timeout");
            // A loop hears no interruption: the test runs in a thread of its own, which is left behind.
            format!(
                "{test}\n@{timeout}(value = {seconds}, threadMode = {timeout}.ThreadMode.SEPARATE_THREAD)"
            )
        }
        Framework::JUnit4 => format!("{test}(timeout = {})", seconds * 1000),
        Framework::TestNg => format!("{test}(timeOut = {})", seconds * 1000),
    }
}

/// `AccountTest`, or what is free.
fn class_name(api: &ClassApi, options: &Options) -> String {
    let Options { neighbours, suffix, .. } = options;
    let subject = api.subjects.first().map_or_else(
        || "Class".to_owned(),
        |&subject| {
            let ClassType { name, source_name, .. } = &api.classes[subject];
            // Tests of classes of the JDK are in another package.
            names::split(name, source_name).1.replace('.', "")
        },
    );
    let is_free = |name: &String| {
        let prefix = if api.package.is_empty() { String::new() } else { format!("{}.", api.package) };
        let full = format!("{prefix}{name}");
        !neighbours.contains(name) && !api.classes.iter().any(|class| class.source_name == full)
    };
    let numbered = (2..u32::MAX).map(|number| format!("{subject}Generated{number}{suffix}"));
    [format!("{subject}{suffix}"), format!("{subject}Generated{suffix}")]
        .into_iter()
        .chain(numbered)
        .find(is_free)
        .unwrap_or(subject)
}

/// One test method, with its annotations.
fn method<'a>(
    api: &'a ClassApi,
    names: &mut Names<'a>,
    test: &'a ObjectTest,
    title: &str,
    annotation: &str,
    options: &Options,
) -> Result<String, Refusal> {
    let thrower = match &test.ended {
        Ended::Returned => None,
        Ended::Threw { step, .. } => Some(*step),
        Ended::Limit { what, .. } => return Err(format!("it does not end within {what}")),
        Ended::Unsupported { what, .. } => return Err(what.clone()),
    };
    let plan = Plan::new(api, test, thrower, &|step| mock::is_function(api, test, step), &|by, used| {
        mock::may_take_function(api, test, by, used)
    });
    // What a test that could not be written named is none of this one's.
    names.take_deprecated();
    let mut context = Context {
        api,
        names,
        test,
        plan,
        framework: options.framework,
        mocks: options.mocks,
        release: options.release,
        variables: Variables::new(api),
        named: vec![None; test.sequence.steps.steps.len()],
        thrown: BTreeSet::new(),
        uses_deprecated: false,
    };
    let statements = context.statements()?;
    let (thrown, uses_deprecated) = (context.thrown, context.uses_deprecated);
    let thrown: Vec<String> = thrown::clause(api, &thrown).iter().map(|class| names.class(class)).collect();
    let mut text = layout::statement(1, &format!("@{annotation}"));
    if names.take_deprecated() || uses_deprecated {
        text.push_str(&layout::statement(1, "@SuppressWarnings(\"deprecation\")"));
    }
    let throws = if thrown.is_empty() { String::new() } else { format!(" throws {}", thrown.join(", ")) };
    let access = if options.framework.wants_public() { "public " } else { "" };
    text.push_str(&layout::statement(1, &format!("{access}void {title}(){throws} {{")));
    for statement in statements {
        text.push_str(&if statement.is_empty() { "\n".to_owned() } else { layout::statement(2, &statement) });
    }
    text.push_str("    }\n");
    Ok(text)
}
