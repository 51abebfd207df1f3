//! Fixes the features of dependencies that several crates share, and has no code.
//!
//! Cargo gives a dependency the features that the crates of one build ask for together. `cargo test -p trine-emit` asks for others than
//! `cargo test --workspace`, so that each crate built alone would compile `serde`, and with it nearly everything, once more. Every crate
//! that has dependencies from elsewhere depends on this one, by `trine-base` or by itself (but for `llvm-text`, which knows no crate of
//! ours), and all selections agree: `cargo tree -p CRATE -e normal,build -f '{p} {f}'` has no line that `--workspace` in the place of
//! `-p CRATE` has not. Nothing is here that is not in `Cargo.lock` anyway.
