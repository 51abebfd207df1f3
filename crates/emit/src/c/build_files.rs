//! `Makefile` and `CMakeLists.txt` that build and run the emitted tests, with gcc or clang.

use crate::c::environment::LINKED_HEADER;
use crate::c::names::identifier;
use crate::c::{Framework, LinkedSource, TestedFile};
use std::fmt::Write as _;

/// How sources find `trine.h`, which stands beside the tests, and what they read it as.
pub(crate) const HEADER_FLAGS: [&str; 2] = ["-I.", "-DTRINE_TESTS"];

/// What the build files say about one test program.
struct Program {
    name: String,
    /// Source and flags, each.
    sources: Vec<(String, Vec<String>)>,
    /// Objects that other programs may use too, by position.
    shared: Vec<usize>,
}

/// A source file of the program under test, compiled once for all test programs that need it in the same way.
#[derive(PartialEq)]
struct Shared {
    source: String,
    flags: Vec<String>,
}

/// Test programs and the objects that they share, with a name for each.
struct Build {
    programs: Vec<Program>,
    shared: Vec<(String, Shared)>,
}

/// `Makefile` and `CMakeLists.txt`, for the programs of `units`.
pub(crate) fn write(
    units: &[TestedFile<'_>],
    framework: Framework,
    link_flags: &[String],
) -> (String, String) {
    let mut build = Build { programs: Vec::new(), shared: Vec::new() };
    for unit in units {
        build.add(unit, framework);
    }
    let mut libraries: Vec<String> =
        framework.library().map(|name| format!("-l{name}")).into_iter().collect();
    libraries.extend_from_slice(link_flags);
    libraries.push("-lm".to_owned());
    (makefile(&build, &libraries), cmake(&build, &libraries))
}

impl Build {
    fn add(&mut self, unit: &TestedFile<'_>, framework: Framework) {
        let name = format!("test_{}", unit.stem());
        let mut sources = vec![(format!("{name}.c"), own_flags(unit))];
        // All sources of a program are for the same machine.
        let narrow = unit.flags.iter().find(|flag| *flag == "-m32");
        let with = |flags: &[&str]| -> Vec<String> {
            flags.iter().map(|&flag| flag.to_owned()).chain(narrow.cloned()).collect()
        };
        if unit.has_stubs() {
            sources.push((format!("stubs_{}.c", unit.stem()), with(&["-fno-builtin", "-w"])));
        }
        if crate::c::environment::is_needed(unit) {
            sources.push((crate::c::environment::SOURCE.to_owned(), with(&["-w"])));
        }
        let shared = unit.linked.iter().map(|linked| self.shared(unit, linked)).collect();
        if framework == Framework::Plain {
            sources.push(("trine_test.c".to_owned(), with(&[])));
        }
        self.programs.push(Program { name, sources, shared });
    }

    /// The object of `linked`, by position.
    fn shared(&mut self, unit: &TestedFile<'_>, linked: &LinkedSource<'_>) -> usize {
        let new = Shared { source: linked.path.to_owned(), flags: linked_flags(unit, linked) };
        if let Some(known) = self.shared.iter().position(|(_, shared)| *shared == new) {
            return known;
        }
        let base = format!("unit_{}", identifier(linked.name));
        let variants = self.shared.iter().filter(|(_, shared)| shared.source == new.source).count();
        let name = if variants == 0 { base } else { format!("{base}.{}", variants + 1) };
        self.shared.push((name, new));
        self.shared.len() - 1
    }
}

/// What code is compiled with that tests run: a test may lend memory to a pointer of another type, as the code asks
/// for, and the run that it repeats read there what was written, whatever the type.
const MEANING: &str = "-fno-strict-aliasing";

/// The flags that the test file of `unit` is compiled with.
pub(crate) fn own_flags(unit: &TestedFile<'_>) -> Vec<String> {
    with_header(unit, meaningful(unit.flags, unit.directory))
}

fn with_header(unit: &TestedFile<'_>, mut flags: Vec<String>) -> Vec<String> {
    flags.insert(0, MEANING.to_owned());
    if unit.uses_header() {
        flags.extend(HEADER_FLAGS.map(str::to_owned));
    }
    flags
}

/// The flags that `linked` is compiled with for the tests of `unit`.
pub(crate) fn linked_flags(unit: &TestedFile<'_>, linked: &LinkedSource<'_>) -> Vec<String> {
    let mut flags = crate::c::environment::flags_of_linked(unit, linked);
    flags.extend(with_header(unit, meaningful(linked.flags, linked.directory)));
    flags.extend(linked.renames.iter().map(|(name, renamed)| format!("-D{name}={renamed}")));
    flags
}

/// Flags that are followed by a folder.
const FOLDERS: [&str; 5] = ["-I", "-isystem", "-iquote", "-idirafter", "--sysroot"];

/// `flags` as they work from any folder and in any compiler: include folders absolute, no
/// warnings asked for.
#[must_use]
pub fn meaningful(flags: &[String], directory: &str) -> Vec<String> {
    portable(flags, directory, &str::to_owned)
}

/// As [`meaningful`], but each folder is written as `shown` has it, which is given its absolute path.
#[must_use]
pub fn portable(flags: &[String], directory: &str, shown: &dyn Fn(&str) -> String) -> Vec<String> {
    let absolute = |path: &str| match path.starts_with('/') || directory.is_empty() {
        true => shown(path),
        false => shown(&format!("{}/{path}", directory.trim_end_matches('/'))),
    };
    let mut kept = Vec::new();
    let mut rest = flags.iter();
    while let Some(flag) = rest.next() {
        if flag.starts_with("-W") || flag.starts_with("-pedantic") {
            continue;
        }
        if FOLDERS.contains(&flag.as_str()) {
            kept.push(flag.clone());
            kept.extend(rest.next().map(|path| absolute(path)));
        } else if let Some(path) = flag.strip_prefix("-I") {
            kept.push(format!("-I{}", absolute(path)));
        } else if flag == "-include" && !directory.is_empty() {
            // The header may be meant from the folder of the compiler, or from an include folder.
            kept.extend(["-iquote".to_owned(), shown(directory), flag.clone()]);
            kept.extend(rest.next().cloned());
        } else {
            kept.push(flag.clone());
        }
    }
    kept
}

fn makefile(build: &Build, libraries: &[String]) -> String {
    let names: Vec<&str> = build.programs.iter().map(|program| program.name.as_str()).collect();
    let mut text = format!(
        "# Builds and runs the tests: `make check`. Any C compiler that knows GNU C: `make CC=clang check`.\n\
         CFLAGS ?= -g\nLIBRARIES = {}\nTESTS = {}\n\nall: $(TESTS)\n\n\
         check: all\n\t@status=0; for test in $(TESTS); do echo \"# $$test\"; ./$$test || status=1; done; exit $$status\n",
        words(libraries),
        names.join(" ")
    );
    for program in &build.programs {
        let mut objects = Vec::new();
        let mut rules = String::new();
        for (index, (source, flags)) in program.sources.iter().enumerate() {
            let object = format!("{}.{index}.o", program.name);
            rules.push_str(&rule(&object, source, flags));
            objects.push(object);
        }
        objects.extend(program.shared.iter().map(|&at| format!("{}.o", build.shared[at].0)));
        let objects = objects.join(" ");
        let _ = write!(
            text,
            "\n{}: {objects}\n\t$(CC) $(CFLAGS) {objects} $(LDFLAGS) $(LIBRARIES) -o $@\n{rules}",
            program.name
        );
    }
    if !build.shared.is_empty() {
        text.push_str("\n# The other files of the programs under test.\n");
    }
    for (name, shared) in &build.shared {
        text.push_str(&rule(&format!("{name}.o"), &shared.source, &shared.flags));
    }
    text.push_str("\nclean:\n\trm -f $(TESTS) *.o\n\n.PHONY: all check clean\n");
    text.replace("$(CFLAGS)  ", "$(CFLAGS) ")
}

fn rule(object: &str, source: &str, flags: &[String]) -> String {
    format!(
        "\n{object}: {}\n\t$(CC) $(CFLAGS) {} -c {} -o $@\n",
        source.replace(' ', "\\ ").replace('$', "$$"),
        words(flags),
        word(source)
    )
}

fn words(arguments: &[String]) -> String {
    arguments.iter().map(|argument| word(argument)).collect::<Vec<_>>().join(" ")
}

/// `argument` as a word of a shell line in a Makefile.
pub(crate) fn word(argument: &str) -> String {
    shell_word(argument).replace('$', "$$")
}

/// `argument` as a word of a shell line.
pub(crate) fn shell_word(argument: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_=+./,:@%".contains(c);
    if !argument.is_empty() && argument.chars().all(plain) {
        return argument.to_owned();
    }
    format!("'{}'", argument.replace('\'', "'\\''"))
}

fn cmake(build: &Build, libraries: &[String]) -> String {
    let mut text = String::from(
        "# Builds and runs the tests: cmake -B build && cmake --build build && ctest --test-dir build\n\
         cmake_minimum_required(VERSION 3.13)\nproject(trine_tests C)\nenable_testing()\n",
    );
    for (name, shared) in &build.shared {
        let _ = write!(text, "\nadd_library({name} OBJECT {})\n", quoted(&shared.source));
        if !shared.flags.is_empty() {
            // In one piece: CMake drops the second of two equal options, `-isystem` for one.
            let flags: Vec<String> = from_here(&shared.flags).iter().map(|flag| shell_word(flag)).collect();
            let flags = here(&quoted(&format!("SHELL:{}", flags.join(" "))));
            let _ = writeln!(text, "target_compile_options({name} PRIVATE {flags})");
        }
    }
    for program in &build.programs {
        let name = &program.name;
        let mut sources: Vec<String> = program.sources.iter().map(|(source, _)| quoted(source)).collect();
        sources.extend(program.shared.iter().map(|&at| format!("$<TARGET_OBJECTS:{}>", build.shared[at].0)));
        let _ = write!(text, "\nadd_executable({name} {})\n", sources.join(" "));
        for (source, flags) in program.sources.iter().filter(|(_, flags)| !flags.is_empty()) {
            let _ = writeln!(
                text,
                "set_source_files_properties({} PROPERTIES COMPILE_OPTIONS {})",
                quoted(source),
                here(&quoted(&from_here(flags).join(";")))
            );
        }
        let libraries: Vec<String> = libraries.iter().map(|library| quoted(library)).collect();
        let _ = write!(
            text,
            "target_link_libraries({name} PRIVATE {})\nadd_test(NAME {name} COMMAND {name})\n",
            libraries.join(" ")
        );
    }
    text
}

/// Stands for the folder of the build file until the text is quoted; needs no quotes itself.
const HERE: &str = "@TRINE_HERE@";

/// `flags` with relative folders seen from the build file: CMake compiles in another one.
fn from_here(flags: &[String]) -> Vec<String> {
    let seen = |path: &str| match path {
        "." => HERE.to_owned(),
        _ if path.starts_with('/') => path.to_owned(),
        _ => format!("{HERE}/{path}"),
    };
    let mut after_folder_flag = false;
    let mut all = Vec::new();
    for flag in flags {
        all.push(match flag.strip_prefix("-I") {
            _ if after_folder_flag => seen(flag),
            Some(path) if !path.is_empty() => format!("-I{}", seen(path)),
            _ if flag == LINKED_HEADER => seen(flag),
            _ => flag.clone(),
        });
        after_folder_flag = !after_folder_flag && FOLDERS.contains(&flag.as_str());
    }
    all
}

/// `text` with the folder of the build file filled in.
fn here(text: &str) -> String {
    text.replace(HERE, "${CMAKE_CURRENT_SOURCE_DIR}")
}

fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\"").replace('$', "\\$"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn include_folders_become_absolute_and_warnings_go() {
        let flags = ["-Iinc", "-I", "/abs", "-isystem", "sys", "-Weverything", "-DX", "-std=c99"];
        let flags = flags.map(str::to_owned);
        let kept = ["-I/p/inc", "-I", "/abs", "-isystem", "/p/sys", "-DX", "-std=c99"];
        assert_eq!(meaningful(&flags, "/p"), kept);
    }

    #[test]
    fn relative_folders_are_seen_from_the_build_file() {
        let flags = ["-I../inc", "-I", "../own", "-isystem", "/abs", "-I.", "-DI=../x"].map(str::to_owned);
        let text = here(&quoted(&from_here(&flags).join(";")));
        let here = "${CMAKE_CURRENT_SOURCE_DIR}";
        assert_eq!(text, format!("\"-I{here}/../inc;-I;{here}/../own;-isystem;/abs;-I{here};-DI=../x\""));
    }

    #[test]
    fn words_survive_the_shell_and_make() {
        assert_eq!(word("-DX=1"), "-DX=1");
        assert_eq!(word("-DS=\"a b\""), "'-DS=\"a b\"'");
        assert_eq!(word("it's $5"), "'it'\\''s $$5'");
    }
}
