//! Threads of a Java program: which is running. There is one that runs at a time.

/// The threads of a program.
#[derive(Clone, Debug, Default)]
pub struct Threads {
    /// The object of the thread that runs.
    pub current: u64,
}
