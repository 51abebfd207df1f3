//! Whom a fault blames: the code, or a precondition that nobody stated.
//!
//! A test invents its inputs. A fault that only shows that the invention was none of those the code is meant for
//! stands in the lower class; one that the code's own checks let through, or that raw data from outside brings about,
//! stands in the upper. The rule, once for all kinds:
//!
//! | the fault comes from                                             | class                                  |
//! |------------------------------------------------------------------|----------------------------------------|
//! | bytes: strings, files, streams, answers of the C library           | code                                   |
//! | a number (argument, element of an array, answer of a stub) as an index, length, address, amount of a shift | code if bounded before on the side where it fails |
//! | a number as a divisor                                            | code if compared with zero or for equality, or if a stub wrote or answered it |
//! | an element of a table of the code's, chosen by a number or state that the code never looked at | precondition |
//! | copies between two pointers of the test that lead to one object  | precondition: nothing says that they may |
//! | a read of freed memory, by an index that was never bounded       | precondition: another block had lain behind the end of one |
//! | a member or variable that its file keeps in order itself, with a value that the file never stores | precondition |
//! | what is read with another type than the test wrote it with       | precondition: nobody's data            |
//! | a table with initial values that the code never writes, with other ones | precondition              |
//! | another answer of a stub than it gave to the same numbers before  | precondition                           |
//! | a count that a stub answered for a buffer, above the buffer's size | precondition                         |
//! | what a stub was given the address of, and did not write          | precondition                           |
//! | anything, after a stub was called whose name says that it reports an error | precondition: it may be how the program ends |
//! | a field of a structure behind a pointer, or a global (state), as an index, length, address or amount | code if bounded before on the side where it fails |
//! | state as a divisor                                               | code if compared with zero or for equality |
//! | fields of an opaque object: wider values behind `void *` or an incomplete type, structures that the body casts it to | likewise, by a comparison with more than a sign |
//! | an index that the code counts, up to a limit that the test invented | code if the limit was bounded above before |
//! | a null pointer of the test, one that a stub returned, one that a variable has from the start | code if compared with null by the function that fails or its callers |
//! | how far two pointers lie apart of which a stub of the program gave one | code if bounded before on the side where it fails: they may lead into two objects |
//! | the same, compared with null by nothing but a macro                | precondition: the macro takes null, whoever uses it |
//! | the same, found to be null before the run called a stub of the program | precondition: the stub may be how the program ends |
//! | a null pointer of nobody known, in a run that called stubs of the program | precondition: they may have to set it |
//! | an address that was computed from a pointer of the test          | precondition, unless the length of its object is stated |
//! | a failed assertion about an argument as it is or one step from it, about bytes of the test, or about state; one in a run that read state | precondition: that is what it states |
//! | a failed assertion that relates several inputs, or is about what was computed from elements of arrays | precondition |
//! | what the library makes of a format of the test that is none      | precondition                           |
//! | an object that the test made reachable on two ways, freed        | precondition                           |
//! | a format with variable arguments, all of them the test's; a format of the test with arguments of the code | precondition |
//! | a run or a recursion that does not end, a call of or an access through invented bits | precondition       |
//! | a null pointer, or what nobody wrote, in a function with variable arguments | precondition: its callers write both beside each other |
//! | a variable that had lain where an address computed from a pointer of the test leads to | precondition      |
//! | `longjmp` without a `setjmp` in the run                          | precondition                           |
//! | anything else: the code's own objects, other assertions, arithmetic, memory that could not be had | code  |
//!
//! What the code looked at before is seen by repeating the run in [`trine_harness::FaultTaint`]. A function that only its
//! file can call is not judged alone: `findings.rs` asks whether a run through one of its callers shows the fault.

use crate::context::evaluator::{Evaluator, FaultClassification};
use std::collections::BTreeSet;
use std::sync::Arc;
use trine_harness::plan::Write;
use trine_harness::{BoundSide, FaultTaint, Harness, Invented, Plan, Root, Source, UnconstrainedInput};
use trine_inputs::{Language, ShapeEntry};
use trine_ir::analysis::{CallGraph, written_globals};
use trine_ir::{Condition, FuncId, Function, Outcome, Program, SiteId, Terminator};
use trine_machine::{Access, Fault, FaultKind};
use trine_record::FindingClass;
use trine_testcase::Stored;
use trine_testcase::api::{ApiModel, GlobalVariable, GlobalVariableId};
use trine_testcase::leaf::{LeafId, LeafKind};
use trine_testcase::test_case::{
    Argument, Place, PlaceRoot, PlaceStep, PointerValue, Skeleton, Statement, TestCase,
};
use trine_testcase::types::TypeKind;

/// Arrays of fewer elements are no tables.
const MIN_TABLE_ELEMENTS: u64 = 4;

impl Evaluator<'_> {
    /// Whom `fault` blames, in which the last run ended: of `entry` with `leaves`.
    pub fn classify_fault(
        &mut self,
        entry: &ShapeEntry,
        leaves: &[u128],
        fault: &Fault,
    ) -> FaultClassification {
        let left_stated_length = match fault.kind {
            FaultKind::OutOfBounds { object, .. } => {
                self.harness.object_position(object).is_some_and(|at| entry.has_stated_length(at))
            }
            _ => false,
        };
        let is_global = match fault.kind {
            FaultKind::OutOfBounds { object, .. } => self.harness.is_global(object),
            _ => false,
        };
        let circumstances = Circumstances {
            language: self.language,
            skeleton: &entry.skeleton,
            plan: &entry.plan,
            left_stated_length,
            shares_freed_objects: entry.shape.shares_freed_objects(),
            left_through_given_pointer: false,
            passes_null: passes_null(&entry.skeleton),
            is_global,
            calls_stubs: !self.harness.stub_calls().is_empty(),
            calls_others: self.harness.calls_stubs_of_the_program(),
            is_variadic: self.harness.api().callables[entry.plan.callable].variadic,
        };
        let fault_taint = self.fault_taint(entry, leaves);
        circumstances.blame(&fault_taint, fault)
    }

    fn fault_taint(&mut self, entry: &ShapeEntry, leaves: &[u128]) -> FaultTaint {
        let allowed = entry.allowed(leaves);
        let is_untyped = |root| self.is_untyped(entry, root);
        let tables = tables(self.harness.api(), self.harness.program(), entry.plan.function);
        let given = (&allowed[..], &tables);
        let invented = invented(self.harness.api(), &entry.skeleton, &entry.plan, given, is_untyped);
        let mut fault_taint = FaultTaint::default();
        self.harness.run_for_fault_taint(&entry.plan, &allowed, &mut fault_taint, &invented);
        self.clock.executed();
        let program = self.harness.program();
        fault_taint.ignore_null_checks(|function, site| {
            program.body(function).is_ok_and(|body| stands_in_macro(body, site))
        });
        fault_taint.take_in_switches(|function, site, outcome| {
            program.body(function).is_ok_and(|body| is_default(body, site, outcome))
        });
        fault_taint
    }

    /// Whether a root of the plan is memory behind a pointer without a type, or a structure that only the body of the
    /// function takes it for.
    fn is_untyped(&self, entry: &ShapeEntry, root: Root) -> bool {
        let Root::Object(object) = root else { return false };
        let api = self.harness.api();
        let is_hidden =
            |kind: &TypeKind| matches!(kind, TypeKind::Void | TypeKind::Record { complete: false, .. });
        if entry.extent(object).is_some_and(|(slot, _)| is_hidden(api.types.kind(slot.pointee))) {
            return true;
        }
        let Some(path) = entry.made_for(object) else { return false };
        if entry.is_guessed(path) {
            return true;
        }
        let name = path.split(['-', '.', '[', '@']).next().unwrap_or(path).trim_start_matches('*');
        let parameter = api.callables[entry.plan.callable].params.iter().find(|known| known.name == name);
        let taken_for = parameter.and_then(|parameter| parameter.points_to);
        taken_for.is_some_and(|ty| matches!(api.types.kind(ty), TypeKind::Record { .. }))
    }
}

/// What is known of a test in which a fault happened, beside what it looked at.
struct Circumstances<'t> {
    language: &'t dyn Language,
    skeleton: &'t Skeleton,
    plan: &'t Plan,
    /// It kept to the length that is stated for the object that was left.
    left_stated_length: bool,
    /// One object may be reached on two ways, of which one frees it.
    shares_freed_objects: bool,
    /// An object of the test was left through a pointer that an earlier call gave: what that call took it for, nothing says.
    left_through_given_pointer: bool,
    passes_null: bool,
    /// The object that was left is a global.
    is_global: bool,
    calls_stubs: bool,
    calls_others: bool,
    /// The function under test takes variable arguments.
    is_variadic: bool,
}

impl Circumstances<'_> {
    /// Whom `fault` blames.
    fn blame(&self, fault_taint: &FaultTaint, fault: &Fault) -> FaultClassification {
        let stack: Vec<FuncId> = fault.stack.iter().map(|location| location.function).collect();
        let is_precondition = match &fault.kind {
            // The test kept to the length that its caller guarantees; the code did not.
            FaultKind::OutOfBounds { .. } if self.left_stated_length => false,
            FaultKind::OutOfBounds { .. } if self.left_through_given_pointer => true,
            // Who reports an error seldom returns, and its stub does.
            _ if fault_taint.error_was_reported() || fault_taint.time_was_odd() => true,
            // Which arguments follow is for its first ones to say, and those are written beside them.
            FaultKind::NullDereference { .. } | FaultKind::UnsetMemory if self.is_variadic => true,
            // What is added to a null pointer does not matter.
            FaultKind::NullDereference { .. } if fault_taint.relies_on_misread() => true,
            kind if uses_operands(kind)
                && (fault_taint.relies_on_handed()
                    || fault_taint.relies_on_nobodys()
                        && !matches!(kind, FaultKind::NullDereference { .. })) =>
            {
                true
            }
            kind if uses_operands(kind) && fault_taint.relies_on_unchecked_choice() => true,
            kind if fault_taint.format_was_passed() && !is_write(kind) => true,
            FaultKind::OutOfBounds { .. }
            | FaultKind::UseAfterFree { .. }
            | FaultKind::DoubleFree { .. }
            | FaultKind::InvalidFree { .. }
            | FaultKind::InvalidShift { .. }
                if fault_taint.was_decided_by_nobodys() =>
            {
                true
            }
            kind if is_of_unconstrained_format(self.language, self.plan, fault_taint, kind) => true,
            FaultKind::NullDereference { .. } => {
                fault_taint.relies_on_untyped()
                    || self.calls_others && fault_taint.pointer_is_of_nobody()
                    || fault_taint.null_is_unchecked(&stack)
                    || fault_taint.null_was_reported()
                    || self.passes_null && !fault_taint.null_is_checked(&stack)
            }
            // What the code frees is made on the heap; the rest of what a test makes cannot be.
            FaultKind::InvalidFree { .. } => makes_objects(self.skeleton),
            // Nothing says that one object may be passed twice to code that frees both.
            FaultKind::DoubleFree { .. } => self.shares_freed_objects,
            // Behind the end of one block another had lain.
            FaultKind::UseAfterFree { .. } => {
                self.shares_freed_objects
                    || fault_taint.relies_on_untyped()
                    || relies_on_unchecked(fault_taint)
            }
            // A function that was replaced by a stub may have written it.
            FaultKind::UnsetMemory => self.calls_stubs,
            // A long loop over a large input looks the same as an endless one, and so does a recursion; a pointer to
            // nothing was made of bytes that the test invented.
            FaultKind::OutOfBounds { input: true, .. }
            | FaultKind::StepLimit
            | FaultKind::InvalidPointer { .. }
            | FaultKind::CallOfNonFunction { .. } => true,
            // So far from an object of the test that a variable had lain there before.
            FaultKind::UseAfterReturn { .. } => {
                fault_taint.relies_on_pointer() || relies_on_unchecked(fault_taint)
            }
            FaultKind::StackOverflow => !fault_taint.met_nothing(),
            FaultKind::OutOfBounds { offset, .. } => {
                let side = if *offset < 0 { BoundSide::Low } else { BoundSide::High };
                self.is_global && fault_taint.relies_on_pointer()
                    || fault_taint.relies_on_given_distance(side)
                    || fault_taint.relies_on_unchecked(side)
            }
            FaultKind::WriteToConstant { .. } => {
                fault_taint.relies_on_pointer() || fault_taint.relies_on_untyped()
            }
            FaultKind::Library { .. }
                if fault_taint.library().is_some_and(|name| self.language.jumps(name)) =>
            {
                !fault_taint.sets_jumps()
            }
            FaultKind::Library { message } => {
                let is_overlap = message.contains("overlap");
                is_overlap && fault_taint.copies_between_pointers() || relies_on_unchecked(fault_taint)
            }
            FaultKind::DivisionByZero | FaultKind::ZeroCounted => fault_taint.relies_on_unchecked_operand(),
            // The smallest number by -1: of both a look at the sign says nothing.
            FaultKind::DivisionOverflow => fault_taint.relies_on_unbounded_numbers(),
            FaultKind::InvalidShift { amount, .. } => {
                // A negative amount, of 32 bits or more.
                let is_negative = *amount >= 1 << 31;
                fault_taint.amount_is_unchecked(if is_negative { BoundSide::Low } else { BoundSide::High })
            }
            FaultKind::AssertionFailed { .. } | FaultKind::Unreachable | FaultKind::Trap => {
                let is_asserted = matches!(fault.kind, FaultKind::AssertionFailed { .. });
                fault_taint.compared_unconstrained_input()
                    || fault_taint.met_state()
                    || is_asserted && fault_taint.compared_several_inputs()
            }
            _ => false,
        };
        let class = if is_precondition { FindingClass::Precondition } else { FindingClass::Code };
        FaultClassification { class, of_data: !is_precondition && fault_taint.is_of_data() }
    }
}

/// Whom `fault` blames, in which the last run of `harness` ended: of `test`, a sequence of calls with the plan `plan`. Of two objects
/// that calls gave, one may own the other: nothing says that a test may still use that one.
#[must_use]
pub fn classify_in_sequence(
    language: &dyn Language,
    harness: &mut Harness<'_>,
    test: &TestCase,
    plan: &Plan,
    fault: &Fault,
) -> FaultClassification {
    let skeleton = &test.skeleton;
    let is_global = match fault.kind {
        FaultKind::OutOfBounds { object, .. } => harness.is_global(object),
        _ => false,
    };
    let left_own_object = match fault.kind {
        FaultKind::OutOfBounds { object, .. } => harness.object_position(object).is_some(),
        _ => false,
    };
    let circumstances = Circumstances {
        language,
        skeleton,
        plan,
        left_stated_length: false,
        shares_freed_objects: shares_objects(skeleton),
        left_through_given_pointer: left_own_object && passes_given(skeleton),
        passes_null: passes_null(skeleton) || harness.passed_null(plan),
        is_global,
        calls_stubs: !harness.stub_calls().is_empty(),
        calls_others: harness.calls_stubs_of_the_program(),
        is_variadic: false,
    };
    let tables = tables(harness.api(), harness.program(), plan.function);
    let invented = invented(harness.api(), skeleton, plan, (&test.leaves, &tables), |_| false);
    let mut fault_taint = FaultTaint::default();
    harness.run_for_fault_taint(plan, &test.leaves, &mut fault_taint, &invented);
    let program = harness.program();
    fault_taint.ignore_null_checks(|function, site| {
        program.body(function).is_ok_and(|body| stands_in_macro(body, site))
    });
    fault_taint.take_in_switches(|function, site, outcome| {
        program.body(function).is_ok_and(|body| is_default(body, site, outcome))
    });
    circumstances.blame(&fault_taint, fault)
}

/// Whether the last call is passed what an earlier one gave.
fn passes_given(skeleton: &Skeleton) -> bool {
    let last = skeleton.statements.iter().rev().find_map(|statement| match statement {
        Statement::Call { args, .. } => Some(args),
        _ => None,
    });
    let is_given = |argument: &Argument| matches!(argument, Argument::Result(_) | Argument::Held(_));
    last.is_some_and(|args| args.iter().any(is_given))
}

/// Whether calls are passed more than one object that earlier calls gave: one may be a part of another.
fn shares_objects(skeleton: &Skeleton) -> bool {
    let mut given = BTreeSet::new();
    for statement in &skeleton.statements {
        let Statement::Call { args, .. } = statement else { continue };
        given.extend(args.iter().filter_map(|argument| match argument {
            Argument::Result(call) => Some(*call),
            Argument::Held(Place { root: PlaceRoot::Variable(variable), .. }) => Some(*variable),
            _ => None,
        }));
    }
    given.len() > 1
}

/// By write of `plan`, with these values of `leaves`: what the code cannot know of it. `is_untyped` says whether a root is
/// memory without a type.
fn invented(
    api: &ApiModel,
    skeleton: &Skeleton,
    plan: &Plan,
    (leaves, tables): (&[u128], &BTreeSet<GlobalVariableId>),
    is_untyped: impl Fn(Root) -> bool,
) -> Vec<Option<Invented>> {
    let state = state_leaves(skeleton);
    let mut kept = kept_leaves(api, skeleton, leaves);
    kept.extend(elements_of(tables, skeleton));
    let from_outside: BTreeSet<usize> = plan.stub_writes.values().flatten().map(|one| one.object).collect();
    let is_outside = |root: Root| matches!(root, Root::Object(at) if from_outside.contains(&at));
    // Bytes are data: strings, buffers, what lies in files.
    let is_byte = |leaf: LeafId| {
        matches!(skeleton.leaves[leaf].kind, LeafKind::Char { .. } | LeafKind::Int { bits: 8, .. })
    };
    let of_write = |write: &Write| match write.source {
        Source::Pointer { .. } => UnconstrainedInput::Pointer,
        // Of a structure that only the body takes it for, members of one byte are members all the same.
        Source::Leaf(leaf) if is_untyped(write.root) && !(is_byte(leaf) && state.contains(&leaf)) => {
            UnconstrainedInput::Untyped
        }
        Source::Leaf(leaf) if kept.contains(&leaf) => UnconstrainedInput::Kept,
        Source::Leaf(leaf) if state.contains(&leaf) => UnconstrainedInput::State,
        Source::Leaf(leaf) if is_byte(leaf) => UnconstrainedInput::Data,
        Source::Leaf(_) if is_outside(write.root) => UnconstrainedInput::Outside,
        Source::Leaf(_) => UnconstrainedInput::Number,
    };
    let is_float = |write: &Write| match write.source {
        Source::Leaf(leaf) => matches!(skeleton.leaves[leaf].kind, LeafKind::Float(_)),
        Source::Pointer { .. } => false,
    };
    let all = plan.writes.iter().map(|write| Invented { kind: of_write(write), is_float: is_float(write) });
    all.map(Some).collect()
}

/// Arrays of a few elements and more that have initial values and that `function` and its callees never write: tables that were not
/// declared constant.
fn tables(api: &ApiModel, program: &Arc<Program>, function: FuncId) -> BTreeSet<GlobalVariableId> {
    let graph = CallGraph::new(program, &[function]);
    let written = written_globals(program, &graph);
    let is_table = |variable: &GlobalVariable| {
        let Some(id) = program.global_named(&variable.symbol) else { return false };
        let global = &program.globals[id];
        let is_long = matches!(
            api.types.kind(variable.ty),
            TypeKind::Array { length: Some(length), .. } if *length >= MIN_TABLE_ELEMENTS
        );
        is_long && !global.undefined && !written.contains(&id) && global.bytes.iter().any(|&byte| byte != 0)
    };
    api.globals.iter_enumerated().filter(|(_, variable)| is_table(variable)).map(|(id, _)| id).collect()
}

/// The leaves that are elements of `tables`.
fn elements_of(tables: &BTreeSet<GlobalVariableId>, skeleton: &Skeleton) -> Vec<LeafId> {
    let of_table = |statement: &Statement| match statement {
        Statement::SetLeaf { place, leaf } => match place.root {
            PlaceRoot::Global(id) if tables.contains(&id) => Some(*leaf),
            _ => None,
        },
        _ => None,
    };
    skeleton.statements.iter().filter_map(of_table).collect()
}

/// Whether the branch at `site` is a condition of a macro's text: such a macro is used with all kinds of pointers, and says
/// nothing about this one.
fn stands_in_macro(body: &Function, site: SiteId) -> bool {
    let is_branch_of = |condition: &Condition| {
        let decides = |outcome: &Outcome| match outcome {
            Outcome::Taken(edges) => edges.iter().any(|(of, _)| of == site),
            _ => false,
        };
        condition.outcomes.iter().any(decides)
    };
    let mut conditions =
        body.coverage.conditions.iter().filter(|condition| is_branch_of(condition)).peekable();
    conditions.peek().is_some() && conditions.all(|condition| condition.expansion.is_some())
}

/// Whether `outcome` of the branch at `site` is the way of a switch for all values that it does not name.
fn is_default(body: &Function, site: SiteId, outcome: u32) -> bool {
    let is_it = |terminator: &Terminator| matches!(terminator, Terminator::Switch { site: known, default, .. } if *known == site && *default == outcome);
    body.blocks.iter().any(|block| is_it(&block.terminator))
}

/// Whether the address, amount or length of the failing operation was never bounded on some side.
fn relies_on_unchecked(fault_taint: &FaultTaint) -> bool {
    fault_taint.relies_on_unchecked(BoundSide::High) || fault_taint.relies_on_unchecked(BoundSide::Low)
}

/// Leaves that are members or variables which the unit keeps in order itself, with a value that it never stores.
fn kept_leaves(api: &ApiModel, skeleton: &Skeleton, leaves: &[u128]) -> BTreeSet<LeafId> {
    let kept = skeleton.statements.iter().filter_map(|statement| {
        let Statement::SetLeaf { place, leaf } = statement else { return None };
        let is_nobodys = |stored: &Stored| {
            stored.is_kept && !stored.may_be(leaves.get(leaf.0 as usize).copied().unwrap_or(0))
        };
        api.stored(skeleton, place).is_some_and(is_nobodys).then_some(*leaf)
    });
    kept.collect()
}

/// The leaves that are fields of structures behind pointers, or globals; characters in arrays are data.
fn state_leaves(skeleton: &Skeleton) -> BTreeSet<LeafId> {
    let passed = |statement: &Statement| match statement {
        Statement::Call { args, .. } => args.clone(),
        _ => Vec::new(),
    };
    let by_value: BTreeSet<_> = skeleton
        .statements
        .iter()
        .flat_map(passed)
        .filter_map(|argument| match argument {
            Argument::Object(variable) => Some(variable),
            _ => None,
        })
        .collect();
    let state = skeleton.statements.iter().filter_map(|statement| {
        let Statement::SetLeaf { place, leaf } = statement else { return None };
        let is_character =
            matches!(skeleton.leaves[*leaf].kind, LeafKind::Char { .. } | LeafKind::Int { bits: 8, .. });
        let is_of_array = matches!(place.steps.last(), Some(PlaceStep::Index(_)));
        let is_state = match place.root {
            PlaceRoot::Global(_) => true,
            PlaceRoot::Variable(variable) => {
                let has_field = place.steps.iter().any(|step| matches!(step, PlaceStep::Field(_)));
                has_field && !by_value.contains(&variable)
            }
        };
        (is_state && !(is_character && is_of_array)).then_some(*leaf)
    });
    state.collect()
}

/// Whether a fault of this kind comes from the operands of what failed.
fn uses_operands(kind: &FaultKind) -> bool {
    use FaultKind::{
        DivisionByZero, DivisionOverflow, DoubleFree, InvalidFree, InvalidPointer, InvalidShift, Library,
        NullDereference, OutOfBounds, UnsetMemory, UseAfterFree, WriteToConstant, ZeroCounted,
    };
    matches!(
        kind,
        DivisionByZero
            | DivisionOverflow
            | DoubleFree { .. }
            | InvalidFree { .. }
            | InvalidPointer { .. }
            | InvalidShift { .. }
            | Library { .. }
            | NullDereference { .. }
            | OutOfBounds { .. }
            | UnsetMemory
            | UseAfterFree { .. }
            | WriteToConstant { .. }
            | ZeroCounted
    )
}

fn is_write(kind: &FaultKind) -> bool {
    matches!(kind, FaultKind::OutOfBounds { access: Access::Write, .. })
}

/// Whether the fault comes from a format whose variable arguments the test made up.
fn is_of_unconstrained_format(
    language: &dyn Language,
    plan: &Plan,
    fault_taint: &FaultTaint,
    kind: &FaultKind,
) -> bool {
    let has_arguments = plan.objects.iter().any(|object| object.of_argument_list);
    has_arguments
        && !is_write(kind)
        && fault_taint.library().is_some_and(|name| language.takes_argument_list_of_format(name))
}

fn passes_null(skeleton: &Skeleton) -> bool {
    skeleton.statements.iter().any(|statement| match statement {
        Statement::SetPointer { value, .. } => *value == PointerValue::Null,
        Statement::Call { args, .. } => {
            args.iter().any(|argument| matches!(argument, Argument::Pointer(PointerValue::Null)))
        }
        Statement::StubReturn { value, .. } => matches!(value, Argument::Pointer(PointerValue::Null)),
        _ => false,
    })
}

fn makes_objects(skeleton: &Skeleton) -> bool {
    skeleton.statements.iter().any(|statement| matches!(statement, Statement::Object { .. }))
}
