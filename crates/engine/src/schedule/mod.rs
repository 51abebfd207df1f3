//! Which technique works next and how much it may spend: the session of a unit, its clock, and who lately paid.

pub(crate) mod bandit;
pub mod clock;
pub(crate) mod price;
pub(crate) mod scheduler;
pub(crate) mod table;
pub mod unit_search;
