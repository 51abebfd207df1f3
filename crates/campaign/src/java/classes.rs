//! Which classes are tested: names as a user writes them, patterns, and what belongs to a class.

use super::{Mocks, Settings, Subject};
use crate::failure::Failure;
use crate::glob;
use std::collections::BTreeSet;
use std::path::PathBuf;
use trine_frontend_jvm::{ClassFile, ClassPath, Jdk, JvmError};

const NOTHING: &str = "nothing was tested";

/// Why a class has no tests.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClassFailure {
    /// The class in sources: `com.acme.Account`.
    pub class: String,
    /// What is wrong.
    pub what: String,
    /// The next step.
    pub help: String,
    /// Whether it is a bug of ours.
    pub is_bug: bool,
}

/// What a user named: a class, and methods of it where they are meant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Named {
    /// The class in class files: `com/acme/Account$Entry`.
    pub class: String,
    /// Names of methods; all where it is empty.
    pub methods: BTreeSet<String>,
}

/// The classes of a class path.
pub struct Classes {
    /// All names in class files, sorted.
    names: BTreeSet<String>,
    /// Folders whose classes are meant where none is named; all where there is none.
    own: Vec<PathBuf>,
    path: ClassPath,
}

impl Classes {
    /// Those of the class path.
    ///
    /// # Errors
    /// When the JDK or a part of the class path cannot be read.
    pub fn new(settings: &Settings) -> Result<Self, Failure> {
        let of_path = |error: &JvmError| Failure::input(error.to_string(), NOTHING, error.help());
        let jdk = Jdk::open(&settings.jdk).map_err(|error| of_path(&error))?;
        let path = ClassPath::open(jdk, &settings.class_path).map_err(|error| of_path(&error))?;
        if settings.mocks == Mocks::Mockito
            && !has_mockito(settings, &path).map_err(|error| of_path(&error))?
        {
            return Err(Failure::input(
                "--mocks mockito: Mockito 2 or newer is neither on the class path nor among the project's test libraries",
                NOTHING,
                "name its jars (mockito-core, byte-buddy, byte-buddy-agent, objenesis) with -cp as well, or leave --mocks out",
            ));
        }
        let names = path.classes().map_err(|error| of_path(&error))?;
        Ok(Self { names, own: settings.own.clone(), path })
    }

    /// The class that `text` names: `com.acme.Account`, `com.acme.Account.Entry`, `com/acme/Account`, each with `#method` if need be.
    ///
    /// # Errors
    /// When there is none.
    pub fn named(&self, text: &str) -> Result<Named, Failure> {
        let (class, method) = match text.split_once('#') {
            Some((class, method)) => (class, Some(method)),
            None => (text, None),
        };
        let mut name = class.trim_end_matches(".class").replace('.', "/");
        loop {
            if self.names.contains(&name) || self.path.is_of_jdk(&name) {
                break;
            }
            // A nested class is written with a point in sources.
            match name.rfind('/') {
                Some(at) => name.replace_range(at..=at, "$"),
                None => return Err(self.unknown(class)),
            }
        }
        if let Some(method) = method {
            self.check_method(&name, class, method)?;
        }
        Ok(Named { class: name, methods: method.map(str::to_owned).into_iter().collect() })
    }

    fn unknown(&self, class: &str) -> Failure {
        let all: Vec<String> = self.names.iter().map(|name| as_source(name)).collect();
        let simple = class.rsplit('.').next().unwrap_or(class);
        // With the right simple name in another package, or written nearly so.
        let same = all.iter().find(|known| known.rsplit('.').next() == Some(simple)).cloned();
        let of_jdk = class.rsplit_once('.').map_or_else(BTreeSet::new, |(package, _)| {
            self.path.classes_of_jdk(&format!("{}/", package.replace('.', "/")))
        });
        let of_jdk: Vec<String> = of_jdk.iter().map(|name| as_source(name)).collect();
        let known = all.iter().chain(&of_jdk).map(String::as_str);
        let near = same.or_else(|| trine_base::nearest(known, class).map(str::to_owned));
        let help = match near {
            Some(near) => format!("did you mean `{near}`?"),
            None if self.names.is_empty() => {
                "compile the project first, and name its classes with -cp".to_owned()
            }
            None => "check the name with its package, and the class path (-cp)".to_owned(),
        };
        Failure::input(format!("class `{class}` is not on the class path"), NOTHING, help)
    }

    fn check_method(&self, name: &str, class: &str, method: &str) -> Result<(), Failure> {
        let file = self.file(name).map_err(|failure| Failure::input(failure.what, NOTHING, failure.help))?;
        let plain: BTreeSet<&str> = file.methods.iter().map(|method| method.name.as_str()).collect();
        let wanted = if method == class.rsplit('.').next().unwrap_or(class) { "<init>" } else { method };
        if plain.contains(wanted) {
            return Ok(());
        }
        let near = trine_base::nearest(plain.iter().copied(), method);
        let help = near.map_or_else(
            || "name one of its methods, or the class alone".to_owned(),
            |near| format!("did you mean `{class}#{near}`?"),
        );
        Err(Failure::input(format!("class `{class}` has no method `{method}`"), NOTHING, help))
    }

    /// Top-level classes whose name in sources `patterns` match: all of them when there is no pattern.
    #[must_use]
    pub fn matching(&self, patterns: &[String]) -> Vec<Named> {
        let top = self.names.iter().filter(|name| !self.is_nested(name) && self.is_own(name));
        top.filter(|name| patterns.is_empty() || self.matches(patterns, name))
            .map(|name| Named { class: name.clone(), methods: BTreeSet::new() })
            .collect()
    }

    /// Whether one of `patterns` stands for the class with the name `class` in class files. Packages are separated by points, which
    /// `*` goes over: `com.acme.*` means all that is in there.
    #[must_use]
    pub fn matches(&self, patterns: &[String], class: &str) -> bool {
        let name = class.replace(['/', '$'], ".");
        patterns.iter().any(|pattern| glob::matches(pattern, &name))
    }

    /// Requires that each of the patterns stands for a class: a misspelled one would silently change what is tested.
    ///
    /// # Errors
    /// For the first that does not, with the nearest name.
    pub fn check_patterns(&self, only: &[String], exclude: &[String]) -> Result<(), Failure> {
        for pattern in only.iter().chain(exclude) {
            if self.names.iter().any(|name| self.matches(std::slice::from_ref(pattern), name)) {
                continue;
            }
            if !glob::is_pattern(pattern) {
                return Err(self.unknown(pattern));
            }
            let what = format!("no class of the class path matches `{pattern}`");
            let help = match self.is_empty() {
                true => "compile the project first, and name its classes with -cp",
                false => {
                    "`*` stands for any characters, `?` for one; check the pattern, and the class path (-cp)"
                }
            };
            return Err(Failure::input(what, NOTHING, help));
        }
        Ok(())
    }

    /// The release that the newest of `named` is compiled for: at least 8.
    #[must_use]
    pub fn release(&self, named: &[Named]) -> u32 {
        let majors =
            named.iter().filter_map(|one| self.file(&one.class).ok()).map(|file| u32::from(file.major));
        majors.map(|major| major.saturating_sub(44)).max().unwrap_or(17).clamp(8, self.path.release().max(8))
    }

    /// Whether the class is in a folder of the project's own.
    fn is_own(&self, name: &str) -> bool {
        self.own.is_empty() || self.own.iter().any(|folder| folder.join(format!("{name}.class")).is_file())
    }

    fn is_nested(&self, name: &str) -> bool {
        name.match_indices('$').any(|(at, _)| self.names.contains(&name[..at]))
    }

    /// A class and those nested in it, in order.
    #[must_use]
    pub fn unit(&self, class: &str) -> Vec<String> {
        let nested = format!("{class}$");
        if !self.names.contains(class) {
            return std::iter::once(class.to_owned()).chain(self.path.classes_of_jdk(&nested)).collect();
        }
        let below = self.names.range(nested.clone()..).take_while(|name| name.starts_with(&nested));
        std::iter::once(class.to_owned()).chain(below.cloned()).collect()
    }

    /// The class file of a class.
    ///
    /// # Errors
    /// When it is missing or damaged.
    pub fn file(&self, name: &str) -> Result<ClassFile, ClassFailure> {
        let of_error = |error: &JvmError| ClassFailure::input(name, error.to_string(), error.help());
        let found = self.path.find_class(name).map_err(|error| of_error(&error))?;
        let found = found.ok_or_else(|| {
            let what = format!("class `{}` is not on the class path", as_source(name));
            ClassFailure::input(name, what, "check the class path (-cp)")
        })?;
        ClassFile::read(name, found).map_err(|error| of_error(&error))
    }

    /// Where the classes come from.
    #[must_use]
    pub fn path(&self) -> &ClassPath {
        &self.path
    }

    /// Whether a class with this name in class files is among them.
    #[must_use]
    pub fn has(&self, name: &str) -> bool {
        self.names.contains(name)
    }

    /// Whether there is no class.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.names.is_empty()
    }
}

impl ClassFailure {
    /// A bug of ours stopped the work on `subject`; `told` is what a panic said.
    #[must_use]
    pub fn bug(subject: &Subject, told: &str) -> Self {
        let class = subject.source_name();
        let what = format!("a bug of Trine stopped the work on `{class}`: {told}");
        Self { class, what, help: "report it with the class and the command line".to_owned(), is_bug: true }
    }

    /// The same for those who print.
    #[must_use]
    pub fn as_failure(&self) -> Failure {
        Failure {
            code: if self.is_bug { crate::failure::BUG } else { crate::failure::INPUT },
            what: self.what.clone(),
            note: format!("`{}` has no tests; other classes go on", self.class),
            help: self.help.clone(),
        }
    }

    /// The user's input is at fault.
    #[must_use]
    pub fn input(class: &str, what: impl Into<String>, help: impl Into<String>) -> Self {
        Self { class: as_source(class), what: what.into(), help: help.into(), is_bug: false }
    }
}

/// The name of a class in class files as messages have it.
pub(super) fn as_source(name: &str) -> String {
    name.replace('/', ".")
}

/// Whether Mockito is on the class path, or among the project's test libraries.
fn has_mockito(settings: &Settings, path: &ClassPath) -> Result<bool, JvmError> {
    // The class came with Mockito 2.
    const CLASS: &str = "org/mockito/ArgumentMatchers";
    let libraries: Vec<PathBuf> =
        settings.test_libraries.iter().filter(|library| library.exists()).cloned().collect();
    Ok(path.find_class(CLASS)?.is_some()
        || ClassPath::open(Jdk::open(&settings.jdk)?, &libraries)?.find_class(CLASS)?.is_some())
}
