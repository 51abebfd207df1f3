//! The packages of the campaign: what each stands for, which of its units are tested, and what it takes to compile them.
//!
//! Debian has no package of a real-time kernel for the host; lwIP stands in for it, the network stack of most of them, with
//! its operating system layer (semaphores, mailboxes, threads) and its serial and Ethernet drivers.
//!
//! Steps to add a package: its source name, the units (`*` stands for any text within a file name), then flags until clang
//! takes them.

use crate::corpus::packages::{PACKAGES, Package};
use anyhow::{Context, Result};
use std::path::Path;

/// A package and what it stands for.
#[derive(Debug)]
pub struct Entry {
    /// What kind of code it adds.
    pub role: &'static str,
    /// The package.
    pub package: Package,
}

const fn entry(
    role: &'static str,
    name: &'static str,
    flags: &'static [&'static str],
    units: &'static [&'static str],
) -> Entry {
    Entry { role, package: Package { name, configure: false, files: &[], flags, units } }
}

const fn configured(mut entry: Entry) -> Entry {
    entry.package.configure = true;
    entry
}

const fn with_files(mut entry: Entry, files: &'static [(&'static str, &'static str)]) -> Entry {
    entry.package.files = files;
    entry
}

const GNU_CONFIG: (&str, &str) = ("trine-config/config.h", include_str!("../corpus/config/gnu.h"));

/// All packages.
pub const CAMPAIGN: [Entry; 22] = [
    entry(
        "embedded network stack, operating system layer, drivers, threads",
        "lwip",
        &["-Isrc/include", "-Iport/include"],
        &[
            "port/sys_arch.c",
            "port/netif/fifo.c",
            "port/netif/list.c",
            "port/netif/sio.c",
            "src/core/def.c",
            "src/core/inet_chksum.c",
            "src/core/mem.c",
            "src/core/memp.c",
            "src/core/netif.c",
            "src/core/pbuf.c",
            "src/core/raw.c",
            "src/core/timeouts.c",
            "src/core/udp.c",
            "src/core/tcp.c",
            "src/core/tcp_out.c",
            "src/core/ipv4/etharp.c",
            "src/core/ipv4/igmp.c",
            "src/core/ipv4/ip4.c",
            "src/core/ipv4/ip4_addr.c",
            "src/core/ipv4/ip4_frag.c",
            "src/netif/ethernet.c",
            "src/netif/lowpan6.c",
            "src/netif/slipif.c",
            "src/api/netbuf.c",
        ],
    ),
    entry(
        "driver of a boot loader over serial lines",
        "stm32flash",
        &["-I."],
        &[
            "i2c.c",
            "init.c",
            "parsers/binary.c",
            "parsers/hex.c",
            "serial_common.c",
            "serial_posix.c",
            "stm32.c",
            "utils.c",
        ],
    ),
    entry(
        "thread pool, entropy coders",
        "zstd",
        &["-DZSTD_MULTITHREAD", "-Ilib", "-Ilib/common"],
        &[
            "lib/common/pool.c",
            "lib/common/entropy_common.c",
            "lib/common/fse_decompress.c",
            "lib/common/xxhash.c",
            "lib/common/zstd_common.c",
            "lib/compress/fse_compress.c",
            "lib/compress/hist.c",
            "lib/dictBuilder/divsufsort.c",
        ],
    ),
    configured(entry(
        "generated parser, interpreter, printf of va_list",
        "mawk",
        &["-I."],
        &[
            "parse.c",
            "scan.c",
            "code.c",
            "cast.c",
            "bi_funct.c",
            "field.c",
            "files.c",
            "hash.c",
            "split.c",
            "re_cmpl.c",
            "rexp0.c",
            "print.c",
            "array.c",
            "da.c",
            "jmp.c",
        ],
    )),
    configured(entry(
        "generated parser and scanner, arbitrary precision",
        "bc",
        &["-DHAVE_CONFIG_H", "-I.", "-Ih", "-Ilib"],
        &[
            "bc/bc.c",
            "bc/scan.c",
            "bc/storage.c",
            "bc/util.c",
            "bc/load.c",
            "bc/execute.c",
            "lib/number.c",
            "dc/numeric.c",
        ],
    )),
    with_files(
        entry(
            "values packed and unpacked by va_list",
            "jansson",
            &["-DHAVE_CONFIG_H", "-Itrine-config", "-Isrc"],
            &["src/*.c"],
        ),
        PACKAGES[7].files,
    ),
    entry(
        "numeric library: geometry in floating point",
        "qhull",
        &["-Isrc"],
        &[
            "src/libqhull_r/geom_r.c",
            "src/libqhull_r/geom2_r.c",
            "src/libqhull_r/mem_r.c",
            "src/libqhull_r/qset_r.c",
            "src/libqhull_r/random_r.c",
            "src/libqhull_r/stat_r.c",
        ],
    ),
    entry("numeric library: Fourier transforms", "kissfft", &["-I."], &["kiss_fft*.c"]),
    entry("numeric library: long integers", "libtommath", &["-I."], &["bn_mp_*.c"]),
    entry(
        "ciphers, long integers, ASN.1",
        "mbedtls",
        &["-Iinclude", "-Ilibrary"],
        &[
            "library/aes.c",
            "library/asn1parse.c",
            "library/asn1write.c",
            "library/base64.c",
            "library/bignum.c",
            "library/chacha20.c",
            "library/cipher.c",
            "library/des.c",
            "library/md.c",
            "library/oid.c",
            "library/pem.c",
            "library/sha256.c",
            "library/x509.c",
        ],
    ),
    with_files(
        entry(
            "interpreter",
            "lua5.4",
            &["-DLUA_USE_POSIX", "-Itrine-config"],
            &[
                "src/lapi.c",
                "src/lauxlib.c",
                "src/llex.c",
                "src/lmathlib.c",
                "src/lmem.c",
                "src/lobject.c",
                "src/lopcodes.c",
                "src/lstring.c",
                "src/lstrlib.c",
                "src/ltable.c",
                "src/lutf8lib.c",
                "src/lzio.c",
            ],
        ),
        &[("trine-config/lua5.4-deb-multiarch.h", "#define DEB_HOST_MULTIARCH \"x86_64-linux-gnu\"\n")],
    ),
    with_files(
        entry("parser", "yajl", &["-Isrc/api", "-Isrc", "-Itrine-config"], &["src/*.c"]),
        &[
            ("trine-config/yajl/yajl_common.h", "#include \"../../src/api/yajl_common.h\"\n"),
            ("trine-config/yajl/yajl_gen.h", "#include \"../../src/api/yajl_gen.h\"\n"),
            ("trine-config/yajl/yajl_parse.h", "#include \"../../src/api/yajl_parse.h\"\n"),
            ("trine-config/yajl/yajl_tree.h", "#include \"../../src/api/yajl_tree.h\"\n"),
            ("trine-config/yajl/yajl_version.h", "#define YAJL_VERSION 20100\nint yajl_version(void);\n"),
        ],
    ),
    entry("parser", "cjson", &["-I."], &["cJSON.c", "cJSON_Utils.c"]),
    entry("parser", "libcsv", &["-I."], &["libcsv.c"]),
    entry("scanner, parser and emitter", "libyaml", PACKAGES[8].flags, &["src/*.c"]),
    entry(
        "compressor",
        "bzip2",
        &["-D_FILE_OFFSET_BITS=64"],
        &["huffman.c", "compress.c", "blocksort.c", "decompress.c", "bzlib.c", "bzip2.c"],
    ),
    entry("compressor", "lz4", &["-Ilib"], &["lib/lz4.c", "lib/lz4frame.c", "lib/lz4hc.c"]),
    entry(
        "compressor",
        "zlib",
        PACKAGES[2].flags,
        &[
            "adler32.c",
            "crc32.c",
            "compress.c",
            "inftrees.c",
            "trees.c",
            "deflate.c",
            "inflate.c",
            "infback.c",
            "uncompr.c",
            "zutil.c",
            "gzread.c",
            "gzwrite.c",
            "gzlib.c",
        ],
    ),
    with_files(entry("images", "tiff", PACKAGES[1].flags, PACKAGES[1].units), PACKAGES[1].files),
    with_files(
        entry(
            "generated parser and scanner",
            "flex",
            PACKAGES[3].flags,
            &[
                "src/ccl.c",
                "src/ecs.c",
                "src/sym.c",
                "src/tblcmp.c",
                "src/scanopt.c",
                "src/parse.c",
                "src/scan.c",
                "src/misc.c",
                "src/dfa.c",
                "src/nfa.c",
            ],
        ),
        &[GNU_CONFIG],
    ),
    with_files(
        entry("program of many tables", "make-dfsg", PACKAGES[4].flags, PACKAGES[4].units),
        &[GNU_CONFIG],
    ),
    configured(entry("checks of bibliographies", "bibclean", PACKAGES[0].flags, PACKAGES[0].units)),
];

/// The units of `package`, whose source is in `source`, in order; those of one pattern by name.
///
/// # Errors
/// When a folder of a pattern cannot be read.
pub fn units(package: &Package, source: &Path) -> Result<Vec<String>> {
    let mut units = Vec::new();
    for &unit in package.units {
        let (folder, pattern) = unit.rsplit_once('/').map_or(("", unit), |(folder, name)| (folder, name));
        let Some((start, end)) = pattern.split_once('*') else {
            units.push(unit.to_owned());
            continue;
        };
        let read =
            std::fs::read_dir(source.join(folder)).with_context(|| format!("{}: {unit}", package.name))?;
        let names = read.filter_map(|entry| entry.ok()?.file_name().into_string().ok());
        let is_meant = |name: &String| {
            name.len() >= start.len() + end.len() && name.starts_with(start) && name.ends_with(end)
        };
        let mut names: Vec<String> = names.filter(is_meant).collect();
        names.sort();
        units.extend(
            names.into_iter().map(|name| if folder.is_empty() { name } else { format!("{folder}/{name}") }),
        );
    }
    Ok(units)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn packages_are_named_once_and_know_their_units() {
        let names: std::collections::BTreeSet<_> = CAMPAIGN.iter().map(|entry| entry.package.name).collect();
        assert_eq!(names.len(), CAMPAIGN.len());
        assert!(CAMPAIGN.iter().all(|entry| !entry.package.units.is_empty() && !entry.role.is_empty()));
        // Entries that borrow from the other table must borrow from their own package.
        let own = [
            (7, "jansson"),
            (8, "libyaml"),
            (2, "zlib"),
            (1, "tiff"),
            (3, "flex"),
            (4, "make-dfsg"),
            (0, "bibclean"),
        ];
        assert!(own.iter().all(|&(at, name)| PACKAGES[at].name == name));
    }
}
