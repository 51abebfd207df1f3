//! Which technique works next and how much it may spend: the session of a unit, its clock, and who lately paid.

pub mod clock;
pub(crate) mod price;
pub(crate) mod rotation;
pub mod session;
pub(crate) mod shares;
pub(crate) mod table;
