//! Whether nothing but its arguments decides what a function does: what every proof from runs rests on.
//!
//! Looks at the function and all it may call. What is not closed has a reason, in the words of the C programmer:
//! a variable that survives calls, a function without a body, anything that another link, a device or another thread may
//! change. A closed function may still depend on what C leaves open, addresses and bytes that were never written; whether
//! it has the means to is told as well, so that only such functions are run with their layout watched.
//!
//! A whole program is closed when nothing but its inputs decides what it does: its variables begin as they are
//! initialised, whatever was run before.
//!
//! Over-approximates: an operation counts wherever it stands.
//!
//! Cost: linear in the bodies of the call graph.

use super::call_graph::CallGraph;
use super::global_use::Access;
use crate::FuncId;
use crate::function::Function;
use crate::instruction::{Callee, Intrinsic, Op, Terminator};
use crate::program::Program;
use crate::types::{Constant, Type};

/// What is known of a function and all it may call.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Closure {
    /// What else than its arguments decides what it does: the first such thing; none when it is closed.
    pub opening: Option<String>,
    /// What symbolic execution does not follow although runs do: the first such thing.
    pub not_followed: Option<&'static str>,
    /// Whether it has the means to depend on where objects lie, or on bytes that were never written.
    pub may_depend_on_layout: bool,
}

/// Functions of the C library that end the program and do nothing else that it could notice.
const ENDINGS: [&str; 4] = ["abort", "exit", "_Exit", "__assert_fail"];

impl Closure {
    /// Of the functions of `graph`, the roots of which touch the globals in `touched`.
    #[must_use]
    pub fn new(program: &Program, graph: &CallGraph, root: FuncId, touched: &Access) -> Self {
        let mut closure = Self::default();
        if let Some(missing) = graph.missing_bodies().next() {
            closure.opens(format!("`{}` has no body here", program.callables[missing].name));
        }
        closure.look_at_bodies(program, graph, root);
        closure.look_at_globals(program, touched, true);
        closure
    }

    /// Of the program that `root` starts: the answers of `inputs` are what a test gives it.
    #[must_use]
    pub fn of_program(
        program: &Program,
        graph: &CallGraph,
        (root, inputs): (FuncId, &[FuncId]),
        touched: &Access,
    ) -> Self {
        let mut closure = Self::default();
        let is_known =
            |id: &FuncId| inputs.contains(id) || ENDINGS.contains(&program.callables[*id].name.as_str());
        if let Some(missing) = graph.missing_bodies().find(|id| !is_known(id)) {
            closure.opens(format!("`{}` has no body here", program.callables[missing].name));
        }
        closure.look_at_bodies(program, graph, root);
        closure.look_at_globals(program, touched, false);
        closure
    }

    fn look_at_bodies(&mut self, program: &Program, graph: &CallGraph, root: FuncId) {
        for function in graph.functions() {
            let callable = &program.callables[function];
            if callable.weak && function != root {
                self.opens(format!("`{}` is weak: another link may replace it", callable.name));
            }
            if let (true, Ok(body)) = (callable.defined, program.body(function)) {
                self.look_at(body);
            }
        }
    }

    /// `others_set`: whether a variable may hold anything when the function is called.
    fn look_at_globals(&mut self, program: &Program, touched: &Access, others_set: bool) {
        for &global in &touched.reads {
            let data = &program.globals[global];
            let why = match (data.undefined, data.weak, data.constant) {
                (true, ..) => "is defined elsewhere",
                (_, true, _) => "is weak: another link may replace it",
                (.., false) if others_set => "keeps its value between calls",
                _ => continue,
            };
            self.opens(format!("`{}` {why}", data.name));
        }
        // A pointer in a constant, read as a number, tells where its object lies.
        self.may_depend_on_layout |=
            touched.reads.iter().any(|&global| !program.globals[global].relocations.is_empty());
    }

    /// Whether nothing but its arguments decides what the function does.
    #[must_use]
    pub fn is_closed(&self) -> bool {
        self.opening.is_none()
    }

    fn opens(&mut self, what: String) {
        self.opening.get_or_insert(what);
    }

    fn look_at(&mut self, body: &Function) {
        if body.returns_twice {
            self.opens("`setjmp` is called".to_owned());
        }
        for data in &body.blocks {
            data.insts.iter().for_each(|inst| self.look_at_op(body, &inst.op));
            let mut reads_unset = false;
            data.terminator.for_each_operand(|value| {
                reads_unset |= body.constant(value) == Some(Constant::Undef);
            });
            if reads_unset {
                self.opens("a variable may be read before it is set".to_owned());
            }
            match data.terminator {
                Terminator::IndirectJump { .. } => self.does_not_follow("a computed `goto`"),
                Terminator::Throw(_) => self.does_not_follow("an exception"),
                _ => {}
            }
        }
    }

    fn does_not_follow(&mut self, what: &'static str) {
        self.not_followed.get_or_insert(what);
    }

    fn look_at_op(&mut self, body: &Function, op: &Op) {
        let is_pointer = |value| body.type_of(value) == Type::Ptr;
        match op {
            Op::Load { volatile: true, .. } => self.opens("volatile or atomic memory is read".to_owned()),
            Op::AtomicUpdate { .. } | Op::CompareExchange { .. } => {
                self.opens("atomic memory is changed".to_owned());
            }
            Op::Call { callee: Callee::Indirect(..), .. } => {
                self.does_not_follow("a call through a pointer");
            }
            Op::StackAlloc { count, .. } => {
                self.may_depend_on_layout = true;
                if count.is_some() {
                    self.does_not_follow("an array whose length is computed");
                }
            }
            Op::IntCompare(_, a, _) if is_pointer(*a) => self.may_depend_on_layout = true,
            Op::Cast(_, a) if is_pointer(*a) => self.may_depend_on_layout = true,
            Op::Intrinsic(intrinsic, _) => self.look_at_intrinsic(*intrinsic),
            _ => {}
        }
        op.for_each_operand(|value| {
            if body.constant(value) == Some(Constant::Undef) {
                self.opens("a variable may be read before it is set".to_owned());
            }
        });
    }

    fn look_at_intrinsic(&mut self, intrinsic: Intrinsic) {
        match intrinsic {
            Intrinsic::AsLinked => self.opens("a weak symbol that nobody defines is looked at".to_owned()),
            Intrinsic::Barrier => self.opens("other threads or devices may change memory".to_owned()),
            Intrinsic::ThreadLocalAddress => self.opens("a thread-local variable is used".to_owned()),
            Intrinsic::FrameAddress | Intrinsic::ReturnAddress => {
                self.opens("the address of a frame is looked at".to_owned());
            }
            Intrinsic::VaStart | Intrinsic::VaCopy => {
                self.opens("variable arguments are read".to_owned());
            }
            Intrinsic::FMin | Intrinsic::FMax | Intrinsic::ObjectSize => self.may_depend_on_layout = true,
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::GlobalUse;
    use crate::ids::FuncId;
    use crate::text::parse_program;

    fn closure(globals: &str, body: &str) -> Closure {
        let text = format!(
            "program\n{globals}fn0: \"f\"(i32) -> (i32) defined external\nfn1: \"g\"() -> (i32) defined external weak\n\nbody fn0 = {body}\nbody fn1 = function \"g\"() -> (i32) {{\nblock0:\n  return 1:i32\n}}\n"
        );
        let program = parse_program(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
        let graph = CallGraph::new(&program, &[FuncId(0)]);
        let touched = GlobalUse::new(&program, &graph).of(FuncId(0)).clone();
        Closure::new(&program, &graph, FuncId(0), &touched)
    }

    fn opening(globals: &str, inst: &str) -> Option<String> {
        let body = format!(
            "function \"f\"(i32) -> (i32) {{\nblock0(v0: i32):\n  v1: i32 = {inst}\n  return v1\n}}\n"
        );
        closure(globals, &body).opening
    }

    #[test]
    fn a_program_is_closed_over_its_inputs_endings_and_own_variables_only() {
        let text = "program\nglobal0: \"t\" size 4 align 4\n\
            fn0: \"main\"() -> (i32) defined external\nfn1: \"ask\"() -> (i32)\nfn2: \"abort\"() -> ()\n\nbody fn0 = \
            function \"main\"() -> (i32) {\nblock0:\n  v0: i32 = call fn1()\n  v1: i32 = load @global0\n  call fn2()\n  \
            return v1\n}\n";
        let program = parse_program(text).unwrap_or_else(|error| panic!("{error}\n{text}"));
        let graph = CallGraph::new(&program, &[FuncId(0)]);
        let touched = GlobalUse::new(&program, &graph).of(FuncId(0)).clone();
        let opening =
            |inputs: &[FuncId]| Closure::of_program(&program, &graph, (FuncId(0), inputs), &touched).opening;
        assert_eq!(opening(&[FuncId(1)]), None);
        assert!(opening(&[]).expect("open").contains("`ask` has no body"));
        assert!(
            !Closure::new(&program, &graph, FuncId(0), &touched).is_closed(),
            "a function is called in any state"
        );
    }

    #[test]
    fn arithmetic_and_own_constants_are_closed_and_all_else_has_a_reason() {
        let own = "global0: \"t\" size 4 align 4 constant = \"01000000\"\n";
        assert_eq!(opening(own, "add v0, 1:i32"), None);
        assert_eq!(opening(own, "load @global0"), None);
        let reason = |globals: &str, inst: &str| opening(globals, inst).expect("open");
        assert!(reason(own, "load.volatile @global0").contains("volatile"));
        assert!(reason("global0: \"t\" size 4 align 4\n", "load @global0").contains("between calls"));
        let extern_const = "global0: \"t\" size 4 align 4 constant undefined\n";
        assert!(reason(extern_const, "load @global0").contains("elsewhere"));
        let weak = "global0: \"t\" size 4 align 4 constant weak\n";
        assert!(reason(weak, "load @global0").contains("weak"));
        assert!(reason(own, "call fn1()").contains("`g` is weak"));
        assert!(reason(own, "add v0, undef:i32").contains("before it is set"));
    }
}
