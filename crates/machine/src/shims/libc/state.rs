//! What the shims of each topic remember during a test.

use super::files::Files;
use super::getopt::OptionScan;
use super::jump::JumpMarks;
use super::memory_streams::MemoryStreams;
use super::provisions::Provisions;
use super::random::Generator;
use super::signals::Signals;
use super::tables::HashTable;
use super::threads::ThreadValues;
use std::collections::BTreeMap;

/// What the shims of each topic remember during a test.
#[derive(Debug, Default)]
pub struct LibraryState {
    /// Where `strtok` goes on.
    pub(super) token: u64,
    /// Environment variables that the program set: the address of each value.
    pub(super) environment: BTreeMap<Vec<u8>, u64>,
    /// The generator of `rand`; not made before it is asked for.
    pub(super) random: Option<Generator>,
    /// The state of `drand48`.
    pub(super) congruential: u64,
    /// Where the tables of `ctype.h` are reached: classes, upper and lower case.
    pub(super) tables: [Option<u64>; 3],
    /// The object of `gmtime` and `localtime`.
    pub(super) date: Option<u64>,
    /// What the test provides, and what the run asked for.
    pub(super) provisions: Provisions,
    /// Files and open descriptors.
    pub(super) files: Files,
    /// Where `getopt` is.
    pub(super) options: OptionScan,
    /// Streams over memory.
    pub(super) memory_streams: MemoryStreams,
    /// Handlers and the mask.
    pub(super) signals: Signals,
    /// The table of `hsearch`.
    pub(super) hash_table: Option<HashTable>,
    /// The values of keys.
    pub(super) thread_values: ThreadValues,
    /// Where `longjmp` may go.
    pub(super) jumps: JumpMarks,
}
