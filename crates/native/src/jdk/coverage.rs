//! JaCoCo's report as data: counters of classes, methods and lines.

use super::run::Limits;
use super::xml::{Event, Reader, attribute};
use super::{JdkError, JdkTools, Program};
use crate::process::Ending;
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// Missed and covered.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counted {
    /// What was not executed.
    pub missed: u32,
    /// What was.
    pub covered: u32,
}

/// The counters of a class or method: `INSTRUCTION`, `BRANCH`, `LINE`, `COMPLEXITY`, `METHOD`, `CLASS`; those that count
/// nothing are absent.
pub type CountersByName = BTreeMap<String, Counted>;

/// A method of the report.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MethodReport {
    /// Its name.
    pub name: String,
    /// Its descriptor.
    pub descriptor: String,
    /// Its counters.
    pub counters: CountersByName,
}

/// A class of the report.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ClassReport {
    /// Its internal name.
    pub name: String,
    /// Its source file.
    pub source_file: String,
    /// Its methods that have something counted.
    pub methods: Vec<MethodReport>,
    /// Its counters.
    pub counters: CountersByName,
}

/// A line of a source file: instructions and branches of all classes in it.
pub type LineReport = (Counted, Counted);

/// A report.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CoverageReport {
    /// Its classes.
    pub classes: Vec<ClassReport>,
    /// By package and source file, `com/acme/Account.java`: the lines by number.
    pub files: BTreeMap<String, BTreeMap<u32, LineReport>>,
}

impl JdkTools {
    /// What the file `executed` of JaCoCo's agent says about the classes in the folders, jars or files `classes`. `cli` is JaCoCo's
    /// command line.
    ///
    /// # Errors
    /// When the report cannot be made.
    pub fn coverage(
        &self,
        cli: &Path,
        executed: &Path,
        classes: &[PathBuf],
        folder: &Path,
    ) -> Result<CoverageReport, JdkError> {
        let into = folder.join("jacoco.xml");
        let program = Program {
            class_path: vec![cli.to_owned()],
            class: "org.jacoco.cli.internal.Main".to_owned(),
            arguments: arguments(executed, classes, &into),
            ..Program::default()
        };
        let run = self.run(&program, folder, Limits::default())?;
        if run.ending != Ending::Exited(0) {
            let told = format!("{:?}: {}{}", run.ending, run.stdout, super::beginning(&run.stderr));
            return Err(JdkError::Failed { tool: "JaCoCo's report", told });
        }
        let text = std::fs::read_to_string(&into).map_err(JdkError::io("JaCoCo's report"))?;
        Ok(CoverageReport::read(&text))
    }
}

/// What JaCoCo's command line is told.
pub(super) fn arguments(executed: &Path, classes: &[PathBuf], into: &Path) -> Vec<String> {
    let mut words = vec!["report".to_owned(), executed.display().to_string()];
    for path in classes {
        words.extend(["--classfiles".to_owned(), path.display().to_string()]);
    }
    words.extend(["--xml".to_owned(), into.display().to_string(), "--quiet".to_owned()]);
    words
}

impl CoverageReport {
    /// The report with the text `xml`.
    #[must_use]
    pub fn read(xml: &str) -> Self {
        let mut report = Self::default();
        let (mut package, mut file) = (String::new(), None::<String>);
        let (mut class, mut method) = (None::<ClassReport>, None::<MethodReport>);
        for event in Reader::new(xml) {
            match event {
                Event::Start("package", attributes) => package = attribute(&attributes, "name").to_owned(),
                Event::Start("class", attributes) => {
                    class = Some(ClassReport {
                        name: attribute(&attributes, "name").to_owned(),
                        source_file: attribute(&attributes, "sourcefilename").to_owned(),
                        ..ClassReport::default()
                    });
                }
                Event::Start("method", attributes) => {
                    method = Some(MethodReport {
                        name: attribute(&attributes, "name").to_owned(),
                        descriptor: attribute(&attributes, "desc").to_owned(),
                        ..MethodReport::default()
                    });
                }
                Event::Start("sourcefile", attributes) => {
                    file = Some(format!("{package}/{}", attribute(&attributes, "name")));
                }
                Event::Start("line", attributes) => {
                    let number = |name| attribute(&attributes, name).parse().unwrap_or(0);
                    let counted =
                        |missed, covered| Counted { missed: number(missed), covered: number(covered) };
                    if let Some(file) = &file {
                        let lines = report.files.entry(file.clone()).or_default();
                        lines.insert(number("nr"), (counted("mi", "ci"), counted("mb", "cb")));
                    }
                }
                Event::Start("counter", attributes) => {
                    let counters = match (&mut method, &mut class) {
                        (Some(method), _) => &mut method.counters,
                        (None, Some(class)) => &mut class.counters,
                        (None, None) => continue,
                    };
                    counters.extend([counter(&attributes)]);
                }
                Event::End("method") => {
                    if let (Some(class), Some(method)) = (&mut class, method.take()) {
                        class.methods.push(method);
                    }
                }
                Event::End("class") => report.classes.extend(class.take()),
                Event::End("sourcefile") => file = None,
                _ => {}
            }
        }
        report
    }
}

fn counter(attributes: &[(&str, Cow<'_, str>)]) -> (String, Counted) {
    let number = |name| attribute(attributes, name).parse().unwrap_or(0);
    let counted = Counted { missed: number("missed"), covered: number("covered") };
    (attribute(attributes, "type").to_owned(), counted)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counters_belong_to_methods_classes_and_lines() {
        let report = CoverageReport::read(concat!(
            "<report name=\"r\"><package name=\"a/b\"><class name=\"a/b/C\" sourcefilename=\"C.java\">",
            "<method name=\"&lt;init&gt;\" desc=\"()V\" line=\"3\"><counter type=\"LINE\" missed=\"0\" covered=\"1\"/></method>",
            "<counter type=\"BRANCH\" missed=\"2\" covered=\"4\"/></class>",
            "<sourcefile name=\"C.java\"><line nr=\"3\" mi=\"1\" ci=\"2\" mb=\"3\" cb=\"4\"/><counter type=\"LINE\" missed=\"0\" covered=\"9\"/></sourcefile>",
            "<counter type=\"BRANCH\" missed=\"7\" covered=\"7\"/></package></report>"
        ));
        let [class] = &report.classes[..] else { panic!("one class") };
        assert_eq!(class.counters["BRANCH"], Counted { missed: 2, covered: 4 });
        assert_eq!(class.methods[0].name, "<init>");
        assert_eq!(class.methods[0].counters["LINE"], Counted { missed: 0, covered: 1 });
        let line = (Counted { missed: 1, covered: 2 }, Counted { missed: 3, covered: 4 });
        assert_eq!(report.files["a/b/C.java"][&3], line);
    }
}
