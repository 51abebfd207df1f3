//! Which methods change the objects that they are given: told by runs, call by call.
//!
//! What can be reached from the receiver and the other objects that a step hands in has a digest before the call and one behind it. A call that
//! throws tells nothing: `addEdge` of a graph throws until it has vertices.

use crate::Bits;
use crate::heap::Heap;
use rustc_hash::FxHashMap;
use trine_jdk::env::Env;
use trine_testcase::objects::MemberId;

/// Calls of one method that are looked at.
const MAX_CALLS: u32 = 40;

/// Objects behind a call that are looked at; of calls that reach more nothing is told.
const MAX_OBJECTS: usize = 1_000;

/// Objects that are looked at in all: enough for some thousand calls on usual objects.
const MAX_WORK: usize = 400_000;

/// Calls of a method on objects that returned.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Calls {
    /// Those that were looked at.
    pub all: u32,
    /// Those that left an object otherwise than it was.
    pub changing: u32,
}

/// Calls, by method.
#[derive(Debug, Default)]
pub(crate) struct Modifiers {
    pub calls: FxHashMap<MemberId, Calls>,
    work: usize,
}

/// A call that is being looked at.
#[derive(Debug)]
pub(crate) struct Look {
    method: MemberId,
    objects: Vec<Bits>,
    before: u64,
}

impl Modifiers {
    /// Whether something is still to be learned about a method.
    pub fn asks(&self, method: MemberId) -> bool {
        self.work < MAX_WORK && self.calls.get(&method).is_none_or(|calls| calls.all < MAX_CALLS)
    }

    /// A call of `method` begins, with these objects.
    pub fn begin(
        &mut self,
        method: MemberId,
        objects: Vec<Bits>,
        heap: &mut Heap,
        env: &mut Env<'_, '_>,
    ) -> Option<Look> {
        let before = self.digest(&objects, heap, env)?;
        Some(Look { method, objects, before })
    }

    /// The call has returned.
    pub fn end(&mut self, look: &Look, heap: &mut Heap, env: &mut Env<'_, '_>) {
        let Some(after) = self.digest(&look.objects, heap, env) else { return };
        let calls = self.calls.entry(look.method).or_default();
        calls.all += 1;
        calls.changing += u32::from(after != look.before);
    }

    fn digest(&mut self, objects: &[Bits], heap: &mut Heap, env: &mut Env<'_, '_>) -> Option<u64> {
        let (digest, count) = heap.digest_of_few(env, objects, MAX_OBJECTS).ok()?;
        self.work += count;
        (count <= MAX_OBJECTS).then_some(digest)
    }
}
