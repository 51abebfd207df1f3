//! The native judges of C: clang's coverage tools and sanitizers.

pub mod agreement;
pub mod evidence;
