//! Random search: sequences drawn one after the other, none built on another. The baseline of every study.

use super::Search;

impl Search<'_, '_> {
    /// Draws sequences until the search is over.
    pub(super) fn random(&mut self) {
        while !self.is_over() {
            self.update_round_trips();
            let sequence = self.operators().random();
            self.evaluate(sequence);
        }
    }
}
