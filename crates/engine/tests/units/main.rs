//! Units of C searched from end to end, on programs in IR text: what is found, what is proved, what is said of the rest.

mod evidence;
mod inputs;
mod mutants;
mod support;
mod views;
