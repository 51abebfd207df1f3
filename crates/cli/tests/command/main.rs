//! The command from outside: what it takes, says, writes, and how it ends.
//!
//! One program for all of these tests, since each program is linked with all of Trine; in programs of their own are those that measure time or
//! memory or interrupt the command, and those that are run by name.

mod assertions_are_complete;
mod bad_input;
mod bad_preconditions;
mod c_seeds;
mod changed_since;
mod crash_reproducers;
mod cross_targets;
mod dropped_tests;
mod dumps;
mod emitted_tests_build;
mod evidence;
mod formats;
mod infeasible_goals;
mod java_agreement;
mod java_bad_input;
mod java_findings;
mod java_frameworks;
mod java_mocks;
mod java_nearest;
mod java_options;
mod java_paths;
mod java_projects;
mod java_seeds;
mod java_together;
mod messages;
mod modules;
mod nothing_leaks;
mod option_table;
mod other_frameworks;
mod pathwise;
mod preconditions_hold;
mod projects;
mod same_seed_same_bytes;
mod selection;
mod shell;
#[path = "../support/mod.rs"]
mod support;
mod test_comp;
