//! Tests over compiled classes, changed object by object: which results a test can be made to give by other objects and calls.

mod common;

use common::{Compiled, compiled};
use std::collections::{BTreeSet, VecDeque};
use std::sync::Arc;
use trine_base::Stream;
use trine_dse_jvm::{HeapConditions, Seen};
use trine_harness_jvm::Stage;
use trine_sequences::draft::Draft;
use trine_sequences::{Change, Cluster, Operators, Wanted};
use trine_testcase::objects::{
    Action, ClassApi, ClassUse, Constants, Ended, Operand, Sequence, StepId, TypeUse,
};

/// A compiled class `Subject`, and a machine over it.
struct Fixture {
    stage: Stage,
    api: Arc<ClassApi>,
    constants: Constants,
    heap: HeapConditions,
    seen: Seen,
    runs: usize,
}

/// What a sequence is written from: steps in order, each a call on the step with this number, or a constructor, with its operands.
type Written<'w> = &'w [(&'w str, Option<u32>, &'w [Operand])];

impl Fixture {
    fn new(name: &str, source: &str) -> Self {
        let Compiled { mut stage, api, constants, methods } = compiled(&format!("heap-{name}"), source);
        let heap = HeapConditions::new(stage.parts().1, methods);
        Self { stage, api, constants, heap, seen: Seen::default(), runs: 0 }
    }

    fn write(&self, steps: Written<'_>) -> Sequence {
        let mut draft = Draft::default();
        for &(name, on, operands) in steps {
            let found =
                self.api.members.iter_enumerated().find(|(_, member)| {
                    member.name == name && self.api.classes[member.class].name == "Subject"
                });
            let (id, member) = found.unwrap_or_else(|| panic!("{name}"));
            let args = operands.to_vec();
            match name {
                "<init>" => {
                    let ty = Some(TypeUse::Class(ClassUse::plain("Subject")));
                    draft.push(Action::New { constructor: id, outer: None, args }, ty)
                }
                _ => {
                    let receiver = on.map(|on| Operand::Step(StepId(on)));
                    draft.push(Action::Call { method: id, receiver, args }, member.result.clone())
                }
            };
        }
        draft.finish()
    }

    /// What the last step gives; the class of the exception where one ends the run.
    fn result(&mut self, sequence: &Sequence) -> String {
        self.seen.begin();
        self.runs += 1;
        self.stage.reset();
        let run = self.stage.run(sequence, &mut self.seen);
        match run.ended {
            Ended::Returned => (*run.values.last().unwrap() as u32 as i32).to_string(),
            Ended::Threw { class, .. } => class.rsplit('/').next().unwrap().to_owned(),
            other => panic!("{other:?}"),
        }
    }

    /// The results of the last step that are found from `first` on by changes of objects alone, and what was wanted.
    fn results(&mut self, first: Sequence) -> (BTreeSet<String>, Vec<Change>) {
        self.runs = 0;
        let api = Arc::clone(&self.api);
        let cluster = Cluster::new(&api, &self.constants);
        let mut rng = Stream::new(1, "heap");
        let mut results = BTreeSet::from([self.result(&first)]);
        let (mut waiting, mut changes) = (VecDeque::from([first]), Vec::new());
        while let Some(sequence) = waiting.pop_front() {
            for hint in self.heap.hints(&mut self.stage, &sequence, &self.seen) {
                let mut operators = Operators { cluster: &cluster, rng: &mut rng, max_steps: 20 };
                for changed in operators.changed(&sequence, &hint.change) {
                    if self.seen.is_seen(hint.edge) || self.runs > 200 {
                        break;
                    }
                    results.insert(self.result(&changed));
                    waiting.push_back(changed);
                }
                changes.push(hint.change);
            }
        }
        (results, changes)
    }

    fn finds(&mut self, steps: Written<'_>, wanted: &[&str]) -> Vec<Change> {
        let sequence = self.write(steps);
        let (found, changes) = self.results(sequence);
        for wanted in wanted {
            assert!(found.contains(*wanted), "{wanted} is not among {found:?}; {changes:?}");
        }
        changes
    }
}

fn step(step: u32) -> Operand {
    Operand::Step(StepId(step))
}

const SHAPES: &str = r#"
public class Subject {
    private Subject next; private Object kept; private int size; private boolean isOpen;
    public static final Subject ROOT = new Subject(null);
    public Subject(Object kept) { this.kept = kept; }
    public void link(Subject next) { this.next = next; }
    public void grow() { resize(); }
    private void resize() { size++; }
    public void open(boolean isOpen) { this.isOpen = isOpen; }
    private boolean isGrown() { return size > 1; }
    public int kind(Object argument) {
        if (argument == null) return 1;
        if (argument == this) return 2;
        return argument instanceof String ? 3 : 0;
    }
    public int field() {
        if (kept == null) return 1;
        if (kept instanceof Subject) return 2;
        return 0;
    }
    public int linked() {
        if (next == null) return 0;
        if (next == ROOT) return 1;
        return next.kept == null ? 2 : next == this ? 4 : 3;
    }
    public int state() {
        if (isGrown()) return 2;
        return isOpen ? 1 : 0;
    }
}
"#;

#[test]
fn references_are_followed_to_the_operands_that_they_come_from() {
    let mut fixture = Fixture::new("operands", SHAPES);
    let changes = fixture
        .finds(&[("<init>", None, &[Operand::Null]), ("kind", Some(0), &[step(0)])], &["0", "1", "2", "3"]);
    let is_of_kind = |change: &Change| {
        matches!(change, Change::Operand { step: StepId(1), position: 1, wanted: Wanted::Null })
    };
    assert!(changes.iter().any(is_of_kind), "{changes:?}");
    // Through a field: the operand is that of the constructor.
    let mut fixture = Fixture::new("fields", SHAPES);
    let changes =
        fixture.finds(&[("<init>", None, &[Operand::Null]), ("field", Some(0), &[])], &["0", "1", "2"]);
    let is_instance = |change: &Change| match change {
        Change::Operand { step: StepId(0), position: 0, wanted: Wanted::Instance(name) } => name == "Subject",
        _ => false,
    };
    assert!(changes.iter().any(is_instance), "{changes:?}");
}

#[test]
fn fields_that_nobody_wrote_are_written_by_another_call() {
    let mut fixture = Fixture::new("links", SHAPES);
    let first: Written<'_> =
        &[("<init>", None, &[Operand::Null]), ("<init>", None, &[step(0)]), ("linked", Some(1), &[])];
    let changes = fixture.finds(first, &["0", "1", "2", "3", "4"]);
    let links = |change: &Change| match change {
        Change::Call { members, .. } => {
            members.iter().any(|&member| fixture.api.members[member].name == "link")
        }
        Change::Operand { .. } => false,
    };
    assert!(changes.iter().any(links), "{changes:?}");
}

#[test]
fn states_that_take_several_calls_are_come_to_call_by_call() {
    let mut fixture = Fixture::new("states", SHAPES);
    let first: Written<'_> = &[("<init>", None, &[Operand::Null]), ("state", Some(0), &[])];
    // Who writes a field is told by code that was not run yet, through a private method, too.
    fixture.finds(first, &["0", "1", "2"]);
}
