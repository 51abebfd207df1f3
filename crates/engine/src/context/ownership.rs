//! What the code frees: those input objects lie on the heap.
//!
//! ```text
//! free(list)                 an invalid free of a variable of the test -> shape: {list} on the heap
//! free(list->next)           once more                                 -> {list, ->next}
//! free(list->next->next)     owned as `list->next` is: on the heap already
//! ```
//!
//! What one run showed holds for all shapes of the unit. A heap object does whatever a variable does,
//! so nothing is lost; a finished test that frees nothing gets its variables back (`finish`).

use crate::context::search::SearchContext;

impl SearchContext<'_, '_> {
    /// Puts what runs since the last time tried to free on the heap, in all shapes; whether there was any.
    pub(crate) fn lay_on_heap(&mut self) -> bool {
        let is_new = self.evaluator.heap.len() > self.heap_keys;
        if is_new {
            self.heap_keys = self.evaluator.heap.len();
            self.spread_what_is_known();
        }
        is_new
    }
}
