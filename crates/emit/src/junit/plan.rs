//! Which steps of a sequence become variables, and which stand where their value is used.
//!
//! ```text
//! s0 = new Account("Ada", 100)      Account account = new Account("Ada", 100);
//! s1 = new Money(30)                assertTrue(account.withdraw(new Money(30)));
//! s2 = s0.withdraw(s1)
//! ```
//!
//! A value that is used once, as an argument, and is short to write, is inlined. Evaluation keeps its order: calls and constructors are
//! kept on a stack, and inlined only if they are what a compiler would evaluate last before the step that uses them. What throws is
//! alone in its lambda: only arrays and functions, which run no code, are inlined there.

use super::hierarchy::mentions;
use super::target::tells_type;
use trine_testcase::objects::{
    Action, ClassApi, Expectation, MemberKind, ObjectTest, Operand, Seen, Shown, StepId, Steps, TypeArgument,
    TypeUse,
};

/// The longest string, in characters, inside of an inlined value.
const LONGEST_TEXT: usize = 24;
/// The most elements of an inlined array.
const MAX_ELEMENTS: usize = 12;

/// What becomes of each step.
#[derive(Clone, Debug)]
pub struct Plan {
    /// By step: whether its value is written where it is used.
    pub inline: Vec<bool>,
    /// By step: how often its value is used, in steps and expectations.
    pub uses: Vec<usize>,
}

impl Plan {
    /// The plan of a test, of which step `thrower` throws; a step for which `is_function` holds can be written as a lambda.
    #[must_use]
    pub fn new(
        api: &ClassApi,
        test: &ObjectTest,
        thrower: Option<StepId>,
        is_function: &dyn Fn(StepId) -> bool,
        may_take_function: &dyn Fn(StepId, StepId) -> bool,
    ) -> Self {
        let steps = &test.sequence.steps;
        let mut plan = Self { inline: vec![false; steps.steps.len()], uses: uses(test) };
        let mut pending: Vec<StepId> = Vec::new();
        for (id, step) in steps.steps.iter_enumerated() {
            let inlined: Vec<StepId> =
                used_steps(&step.action).into_iter().filter(|&used| plan.uses[index(used)] == 1).collect();
            let (pure, ordered): (Vec<StepId>, Vec<StepId>) = inlined.into_iter().partition(|&used| {
                matches!(steps.steps[used].action, Action::Array { .. } | Action::Mock { .. })
            });
            for used in pure {
                let is_array = matches!(steps.steps[used].action, Action::Array { .. })
                    && is_short_array(test, used, &plan);
                let is_lambda =
                    is_function(used) && may_take_function(id, used) && !is_receiver(&step.action, used);
                plan.inline[index(used)] = (is_array && !is_receiver(&step.action, used)) || is_lambda;
            }
            let ordered: Vec<StepId> = ordered
                .into_iter()
                .filter(|used| pending.contains(used))
                .filter(|&used| !is_inferred(api, steps, used) || tells_type(api, steps, id, used))
                .filter(|&used| !is_receiver(&step.action, used) || is_chained(api, steps, id, used))
                .collect();
            let fits = Some(id) != thrower && pending.ends_with(&ordered);
            if fits {
                pending.truncate(pending.len() - ordered.len());
                for &used in &ordered {
                    plan.inline[index(used)] = true;
                }
            }
            let leaves_stack = !fits || !is_candidate(api, test, id, &plan);
            let runs_code =
                !matches!(step.action, Action::Array { .. } | Action::Mock { .. }) || !ordered.is_empty();
            if leaves_stack && runs_code {
                pending.clear();
            } else if !leaves_stack {
                pending.push(id);
            }
        }
        plan
    }

    /// Whether the value of a step is written where it is used.
    #[must_use]
    pub fn is_inline(&self, step: StepId) -> bool {
        self.inline[index(step)]
    }

    /// How often the value of a step is used.
    #[must_use]
    pub fn uses_of(&self, step: StepId) -> usize {
        self.uses[index(step)]
    }
}

/// The position of a step.
#[must_use]
pub fn index(step: StepId) -> usize {
    step.0 as usize
}

/// The steps whose values an action uses, in the order of evaluation.
fn used_steps(action: &Action) -> Vec<StepId> {
    let operands = action.operands().into_iter().filter_map(|operand| match operand {
        Operand::Step(step) => Some(*step),
        _ => None,
    });
    match action {
        Action::SetElement { array, .. } => [*array].into_iter().chain(operands).collect(),
        _ => operands.collect(),
    }
}

/// How often each value is used. What a variable must be there for counts twice.
fn uses(test: &ObjectTest) -> Vec<usize> {
    let steps = &test.sequence.steps.steps;
    let mut uses = vec![0; steps.len()];
    for step in steps {
        for used in used_steps(&step.action) {
            uses[index(used)] += 1;
        }
        if let Action::SetElement { array, .. } = step.action {
            uses[index(array)] += 1;
        }
        if let Action::Mock { answers, .. } = &step.action {
            for operand in answers.iter().flat_map(|(_, values)| values) {
                if let Operand::Step(used) = operand {
                    uses[index(*used)] += 1;
                }
            }
        }
    }
    for Expectation { shown, seen } in &test.expectations {
        match shown {
            Shown::Result(step) | Shown::Query(step, _) | Shown::Field(step, _) | Shown::Elements(step) => {
                uses[index(*step)] += 2
            }
            Shown::StaticQuery(_) | Shown::StaticField(_) => {}
        }
        mark_same(seen, &mut uses);
    }
    uses
}

/// Objects that an assertion compares with are variables.
fn mark_same(seen: &Seen, uses: &mut [usize]) {
    match seen {
        Seen::Same(step) => uses[index(*step)] += 2,
        Seen::Elements(elements) => elements.iter().for_each(|element| mark_same(element, uses)),
        _ => {}
    }
}

/// Whether the value may be written where it is used, as far as it alone is concerned.
fn is_candidate(api: &ClassApi, test: &ObjectTest, id: StepId, plan: &Plan) -> bool {
    let steps = &test.sequence.steps;
    if plan.uses_of(id) != 1 {
        return false;
    }
    let is_short = |operands: &[Operand]| {
        operands.len() <= 3 && operands.iter().all(|operand| is_short_operand(test, operand, plan))
    };
    match &steps.steps[id].action {
        Action::New { outer: None, args, .. } => is_short(args),
        Action::Call { receiver, args, .. } => {
            let is_factory = receiver.is_none() && is_short(args);
            is_factory || (is_fluent(api, steps, id) && !is_inferred(api, steps, id))
        }
        Action::Get { field, receiver: None } => {
            api.members[*field].kind == MemberKind::EnumConstant || api.members[*field].is_final_or_abstract
        }
        _ => false,
    }
}

/// Whether the type arguments of what a step gives are left to the compiler: `new ArrayList<>()`, `Range.lessThan(0)`.
fn is_inferred(api: &ClassApi, steps: &Steps, id: StepId) -> bool {
    match &steps.steps[id].action {
        Action::New { constructor, .. } => {
            !api.classes[api.members[*constructor].class].type_parameters.is_empty()
        }
        Action::Call { method, .. } => {
            let method = &api.members[*method];
            method.result.as_ref().is_some_and(|result| mentions(result, &method.type_parameters))
        }
        _ => false,
    }
}

/// Whether a call gives what it was called on, by type: `builder.name("x")`.
fn is_fluent(api: &ClassApi, steps: &Steps, id: StepId) -> bool {
    let step = &steps.steps[id];
    let Action::Call { method, receiver: Some(_), .. } = &step.action else { return false };
    let class = &api.classes[api.members[*method].class].name;
    matches!(&step.ty, Some(TypeUse::Class(given)) if given.name == *class)
}

/// Whether `used` is what `id` is called on, and both read as one chain of calls.
fn is_chained(api: &ClassApi, steps: &Steps, id: StepId, used: StepId) -> bool {
    matches!(steps.steps[id].action, Action::Call { .. }) && is_fluent(api, steps, used)
}

fn is_receiver(action: &Action, used: StepId) -> bool {
    let receiver = match action {
        Action::Call { receiver, .. } | Action::Get { receiver, .. } | Action::Set { receiver, .. } => {
            receiver.as_ref()
        }
        Action::New { outer, .. } => outer.as_ref(),
        Action::SetElement { array, .. } => return *array == used,
        Action::Array { .. } | Action::Mock { .. } => None,
    };
    receiver == Some(&Operand::Step(used))
}

/// Whether an operand takes little room, and does not nest deeply.
fn is_short_operand(test: &ObjectTest, operand: &Operand, plan: &Plan) -> bool {
    match operand {
        Operand::Text(leaves) => leaves.len() <= LONGEST_TEXT,
        Operand::Step(step) => !plan.is_inline(*step) || is_flat(test, *step),
        _ => true,
    }
}

/// Whether a step uses no other.
fn is_flat(test: &ObjectTest, step: StepId) -> bool {
    used_steps(&test.sequence.steps.steps[step].action).is_empty()
}

/// Whether an array may be written as the list of its elements where it is used; an array of a generic type cannot.
fn is_short_array(test: &ObjectTest, id: StepId, plan: &Plan) -> bool {
    let Action::Array { elements } = &test.sequence.steps.steps[id].action else { return false };
    let is_reifiable = !test.sequence.steps.steps[id].ty.as_ref().is_none_or(is_generic_array);
    let are_equal = elements.len() > 1 && all_zero(test, elements);
    is_reifiable
        && (elements.len() <= MAX_ELEMENTS || are_equal)
        && elements.iter().all(|element| match element {
            Operand::Step(step) if plan.is_inline(*step) => {
                matches!(test.sequence.steps.steps[*step].action, Action::Array { .. })
            }
            other => is_short_operand(test, other, plan),
        })
}

/// Whether the elements are those that a new array has anyway.
#[must_use]
pub fn all_zero(test: &ObjectTest, elements: &[Operand]) -> bool {
    elements.iter().all(|element| match element {
        Operand::Leaf(leaf) => test.sequence.leaf(*leaf) == 0,
        Operand::Null => true,
        _ => false,
    })
}

/// `?`, or `? extends Object`.
fn is_unbounded(argument: &TypeArgument) -> bool {
    match argument {
        TypeArgument::Any => true,
        TypeArgument::Extends(TypeUse::Class(class)) => class.name == super::hierarchy::OBJECT,
        _ => false,
    }
}

/// Whether an array's elements have type arguments that are gone at run time: all but `?`.
#[must_use]
pub fn is_generic_array(ty: &TypeUse) -> bool {
    match ty {
        TypeUse::Array(element) => is_generic_array(element),
        TypeUse::Class(class) => class.arguments.iter().any(|argument| !is_unbounded(argument)),
        _ => false,
    }
}

/// Whether an array of this type is made by an unchecked cast: `Box<?>[]` is a `Box<? extends T>[]` where `Box` takes nothing but `T` anyway.
#[must_use]
pub fn is_unchecked_array(api: &ClassApi, ty: &TypeUse) -> bool {
    match ty {
        TypeUse::Array(element) => is_unchecked_array(api, element),
        TypeUse::Class(class) => {
            let declared = api.class_named(&class.name).map(|id| api.classes[id].type_parameters.as_slice());
            let is_declared = |at: usize, bound: &TypeUse| {
                declared
                    .and_then(|all| all.get(at))
                    .is_some_and(|parameter| parameter.bounds[..] == *std::slice::from_ref(bound))
            };
            class.arguments.iter().enumerate().any(|(at, argument)| match argument {
                TypeArgument::Extends(bound) if is_declared(at, bound) => false,
                argument => !is_unbounded(argument),
            })
        }
        _ => false,
    }
}
