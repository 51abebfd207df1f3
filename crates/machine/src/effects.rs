//! What a stub did with values beside answering: for domains, which cannot see into it.
//!
//! A stub works on bits. Where it moves them, it says so by [`Caller::note`](crate::Caller::note), and the domain moves its shadows likewise
//! ([`Domain::native`](crate::Domain::native)). In runs whose domain keeps no shadows, nothing is noted.

/// Where a value comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// Nowhere: it is concrete.
    Concrete,
    /// An argument of the call, by position.
    Argument(usize),
    /// An input of the test, by number; widened with or without its sign.
    Input {
        /// The number that the test gives it.
        number: u32,
        /// Whether it is widened with its sign.
        is_signed: bool,
    },
    /// How many characters a string of the test has, by the number of the string.
    Length(u32),
    /// What was kept under this number.
    Kept(u32),
    /// Memory.
    Memory {
        /// Of the lowest byte.
        address: u64,
        /// How many.
        bytes: u32,
        /// Whether it is widened with its sign.
        is_signed: bool,
    },
}

/// What a stub did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect {
    /// Copied bytes within memory.
    Copied {
        /// To where.
        to: u64,
        /// From where.
        from: u64,
        /// How many bytes.
        length: u64,
    },
    /// Wrote bytes that depend on no value of the run.
    Overwritten {
        /// Of the lowest byte.
        address: u64,
        /// How many bytes.
        length: u64,
    },
    /// Wrote a value.
    Stored {
        /// Of the lowest byte.
        address: u64,
        /// How many bytes: the low ones of the value.
        bytes: u32,
        /// The value.
        origin: Origin,
    },
    /// Keeps a value under a number, until the run ends.
    Keeps {
        /// The number.
        number: u32,
        /// The value.
        origin: Origin,
    },
    /// Gives a value: its result, or the argument at this position of the function that is entered in its place.
    Gives {
        /// The position.
        index: usize,
        /// The value.
        origin: Origin,
    },
}
