//! What printed lines are made of: lists with commas, places in the source.

use std::fmt::{self, Display, Formatter};
use trine_base::Span;

/// Items with commas between them.
pub(super) struct Commas<'a, T>(pub(super) &'a [T]);

impl<T: Display> Display for Commas<'_, T> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        for (position, item) in self.0.iter().enumerate() {
            let comma = if position > 0 { ", " } else { "" };
            write!(f, "{comma}{item}")?;
        }
        Ok(())
    }
}

/// A span as a suffix, or nothing.
pub(super) struct At(pub(super) Option<Span>);

impl Display for At {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let Some(Span { file, start, end }) = self.0 else { return Ok(()) };
        write!(f, " !{file}:{start}")?;
        if end != start { write!(f, "..{end}") } else { Ok(()) }
    }
}
