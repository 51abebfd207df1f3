//! The modules: what each stands for, its file, and the files of the package that it calls.
//!
//! Steps to add one: its name, its package with the file under test as its only unit, then files and flags until clang takes them.

use crate::corpus::packages::{PACKAGES, Package};

/// A module.
#[derive(Debug)]
pub struct Subject {
    /// A name for the table.
    pub name: &'static str,
    /// The package; its unit is the file under test.
    pub package: Package,
    /// Files of the package that are linked with it; it may be among them.
    pub linked: &'static [&'static str],
    /// The header that says what of it is public; all functions that are not static where there is none.
    pub header: Option<&'static str>,
}

const fn subject(
    name: &'static str,
    package: &'static str,
    flags: &'static [&'static str],
    unit: &'static [&'static str],
    linked: &'static [&'static str],
) -> Subject {
    Subject {
        name,
        package: Package { name: package, configure: false, files: &[], flags, units: unit },
        linked,
        header: None,
    }
}

const fn with_files(mut subject: Subject, files: &'static [(&'static str, &'static str)]) -> Subject {
    subject.package.files = files;
    subject
}

const fn public(mut subject: Subject, header: &'static str) -> Subject {
    subject.header = Some(header);
    subject
}

const LUA_FILES: &[(&str, &str)] =
    &[("trine-config/lua5.4-deb-multiarch.h", "#define DEB_HOST_MULTIARCH \"x86_64-linux-gnu\"\n")];
// Without a seed that is the same in each run, hashes of strings depend on addresses and on the time.
const LUA_FLAGS: &[&str] = &["-DLUA_USE_POSIX", "-Itrine-config", "-Dluai_makeseed(L)=0x5eedU"];

/// The core of Lua; what is not used is not linked.
const LUA_CORE: &[&str] = &[
    "src/lapi.c",
    "src/lauxlib.c",
    "src/lcode.c",
    "src/lctype.c",
    "src/ldebug.c",
    "src/ldo.c",
    "src/ldump.c",
    "src/lfunc.c",
    "src/lgc.c",
    "src/llex.c",
    "src/lmem.c",
    "src/lobject.c",
    "src/lopcodes.c",
    "src/lparser.c",
    "src/lstate.c",
    "src/lstring.c",
    "src/ltable.c",
    "src/ltm.c",
    "src/lundump.c",
    "src/lvm.c",
    "src/lzio.c",
];

/// A container library, parsers, compressors' streams, a database in a file, an interpreter's state.
pub const SUBJECTS: [Subject; 9] = [
    with_files(
        subject(
            "jansson-hashtable",
            "jansson",
            &["-DHAVE_CONFIG_H", "-Itrine-config", "-Isrc"],
            &["src/hashtable.c"],
            &["src/memory.c"],
        ),
        PACKAGES[7].files,
    ),
    public(subject("libcsv", "libcsv", &["-I."], &["libcsv.c"], &[]), "csv.h"),
    public(subject("cjson", "cjson", &["-I."], &["cJSON.c"], &[]), "cJSON.h"),
    public(
        subject(
            "zlib-deflate",
            "zlib",
            PACKAGES[2].flags,
            &["deflate.c"],
            &["trees.c", "adler32.c", "crc32.c", "zutil.c"],
        ),
        "zlib.h",
    ),
    public(
        subject(
            "zlib-inflate",
            "zlib",
            PACKAGES[2].flags,
            &["inflate.c"],
            &["inffast.c", "inftrees.c", "adler32.c", "crc32.c", "zutil.c"],
        ),
        "zlib.h",
    ),
    public(
        subject(
            "tinycdb-find",
            "tinycdb",
            &["-I."],
            &["cdb_find.c"],
            &["cdb_init.c", "cdb_hash.c", "cdb_findnext.c", "cdb_unpack.c"],
        ),
        "cdb.h",
    ),
    public(
        subject(
            "tinycdb-make",
            "tinycdb",
            &["-I."],
            &["cdb_make.c"],
            &["cdb_make_add.c", "cdb_make_put.c", "cdb_hash.c", "cdb_unpack.c", "cdb_seek.c"],
        ),
        "cdb.h",
    ),
    with_files(subject("lua-ltable", "lua5.4", LUA_FLAGS, &["src/ltable.c"], LUA_CORE), LUA_FILES),
    public(
        with_files(subject("lua-lapi", "lua5.4", LUA_FLAGS, &["src/lapi.c"], LUA_CORE), LUA_FILES),
        "src/lua.h",
    ),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn modules_are_named_once_and_borrow_from_their_own_packages() {
        let names: std::collections::BTreeSet<_> = SUBJECTS.iter().map(|subject| subject.name).collect();
        assert_eq!(names.len(), SUBJECTS.len());
        assert!(SUBJECTS.iter().all(|subject| subject.package.units.len() == 1));
        assert!([(7, "jansson"), (2, "zlib")].iter().all(|&(at, name)| PACKAGES[at].name == name));
    }
}
