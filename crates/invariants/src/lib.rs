//! What fields, parameters and results of code can hold, wherever nobody outside can change that: invariants that no test breaks.
//!
//! ```text
//! private int state = READY;            written with READY, BUSY, DONE and nothing else    ->  one of 0, 1, 2
//! private final Object value;           every constructor writes what is not null          ->  an object
//! private void grow(int by)             called with 1 and 16                               ->  one of 1, 16
//! ```
//!
//! The code is a [`Nest`]: a few classes that alone write their fields and alone call some of their methods. What is not closed may
//! hold anything: parameters of methods that others call, fields that others write, results of calls that a subclass may answer. A
//! field has what any write in the nest gives it, and what memory holds at first where somebody may see that (`assigned.rs`).
//! Functions outside that a call names are looked into for each list of arguments, for what they return.
//!
//! Abstract interpretation (Cousot and Cousot, 1977) of each function (`flow.rs`) over lists, ranges and null-ness (`values.rs`), until
//! nothing changes. Sound for runs of any number of calls in any order, as long as nobody writes the fields by other means than
//! code: reflection, streams made by hand, native code.
//!
//! Knows nothing of goals, tests or Java.

mod assigned;
mod flow;
mod nest;
mod values;

pub use flow::Facts;
pub use nest::{ClosedField, Member, Nest};
pub use values::Abstract;

use flow::{Surroundings, facts};
use nest::column;
use rustc_hash::FxHashMap;
use std::collections::{BTreeMap, BTreeSet};
use trine_base::Span;
use trine_ir::{Callee, FuncId, Function, Program, Type};

/// Times that a field, a parameter or a result changes before it is widened.
const CHANGES: u32 = 4;
/// Where it ends then, unless at the bounds of its type.
const BOUNDS: [i64; 3] = [-1, 0, 1];
/// Times that functions of a nest are looked at, at most, on average.
const MAX_LOOKS: usize = 40;
/// Blocks of a function outside that is looked into, at most.
const MAX_FOREIGN_BLOCKS: usize = 60;
/// Functions outside that are looked into, one below the other.
const MAX_FOREIGN_DEPTH: usize = 4;
/// Looks into functions outside, at most.
const MAX_FOREIGN: usize = 4_000;

/// What holds in a nest whenever one of its functions runs.
pub struct Invariants<'n> {
    program: &'n Program,
    nest: &'n Nest,
    members: FxHashMap<FuncId, usize>,
    fields: Vec<Abstract>,
    states: Vec<State>,
    foreign: Foreign<'n>,
}

/// What is known of a function of the nest so far.
struct State {
    params: Vec<Abstract>,
    changes: u32,
    returned: Option<Abstract>,
    return_changes: u32,
    /// Functions that call it.
    callers: BTreeSet<usize>,
}

impl<'n> Invariants<'n> {
    /// The invariants of `nest`; `None` where one of its functions cannot be looked at, or it takes too long.
    #[must_use]
    pub fn new(program: &'n Program, nest: &'n Nest) -> Option<Self> {
        let mut states = Vec::new();
        for member in &nest.functions {
            let function = program.body(member.function).ok().filter(|body| nest.is_whole(program, body))?;
            let nothing = vec![Abstract::Nothing; param_types(function).len()];
            let params = if member.is_closed { nothing } else { member.open_params(&param_types(function)) };
            states.push(State {
                params,
                changes: 0,
                returned: None,
                return_changes: 0,
                callers: BTreeSet::new(),
            });
        }
        let unwritten = assigned::seen_unwritten(program, nest);
        let first = |(number, field): (u32, &ClosedField)| {
            let is_seen = field.owner.is_none() || field.may_be_unwritten || unwritten.contains(&number);
            if is_seen { Abstract::default_of(field.ty) } else { Abstract::Nothing }
        };
        let members = (0..).zip(&nest.functions).map(|(number, member)| (member.function, number)).collect();
        let mut invariants = Self {
            program,
            nest,
            members,
            fields: (0..).zip(&nest.fields).map(first).collect(),
            states,
            foreign: Foreign { program, nest, known: FxHashMap::default(), left: MAX_FOREIGN },
        };
        invariants.settle()?;
        Some(invariants)
    }

    /// Looks at all functions until nothing changes.
    fn settle(&mut self) -> Option<()> {
        let is_open = |&number: &usize| !self.nest.functions[number].is_closed;
        let mut waiting: BTreeSet<usize> = (0..self.nest.functions.len()).filter(is_open).collect();
        let mut readers: Vec<BTreeSet<usize>> = vec![BTreeSet::new(); self.fields.len()];
        let mut changes = vec![0; self.fields.len()];
        let mut left = self.nest.functions.len() * MAX_LOOKS;
        while let Some(number) = waiting.pop_first() {
            left = left.checked_sub(1)?;
            let (looked, seen) = self.look(number)?;
            for field in seen.read {
                readers[field as usize].insert(number);
            }
            for (field, value) in seen.written {
                let (position, ty) = (field as usize, self.nest.fields[field as usize].ty);
                let before = &self.fields[position];
                let joined = before.join(&value);
                if joined != *before {
                    changes[position] += 1;
                    let is_late = changes[position] > CHANGES;
                    let after = if is_late { before.widened(&joined, ty, &BOUNDS) } else { joined };
                    self.fields[position] = after;
                    waiting.extend(&readers[position]);
                }
            }
            for (callee, args) in seen.called {
                let Some(state) = self.states.get_mut(callee) else { continue };
                state.callers.insert(number);
                if !self.nest.functions[callee].is_closed {
                    continue;
                }
                let is_late = state.changes > CHANGES;
                let function = self.program.body(self.nest.functions[callee].function).ok()?;
                let types = param_types(function);
                let mut has_changed = false;
                for ((param, value), ty) in state.params.iter_mut().zip(&args).zip(types) {
                    let joined = param.join(value).meet(&Abstract::any(ty));
                    if joined != *param {
                        *param = if is_late { param.widened(&joined, ty, &BOUNDS) } else { joined };
                        has_changed = true;
                    }
                }
                // One without parameters is looked at when it is called.
                if has_changed || state.params.is_empty() && state.changes == 0 {
                    state.changes += 1;
                    waiting.insert(callee);
                }
            }
            let state = &mut self.states[number];
            if looked.returned != state.returned {
                state.return_changes += 1;
                let before = state.returned.take();
                state.returned = match (before, looked.returned) {
                    (Some(before), Some(after)) if state.return_changes > CHANGES => {
                        let ty = self.program.callables[self.nest.functions[number].function]
                            .signature
                            .returns
                            .first();
                        Some(ty.map_or(Abstract::Anything, |&ty| {
                            before.widened(&before.join(&after), ty, &BOUNDS)
                        }))
                    }
                    (before, after) => {
                        before.into_iter().chain(after).reduce(|before, after| before.join(&after))
                    }
                };
                waiting.extend(&self.states[number].callers);
            }
        }
        Some(())
    }

    /// Looks at a function, with what is known so far.
    fn look(&mut self, number: usize) -> Option<(Facts, Seen)> {
        let function = self.program.body(self.nest.functions[number].function).ok()?;
        let params = self.states[number].params.clone();
        if params.iter().any(Abstract::is_nothing) {
            return Some((Facts::unreached(function), Seen::default()));
        }
        let mut around = Around {
            member: &self.nest.functions[number],
            members: &self.members,
            fields: &self.fields,
            states: &self.states,
            types: &self.nest.fields,
            foreign: &mut self.foreign,
            seen: Seen::default(),
        };
        let facts = facts(function, &params, &mut around)?;
        Some((facts, around.seen))
    }

    /// What is known of a function of the nest.
    #[must_use]
    pub fn of(&mut self, function: FuncId) -> Option<Facts> {
        let &number = self.members.get(&function)?;
        // A function that nobody calls may still be called by means that are not known here.
        if self.nest.functions[number].is_closed && self.states[number].callers.is_empty() {
            return None;
        }
        Some(self.look(number)?.0)
    }

    /// What a field can hold.
    #[must_use]
    pub fn field(&self, number: u32) -> Option<(&ClosedField, &Abstract)> {
        self.nest.fields.get(number as usize).zip(self.fields.get(number as usize))
    }

    /// The names of the fields that `function` accesses, by the column of the access.
    #[must_use]
    pub fn names(&self, function: FuncId) -> BTreeMap<u32, String> {
        let Some(&number) = self.members.get(&function) else { return BTreeMap::new() };
        let accesses = self.nest.functions[number].accesses.iter();
        accesses.map(|(&column, &field)| (column, self.nest.fields[field as usize].name.clone())).collect()
    }
}

fn param_types(function: &Function) -> Vec<Type> {
    function.blocks[Function::ENTRY].params.iter().map(|&param| function.type_of(param)).collect()
}

/// What a look at a function saw.
#[derive(Debug, Default)]
struct Seen {
    read: BTreeSet<u32>,
    written: BTreeMap<u32, Abstract>,
    /// Functions of the nest, by number, with what they were called with.
    called: BTreeMap<usize, Vec<Abstract>>,
}

/// What lies around a function of the nest.
struct Around<'a, 'n> {
    member: &'a Member,
    members: &'a FxHashMap<FuncId, usize>,
    fields: &'a [Abstract],
    types: &'a [ClosedField],
    states: &'a [State],
    foreign: &'a mut Foreign<'n>,
    seen: Seen,
}

impl Around<'_, '_> {
    fn field(&self, at: Option<Span>) -> Option<u32> {
        self.member.accesses.get(&column(at)?).copied()
    }

    fn member_called(&mut self, callee: usize, args: &[Abstract]) -> Option<Abstract> {
        match self.seen.called.get_mut(&callee) {
            Some(known) => known.iter_mut().zip(args).for_each(|(known, arg)| *known = known.join(arg)),
            None => {
                self.seen.called.insert(callee, args.to_vec());
            }
        }
        self.states[callee].returned.clone()
    }
}

impl Surroundings for Around<'_, '_> {
    fn loaded(&mut self, at: Option<Span>, _: Type) -> Option<Abstract> {
        let field = self.field(at)?;
        self.seen.read.insert(field);
        Some(self.fields[field as usize].clone())
    }

    fn stored(&mut self, at: Option<Span>, value: &Abstract, ty: Type) {
        let Some(field) = self.field(at) else { return };
        let fits = self.types[field as usize].ty == ty;
        let value = if fits { value.clone() } else { Abstract::any(self.types[field as usize].ty) };
        let known = self.seen.written.entry(field).or_insert(Abstract::Nothing);
        *known = known.join(&value);
    }

    fn called(
        &mut self,
        at: Option<Span>,
        callee: &Callee,
        args: &[Abstract],
        ty: Option<Type>,
    ) -> Option<Abstract> {
        let unknown = ty.map_or(Abstract::Anything, Abstract::any);
        match callee {
            Callee::Direct(function) => match self.members.get(function) {
                Some(&member) => self.member_called(member, args),
                None => self.foreign.called(*function, args, ty, MAX_FOREIGN_DEPTH),
            },
            Callee::Virtual { .. } => {
                let targets = column(at).and_then(|at| self.member.targets.get(&at));
                let Some(targets) = targets.filter(|targets| !targets.is_empty()) else {
                    return Some(unknown);
                };
                let mut all: Option<Abstract> = None;
                for target in targets {
                    let returned = match self.members.get(target) {
                        Some(&member) => self.member_called(member, args),
                        None => self.foreign.called(*target, args, ty, MAX_FOREIGN_DEPTH),
                    };
                    all = all.into_iter().chain(returned).reduce(|all, returned| all.join(&returned));
                }
                all
            }
            _ => Some(unknown),
        }
    }
}

/// What a function was called with, and what it returns then; `None` when it does not come back.
type Return = (Vec<Abstract>, Option<Abstract>);

/// Functions outside of the nest, by what they are called with: what they return.
struct Foreign<'n> {
    program: &'n Program,
    nest: &'n Nest,
    known: FxHashMap<FuncId, Vec<Return>>,
    left: usize,
}

/// What lies around a function outside of the nest.
struct Outside<'a, 'n> {
    foreign: &'a mut Foreign<'n>,
    depth: usize,
}

impl Foreign<'_> {
    fn called(
        &mut self,
        function: FuncId,
        args: &[Abstract],
        ty: Option<Type>,
        depth: usize,
    ) -> Option<Abstract> {
        let unknown = Some(ty.map_or(Abstract::Anything, Abstract::any));
        let name = &self.program.callables[function].name;
        if self.nest.makers.iter().any(|maker| name.starts_with(maker)) {
            return Some(Abstract::OBJECT);
        }
        if self.nest.throwers.iter().any(|thrower| name.starts_with(thrower)) {
            return None;
        }
        if let Some(known) = self.known.get(&function).and_then(|all| all.iter().find(|of| of.0 == args)) {
            return known.1.clone();
        }
        let (Some(depth), Some(left)) = (depth.checked_sub(1), self.left.checked_sub(1)) else {
            return unknown;
        };
        self.left = left;
        let Ok(body) = self.program.body(function) else { return unknown };
        let fits = body.blocks.len() <= MAX_FOREIGN_BLOCKS && param_types(body).len() == args.len();
        if !fits || !self.nest.is_whole(self.program, body) {
            return unknown;
        }
        // While it is looked into, a call of itself gives anything.
        let position = self.known.entry(function).or_default().len();
        self.known.entry(function).or_default().push((args.to_vec(), unknown.clone()));
        let found = facts(body, args, &mut Outside { foreign: self, depth });
        let returned = found.map_or(unknown, |facts| facts.returned);
        self.known.entry(function).or_default()[position].1.clone_from(&returned);
        returned
    }
}

impl Surroundings for Outside<'_, '_> {
    fn loaded(&mut self, _: Option<Span>, _: Type) -> Option<Abstract> {
        None
    }

    fn stored(&mut self, _: Option<Span>, _: &Abstract, _: Type) {}

    fn called(
        &mut self,
        _: Option<Span>,
        callee: &Callee,
        args: &[Abstract],
        ty: Option<Type>,
    ) -> Option<Abstract> {
        match callee {
            Callee::Direct(function) => self.foreign.called(*function, args, ty, self.depth),
            _ => Some(ty.map_or(Abstract::Anything, Abstract::any)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use trine_ir::text::parse_program;

    const HEAD: &str = r#"program
file0: "A.java"
fn0: "make"(ptr, ptr, i32) -> () defined external
fn1: "use"(ptr) -> (i32) defined external
fn2: "grow"(ptr, i32) -> () defined external
fn3: "other"(ptr) -> () external
class0: "Object" size 8
"#;

    /// Of an object: column 1 writes its reference and column 2 its number in `fn0`, column 3 its number in `fn2`.
    fn nest(may_be_unwritten: bool) -> Nest {
        let member = |number: u32, is_closed: bool, makes: Option<u32>, accesses: &[(u32, u32)]| Member {
            function: FuncId(number),
            is_closed,
            has_receiver: true,
            makes,
            accesses: accesses.iter().copied().collect(),
            targets: BTreeMap::new(),
            params: Vec::new(),
        };
        let field = |name: &str, ty: Type| ClosedField {
            name: name.to_owned(),
            owner: Some(0),
            ty,
            may_be_unwritten,
        };
        Nest {
            functions: vec![
                member(0, false, Some(0), &[(1, 0), (2, 1)]),
                member(1, false, None, &[(4, 1)]),
                member(2, true, None, &[(3, 1)]),
            ],
            fields: vec![field("value", Type::Ptr), field("size", Type::Int(32))],
            makers: &["constant:"],
            throwers: &["throw:"],
            unsupported: &["unsupported:"],
        }
    }

    /// What the fields of the nest hold where a constructor has this body; `grow` is called with 16 and writes what it is given.
    fn fields(constructor: &str, may_be_unwritten: bool) -> Vec<Abstract> {
        let text = format!(
            r#"{HEAD}
body fn0 = function "make"(ptr, ptr, i32) -> () {{
{constructor}
}}
body fn1 = function "use"(ptr) -> (i32) {{
block0(v0: ptr):
    call fn2(v0, 16:i32)
    v1: ptr = ptradd v0 + 16
    v2: i32 = load v1 !file0:9:4
    return v2
}}
body fn2 = function "grow"(ptr, i32) -> () {{
block0(v0: ptr, v1: i32):
    v2: ptr = ptradd v0 + 16
    store v1 -> v2 !file0:8:3
    return
}}
"#
        );
        let program = parse_program(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
        let nest = nest(may_be_unwritten);
        let invariants = Invariants::new(&program, &nest).expect("all of it is handled");
        (0..2).filter_map(|number| Some(invariants.field(number)?.1.clone())).collect()
    }

    /// Writes its argument, which is not null, and 7.
    const CHECKED: &str = "    site0: branch
block0(v0: ptr, v1: ptr, v2: i32):
    v3: i1 = icmp.eq v1, null
    branch v3, block1, block2, site0
block1:
    throw v1
block2:
    v4: ptr = ptradd v0 + 8
    store v1 -> v4 !file0:3:1
    v5: ptr = ptradd v0 + 16
    store 7:i32 -> v5 !file0:4:2
    return";

    #[test]
    fn a_field_holds_what_the_nest_writes_and_what_memory_was_only_where_somebody_may_see_that() {
        assert_eq!(fields(CHECKED, false), [Abstract::OBJECT, Abstract::Listed(vec![7, 16])]);
        assert_eq!(fields(CHECKED, true), [Abstract::any(Type::Ptr), Abstract::Listed(vec![0, 7, 16])]);
    }

    #[test]
    fn an_object_that_others_get_before_it_is_written_is_seen_as_memory_was() {
        let body = |before: &str, after: &str| {
            format!(
                "block0(v0: ptr, v1: ptr, v2: i32):
    v3: ptr = ptradd v0 + 8
    v4: ptr = ptradd v0 + 16
    store 7:i32 -> v4 !file0:4:2
    v5: ptr = object.new class0()
{before}
    store v5 -> v3 !file0:3:1
{after}
    return"
            )
        };
        let value = |before: &str, after: &str| fields(&body(before, after), false).swap_remove(0);
        assert_eq!(value("", "    call fn3(v0)"), Abstract::OBJECT);
        assert_eq!(value("    call fn3(v1)", ""), Abstract::OBJECT);
        assert_eq!(value("    call fn3(v0)", ""), Abstract::any(Type::Ptr));
        assert_eq!(value("    store v0 -> v1", ""), Abstract::any(Type::Ptr), "another object knows it");
        assert_eq!(value("    v6: ptr = load v3 !file0:3:1", ""), Abstract::any(Type::Ptr), "it is read");
    }

    #[test]
    fn a_field_that_one_way_through_a_constructor_leaves_out_is_as_memory_was() {
        let body = "    site0: branch
block0(v0: ptr, v1: ptr, v2: i32):
    v3: i1 = icmp.sgt v2, 5:i32
    branch v3, block1, block2, site0
block1:
    v4: ptr = ptradd v0 + 16
    store v2 -> v4 !file0:4:2
    jump block2
block2:
    return";
        let max = i64::from(i32::MAX);
        assert_eq!(fields(body, false), [Abstract::NULL, Abstract::range(0, max)]);
    }

    #[test]
    fn values_of_loops_end_at_the_bound_that_their_condition_has() {
        let body = "    site0: branch
block0(v0: ptr, v1: ptr, v2: i32):
    v4: ptr = ptradd v0 + 16
    jump block1(0:i32)
block1(v5: i32):
    store v5 -> v4 !file0:4:2
    v6: i1 = icmp.slt v5, 100:i32
    branch v6, block2, block3, site0
block2:
    v7: i32 = add v5, 1:i32
    jump block1(v7)
block3:
    return";
        assert_eq!(fields(body, false)[1], Abstract::range(0, 100));
    }

    #[test]
    fn what_a_function_outside_returns_is_known_only_where_all_it_does_is() {
        let value = |instruction: &str, end: &str| {
            let text = format!(
                r#"program
file0: "A.java"
fn0: "make"(ptr, ptr, i32) -> () defined external
fn1: "use"(ptr) -> (i32) defined external
fn2: "grow"(ptr, i32) -> () defined external
fn3: "checked"(ptr) -> (ptr) defined external
fn4: "unsupported:it"() -> () external
class0: "Object" size 8

body fn0 = function "make"(ptr, ptr, i32) -> () {{
block0(v0: ptr, v1: ptr, v2: i32):
    v3: ptr = call fn3(v1)
    v4: ptr = ptradd v0 + 8
    store v3 -> v4 !file0:3:1
    return
}}
body fn1 = function "use"(ptr) -> (i32) {{
block0(v0: ptr):
    return 1:i32
}}
body fn2 = function "grow"(ptr, i32) -> () {{
block0(v0: ptr, v1: i32):
    return
}}
body fn3 = function "checked"(ptr) -> (ptr) {{
    site0: branch
block0(v0: ptr):
    v1: i1 = icmp.eq v0, null
    branch v1, block1, block2, site0
block1:
    {instruction}
    {end}
block2:
    return v0
}}
"#
            );
            let program = parse_program(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
            let nest = nest(false);
            let invariants = Invariants::new(&program, &nest).expect("all of it is handled");
            invariants.field(0).expect("it has two").1.clone()
        };
        assert_eq!(value("", "throw v0"), Abstract::OBJECT);
        assert_eq!(value("", "return v0"), Abstract::any(Type::Ptr));
        assert_eq!(value("call fn4()", "unreachable"), Abstract::any(Type::Ptr));
    }

    #[test]
    fn a_block_behind_what_no_field_holds_is_not_entered() {
        let body = CHECKED;
        let text = format!(
            r#"{HEAD}
body fn0 = function "make"(ptr, ptr, i32) -> () {{
{body}
}}
body fn1 = function "use"(ptr) -> (i32) {{
    site0: branch
block0(v0: ptr):
    v1: ptr = ptradd v0 + 16
    v2: i32 = load v1 !file0:9:4
    v3: i1 = icmp.eq v2, 8:i32
    branch v3, block1, block2, site0
block1:
    return 1:i32
block2:
    return v2
}}
body fn2 = function "grow"(ptr, i32) -> () {{
block0(v0: ptr, v1: i32):
    v2: ptr = ptradd v0 + 16
    store v1 -> v2 !file0:8:3
    return
}}
"#
        );
        let program = parse_program(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
        let nest = nest(false);
        let mut invariants = Invariants::new(&program, &nest).expect("all of it is handled");
        let facts = invariants.of(FuncId(1)).expect("it is open");
        assert!(!facts.is_entered(trine_ir::Block(1)) && facts.is_entered(trine_ir::Block(2)));
        assert!(invariants.of(FuncId(2)).is_none(), "nobody calls it, as far as is known");
    }
}
