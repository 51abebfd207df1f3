//! Where the callers of a branch stood: what is reached once the callee returns.
//!
//! A branch deep in a helper says nothing about the goals of the function under test by itself; what its caller
//! does next does. A context is the last way taken in each caller, innermost first. Between that way and the
//! call there is no other branch, so all that the caller can still reach is reachable from there.
//!
//! Source: the inter-procedural control-flow graph of Su et al. (CAUT), where a callee's return leads to what follows
//! the call. Deviation: by run instead of by graph, so calls of one function from several places are told apart.
//!
//! Cost: one small allocation per activation that has branches with terms below it.

use std::sync::Arc;
use trine_ir::{FuncId, SiteId};

/// The callers of a branch, innermost first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Context {
    /// The caller.
    pub function: FuncId,
    /// The last site that it left before the call, and by which outcome; none when it had left none.
    pub last: Option<(SiteId, u32)>,
    /// Its own callers.
    pub above: Option<Arc<Context>>,
    /// Number of callers, this one included.
    pub depth: u32,
}

/// Activations alive in a run, outermost first.
#[derive(Clone, Debug, Default)]
pub struct CallStack {
    frames: Vec<Frame>,
}

#[derive(Clone, Debug)]
struct Frame {
    function: FuncId,
    last: Option<(SiteId, u32)>,
    /// The context that this frame is the innermost of, once it was asked for.
    context: Option<Arc<Context>>,
}

impl CallStack {
    /// Forgets the last run.
    pub fn clear(&mut self) {
        self.frames.clear();
    }

    /// A function starts at this nesting depth.
    pub fn call(&mut self, function: FuncId, depth: u32) {
        self.frames.truncate(depth as usize);
        self.frames.push(Frame { function, last: None, context: None });
    }

    /// The activation at `depth` leaves a site.
    pub fn branch(&mut self, depth: u32, site: SiteId, outcome: u32) {
        self.frames.truncate(depth as usize + 1);
        if let Some(frame) = self.frames.last_mut() {
            frame.last = Some((site, outcome));
            frame.context = None;
        }
    }

    /// The callers of the activation at `depth`.
    pub fn above(&mut self, depth: u32) -> Option<Arc<Context>> {
        let mut above = None;
        for frame in self.frames.iter_mut().take(depth as usize) {
            let context = frame.context.get_or_insert_with(|| {
                let depth = above.as_ref().map_or(0, |above: &Arc<Context>| above.depth) + 1;
                Arc::new(Context { function: frame.function, last: frame.last, above: above.take(), depth })
            });
            above = Some(Arc::clone(context));
        }
        above
    }
}

impl Context {
    /// The callers, innermost first.
    pub fn callers(&self) -> impl Iterator<Item = &Context> {
        std::iter::successors(Some(self), |context| context.above.as_deref())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn callers_are_told_by_the_last_way_that_each_took() {
        let (main, helper) = (FuncId(0), FuncId(1));
        let mut stack = CallStack::default();
        stack.call(main, 0);
        assert_eq!(stack.above(0), None);
        stack.branch(0, SiteId(3), 1);
        stack.call(helper, 1);
        let first = stack.above(1).expect("a caller");
        assert_eq!((first.function, first.last, first.depth), (main, Some((SiteId(3), 1)), 1));
        // The helper calls itself; then main goes on and calls it again.
        stack.branch(1, SiteId(0), 0);
        stack.call(helper, 2);
        let inner = stack.above(2).expect("two callers");
        let edges: Vec<_> = inner.callers().map(|caller| (caller.function, caller.last)).collect();
        assert_eq!(edges, [(helper, Some((SiteId(0), 0))), (main, Some((SiteId(3), 1)))]);
        stack.branch(0, SiteId(4), 0);
        stack.call(helper, 1);
        assert_eq!(stack.above(1).expect("a caller").last, Some((SiteId(4), 0)));
    }
}
