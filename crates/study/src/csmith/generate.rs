//! csmith as a generator: the same seed gives the same program with the same flags.
//!
//! Seeds rotate through sets of options, so that a campaign sees bit-fields, unions, packed
//! structs, floats, builtins, volatiles, deep pointers and gotos. Two sets need care:
//! *builtins* call `__builtin_clz` and its like with 0, which is undefined, and an instruction of
//! newer processors: macros replace both. *Floats* mix pointers to `float` and `int`, which newer
//! clangs refuse unless told otherwise.

use crate::compare::ComparedProgram;
use anyhow::{Context, Result, bail};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;
use trine_native::process::{Ending, run_limited};
use trine_native::temporary::TemporaryFolder;

/// Time to write one program; csmith takes less than a second, or does not end.
const GENERATION_TIME: Duration = Duration::from_secs(10);

/// Options that seeds rotate through.
const OPTION_SETS: [&[&str]; 8] = [
    &[],
    &["--builtins", "--inline-function"],
    &["--float"],
    &["--max-union-fields", "8", "--max-pointer-depth", "4", "--max-array-dim", "4"],
    &["--max-funcs", "20", "--max-block-depth", "3", "--no-volatiles"],
    &["--max-expr-complexity", "20", "--max-block-size", "6"],
    &["--float", "--builtins", "--fixed-struct-fields"],
    &["--random-random"],
];

/// Flags for every program.
const FLAGS: [&str; 8] = [
    "-Wno-incompatible-pointer-types",
    "-D__builtin_ia32_crc32qi(a,b)=((unsigned)(a)*31u+(unsigned char)(b))",
    "-D__builtin_clz(x)=__builtin_clz((unsigned)(x)|1)",
    "-D__builtin_clzl(x)=__builtin_clzl((unsigned long)(x)|1)",
    "-D__builtin_clzll(x)=__builtin_clzll((unsigned long long)(x)|1)",
    "-D__builtin_ctz(x)=__builtin_ctz((unsigned)(x)|0x80000000u)",
    "-D__builtin_ctzl(x)=__builtin_ctzl((unsigned long)(x)|1ul<<63)",
    "-D__builtin_ctzll(x)=__builtin_ctzll((unsigned long long)(x)|1ull<<63)",
];

/// csmith with its headers.
pub struct Generator {
    headers: PathBuf,
}

impl Generator {
    /// The installed one.
    ///
    /// # Errors
    /// When the headers are not found.
    pub fn find() -> Result<Self> {
        let roots = ["/usr/include", "/usr/local/include"].map(Path::new);
        let folders = roots.iter().flat_map(|root| std::fs::read_dir(root).into_iter().flatten());
        let mut found: Vec<PathBuf> = folders
            .filter_map(|entry| Some(entry.ok()?.path()))
            .filter(|path| path.join("csmith.h").is_file())
            .collect();
        found.sort();
        match found.pop() {
            Some(headers) => Ok(Self { headers }),
            None => bail!("csmith.h not found\n  = help: apt-get install csmith libcsmith-dev"),
        }
    }

    /// What writes the program of `seed`, for people. (`--keep` keeps the program itself.)
    pub fn command_line(&self, seed: u64) -> String {
        format!("csmith --seed {seed} {}", options(seed).join(" ")).trim_end().to_owned()
    }

    /// The program of `seed` in a folder of its own, or why there is none.
    ///
    /// # Errors
    /// When csmith cannot be started.
    pub fn program(&self, seed: u64) -> Result<Result<(TemporaryFolder, ComparedProgram), String>> {
        let folder = TemporaryFolder::new()?;
        let path = folder.path().to_owned();
        let mut command = Command::new("csmith");
        command.arg("--seed").arg(seed.to_string()).args(options(seed)).args(["--output", "program.c"]);
        let run = run_limited(command, &path, GENERATION_TIME, 4 << 30)
            .context("cannot start csmith\n  = help: apt-get install csmith")?;
        if run.ending != Ending::Exited(0) {
            return Ok(Err(format!("csmith: {:?}", run.ending)));
        }
        let include = format!("-I{}", self.headers.display());
        let mut flags = vec![include];
        flags.extend(FLAGS.map(str::to_owned));
        // Every third program has its arithmetic as macros, deep conditional operators, instead of functions;
        // csmith has none for floats.
        let as_macros = seed.is_multiple_of(3) && !options(seed).contains(&"--float");
        flags.extend(as_macros.then(|| "-DUSE_MATH_MACROS".to_owned()));
        Ok(Ok((folder, ComparedProgram { source: path.join("program.c"), folder: path, flags })))
    }
}

fn options(seed: u64) -> &'static [&'static str] {
    OPTION_SETS[(seed % OPTION_SETS.len() as u64) as usize]
}
