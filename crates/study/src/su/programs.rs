//! Which units of bash, flex and make are taken: those with functions that decide on their arguments rather than on
//! terminals, signals and files.

use crate::corpus::packages::{PACKAGES, Package};

/// A project of the paper.
pub struct Project {
    /// As the paper calls it.
    pub name: &'static str,
    /// The package with its source.
    pub package: &'static Package,
    /// Units beyond those of the corpus.
    pub more: &'static [&'static str],
}

static BASH: Package = Package {
    name: "bash",
    configure: true,
    files: &[(
        "trine-config/pathnames.h",
        "#define DEFAULT_HOSTS_FILE \"/etc/hosts\"\n#define SYS_PROFILE \"/etc/profile\"\n",
    )],
    flags: &["-DHAVE_CONFIG_H", "-DSHELL", "-Itrine-config", "-I.", "-Iinclude", "-Ilib", "-Ilib/sh"],
    units: &[
        "lib/sh/strtrans.c",
        "lib/sh/shquote.c",
        "lib/sh/spell.c",
        "lib/sh/strtol.c",
        "lib/sh/strtod.c",
        "lib/sh/inet_aton.c",
        "lib/sh/pathcanon.c",
        "lib/sh/fmtulong.c",
        "lib/sh/casemod.c",
        "lib/sh/uconvert.c",
        "lib/sh/strvis.c",
        "lib/sh/utf8.c",
        "lib/sh/unicode.c",
        "lib/glob/smatch.c",
        "lib/tilde/tilde.c",
        "stringlib.c",
        "general.c",
        "braces.c",
        "pathexp.c",
        "array.c",
        "hashlib.c",
    ],
};

const MORE_OF_FLEX: [&str; 6] =
    ["src/misc.c", "src/dfa.c", "src/nfa.c", "src/gen.c", "src/scanflags.c", "src/regex.c"];
const MORE_OF_MAKE: [&str; 4] = ["src/dir.c", "src/read.c", "src/function.c", "src/arscan.c"];

/// The paper's three open projects.
pub fn projects() -> Vec<Project> {
    let known = |name: &str| PACKAGES.iter().find(|package| package.name == name);
    let flex = known("flex").map(|package| Project { name: "flex", package, more: &MORE_OF_FLEX });
    let make = known("make-dfsg").map(|package| Project { name: "make", package, more: &MORE_OF_MAKE });
    let bash = Project { name: "bash", package: &BASH, more: &[] };
    std::iter::once(bash).chain(flex).chain(make).collect()
}
