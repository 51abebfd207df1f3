//! Questions to functions of a library, whose answers decide branches: how far the arguments are from another answer.

use super::flags::Definitions;
use trine_base::index::TypedIndex;
use trine_ir::{Callee, FuncId, Function, Program, Value};
use trine_machine::StateView;

/// What knows how far functions were from answering otherwise, by their arguments.
pub trait Questions {
    /// The number of the question that the function `name` answers by a boolean.
    fn number(&self, name: &str) -> Option<u32>;
    /// How far the arguments are from the answers true and false; one of them is 0. `None` when it cannot be told.
    fn distances(&self, number: u32, args: &[u64], state_view: &StateView<'_>) -> Option<[f64; 2]>;
    /// The number of the lookup that the function `name` is: it returns null, or false, where it does not find its argument.
    fn lookup(&self, _name: &str) -> Option<u32> {
        None
    }
    /// How far the lookup with these arguments is from finding something. `None` when it cannot be told.
    fn distance_to_found(&self, _number: u32, _args: &[u64], _state_view: &StateView<'_>) -> Option<f64> {
        None
    }
}

/// Knows nothing.
impl Questions for () {
    fn number(&self, _: &str) -> Option<u32> {
        None
    }

    fn distances(&self, _: u32, _: &[u64], _: &StateView<'_>) -> Option<[f64; 2]> {
        None
    }
}

/// A question that decides a site.
#[derive(Clone, Debug)]
pub(super) struct Asked {
    number: u32,
    args: Vec<Value>,
    /// The outcome of the site when the answer is true, and when it is false.
    outcomes: [u32; 2],
}

/// The function that a call calls, as far as its text says; of a virtual one that of the class named.
pub(crate) fn called(program: &Program, callee: &Callee) -> Option<FuncId> {
    match callee {
        Callee::Direct(function) => Some(*function),
        Callee::Virtual { class, slot, .. } => {
            program.classes.get(*class)?.vtable.get(*slot as usize).copied().flatten()
        }
        Callee::Indirect(..) | Callee::Interface { .. } => None,
    }
}

/// By site: the question that decides it.
pub(super) fn asked<Q: Questions>(
    program: &Program,
    function: &Function,
    questions: &Q,
) -> Vec<Option<Asked>> {
    let mut asked = vec![None; function.sites.len()];
    let definitions = Definitions::new(function);
    for (block, data) in function.blocks.iter_enumerated() {
        let Some(site) = data.terminator.site() else { continue };
        let Some((decider, args)) =
            definitions.deciding_call(function, block, |callee| called(program, callee))
        else {
            continue;
        };
        let Some(callable) = program.callables.get(decider.callee) else { continue };
        let Some(number) = questions.number(&callable.name) else { continue };
        if let (Some(when_true), Some(when_false)) = (decider.outcome(1), decider.outcome(0))
            && when_true != when_false
        {
            let outcomes = [when_true, when_false];
            asked[site.position()] = Some(Asked { number, args: args.to_vec(), outcomes });
        }
    }
    asked
}

/// How far the site was from its other outcome, by the question that decides it.
pub(super) fn distance_to_other<Q: Questions>(
    asked: &Asked,
    outcome: u32,
    function: &Function,
    questions: &Q,
    state_view: &StateView<'_>,
) -> Option<f64> {
    let bits = |&value: &Value| match function.constant_bits(value) {
        Some(bits) => u64::try_from(bits).ok(),
        None => state_view.register(value),
    };
    let args: Vec<u64> = asked.args.iter().map(bits).collect::<Option<_>>()?;
    let distances = questions.distances(asked.number, &args, state_view)?;
    let other = asked.outcomes.iter().position(|&other| other != outcome)?;
    Some(distances[other].max(f64::MIN_POSITIVE))
}
