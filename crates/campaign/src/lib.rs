//! A campaign: all units of a run, from the files they are in to the suite that was confirmed natively.
//!
//! ```text
//!  files --inputs--> jobs --loading--> programs --select, changed--> units --workers--> outcomes
//!                                                                     resume: what an earlier run found already
//!  outcomes --emission--> source files with their tests --settle, sanitize, confirm--> what holds natively
//! ```
//!
//! What a language decides stands in its folder: [`c`], [`java`]. Nothing here writes results, prints, or knows the command
//! line; who calls it does.

pub mod c;
pub mod failure;
mod glob;
pub mod java;
pub mod language;
pub mod program_cache;
pub mod resume;
pub mod select;
pub mod units;
