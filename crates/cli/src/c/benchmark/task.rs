//! A task: the program, what its tests are to cover, and its data model; from a task definition
//! (`.yml`, format versions 1.0 to 2.1) or from C files and a property.

use super::property::Property;
use super::yaml::Yaml;
use std::path::{Path, PathBuf};
use trine_campaign::failure::Failure;

/// Next step when a property is of another kind.
const PROPERTY_HELP: &str = "this version knows coverage-branches.prp and coverage-error-call.prp: \
     `COVER( init(main()), FQL(COVER EDGES(@DECISIONEDGE)) )` or `@CALL(reach_error)` in its place";

/// A benchmark task.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Task {
    /// The program.
    pub files: Vec<PathBuf>,
    /// What is to be covered.
    pub property: Property,
    /// Whether the task was written for 32-bit `long` and pointers.
    pub is_ilp32: bool,
}

impl Task {
    /// The task that `files` name: one task definition, or C files.
    ///
    /// # Errors
    /// When a file cannot be read, is malformed or incomplete, or the property is not supported.
    pub fn read(files: &[PathBuf], property: Option<&Path>) -> Result<Self, Failure> {
        let is_definition =
            |file: &PathBuf| file.extension().is_some_and(|ending| ending == "yml" || ending == "yaml");
        match files {
            [file] if is_definition(file) => Self::from_definition(file, property),
            [] => Err(refused("no task is given".to_owned(), "name a C file or a task definition (.yml)")),
            _ if files.iter().any(is_definition) => {
                let what = "a task definition stands among other files".to_owned();
                Err(refused(what, "give one task at a time"))
            }
            _ => {
                let property = given(property)?.unwrap_or_else(Property::branches);
                files.iter().try_for_each(|file| exists(file, None))?;
                Ok(Self { files: files.to_vec(), property, is_ilp32: false })
            }
        }
    }

    fn from_definition(file: &Path, property: Option<&Path>) -> Result<Self, Failure> {
        let text = std::fs::read_to_string(file).map_err(|error| {
            let help = match error.kind() {
                std::io::ErrorKind::InvalidData => "a task definition is a text of YAML",
                _ => "check the path",
            };
            refused(format!("cannot read the task {}: {error}", file.display()), help)
        })?;
        let wrong = |what: &str| {
            let help = "a task definition has `format_version`, `input_files`, `properties` and `options`";
            refused(format!("{}: {what}", file.display()), help)
        };
        let yaml = Yaml::parse(&text).map_err(|error| wrong(&error.to_string()))?;
        check_version(&yaml).map_err(|what| wrong(&what))?;
        let option = |name: &str| yaml.get("options").and_then(|options| options.get(name)?.text());
        match option("language") {
            None | Some("C") => {}
            Some(other) => return Err(wrong(&format!("language {other} is not supported"))),
        }
        let is_ilp32 = match option("data_model") {
            None | Some("LP64") => false,
            Some("ILP32") => true,
            Some(other) => return Err(wrong(&format!("data_model {other} is not known"))),
        };
        let folder = file.parent().unwrap_or(Path::new(""));
        let names = yaml.get("input_files").map(Yaml::elements).unwrap_or_default();
        let files: Vec<PathBuf> = names
            .iter()
            .filter_map(Yaml::text)
            .filter(|name| !name.is_empty())
            .map(|n| folder.join(n))
            .collect();
        if files.is_empty() {
            return Err(wrong("no `input_files`"));
        }
        files.iter().try_for_each(|input| exists(input, Some(file)))?;
        let property = match given(property)? {
            Some(property) => property,
            None => property_of(&yaml, folder, &wrong)?,
        };
        Ok(Self { files, property, is_ilp32 })
    }
}

/// What is wrong with the version of a task definition. As BenchExec has it, `options` came with 2.0: a definition of
/// version 1.0 that has them says something that its readers never looked at.
fn check_version(yaml: &Yaml) -> Result<(), String> {
    match yaml.get("format_version").map(Yaml::text) {
        Some(Some("2.0" | "2.1")) => Ok(()),
        Some(Some("1.0")) if yaml.get("options").is_none() => Ok(()),
        Some(Some("1.0")) => Err("`options` needs format_version 2.0, and this is 1.0".to_owned()),
        Some(Some(other)) => Err(format!("format_version {other} is not known: there are 1.0, 2.0 and 2.1")),
        Some(None) => Err("format_version is a list or a mapping, not a text".to_owned()),
        None => Err("no `format_version`: not a task definition".to_owned()),
    }
}

/// The first property of a task definition that asks for coverage.
fn property_of(yaml: &Yaml, folder: &Path, wrong: &dyn Fn(&str) -> Failure) -> Result<Property, Failure> {
    let listed = yaml.get("properties").map(Yaml::elements).unwrap_or_default();
    let mut others = Vec::new();
    for name in listed.iter().filter_map(|entry| entry.get("property_file")?.text()) {
        match Property::read(&folder.join(name))? {
            Some(property) => return Ok(property),
            None => others.push(name.to_owned()),
        }
    }
    match others.is_empty() {
        true => Err(wrong("no `properties`; give one with --property")),
        false => {
            let what = format!("none of its properties asks for coverage: {}", others.join(", "));
            Err(Failure { help: PROPERTY_HELP.to_owned(), ..wrong(&what) })
        }
    }
}

fn given(property: Option<&Path>) -> Result<Option<Property>, Failure> {
    let Some(path) = property else { return Ok(None) };
    match Property::read(path)? {
        Some(property) => Ok(Some(property)),
        None => Err(refused(format!("{}: an unknown property", path.display()), PROPERTY_HELP)),
    }
}

fn exists(file: &Path, task: Option<&Path>) -> Result<(), Failure> {
    if file.is_file() {
        return Ok(());
    }
    let of = task.map_or_else(String::new, |task| format!(", an input file of {}", task.display()));
    Err(refused(format!("there is no file {}{of}", file.display()), "check the path"))
}

fn refused(what: String, help: &str) -> Failure {
    Failure::input(what, "the task was not run", help)
}
