//! Tells one thread what another one is at: the live line of a run shows it.

use std::sync::Mutex;

/// What a unit's work is at: the name of a technique, or of another step. It has no influence on the work.
#[derive(Debug, Default)]
pub struct AtWork(Mutex<&'static str>);

impl AtWork {
    /// From now on, this is at work.
    pub fn set(&self, name: &'static str) {
        if let Ok(mut at_work) = self.0.lock() {
            *at_work = name;
        }
    }

    /// What is at work; empty before anything was.
    #[must_use]
    pub fn get(&self) -> &'static str {
        self.0.lock().map_or("", |at_work| *at_work)
    }
}
