//! C through each installed clang (19 and 22) to IR, API model and coverage model.
//!
//! Nothing is run here: bodies must be lowered, well-formed, and mean in the source what the comments beside it say.

mod api;
mod bodies;
mod conditions;
mod linking;
mod support;
