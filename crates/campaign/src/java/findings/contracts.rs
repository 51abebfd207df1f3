//! Contracts of `equals`, `hashCode` and `compareTo`, checked on objects that the search made.
//!
//! | contract (`java.lang.Object`, `java.lang.Comparable`) | call | what must come |
//! |---|---|---|
//! | reflexive | `x.equals(x)` | true |
//! | null | `x.equals(null)` | false, and no exception |
//! | symmetric | `x.equals(y)`, `y.equals(x)` | the same |
//! | equal objects, equal hash codes | `x.hashCode()`, `y.hashCode()` | the same, where `x.equals(y)` |
//! | reflexive order | `x.compareTo(x)` | 0 |
//! | antisymmetric order | `x.compareTo(y)`, `y.compareTo(x)` | opposite signs |
//!
//! Not checked: transitivity; that an order agrees with `equals`, which is only recommended.

use crate::java::runner::UnitRunner;
use trine_sequences::draft::{Draft, for_each_step};
use trine_testcase::objects::{
    Action, ClassApi, ClassId, Ended, Expectation, Member, MemberId, ObjectTest, Operand, Primitive, Seen,
    Sequence, Shown, StepId, TypeUse,
};

/// Objects of a class that are compared with each other.
const MAX_OBJECTS: usize = 6;

/// A contract that does not hold.
#[derive(Clone, Debug)]
pub(super) struct Violation {
    pub kind: &'static str,
    pub message: String,
    /// The method that breaks it.
    pub member: MemberId,
    pub test: ObjectTest,
}

/// The contracts that objects of the classes under test break, as far as they are seen until the runner has run `until` instructions;
/// objects are those that `sequences` make.
pub(super) fn violations(runner: &mut UnitRunner, sequences: &[&Sequence], until: u64) -> Vec<Violation> {
    let api = std::sync::Arc::clone(runner.stage.api());
    let mut violations: Vec<Violation> = Vec::new();
    for &class in &api.subjects {
        let methods = Methods::of(&api, class);
        if methods.equals.is_none() && methods.compare.is_none() {
            continue;
        }
        let objects = objects(runner, &api, class, sequences);
        let mut checks = Checks { runner, api: &api, class, methods, found: Vec::new() };
        for (at, one) in objects.iter().enumerate() {
            checks.alone(one);
            for other in &objects[..=at] {
                if checks.runner.instructions < until {
                    checks.pair(one, other);
                }
            }
        }
        violations.extend(checks.found);
    }
    violations
}

/// The methods of a class that have contracts.
#[derive(Clone, Copy, Debug, Default)]
struct Methods {
    equals: Option<MemberId>,
    hash: Option<MemberId>,
    compare: Option<MemberId>,
}

impl Methods {
    fn of(api: &ClassApi, class: ClassId) -> Self {
        let own = |fits: &dyn Fn(&Member) -> bool| {
            api.classes[class]
                .members
                .iter()
                .copied()
                .find(|&id| fits(&api.members[id]) && !api.members[id].is_static)
        };
        let name = &api.classes[class].name;
        let compare = format!("(L{name};)I");
        let hash = |member: &Member| member.name == "hashCode" && member.descriptor == "()I";
        let of_object = || {
            let object = api.class_named("java/lang/Object")?;
            api.classes[object].members.iter().copied().find(|&id| hash(&api.members[id]))
        };
        Self {
            equals: own(&|member| member.name == "equals" && member.descriptor == "(Ljava/lang/Object;)Z"),
            hash: own(&hash).or_else(of_object),
            compare: own(&|member| member.name == "compareTo" && member.descriptor == compare),
        }
    }
}

/// Sequences whose last step gives an object of `class`, no two alike.
fn objects(
    runner: &mut UnitRunner,
    api: &ClassApi,
    class: ClassId,
    sequences: &[&Sequence],
) -> Vec<Sequence> {
    let is_of =
        |ty: Option<&TypeUse>| matches!(ty, Some(TypeUse::Class(of)) if of.name == api.classes[class].name);
    let mut objects: Vec<Sequence> = Vec::new();
    for sequence in sequences {
        for (at, step) in sequence.steps.steps.iter().enumerate() {
            if objects.len() >= MAX_OBJECTS {
                return objects;
            }
            let makes = matches!(step.action, Action::New { .. } | Action::Call { .. });
            if !makes || !is_of(step.ty.as_ref()) {
                continue;
            }
            let mut draft = Draft::new(sequence);
            draft.steps.truncate(at + 1);
            let object = draft.finish();
            let run = runner.run_alone(&object);
            let is_there = run.ended == Ended::Returned && run.values.last().is_some_and(|&value| value != 0);
            if is_there && !objects.contains(&object) {
                objects.push(object);
            }
        }
    }
    objects
}

struct Checks<'a> {
    runner: &'a mut UnitRunner,
    api: &'a ClassApi,
    class: ClassId,
    methods: Methods,
    found: Vec<Violation>,
}

impl Checks<'_> {
    fn simple(&self) -> &str {
        self.api.classes[self.class].source_name.rsplit('.').next().unwrap_or_default()
    }

    /// Notes a contract that `draft` breaks, once for each kind; `expected` is what its last step must give.
    fn note(&mut self, kind: &'static str, message: String, member: MemberId, draft: Draft, expected: Seen) {
        let sequence = draft.finish();
        let last = StepId(sequence.steps.steps.len() as u32 - 1);
        let expectations = vec![Expectation { shown: Shown::Result(last), seen: expected }];
        let test = ObjectTest { sequence, ended: Ended::Returned, expectations, about: member };
        self.found.push(Violation { kind, message, member, test });
    }

    fn is_known(&self, kind: &str) -> bool {
        self.found.iter().any(|violation| violation.kind == kind)
    }

    /// What the last steps of `draft` give, how many there are said; `None` when it does not come to them.
    fn gives(&mut self, draft: &Draft, count: usize) -> Option<Vec<u64>> {
        let run = self.runner.run_alone(&draft.clone().finish());
        let values = run.values;
        (run.ended == Ended::Returned && values.len() >= count)
            .then(|| values[values.len() - count..].to_vec())
    }

    /// Contracts of one object, which the last step of `object` gives.
    fn alone(&mut self, object: &Sequence) {
        let x = StepId(object.steps.steps.len() as u32 - 1);
        let simple = self.simple().to_owned();
        if let Some(equals) = self.methods.equals {
            let mut itself = Draft::new(object);
            call(&mut itself, equals, x, &[Operand::Step(x)], Primitive::Boolean);
            if !self.is_known("equals-reflexive") && self.gives(&itself, 1) == Some(vec![0]) {
                let message = format!("an object of `{simple}` does not equal itself");
                self.note("equals-reflexive", message, equals, itself, boolean(true));
            }
            let mut null = Draft::new(object);
            call(&mut null, equals, x, &[Operand::Null], Primitive::Boolean);
            if !self.is_known("equals-null") {
                let run = self.runner.run_alone(&null.clone().finish());
                let what = match &run.ended {
                    Ended::Returned if run.values.last() == Some(&1) => Some("is true".to_owned()),
                    Ended::Threw { step, class, .. } if step.0 > x.0 => {
                        Some(format!("throws {}", class.rsplit('/').next().unwrap_or_default()))
                    }
                    _ => None,
                };
                if let Some(what) = what {
                    let message = format!("`equals(null)` of `{simple}` {what}; it must be false");
                    self.note("equals-null", message, equals, null, boolean(false));
                }
            }
        }
        if let Some(compare) = self.methods.compare.filter(|_| !self.is_known("compare-reflexive")) {
            let mut itself = Draft::new(object);
            call(&mut itself, compare, x, &[Operand::Step(x)], Primitive::Int);
            if self.gives(&itself, 1).is_some_and(|values| values[0] as i32 != 0) {
                let message = format!("`compareTo` of `{simple}` is not 0 for an object and itself");
                self.note("compare-reflexive", message, compare, itself, int(0));
            }
        }
    }

    /// Contracts of two objects.
    fn pair(&mut self, one: &Sequence, other: &Sequence) {
        let simple = self.simple().to_owned();
        let (both, x, y) = joined(one, other);
        if let Some(equals) = self.methods.equals {
            let mut draft = both.clone();
            call(&mut draft, equals, x, &[Operand::Step(y)], Primitive::Boolean);
            let first = draft.clone();
            call(&mut draft, equals, y, &[Operand::Step(x)], Primitive::Boolean);
            let values = self.gives(&draft, 2);
            let values = values.as_deref();
            if let Some([one, other]) = values
                && one != other
                && !self.is_known("equals-symmetric")
            {
                let message = format!("`x.equals(y)` and `y.equals(x)` differ for two objects of `{simple}`");
                self.note("equals-symmetric", message, equals, draft, boolean(*one == 1));
            }
            if let (Some([1, 1]), Some(hash)) = (values, self.methods.hash)
                && !self.is_known("equal-hash-codes")
            {
                let mut draft = first;
                call(&mut draft, hash, x, &[], Primitive::Int);
                call(&mut draft, hash, y, &[], Primitive::Int);
                if let Some([one, other]) = self.gives(&draft, 2).as_deref()
                    && one != other
                {
                    let message =
                        format!("two objects of `{simple}` are equal and have different hash codes");
                    self.note("equal-hash-codes", message, hash, draft, int(*one as i32));
                }
            }
        }
        if let Some(compare) = self.methods.compare.filter(|_| !self.is_known("compare-antisymmetric")) {
            let mut draft = both;
            call(&mut draft, compare, x, &[Operand::Step(y)], Primitive::Int);
            call(&mut draft, compare, y, &[Operand::Step(x)], Primitive::Int);
            if let Some([one, other]) = self.gives(&draft, 2).as_deref() {
                let (one, other) = (*one as i32, *other as i32);
                if one.signum() != -other.signum() {
                    let message = format!(
                        "`x.compareTo(y)` is {one} and `y.compareTo(x)` is {other} for two objects of `{simple}`"
                    );
                    self.note("compare-antisymmetric", message, compare, draft, int(-one.signum()));
                }
            }
        }
    }
}

fn boolean(value: bool) -> Seen {
    Seen::Leaf(Primitive::Boolean.leaf_kind(), u128::from(value))
}

fn int(value: i32) -> Seen {
    Seen::Leaf(Primitive::Int.leaf_kind(), u128::from(value as u32))
}

fn call(draft: &mut Draft, method: MemberId, on: StepId, args: &[Operand], result: Primitive) {
    let action = Action::Call { method, receiver: Some(Operand::Step(on)), args: args.to_vec() };
    draft.push(action, Some(TypeUse::Primitive(result)));
}

/// The steps of both, and the two objects that their last steps give.
fn joined(one: &Sequence, other: &Sequence) -> (Draft, StepId, StepId) {
    let mut draft = Draft::new(one);
    let by = draft.next().0;
    let behind = Draft::new(other);
    for step in &behind.steps {
        let mut action = step.action.clone();
        for_each_step(&mut action, |id| id.0 += by);
        for operand in action.operands_mut() {
            match operand {
                Operand::Leaf(leaf) | Operand::Boxed(_, leaf) => *leaf = copied(&mut draft, &behind, *leaf),
                Operand::Text(leaves) => {
                    for leaf in leaves {
                        *leaf = copied(&mut draft, &behind, *leaf);
                    }
                }
                _ => {}
            }
        }
        draft.push(action, step.ty.clone());
    }
    let last = draft.next().0 - 1;
    (draft, StepId(by - 1), StepId(last))
}

fn copied(draft: &mut Draft, from: &Draft, leaf: trine_testcase::LeafId) -> trine_testcase::LeafId {
    let (described, value) = from.described(leaf);
    draft.leaf(described.kind.clone(), &described.name, value)
}
