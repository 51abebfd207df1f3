//! What is known of managed objects for ever: whether a reference is one, its class, and how long an array is.
//!
//! ```text
//! n = a.length            n >= 0, the same number each time       behind it: a is not null
//! x instanceof C          the same answer each time               not for null; yes for each superclass and interface of C too,
//!                                                                 no for a class that is neither above nor below C
//! ```
//!
//! An object never changes its class, nor an array its length, so these survive calls and stores; fields and elements do not. Two classes
//! (no interfaces) of which neither extends the other have no instance in common, whatever else is loaded later. Calls may do
//! anything, as they may be of code that is overridden, native or not loaded yet; so the hierarchy of the class path matters nowhere else.

use super::managed::Objects;
use super::state::Terms;
use trine_expr::{CompareOp, Node, Term};
use trine_ir::objects::{ClassKind, Classes, ObjectOp};
use trine_ir::{ClassId, Type, Value};

/// Classes that one reference is tested for, beyond which tests say nothing about each other.
const MAX_TESTS: usize = 16;

impl Terms<'_> {
    /// The function works on managed objects; `receiver` is one for certain.
    pub(super) fn over_objects(&mut self, receiver: Option<Value>) {
        self.objects = Some(Objects { receiver, ..Objects::default() });
    }

    /// The result of an operation, where something is known of it.
    pub(super) fn of_object(&mut self, op: ObjectOp, operands: &[Term]) -> Option<Term> {
        match (op, operands) {
            (ObjectOp::New(_), _) => Some(self.fresh_address()),
            (ObjectOp::NewArray(_), &[length]) => {
                let array = self.fresh_address();
                self.objects.as_mut()?.lengths.insert(array, length);
                Some(array)
            }
            (ObjectOp::ArrayLength, &[array]) => self.length_of(array),
            (ObjectOp::TypeTest(class), &[object]) => self.is_instance(object, class),
            (ObjectOp::Statics(class), _) => {
                if let Some(&known) = self.objects.as_ref()?.statics.get(&class) {
                    return Some(known);
                }
                let statics = self.fresh_address();
                self.objects.as_mut()?.statics.insert(class, statics);
                Some(statics)
            }
            _ => None,
        }
    }

    /// What holds behind an operation that did not throw.
    pub(super) fn passed_object(
        &mut self,
        op: ObjectOp,
        operands: &[Term],
        add: &mut impl FnMut(Term, &'static str),
    ) {
        match (op, operands) {
            (ObjectOp::NewArray(_), &[length]) => {
                add(self.is_not_negative(length), "the length of a new array is not negative");
            }
            (
                ObjectOp::ArrayLength | ObjectOp::NullCheck | ObjectOp::ClassOf | ObjectOp::MonitorEnter,
                &[object],
            ) => add(self.is_not_zero(object), "the reference is not null, as it is used"),
            (ObjectOp::ArrayLoad | ObjectOp::ArrayStore, &[array, index, ..]) => {
                add(self.is_not_zero(array), "the array is not null, as it is used");
                if let Some(length) = self.length_of(array) {
                    add(
                        self.pool.compare(CompareOp::Ult, index, length),
                        "the index lies in the array, as it is used",
                    );
                }
            }
            (ObjectOp::CheckCast(class), &[object]) => {
                if let Some(is_instance) = self.is_instance(object, class) {
                    let is_there = self.is_not_zero(object);
                    let is_null = self.pool.not(is_there);
                    add(self.pool.or(is_null, is_instance), "the cast holds");
                }
            }
            _ => {}
        }
    }

    fn is_not_negative(&mut self, length: Term) -> Term {
        let zero = self.pool.constant(0, self.pool.width(length));
        let is_negative = self.pool.compare(CompareOp::Slt, length, zero);
        self.pool.not(is_negative)
    }

    fn length_of(&mut self, array: Term) -> Option<Term> {
        if let Some(&known) = self.objects.as_ref()?.lengths.get(&array) {
            return Some(known);
        }
        let length = self.fresh(Type::Int(32));
        let holds = self.is_not_negative(length);
        self.assume(length, holds);
        self.objects.as_mut()?.lengths.insert(array, length);
        Some(length)
    }

    fn is_instance(&mut self, object: Term, class: ClassId) -> Option<Term> {
        let known = self.objects.as_ref()?.tests.get(&object).cloned().unwrap_or_default();
        if let Some((_, answer)) = known.iter().find(|(tested, _)| *tested == class) {
            return Some(*answer);
        }
        let answer = self.fresh(Type::BOOL);
        let not = self.pool.not(answer);
        let is_there = self.is_not_zero(object);
        let mut holds = self.pool.or(not, is_there);
        for &(other, other_answer) in known.iter().take(MAX_TESTS) {
            let tables = self.program;
            let implied = match () {
                () if tables.is_subclass(class, other) => self.pool.or(not, other_answer),
                () if tables.is_subclass(other, class) => {
                    let not_other = self.pool.not(other_answer);
                    self.pool.or(not_other, answer)
                }
                () if self.are_apart(class, other) => {
                    let both = self.pool.and(answer, other_answer);
                    self.pool.not(both)
                }
                () => continue,
            };
            holds = self.pool.and(holds, implied);
        }
        self.assume(answer, holds);
        self.objects.as_mut()?.tests.entry(object).or_default().push((class, answer));
        Some(answer)
    }

    /// Whether no object is of both: classes, neither an interface nor of arrays, of which none extends the other.
    fn are_apart(&self, a: ClassId, b: ClassId) -> bool {
        let is_class = |id: ClassId| {
            let class = self.program.class(id);
            class.is_some_and(|class| matches!(class.kind, ClassKind::Instance { .. }))
        };
        is_class(a) && is_class(b) && !self.program.is_subclass(a, b) && !self.program.is_subclass(b, a)
    }

    /// `holds`, whatever value the variable `of` has.
    fn assume(&mut self, of: Term, holds: Term) {
        if let Node::Variable(variable) = self.pool.node(of) {
            self.axioms.insert(variable, holds);
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::Refuter;
    use trine_ir::text::parse_program;
    use trine_ir::{Block, FuncId};

    /// A superclass, two classes below it, an interface, an array.
    const CLASSES: &str = r#"class0: "Object" size 8
class1: "Number" extends class0 size 8
class2: "Integer" extends class1 size 8
class3: "Thread" extends class0 size 8
class4: "Runnable" interface
class5: "int[]" extends class0 array i32
"#;

    /// Whether `block` of a function with these parameters is refuted; the first is the receiver where `has_receiver` says so.
    fn is_refuted(parameters: &str, body: &str, block: u32, has_receiver: bool) -> bool {
        let text = format!(
            "program\nfn0: \"f\"{parameters} defined external\nfn1: \"g\"() -> () external\n{CLASSES}\nbody fn0 = function \"f\"{parameters} {{\n{body}\n}}\n"
        );
        let program = parse_program(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
        let function = program.body(FuncId(0)).expect("a body");
        let mut refuter = Refuter::of_objects(function, &program, has_receiver).expect("handled");
        refuter.proof_of_blocks(&[Block(block)]).is_some()
    }

    /// `o instanceof first`, then `o instanceof second` with the answer `wanted`: is that refuted?
    fn is_refuted_behind(first: u32, second: u32, wanted: bool) -> bool {
        let (then, otherwise) = if wanted { (2, 3) } else { (3, 2) };
        let body = format!(
            "    site0: branch
    site1: branch
block0(v0: ptr):
    v1: i1 = object.type_test class{first}(v0)
    branch v1, block1, block3, site0
block1:
    call fn1()
    v2: i1 = object.type_test class{second}(v0)
    branch v2, block{then}, block{otherwise}, site1
block2:
    return 1:i32
block3:
    return 0:i32"
        );
        is_refuted("(ptr) -> (i32)", &body, 2, false)
    }

    #[test]
    fn what_an_object_is_of_is_known_by_what_lies_above_and_beside_its_class() {
        assert!(is_refuted_behind(2, 1, false), "every Integer is a Number");
        assert!(!is_refuted_behind(1, 2, false) && !is_refuted_behind(1, 2, true), "a Number may be one");
        assert!(is_refuted_behind(1, 3, true), "no Number is a Thread");
        assert!(!is_refuted_behind(1, 4, true), "a subclass of Number may be Runnable");
        assert!(!is_refuted_behind(5, 4, true) && is_refuted_behind(2, 2, false));
    }

    #[test]
    fn arrays_keep_their_length_and_are_there_once_they_were_used() {
        let body = |condition: &str| {
            format!(
                "    site0: branch
block0(v0: ptr, v1: i32):
    v2: i32 = object.array_load(v0, v1)
    call fn1()
    v3: i32 = object.array_length(v0)
    v4: i1 = {condition}
    branch v4, block1, block2, site0
block1:
    return 1:i32
block2:
    return 0:i32"
            )
        };
        let is_refuted = |condition: &str| is_refuted("(ptr, i32) -> (i32)", &body(condition), 1, false);
        assert!(is_refuted("icmp.eq v0, null"));
        assert!(is_refuted("icmp.slt v3, 1:i32"));
        assert!(is_refuted("icmp.sge v1, v3") && is_refuted("icmp.slt v1, 0:i32"));
        assert!(!is_refuted("icmp.eq v1, 0:i32") && !is_refuted("icmp.eq v2, 7:i32"));
    }

    #[test]
    fn only_the_receiver_is_there_for_certain() {
        let body = "    site0: branch
block0(v0: ptr):
    v1: i1 = icmp.eq v0, null
    branch v1, block1, block2, site0
block1:
    return 1:i32
block2:
    return 0:i32";
        assert!(is_refuted("(ptr) -> (i32)", body, 1, true));
        assert!(!is_refuted("(ptr) -> (i32)", body, 1, false));
    }

    #[test]
    fn a_handler_knows_what_was_before_its_block_and_nothing_of_what_was_written_there() {
        let body = |condition: &str| {
            format!(
                "    site0: branch
    site1: branch
block0(v0: ptr, v1: i32, v2: ptr):
    v3: i32 = load v0
    v4: i1 = icmp.sgt v1, 5:i32
    v5: i1 = icmp.eq v3, 1:i32
    v6: i1 = and v4, v5
    branch v6, block1, block3, site0
block1 unwind block4(v1):
    store 2:i32 -> v0
    v7: i32 = object.array_load(v2, v1)
    return v7
block2:
    return 1:i32
block3:
    return 0:i32
block4(v8: ptr, v9: i32):
    v10: i32 = load v0
    v11: i1 = {condition}
    branch v11, block2, block3, site1"
            )
        };
        let is_refuted = |condition: &str| is_refuted("(ptr, i32, ptr) -> (i32)", &body(condition), 2, false);
        assert!(is_refuted("icmp.slt v9, 5:i32"), "the argument of the edge is what it was before the block");
        assert!(!is_refuted("icmp.eq v10, 2:i32"), "it may have been stored before the exception");
        assert!(!is_refuted("icmp.eq v10, 1:i32") && !is_refuted("icmp.eq v2, null"));
    }
}
