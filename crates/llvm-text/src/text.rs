//! Where the text of a module comes from: memory, or a keeper that may put it elsewhere between two uses.
//!
//! Of a module's text little is needed at a time: a body, an initializer, a node. Whoever reads many modules hands in
//! sources that keep but a few of the texts in memory; what is read does not depend on which.

use std::fmt;
use std::sync::Arc;

/// A text that is asked for again and again, and is the same each time.
pub trait TextSource: fmt::Debug + Send + Sync {
    /// The text. Drop it soon: it stays in memory as long as any of its holders wants it.
    ///
    /// # Errors
    /// Why it cannot be had any more, a clause.
    fn text(&self) -> Result<Arc<str>, String>;
}

/// In memory for ever.
impl TextSource for Arc<str> {
    fn text(&self) -> Result<Arc<str>, String> {
        Ok(Arc::clone(self))
    }
}
