//! Tests against the real compiler: the C files in `c/` are compiled by each clang that is installed (19 and 22),
//! and what we decode must be what `llvm-cov` of the same version says.
//!
//! Source: own. Not handled: without a compiler there is nothing to compare with, and the tests say so and pass.
//! Cost: a few seconds of compiling.

mod ll_text;
mod llvm_cov;
mod matching;
mod native;
mod walks;

/// The major versions of clang the tests look for.
const VERSIONS: [u32; 2] = [19, 22];

/// The C files of the corpus, by stem.
const CORPUS: [&str; 5] = ["control", "macros", "folded", "mcdc", "odd"];

/// Runs `check` for every C file and every installed compiler.
fn for_each_sample(check: impl Fn(&native::Sample)) {
    for version in VERSIONS.into_iter().filter(|v| native::is_installed(*v)) {
        for stem in CORPUS {
            check(&native::Sample::compile(stem, version));
        }
    }
}
