//! Names of classes in one source file: simple where they are unambiguous, with the imports that this takes.
//!
//! A simple name means, in this order: the test class itself, an imported class, a class of the same package, one of `java.lang`. The
//! first class that asks for a simple name gets it; others of that name are written with their package. Nothing that `java.lang`
//! or the package of the tests defines is ever shadowed by an import.

use std::collections::{BTreeMap, BTreeSet};
use trine_testcase::objects::{ClassApi, ClassId, ClassUse, TypeArgument, TypeUse};

/// The public classes of `java.lang` that sources name without knowing it: an import of such a name would confuse readers.
const JAVA_LANG: &str = "Appendable AutoCloseable Boolean Byte CharSequence Character Class ClassLoader ClassValue Cloneable \
    Comparable Compiler Deprecated Double Enum Float FunctionalInterface InheritableThreadLocal Integer Iterable Long Math \
    Module ModuleLayer Number Object Override Package Process ProcessBuilder ProcessHandle Readable Record Runnable Runtime \
    RuntimePermission SafeVarargs SecurityManager Short StackTraceElement StackWalker StrictMath String StringBuffer \
    StringBuilder SuppressWarnings System Thread ThreadGroup ThreadLocal Throwable Void";

/// The classes that one file names.
#[derive(Debug)]
pub struct Names<'a> {
    api: &'a ClassApi,
    /// The owner of each simple name: a class with its package.
    simple: BTreeMap<String, String>,
    imports: BTreeSet<String>,
    static_imports: BTreeSet<String>,
    /// Type variables that may be named at the moment.
    variables: Vec<String>,
    /// Whether types of which no argument is known are written without any.
    is_raw: bool,
    /// Whether a deprecated class was named since this was last asked.
    deprecated: bool,
}

impl<'a> Names<'a> {
    /// For a file that defines `test_class` in the package of `api`, where classes `neighbours` stand beside it.
    #[must_use]
    pub fn new(api: &'a ClassApi, test_class: &str, neighbours: &BTreeSet<String>) -> Self {
        let mut names = Self {
            api,
            simple: BTreeMap::new(),
            imports: BTreeSet::new(),
            static_imports: BTreeSet::new(),
            variables: Vec::new(),
            is_raw: false,
            deprecated: false,
        };
        let known = api.classes.iter().map(|class| split(&class.name, &class.source_name));
        let of_package = known
            .filter(|(package, _)| *package == api.package)
            .map(|(_, rest)| first_name(&rest).to_owned());
        for name in of_package.chain(neighbours.iter().cloned()).chain([test_class.to_owned()]) {
            let full = with_package(&api.package, &name);
            names.simple.entry(name).or_insert(full);
        }
        names
    }

    /// A class as this file writes it, without type arguments; `name` is that of class files.
    pub fn class(&mut self, name: &str) -> String {
        let source_name = match self.api.class_named(name) {
            Some(id) => {
                self.deprecated |= is_deprecated(self.api, id);
                self.api.classes[id].source_name.clone()
            }
            None => name.replace(['/', '$'], "."),
        };
        let (package, rest) = split(name, &source_name);
        self.outer(&package, &rest)
    }

    /// Whether a deprecated class was named since this was last asked.
    pub fn take_deprecated(&mut self) -> bool {
        std::mem::take(&mut self.deprecated)
    }

    /// A class by its name in sources that is not nested.
    pub fn top_level(&mut self, source_name: &str) -> String {
        let (package, name) = source_name.rsplit_once('.').unwrap_or(("", source_name));
        self.outer(package, name)
    }

    /// These type variables, and no others, may be named from now on.
    pub fn set_type_variables(&mut self, variables: Vec<String>) {
        self.variables = variables;
    }

    /// Whether types of which no argument is known are written without any, as a declaration has them, and not with wildcards.
    pub fn set_raw(&mut self, is_raw: bool) {
        self.is_raw = is_raw;
    }

    /// Imports a static method, and gives its simple name.
    pub fn static_method(&mut self, class: &str, method: &str) -> String {
        self.static_imports.insert(format!("{class}.{method}"));
        method.to_owned()
    }

    /// `rest` of `package`, where `rest` may be nested: `Map.Entry`.
    fn outer(&mut self, package: &str, rest: &str) -> String {
        let first = first_name(rest);
        let full = with_package(package, first);
        let full_rest = || with_package(package, rest);
        match self.simple.get(first) {
            Some(owner) if *owner == full => return rest.to_owned(),
            Some(_) => return full_rest(),
            None => {}
        }
        if package != "java.lang" && is_of_java_lang(first) {
            return full_rest();
        }
        self.simple.insert(first.to_owned(), full.clone());
        if package != "java.lang" && package != self.api.package {
            self.imports.insert(full);
        }
        rest.to_owned()
    }

    /// A type as this file writes it.
    pub fn ty(&mut self, ty: &TypeUse) -> String {
        match ty {
            TypeUse::Primitive(primitive) => primitive.keyword().to_owned(),
            TypeUse::Class(class) => self.class_use(class),
            TypeUse::Array(element) => format!("{}[]", self.ty(element)),
            TypeUse::Variable(name) if self.variables.contains(name) => name.clone(),
            TypeUse::Variable(_) => self.class("java/lang/Object"),
        }
    }

    /// A class with its type arguments; those that are missing are unknown: nothing is raw but for [`Names::set_raw`].
    pub fn class_use(&mut self, class: &ClassUse) -> String {
        if let Some(written) = self.inner_of_generic(class) {
            return written;
        }
        let name = self.class(&class.name);
        let parameters =
            self.api.class_named(&class.name).map_or(0, |id| self.api.classes[id].type_parameters.len());
        let is_unknown = class.arguments.iter().all(|argument| *argument == TypeArgument::Any);
        if class.arguments.is_empty() && parameters == 0 || self.is_raw && is_unknown {
            return name;
        }
        let arguments: Vec<String> = match class.arguments.is_empty() {
            true => vec!["?".to_owned(); parameters],
            false => class.arguments.iter().map(|argument| self.argument(argument)).collect(),
        };
        format!("{name}<{}>", arguments.join(", "))
    }

    /// `Outer<String>.Inner<Integer>`: an inner class whose first arguments are those of the generic class around it; `None` for other
    /// classes.
    fn inner_of_generic(&mut self, class: &ClassUse) -> Option<String> {
        let known = &self.api.classes[self.api.class_named(&class.name)?];
        let outer = &self.api.classes[known.enclosing.filter(|_| known.is_inner)?];
        let (all, of_outer) = (known.type_parameters.len(), outer.type_parameters.len());
        if of_outer == 0 || of_outer > all {
            return None;
        }
        let arguments = match class.arguments.is_empty() {
            true => vec![TypeArgument::Any; all],
            false => class.arguments.clone(),
        };
        let (around, own) = arguments.split_at(of_outer.min(arguments.len()));
        let around = self.class_use(&ClassUse { name: outer.name.clone(), arguments: around.to_vec() });
        let own: Vec<String> = own.iter().map(|argument| self.argument(argument)).collect();
        let simple = known.source_name.rsplit('.').next().unwrap_or_default();
        Some(match own.is_empty() {
            true => format!("{around}.{simple}"),
            false => format!("{around}.{simple}<{}>", own.join(", ")),
        })
    }

    fn argument(&mut self, argument: &TypeArgument) -> String {
        match argument {
            TypeArgument::Exactly(TypeUse::Variable(name)) if !self.variables.contains(name) => {
                "?".to_owned()
            }
            TypeArgument::Any => "?".to_owned(),
            TypeArgument::Exactly(ty) => self.ty(ty),
            TypeArgument::Extends(ty) => format!("? extends {}", self.ty(ty)),
            TypeArgument::Super(ty) => format!("? super {}", self.ty(ty)),
        }
    }

    /// The import declarations, sorted, the static ones first; empty when there are none.
    #[must_use]
    pub fn imports(&self) -> String {
        let statics: String =
            self.static_imports.iter().map(|name| format!("import static {name};\n")).collect();
        let classes: String = self.imports.iter().map(|name| format!("import {name};\n")).collect();
        let between = if statics.is_empty() || classes.is_empty() { "" } else { "\n" };
        format!("{statics}{between}{classes}")
    }
}

/// Whether all that is known of a class is deprecated, as it is where the class itself is.
fn is_deprecated(api: &ClassApi, class: ClassId) -> bool {
    let members = &api.classes[class].members;
    !members.is_empty() && members.iter().all(|&member| api.members[member].is_deprecated)
}

/// Package and name in sources of a class with this name in class files.
pub(super) fn split(name: &str, source_name: &str) -> (String, String) {
    let package = name.rsplit_once('/').map_or(String::new(), |(package, _)| package.replace('/', "."));
    let rest = match package.is_empty() {
        true => source_name.to_owned(),
        false => source_name.get(package.len() + 1..).unwrap_or_default().to_owned(),
    };
    (package, rest)
}

/// The outermost class of a name.
fn first_name(rest: &str) -> &str {
    rest.split('.').next().unwrap_or_default()
}

fn with_package(package: &str, name: &str) -> String {
    if package.is_empty() { name.to_owned() } else { format!("{package}.{name}") }
}

/// Whether `java.lang` defines this name, exceptions and errors included.
fn is_of_java_lang(name: &str) -> bool {
    const THROWN: &str = "Exception RuntimeException Error IllegalArgumentException IllegalStateException NullPointerException \
        ArithmeticException ArrayIndexOutOfBoundsException ArrayStoreException ClassCastException ClassNotFoundException \
        CloneNotSupportedException IndexOutOfBoundsException InterruptedException NegativeArraySizeException \
        NumberFormatException SecurityException StringIndexOutOfBoundsException UnsupportedOperationException \
        AssertionError LinkageError StackOverflowError OutOfMemoryError VirtualMachineError InternalError UnknownError";
    JAVA_LANG.split_whitespace().chain(THROWN.split_whitespace()).any(|known| known == name)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn api() -> ClassApi {
        ClassApi { package: "com.acme".to_owned(), ..ClassApi::default() }
    }

    #[test]
    fn the_first_of_a_name_is_imported() {
        let api = api();
        let mut names = Names::new(&api, "ListTest", &BTreeSet::new());
        assert_eq!(names.class("java/util/List"), "List");
        assert_eq!(names.class("java/awt/List"), "java.awt.List");
        assert_eq!(names.class("java/util/Map$Entry"), "Map.Entry");
        assert_eq!(names.class("java/lang/String"), "String");
        assert_eq!(names.class("com/acme/ListTest"), "ListTest");
        assert_eq!(names.imports(), "import java.util.List;\nimport java.util.Map;\n");
    }

    #[test]
    fn names_of_the_package_and_of_java_lang_are_not_shadowed() {
        let api = api();
        let mut names =
            Names::new(&api, "FooTest", &BTreeSet::from(["Date".to_owned(), "Integer".to_owned()]));
        assert_eq!(names.class("java/util/Date"), "java.util.Date");
        assert_eq!(names.class("java/lang/Integer"), "java.lang.Integer");
        assert_eq!(names.class("com/other/Record"), "com.other.Record");
        assert_eq!(names.imports(), "");
    }

    #[test]
    fn type_arguments_are_written() {
        let api = api();
        let mut names = Names::new(&api, "FooTest", &BTreeSet::new());
        let text = TypeUse::Class(ClassUse::plain("java/lang/String"));
        let map = ClassUse {
            name: "java/util/Map".to_owned(),
            arguments: vec![
                TypeArgument::Exactly(text.clone()),
                TypeArgument::Extends(TypeUse::Array(Box::new(text))),
            ],
        };
        assert_eq!(names.class_use(&map), "Map<String, ? extends String[]>");
    }
}
