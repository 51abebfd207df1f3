//! Terms as circuits of gates, gates as clauses.
//!
//! ```text
//! term  x + y < 5      words: one literal per bit      gates: and, xor, choice, each once      clauses (Tseitin)
//! ```
//!
//! [`Gates`] makes each gate once and folds constants; `word` has the integer operations;
//! `float` the IEEE ones; [`Blaster`] walks the terms.

mod blaster;
mod divide;
mod float;
mod gates;
mod word;

pub use blaster::{Blaster, Growth, NoCircuit};
pub use gates::{Gates, Simulation};
pub use word::Word;
