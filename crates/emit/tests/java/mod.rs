//! API models and sequences as short text, and emitted Java compiled and run by the real tools.

#![allow(dead_code)]

pub mod model;
pub mod native;
pub mod sequence;
