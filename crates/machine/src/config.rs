//! Limits and options of runs. A value of [`Config`] is passed down; nothing is global.

use crate::memory::Layout;

/// Limits and options of a machine's runs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Config {
    /// IR instructions per run. Counted at the end of each block.
    pub steps: u64,
    /// Instructions on average after which a thread that never waits gives way to another one that can go on: from
    /// half of it to one and a half times as many.
    pub turn: u32,
    /// Nested calls, callbacks from shims included, before a `StackOverflow` fault.
    pub depth: u32,
    /// Bytes of stack objects alive at once before a `StackOverflow` fault.
    pub stack_bytes: u32,
    /// Bytes of globals, heap and input objects; at most 3 GiB are used. The table of objects, 16 bytes for each, may
    /// take as much again, and so may what the program writes to files and streams.
    pub memory_bytes: u64,
    /// Whether signed overflow of operations marked `nsw` is a fault.
    pub signed_overflow_faults: bool,
    /// What C leaves open about memory.
    pub layout: Layout,
    /// Seed of what the outside world decides: `rand`, time.
    pub seed: u64,
}

impl Default for Config {
    fn default() -> Self {
        Self {
            steps: 10_000_000,
            turn: 1_000_000,
            depth: 2_000,
            stack_bytes: 8 << 20,
            memory_bytes: 256 << 20,
            signed_overflow_faults: false,
            layout: Layout::default(),
            seed: 0,
        }
    }
}
