//! The packages: which of their units are tested, and what it takes to compile those.
//!
//! Nothing of a package is kept here. Where `configure` is quick it is run; where it wants tools
//! that need not be installed, a configuration written by hand stands in for its result.
//!
//! Steps to add a package: its source name, the units, then flags until clang takes them.

/// A source package.
#[derive(Debug)]
pub struct Package {
    /// Name of the source package.
    pub name: &'static str,
    /// Whether `./configure` is run first.
    pub configure: bool,
    /// Files added to the source: path and content.
    pub files: &'static [(&'static str, &'static str)],
    /// Flags for clang, for every unit; paths are relative to the source folder.
    pub flags: &'static [&'static str],
    /// The units.
    pub units: &'static [&'static str],
}

/// A configuration for programs that use autoconf, on a GNU system.
const GNU_CONFIG: (&str, &str) = ("trine-config/config.h", include_str!("config/gnu.h"));

/// All packages.
pub const PACKAGES: [Package; 5] = [
    Package {
        name: "bibclean",
        configure: true,
        files: &[],
        flags: &["-DHAVE_CONFIG_H", "-I."],
        // ISBN and ISSN checks, roman numerals, patterns, searching.
        units: &["isbn.c", "chek.c", "romtol.c", "match.c", "strist.c"],
    },
    Package {
        name: "tiff",
        configure: false,
        files: &[
            ("trine-config/tiffconf.h", include_str!("config/tiffconf.h")),
            ("trine-config/tif_config.h", include_str!("config/tif_config.h")),
        ],
        flags: &["-Ilibtiff", "-Itrine-config"],
        units: &[
            "contrib/addtiffo/tif_overview.c",
            "contrib/addtiffo/tif_ovrcache.c",
            "libtiff/tif_packbits.c",
            "libtiff/tif_swab.c",
        ],
    },
    Package {
        name: "zlib",
        configure: false,
        files: &[],
        flags: &["-DHAVE_UNISTD_H", "-I."],
        units: &["adler32.c", "crc32.c", "inftrees.c", "trees.c", "deflate.c", "inflate.c"],
    },
    Package {
        name: "flex",
        configure: false,
        files: &[GNU_CONFIG],
        flags: &[
            "-DHAVE_CONFIG_H",
            "-D_GNU_SOURCE",
            "-DLOCALEDIR=\"/usr/share/locale\"",
            "-Itrine-config",
            "-Isrc",
        ],
        units: &["src/ccl.c", "src/ecs.c", "src/sym.c", "src/tblcmp.c", "src/scanopt.c"],
    },
    Package {
        name: "make-dfsg",
        configure: false,
        files: &[GNU_CONFIG],
        flags: &[
            "-D_GNU_SOURCE",
            "-DLOCALEDIR=\"/usr/share/locale\"",
            "-DLIBDIR=\"/usr/lib\"",
            "-DINCLUDEDIR=\"/usr/include\"",
            "-Itrine-config",
            "-Isrc",
            "-Ilib",
        ],
        units: &["src/hash.c", "src/misc.c", "src/expand.c", "src/strcache.c", "src/variable.c"],
    },
];
