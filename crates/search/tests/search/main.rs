//! The search from outside: fitness functions on programs in IR text, algorithms on given functions and on such programs.
//!
//! One binary, so that all tests share [`unit`].

mod avm;
mod enhanced;
mod enhanced_search;
mod fitness;
mod flags;
mod genetic;
mod line;
mod nearest;
mod unit;
