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
pub const PACKAGES: [Package; 10] = [
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
    Package {
        name: "bzip2",
        configure: false,
        files: &[],
        flags: &["-D_FILE_OFFSET_BITS=64"],
        units: &["huffman.c", "compress.c", "blocksort.c", "decompress.c", "bzlib.c"],
    },
    Package { name: "cjson", configure: false, files: &[], flags: &["-I."], units: &["cJSON_Utils.c"] },
    Package {
        name: "jansson",
        configure: false,
        files: &[
            ("trine-config/jansson_config.h", include_str!("config/jansson_config.h")),
            ("trine-config/jansson_private_config.h", include_str!("config/jansson_private_config.h")),
        ],
        flags: &["-DHAVE_CONFIG_H", "-Itrine-config", "-Isrc"],
        units: &[
            "src/utf.c",
            "src/strbuffer.c",
            "src/hashtable.c",
            "src/memory.c",
            "src/strconv.c",
            "src/error.c",
        ],
    },
    Package {
        name: "libyaml",
        configure: false,
        files: &[],
        flags: &[
            "-DYAML_VERSION_STRING=\"0.2.5\"",
            "-DYAML_VERSION_MAJOR=0",
            "-DYAML_VERSION_MINOR=2",
            "-DYAML_VERSION_PATCH=5",
            "-Iinclude",
        ],
        units: &["src/api.c", "src/reader.c", "src/writer.c"],
    },
    Package {
        name: "libtommath",
        configure: false,
        files: &[],
        flags: &["-I."],
        // One function per unit: comparison, addition, shifts, radix conversion, numbers theory.
        units: &[
            "bn_mp_cmp_mag.c",
            "bn_mp_add_d.c",
            "bn_s_mp_add.c",
            "bn_s_mp_sub.c",
            "bn_mp_div_2d.c",
            "bn_mp_mul_2.c",
            "bn_mp_count_bits.c",
            "bn_mp_cnt_lsb.c",
            "bn_mp_clamp.c",
            "bn_mp_to_radix.c",
            "bn_mp_read_radix.c",
            "bn_mp_kronecker.c",
        ],
    },
];
