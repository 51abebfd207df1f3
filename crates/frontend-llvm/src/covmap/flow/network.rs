//! The closed flow network.
