//! The search over a class whose behaviour is written down here: numbers, strings and states are found, the same with the same seed.

use std::cell::Cell;
use std::collections::{BTreeMap, BTreeSet};
use trine_base::Stream;
use trine_sequences::draft::Draft;
use trine_sequences::make::Maker;
use trine_sequences::search::{Found, Proposer, Strategy};
use trine_sequences::small_scope::small_scope;
use trine_sequences::{
    Algorithm, BY_CHANCE, Change, Cluster, Elsewhere, Entrances, Evaluation, GoalId, GoalNode, HiddenId,
    Hint, Hints, Options, Request, Runner, Solved, Wanted, check, minimize, search,
};
use trine_testcase::objects::{
    Action, ClassApi, ClassId, ClassKind, ClassType, ClassUse, Constants, Ended, Member, MemberId,
    MemberKind, Operand, ParameterType, Primitive, Sequence, StepId, TypeArgument, TypeParameter, TypeUse,
    Visibility,
};

fn class(api: &mut ClassApi, name: &str, above: &[&str]) -> ClassId {
    api.classes.push(ClassType {
        supertypes: above.iter().map(|name| ClassUse::plain(name)).collect(),
        ..ClassType::named(name)
    })
}

fn member(api: &mut ClassApi, class: ClassId, name: &str, parameters: &[TypeUse]) -> MemberId {
    let kind = if name == "<init>" { MemberKind::Constructor } else { MemberKind::Method };
    let parameters = parameters.iter().map(|ty| ParameterType { name: None, ty: ty.clone() }).collect();
    api.add_member(class, Member { parameters, ..Member::named(kind, name, "()V") })
}

/// `new Safe()`, `turn(int)`, `say(String)`, `open()`.
fn api() -> ClassApi {
    let mut api = ClassApi::default();
    let safe = class(&mut api, "a/Safe", &["java/lang/Object"]);
    class(&mut api, "java/lang/Object", &[]);
    class(&mut api, "java/lang/String", &["java/lang/Object"]);
    member(&mut api, safe, "<init>", &[]);
    member(&mut api, safe, "turn", &[TypeUse::Primitive(Primitive::Int)]);
    member(&mut api, safe, "say", &[TypeUse::Class(ClassUse::plain("java/lang/String"))]);
    member(&mut api, safe, "open", &[]);
    api.subjects.push(safe);
    api
}

/// A safe that opens after it was turned by 123456 and then told a word of five letters that begins with `z`; `say(null)` throws.
///
/// Goals: 0 turned right, 1 the word has the length, 2 it begins right, 3 opened after both.
struct Safe {
    runs: u64,
}

const NUMBER: i128 = 123_456;

fn near(difference: i128) -> f64 {
    let difference = difference.unsigned_abs() as f64;
    difference / (difference + 1.0)
}

impl Runner for Safe {
    fn run(&mut self, sequence: &Sequence, open: &[GoalId]) -> Evaluation {
        self.runs += 1;
        let mut best = [f64::INFINITY; 4];
        let (mut turned, mut told) = (false, false);
        let mut ended = Ended::Returned;
        let mut state = 0;
        for (at, step) in sequence.steps.steps.iter().enumerate() {
            let Action::Call { method, args, .. } = &step.action else { continue };
            match (method.0, args.first()) {
                (1, Some(Operand::Leaf(leaf))) => {
                    let kind = &sequence.steps.leaves[*leaf].kind;
                    let difference = kind.to_int(sequence.leaf(*leaf)) - NUMBER;
                    best[0] = best[0].min(near(difference));
                    turned |= difference == 0;
                }
                (2, Some(Operand::Text(leaves))) => {
                    let text = sequence.text(leaves);
                    best[1] = best[1].min(near(text.len() as i128 - 5));
                    if text.len() == 5 {
                        let difference = near(i128::from(text[0]) - i128::from(b'z'));
                        best[2] = best[2].min(difference);
                        told |= turned && difference == 0.0;
                    } else {
                        best[2] = best[2].min(1.0 + near(text.len() as i128 - 5));
                    }
                }
                (2, _) => {
                    let class = "java/lang/NullPointerException".to_owned();
                    let step = StepId(at as u32);
                    ended = Ended::Threw { step, named: class.clone(), class, thrown_in: String::new() };
                    break;
                }
                (3, _) => best[3] = best[3].min(if told { 0.0 } else { 0.5 }),
                _ => {}
            }
            state = u64::from(turned) + 2 * u64::from(told);
        }
        let covered = (0..4).filter(|&goal| best[goal as usize] == 0.0).map(GoalId).collect();
        let distances = open.iter().map(|goal| best[goal.0 as usize]).collect();
        Evaluation {
            ended,
            covered,
            distances,
            hidden: Vec::new(),
            sizes: Vec::new(),
            state,
            steps: 1,
            runs: 1,
        }
    }
}

fn goals() -> Vec<GoalNode> {
    let goal = |id, children: &[u32], is_root| GoalNode {
        id: GoalId(id),
        children: children.iter().map(|&child| GoalId(child)).collect(),
        is_root,
        waits: false,
    };
    vec![goal(0, &[], true), goal(1, &[2], true), goal(2, &[], false), goal(3, &[], true)]
}

fn run(seed: u64) -> (Vec<(GoalId, Sequence)>, u64) {
    let (api, mut safe) = (api(), Safe { runs: 0 });
    let options = Options { seed, budget_evals: 20_000, ..Options::default() };
    let mut heard = Vec::new();
    let found =
        search(&api, &Constants::default(), &goals(), &mut safe, &options, &|| false, &mut |goal, _, _| {
            heard.push(goal);
        });
    let found = found.sequences;
    assert!(found.iter().all(|(goal, _)| heard.contains(goal)));
    for (_, sequence) in &found {
        check(&api, sequence).unwrap();
    }
    (found, safe.runs)
}

#[test]
fn numbers_strings_and_states_are_found() {
    for seed in 0..10 {
        let (found, runs) = run(seed);
        assert_eq!(found.len(), 4, "seed {seed} after {runs} runs");
    }
}

#[test]
fn goals_that_wait_cost_the_others_nothing_and_are_found_at_last() {
    // Of each goal the number of the run that covered it first.
    let first_runs = |goals: &[GoalNode], seed: u64| {
        let (api, mut safe) = (api(), Safe { runs: 0 });
        let options = Options { seed, budget_evals: 20_000, ..Options::default() };
        let (stop, runs) =
            (std::cell::Cell::new(0), std::cell::RefCell::new(std::collections::BTreeMap::new()));
        let counted = || {
            stop.set(stop.get() + 1);
            false
        };
        search(&api, &Constants::default(), goals, &mut safe, &options, &counted, &mut |goal, _, _| {
            runs.borrow_mut().entry(goal).or_insert(stop.get());
        });
        runs.into_inner()
    };
    let mut compared = 0;
    for seed in 0..12 {
        let mut waiting = goals();
        waiting[3].waits = true;
        let (without, with) = (first_runs(&waiting[..3], seed), first_runs(&waiting, seed));
        assert_eq!(with.len(), 4, "seed {seed}: {with:?}");
        // Where none is covered for long, those that wait are searched for as well.
        let mut runs: Vec<i32> = without.values().copied().chain([0]).collect();
        runs.sort_unstable();
        if runs.windows(2).all(|pair| pair[1] - pair[0] < 2_000) {
            assert!(without.iter().all(|(goal, run)| with[goal] == *run), "{seed}: {without:?} {with:?}");
            compared += 1;
        }
    }
    assert!(compared > 5, "{compared} seeds");
}

#[test]
fn the_same_seed_gives_the_same_sequences() {
    assert_eq!(run(3), run(3));
}

#[test]
fn a_sequence_is_made_as_short_and_simple_as_its_goal_allows() {
    let api = api();
    let (found, _) = run(5);
    let opened = &found[3].1;
    let mut holds = |candidate: &Sequence| Safe { runs: 0 }.run(candidate, &[]).covered.contains(&GoalId(3));
    let least = minimize(&api, opened, 1_000, &mut holds);
    assert_eq!(least.steps.steps.len(), 4, "{least:#?}");
    let Action::Call { args, .. } = &least.steps.steps[StepId(2)].action else { panic!("{least:#?}") };
    let Operand::Text(word) = &args[0] else { panic!("{least:#?}") };
    assert_eq!(String::from_utf16(&least.text(word)).unwrap(), "zaaaa");
}

/// `start(Clock)` asks the clock for its hour, twice, and for nothing else; `zone` is never called.
#[test]
fn mocks_answer_only_what_the_goal_needs() {
    let mut api = api();
    let [clock, safe] = ["a/Clock", "a/Safe"].map(|name| TypeUse::Class(ClassUse::plain(name)));
    let of_clock = api.classes.push(ClassType {
        kind: ClassKind::Interface,
        is_abstract: true,
        is_extensible: true,
        supertypes: vec![ClassUse::plain("java/lang/Object")],
        ..ClassType::named("a/Clock")
    });
    let [hour, zone] = ["hour", "zone"].map(|name| {
        let result = Some(TypeUse::Primitive(Primitive::Int));
        let asked =
            Member { result, is_final_or_abstract: true, ..Member::named(MemberKind::Method, name, "()I") };
        api.add_member(of_clock, asked)
    });
    let of_safe = api.subjects[0];
    let constructor = api.classes[of_safe].members[0];
    let start = member(&mut api, of_safe, "start", std::slice::from_ref(&clock));

    let mut draft = Draft::default();
    let int = Primitive::Int.leaf_kind();
    let mut answer = |value| Operand::Leaf(draft.leaf(int.clone(), "", value));
    let answers = vec![(hour, vec![answer(7), answer(8)]), (zone, vec![answer(9)])];
    let mock = draft.push(Action::Mock { constructed: None, answers }, Some(clock));
    let new = Action::New { constructor, outer: None, args: Vec::new() };
    let receiver = draft.push(new, Some(safe));
    let args = vec![Operand::Step(mock)];
    draft.push(Action::Call { method: start, receiver: Some(Operand::Step(receiver)), args }, None);
    let sequence = draft.finish();

    let answers = |sequence: &Sequence| match sequence.steps.steps.iter().next().map(|step| &step.action) {
        Some(Action::Mock { answers, .. }) => answers.clone(),
        _ => Vec::new(),
    };
    let of = |sequence: &Sequence, method: MemberId| -> Vec<u128> {
        let all = answers(sequence);
        let values = all.iter().filter(|(answered, _)| *answered == method).flat_map(|(_, values)| values);
        let leaf = |value: &Operand| match value {
            Operand::Leaf(leaf) => sequence.leaf(*leaf),
            other => panic!("{other:?}"),
        };
        values.map(leaf).collect()
    };
    let needs_seven = minimize(&api, &sequence, 100, &mut |it| of(it, hour).first() == Some(&7));
    assert_eq!((of(&needs_seven, hour), answers(&needs_seven).len()), (vec![7], 1));
    let needs_both = minimize(&api, &sequence, 100, &mut |it| of(it, hour) == [7, 8]);
    assert_eq!((of(&needs_both, hour), answers(&needs_both).len()), (vec![7, 8], 1));
    let needs_none = minimize(&api, &sequence, 100, &mut |it| {
        matches!(it.steps.steps.iter().next().map(|step| &step.action), Some(Action::Mock { .. }))
    });
    assert_eq!((answers(&needs_none), needs_none.steps.steps.len()), (Vec::new(), 1));
}

#[test]
fn a_search_in_which_no_call_can_be_made_ends() {
    let mut api = api();
    api.members[MemberId(0)].visibility = Visibility::Hidden;
    let mut safe = Safe { runs: 0 };
    let options = Options { budget_evals: 500, ..Options::default() };
    let found =
        search(&api, &Constants::default(), &goals(), &mut safe, &options, &|| false, &mut |_, _, _| {});
    assert_eq!((found.sequences.len(), safe.runs), (0, 0));
}

#[test]
fn each_algorithm_finds_what_is_near_and_the_same_for_the_same_seed() {
    for algorithm in Algorithm::ALL {
        let with_seed = |seed| {
            let mut safe = Safe { runs: 0 };
            let options = Options { seed, budget_evals: 4_000, algorithm, ..Options::default() };
            let (api, goals) = (api(), goals());
            search(&api, &Constants::default(), &goals, &mut safe, &options, &|| false, &mut |_, _, _| {})
        };
        let found = with_seed(1);
        // A number of six digits is out of reach of random search.
        let expected = if algorithm == Algorithm::Random { 1 } else { 3 };
        let count = found.sequences.len();
        assert!(count >= expected, "{algorithm}: {count}");
        let again = with_seed(1);
        let taken = |of: &Found| Proposer::ALL.map(|proposer| of.spent.evaluations(proposer));
        assert!((&found.sequences, taken(&found)) == (&again.sequences, taken(&again)), "{algorithm}");
    }
}

/// A lock that opens at one number, and says of others only that they are wrong; `say` comes no nearer to its goal than two branches away.
#[derive(Default)]
struct Lock {
    /// For each symbolic run: whether its sequence came to the branch of the number.
    solved: Vec<bool>,
}

impl Runner for Lock {
    fn run(&mut self, sequence: &Sequence, open: &[GoalId]) -> Evaluation {
        let mut distances = [f64::INFINITY; 2];
        for step in &sequence.steps.steps {
            match &step.action {
                Action::Call { method: MemberId(1), args, .. } => {
                    let Some(Operand::Leaf(leaf)) = args.first() else { continue };
                    let is_it = sequence.steps.leaves[*leaf].kind.to_int(sequence.leaf(*leaf)) == NUMBER;
                    distances[0] = if is_it { 0.0 } else { distances[0].min(0.5) };
                }
                Action::Call { method: MemberId(2), .. } => distances[1] = 2.5,
                _ => {}
            }
        }
        let covered = (0..2).filter(|&goal| distances[goal as usize] == 0.0).map(GoalId).collect();
        let distances = open.iter().map(|goal| distances[goal.0 as usize]).collect();
        Evaluation {
            ended: Ended::Returned,
            covered,
            distances,
            hidden: Vec::new(),
            sizes: Vec::new(),
            state: 0,
            steps: 1,
            runs: 1,
        }
    }

    fn solve(&mut self, sequence: &Sequence, _request: &Request) -> Option<Solved> {
        let mut opened = sequence.clone();
        for step in &sequence.steps.steps {
            if let Action::Call { method: MemberId(1), args, .. } = &step.action
                && let Some(Operand::Leaf(leaf)) = args.first()
            {
                let kind = &sequence.steps.leaves[*leaf].kind;
                opened.leaves[leaf.0 as usize] = kind.from_int(NUMBER);
            }
        }
        let comes_by = opened != *sequence;
        self.solved.push(comes_by);
        let sequences = if comes_by { vec![opened] } else { Vec::new() };
        Some(Solved { sequences, has_tried_open: true, is_exhausted: true, cost_evals: 30 })
    }
}

#[test]
fn symbolic_execution_is_for_sequences_that_come_to_a_half_covered_branch() {
    for strategy in [Strategy::Hybrid, Strategy::Dse] {
        let (api, mut lock) = (api(), Lock::default());
        let goals: Vec<GoalNode> = (0..2)
            .map(|id| GoalNode { id: GoalId(id), children: Vec::new(), is_root: true, waits: false })
            .collect();
        let options = Options { strategy, budget_evals: 3_000, ..Options::default() };
        let found =
            search(&api, &Constants::default(), &goals, &mut lock, &options, &|| false, &mut |_, _, _| {});
        let covered: Vec<GoalId> = found.sequences.iter().map(|(goal, _)| *goal).collect();
        assert_eq!(covered, [GoalId(0)], "{strategy:?}");
        assert!(lock.solved.iter().all(|&comes_by| comes_by), "{strategy:?}: {:?}", lock.solved);
        assert!(lock.solved.len() <= 3, "{strategy:?}: {} symbolic runs", lock.solved.len());
    }
}

/// A door that lets in who says something after it was opened exactly six times.
struct Door;

impl Door {
    /// Calls of `open` before the first word, and the step that says it.
    fn opened(sequence: &Sequence) -> Option<(usize, StepId)> {
        let calls = |member: u32| {
            let steps = sequence.steps.steps.iter_enumerated();
            steps.filter(move |(_, step)| step.action.member() == Some(MemberId(member))).map(|(id, _)| id)
        };
        let says = calls(2).next()?;
        Some((calls(3).filter(|&opens| opens < says).count(), says))
    }
}

impl Runner for Door {
    fn run(&mut self, sequence: &Sequence, open: &[GoalId]) -> Evaluation {
        let distance = Self::opened(sequence).map_or(f64::INFINITY, |(times, _)| near(times as i128 - 6));
        let covered = if distance == 0.0 { vec![GoalId(0)] } else { Vec::new() };
        let (ended, hidden) = (Ended::Returned, Vec::new());
        let distances = vec![distance; open.len()];
        Evaluation { ended, covered, distances, hidden, sizes: Vec::new(), state: 0, steps: 1, runs: 1 }
    }

    fn hints(&mut self, sequence: &Sequence) -> Option<Hints> {
        let Some((_, before)) = Self::opened(sequence) else { return Some(Hints::default()) };
        let receivers = vec![StepId(0)];
        let change = Change::Call { before, receivers, members: vec![MemberId(3)] };
        Some(Hints { hints: vec![Hint { edge: 0, change }], cost_evals: 1 })
    }
}

#[test]
fn states_that_take_several_calls_are_come_to_by_changes_of_what_came_nearer() {
    let (api, goals) = (api(), &goals()[..1]);
    let mut wins = [0; 2];
    for seed in 0..10 {
        for (strategy, wins) in [Strategy::Search, Strategy::Hybrid].into_iter().zip(&mut wins) {
            let options = Options { seed, strategy, budget_evals: 120, ..Options::default() };
            let mut by = None;
            let mut covered = |_, _: &Sequence, proposer| _ = by.get_or_insert(proposer);
            let none = Constants::default();
            let found = search(&api, &none, goals, &mut Door, &options, &|| false, &mut covered);
            *wins += u32::from(by == Some(Proposer::Objects));
            let has_tried = found.spent.evaluations(Proposer::Objects) > 0;
            assert!(!has_tried || strategy == Strategy::Hybrid);
        }
    }
    assert!(wins[0] == 0 && wins[1] >= 5, "{wins:?}");
}

/// `take(Bag)`, where a bag is new or the constant of a class, whose contents differ from world to world: taking that is found to be by chance.
struct Baggage {
    looks: bool,
    is_doubted: bool,
    /// For each run whether it took the constant.
    salted: Vec<bool>,
}

const TAKE: MemberId = MemberId(1);
const SALTED: MemberId = MemberId(3);

impl Baggage {
    fn api() -> ClassApi {
        let mut api = ClassApi::default();
        let baggage = class(&mut api, "a/Baggage", &["java/lang/Object"]);
        class(&mut api, "java/lang/Object", &[]);
        let bag = class(&mut api, "a/Bag", &["java/lang/Object"]);
        let ty = TypeUse::Class(ClassUse::plain("a/Bag"));
        member(&mut api, baggage, "<init>", &[]);
        member(&mut api, baggage, "take", std::slice::from_ref(&ty));
        member(&mut api, bag, "<init>", &[TypeUse::Primitive(Primitive::Int)]);
        let salted = Member::named(MemberKind::Field, "SALTED", "La/Bag;");
        let salted = Member { is_static: true, is_final_or_abstract: true, result: Some(ty), ..salted };
        api.add_member(bag, salted);
        api.subjects.push(baggage);
        api
    }

    fn taken(sequence: &Sequence) -> Vec<&Operand> {
        let takes = sequence.steps.steps.iter().filter(|step| step.action.member() == Some(TAKE));
        takes.flat_map(|step| step.action.operands()).collect()
    }

    fn is_salted(sequence: &Sequence) -> bool {
        Self::taken(sequence).contains(&&Operand::Constant(SALTED))
    }

    /// How far the number of the bag that is taken is from the right one.
    fn distance(sequence: &Sequence) -> f64 {
        let steps = sequence.steps.steps.iter_enumerated();
        let bags = steps.filter(|(id, step)| {
            step.action.member() == Some(MemberId(2)) && Self::taken(sequence).contains(&&Operand::Step(*id))
        });
        let numbers = bags.filter_map(|(_, step)| match step.action.operands()[..] {
            [Operand::Leaf(leaf)] => Some(sequence.steps.leaves[*leaf].kind.to_int(sequence.leaf(*leaf))),
            _ => None,
        });
        numbers.map(|number| near(number - 30)).fold(f64::INFINITY, f64::min)
    }
}

impl Runner for Baggage {
    fn run(&mut self, sequence: &Sequence, open: &[GoalId]) -> Evaluation {
        self.salted.push(Self::is_salted(sequence));
        let by_chance = match (Self::is_salted(sequence), self.is_doubted) {
            (true, false) => 0.0,
            (true, true) => BY_CHANCE,
            (false, _) => f64::INFINITY,
        };
        let distance = Self::distance(sequence).min(by_chance);
        let covered = if distance == 0.0 { vec![GoalId(0)] } else { Vec::new() };
        let distances = open.iter().map(|goal| if goal.0 == 0 { distance } else { f64::INFINITY }).collect();
        let (ended, hidden) = (Ended::Returned, Vec::new());
        Evaluation { ended, covered, distances, hidden, sizes: Vec::new(), state: 0, steps: 1, runs: 1 }
    }

    fn look_elsewhere(&mut self, kept: &[(Sequence, Vec<GoalId>)]) -> Elsewhere {
        let is_doubted = self.looks && kept.iter().any(|(sequence, _)| Self::distance(sequence) != 0.0);
        self.is_doubted |= is_doubted;
        let of_it = |one| if is_doubted { vec![one] } else { Vec::new() };
        let avoided = if is_doubted { vec![SALTED] } else { Vec::new() };
        Elsewhere { doubted: of_it(GoalId(0)), avoided, runs: kept.len() as u64, ..Elsewhere::default() }
    }
}

#[test]
fn a_goal_that_is_covered_by_chance_is_searched_for_again_without_what_differs() {
    for algorithm in [Algorithm::Mosa, Algorithm::DynaMosa, Algorithm::Mio, Algorithm::WholeSuiteArchive] {
        let found = |looks| {
            let api = Baggage::api();
            let mut baggage = Baggage { looks, is_doubted: false, salted: Vec::new() };
            let options = Options { budget_evals: 4_000, algorithm, ..Options::default() };
            // The second goal, which nothing covers, keeps the search going.
            let (goals, none) = (&goals()[..2], Constants::default());
            let found = search(&api, &none, goals, &mut baggage, &options, &|| false, &mut |_, _, _| {});
            (Baggage::distance(&found.sequences[0].1), baggage.salted)
        };
        let (by_chance, salted) = found(false);
        assert!(by_chance > 0.0 && salted.iter().rev().take(1_000).any(|&is| is), "{algorithm}");
        let (otherwise, salted) = found(true);
        assert_eq!(otherwise, 0.0, "{algorithm}");
        let (before, behind) = salted.split_at(1_000);
        let count = |of: &[bool]| of.iter().filter(|&&is| is).count();
        assert!(count(before) > 0 && count(behind) == 0, "{algorithm}: {} {}", count(before), count(behind));
    }
}

/// A safe of which no symbolic run finds anything, and no change of objects.
struct Fruitless {
    safe: Safe,
    /// Runs that are still to come of what was solved or changed.
    solved: Cell<usize>,
    symbolic_runs: usize,
    hints: usize,
    /// What evolution and local search ran.
    log: Vec<Sequence>,
    /// Runs of these until a goal was last covered for the first time.
    news: usize,
    covered: BTreeSet<GoalId>,
    /// Runs, and those until the last news, when the first question was asked.
    asked: Option<(usize, usize)>,
}

impl Fruitless {
    fn new() -> Self {
        let (solved, log, covered) = (Cell::new(0), Vec::new(), BTreeSet::new());
        let safe = Safe { runs: 0 };
        Self { safe, solved, symbolic_runs: 0, hints: 0, log, news: 0, covered, asked: None }
    }

    fn is_asked(&mut self) {
        self.asked.get_or_insert((self.log.len(), self.news));
    }
}

impl Runner for Fruitless {
    fn run(&mut self, sequence: &Sequence, open: &[GoalId]) -> Evaluation {
        match self.solved.get() {
            0 => self.log.push(sequence.clone()),
            solved => self.solved.set(solved - 1),
        }
        let evaluation = self.safe.run(sequence, open);
        let known = self.covered.len();
        self.covered.extend(&evaluation.covered);
        if self.covered.len() > known {
            self.news = self.log.len();
        }
        evaluation
    }

    fn solve(&mut self, sequence: &Sequence, _request: &Request) -> Option<Solved> {
        self.is_asked();
        self.symbolic_runs += 1;
        self.solved.set(2);
        Some(Solved {
            sequences: vec![sequence.clone(); 2],
            has_tried_open: true,
            is_exhausted: false,
            cost_evals: 5,
        })
    }

    fn hints(&mut self, sequence: &Sequence) -> Option<Hints> {
        self.is_asked();
        self.hints += 1;
        let steps = sequence.steps.steps.iter_enumerated();
        let says = steps.filter(|(_, step)| matches!(step.action, Action::Call { method: MemberId(2), .. }));
        let other = |(step, _)| Change::Operand { step, position: 1, wanted: Wanted::Other };
        let hints = says.map(|says| Hint { edge: 0, change: other(says) }).collect();
        Some(Hints { hints, cost_evals: 1 })
    }

    fn is_taken(&self, _edge: u32) -> bool {
        // The run of a changed sequence follows.
        self.solved.set(1);
        false
    }
}

#[test]
fn symbolic_runs_that_cover_nothing_do_not_change_what_evolution_does() {
    let logged = |strategy| {
        let (api, mut runner) = (api(), Fruitless::new());
        let options = Options { strategy, budget_evals: 2_000, ..Options::default() };
        search(&api, &Constants::default(), &goals(), &mut runner, &options, &|| false, &mut |_, _, _| {});
        runner
    };
    let (search, hybrid) = (logged(Strategy::Search), logged(Strategy::Hybrid));
    assert!(hybrid.symbolic_runs > 0 && hybrid.hints > 0);
    let (all, part) = (search.log.len(), hybrid.log.len());
    assert!(search.log[..part.min(all)] == hybrid.log[..part.min(all)], "{part} of {all}");
    assert!(part * 2 >= all, "{part} of {all}");
    let (runs, news) = hybrid.asked.unwrap();
    // Asking what was compared takes evaluations that are not in the log.
    assert!(news > 0 && runs >= news + 5 * goals().len(), "asked after {runs} runs, the last news {news}");
}

/// A safe with a secret number that only the last of many symbolic runs finds, each of which exhausts its sequence.
struct Stubborn {
    symbolic_runs: u64,
}

const SECRET: i128 = -1_234_567;
const IN_VAIN: u64 = 15;

impl Runner for Stubborn {
    fn run(&mut self, sequence: &Sequence, open: &[GoalId]) -> Evaluation {
        let number = turned(sequence).map(|(_, number)| number);
        let distance = number.map_or(f64::INFINITY, |number| f64::from(number != SECRET) / 2.0);
        let covered = if distance == 0.0 { vec![GoalId(0)] } else { Vec::new() };
        let (ended, hidden, distances) = (Ended::Returned, Vec::new(), vec![distance; open.len()]);
        Evaluation { ended, covered, distances, hidden, sizes: Vec::new(), state: 0, steps: 1, runs: 1 }
    }

    fn solve(&mut self, sequence: &Sequence, _request: &Request) -> Option<Solved> {
        self.symbolic_runs += 1;
        let mut sequences = Vec::new();
        if self.symbolic_runs > IN_VAIN {
            let (leaf, _) = turned(sequence)?;
            let mut solved = sequence.clone();
            solved.leaves[leaf.0 as usize] = sequence.steps.leaves[leaf].kind.from_int(SECRET);
            sequences.push(solved);
        }
        Some(Solved { sequences, has_tried_open: true, is_exhausted: true, cost_evals: 5 })
    }
}

#[test]
fn symbolic_runs_go_on_after_failures_where_evolution_covers_nothing_either() {
    let goals = [GoalNode { id: GoalId(0), children: Vec::new(), is_root: true, waits: false }];
    let (api, mut runner) = (api(), Stubborn { symbolic_runs: 0 });
    let options = Options { strategy: Strategy::Hybrid, budget_evals: 20_000, ..Options::default() };
    let found =
        search(&api, &Constants::default(), &goals, &mut runner, &options, &|| false, &mut |_, _, _| {});
    assert_eq!((found.sequences.len(), runner.symbolic_runs), (1, IN_VAIN + 1));
}

/// A safe of which every twentieth run covers one goal more, so that evolution never stands still; the first goal is the secret number.
struct Newsworthy {
    /// What evolution ran.
    log: Vec<Sequence>,
    /// Whether the next run is that of a model.
    is_model: bool,
}

const NEWS_EVERY: usize = 20;

impl Runner for Newsworthy {
    fn run(&mut self, sequence: &Sequence, open: &[GoalId]) -> Evaluation {
        let is_right = turned(sequence).map(|(_, number)| number == SECRET);
        let mut covered = if is_right == Some(true) { vec![GoalId(0)] } else { Vec::new() };
        if !std::mem::take(&mut self.is_model) {
            self.log.push(sequence.clone());
            covered.push(GoalId((1 + self.log.len() / NEWS_EVERY) as u32));
        }
        let distance = |goal: &GoalId| match (covered.contains(goal), goal.0, is_right) {
            (true, ..) => 0.0,
            (false, 0, Some(_)) => 0.5,
            _ => f64::INFINITY,
        };
        let distances = open.iter().map(distance).collect();
        let (ended, hidden) = (Ended::Returned, Vec::new());
        Evaluation { ended, covered, distances, hidden, sizes: Vec::new(), state: 0, steps: 1, runs: 1 }
    }

    fn solve(&mut self, sequence: &Sequence, _request: &Request) -> Option<Solved> {
        let (leaf, _) = turned(sequence)?;
        let mut solved = sequence.clone();
        solved.leaves[leaf.0 as usize] = sequence.steps.leaves[leaf].kind.from_int(SECRET);
        self.is_model = true;
        Some(Solved { sequences: vec![solved], has_tried_open: true, is_exhausted: false, cost_evals: 5 })
    }
}

#[test]
fn what_is_for_the_solver_alone_is_covered_beside_an_evolution_that_goes_on_as_it_would() {
    let node = |id| GoalNode { id: GoalId(id), children: Vec::new(), is_root: true, waits: false };
    let goals: Vec<GoalNode> = (0..120).map(node).collect();
    let logged = |strategy| {
        let (api, mut runner) = (api(), Newsworthy { log: Vec::new(), is_model: false });
        let options = Options { strategy, budget_evals: 2_000, ..Options::default() };
        let none = Constants::default();
        let mut told = BTreeMap::new();
        let mut covered = |goal: GoalId, _: &Sequence, by: Proposer| {
            told.entry(goal).or_insert(by);
        };
        let found = search(&api, &none, &goals, &mut runner, &options, &|| false, &mut covered);
        assert!(found.sequences.iter().all(|(goal, _)| told.contains_key(goal)));
        let first = told.get(&GoalId(0)).copied();
        (runner.log, first, found.sequences.first().is_some_and(|(goal, _)| *goal == GoalId(0)))
    };
    let (search, hybrid) = (logged(Strategy::Search), logged(Strategy::Hybrid));
    assert_eq!((search.1, search.2), (None, false));
    assert_eq!((hybrid.1, hybrid.2), (Some(Proposer::Solver), true));
    let (all, part) = (search.0.len(), hybrid.0.len());
    assert!(search.0[..part] == hybrid.0[..], "{part} of {all}");
    assert!(part * 10 >= all * 8, "{part} of {all}");
}

/// A cupboard with many drawers; what the first one gives on top is of a class that tests cannot name, and counts what it is asked.
struct Cupboard {
    entrances: Entrances,
    /// Whether it tells how tests come to what they cannot name.
    tells: bool,
}

/// `new Cupboard()`, 40 drawers that take one number and give things, and `Thing.ask(int)` up to `Thing.ask(int, int)`.
fn cupboard() -> (ClassApi, Vec<MemberId>, MemberId) {
    let mut api = ClassApi::default();
    let of = class(&mut api, "a/Cupboard", &["java/lang/Object"]);
    class(&mut api, "java/lang/Object", &[]);
    let thing = class(&mut api, "a/Thing", &["java/lang/Object"]);
    member(&mut api, of, "<init>", &[]);
    let number = TypeUse::Primitive(Primitive::Int);
    let drawers = (0..40).map(|at| member(&mut api, of, &format!("open{at}"), std::slice::from_ref(&number)));
    let drawers: Vec<MemberId> = drawers.collect::<Vec<_>>();
    for &drawer in &drawers {
        api.members[drawer].result = Some(TypeUse::Class(ClassUse::plain("a/Thing")));
    }
    let asks = (0..40).map(|at| member(&mut api, thing, &format!("ask{at}"), &[])).collect::<Vec<_>>();
    api.subjects.push(of);
    (api, drawers, asks[7])
}

impl Runner for Cupboard {
    fn run(&mut self, sequence: &Sequence, open: &[GoalId]) -> Evaluation {
        let (_, drawers, ask) = cupboard();
        let steps = &sequence.steps.steps;
        let is_given = |id: StepId| steps[id].action.member() == Some(drawers[0]);
        let asked = steps.iter().any(|step| match &step.action {
            Action::Call { method, receiver: Some(Operand::Step(of)), .. } => *method == ask && is_given(*of),
            _ => false,
        });
        let given = steps.iter_enumerated().map(|(id, _)| id).filter(|&id| is_given(id));
        Evaluation {
            ended: Ended::Returned,
            covered: if asked { vec![GoalId(0)] } else { Vec::new() },
            distances: open.iter().map(|_| if asked { 0.0 } else { f64::INFINITY }).collect(),
            hidden: given.map(|id| (id, HiddenId(3))).collect(),
            sizes: Vec::new(),
            state: 0,
            steps: 1,
            runs: 1,
        }
    }

    fn entrances(&self, _goal: GoalId) -> Option<&Entrances> {
        Some(&self.entrances).filter(|_| self.tells)
    }
}

#[test]
fn what_objects_answer_whose_class_has_no_name_for_tests_is_called_on_purpose() {
    let (api, _, ask) = cupboard();
    let goals = [GoalNode { id: GoalId(0), children: Vec::new(), is_root: true, waits: false }];
    let runs = |tells: bool, seed: u64| {
        let entrances = Entrances { members: Vec::new(), answered: vec![(HiddenId(3), vec![ask])] };
        let (mut runner, runs) = (Cupboard { entrances, tells }, Cell::new(0));
        let options = Options { seed, budget_evals: 5_000, ..Options::default() };
        let counted = || {
            runs.set(runs.get() + 1);
            false
        };
        search(&api, &Constants::default(), &goals, &mut runner, &options, &counted, &mut |_, _, _| {});
        runs.get()
    };
    let of = |tells: bool| (0..6).map(|seed| runs(tells, seed)).sum::<u64>();
    let (on_purpose, by_chance) = (of(true), of(false));
    assert!(on_purpose * 3 < by_chance, "{on_purpose} runs on purpose, {by_chance} by chance");
}

/// A bag that is weighed, and has many methods, one of which puts something into it; `spill` throws.
struct Bag {
    /// Whether it tells which methods change it.
    tells: bool,
    /// Whether it tells how large it is.
    is_measured: bool,
    /// It is heavy when more than so many were put.
    light: usize,
    runs: u64,
}

impl Bag {
    fn new(tells: bool) -> Self {
        Self { tells, is_measured: false, light: 2, runs: 0 }
    }
}

/// `Scales.weigh(Bag)`, `new Bag()`, `put(E)`, `spill()`, and 40 methods that change nothing.
fn bags() -> (ClassApi, [MemberId; 4]) {
    let mut api = ClassApi::default();
    let scales = class(&mut api, "a/Scales", &["java/lang/Object"]);
    class(&mut api, "java/lang/Object", &[]);
    class(&mut api, "java/lang/String", &["java/lang/Object"]);
    class(&mut api, "java/lang/Integer", &["java/lang/Object"]);
    let bag = class(&mut api, "a/Bag", &["java/lang/Object"]);
    let element = TypeParameter { name: "E".to_owned(), bounds: Vec::new() };
    api.classes[bag].type_parameters.push(element);
    let anything = ClassUse { name: "a/Bag".to_owned(), arguments: vec![TypeArgument::Any] };
    let weigh = member(&mut api, scales, "weigh", &[TypeUse::Class(anything)]);
    api.members[weigh].is_static = true;
    let new = member(&mut api, bag, "<init>", &[]);
    let put = member(&mut api, bag, "put", &[TypeUse::Variable("E".to_owned())]);
    let spill = member(&mut api, bag, "spill", &[]);
    for at in 0..40 {
        member(&mut api, bag, &format!("look{at}"), &[]);
    }
    api.subjects.push(scales);
    (api, [weigh, new, put, spill])
}

impl Runner for Bag {
    fn run(&mut self, sequence: &Sequence, open: &[GoalId]) -> Evaluation {
        self.runs += 1;
        let (_, [weigh, _, put, spill]) = bags();
        let mut held: BTreeMap<StepId, usize> = BTreeMap::new();
        let (mut ended, mut is_heavy) = (Ended::Returned, false);
        for (id, step) in sequence.steps.steps.iter_enumerated() {
            let bag = step.action.operands().into_iter().find_map(|operand| match operand {
                Operand::Step(bag) => Some(*bag),
                _ => None,
            });
            let held = held.entry(bag.unwrap_or(id)).or_default();
            match step.action.member() {
                Some(member) if member == put => *held += 1,
                Some(member) if member == weigh => is_heavy |= *held > self.light,
                Some(member) if member == spill => {
                    let (class, named, thrown_in) = ("a/Empty".to_owned(), String::new(), String::new());
                    ended = Ended::Threw { step: id, class, named, thrown_in };
                    break;
                }
                _ => {}
            }
        }
        let covered = if is_heavy { vec![GoalId(0)] } else { Vec::new() };
        let distances = open.iter().map(|_| if is_heavy { 0.0 } else { 1.0 }).collect();
        let sizes = held.into_iter().filter(|&(_, held)| self.is_measured && held > 0).collect();
        Evaluation { ended, covered, distances, hidden: Vec::new(), sizes, state: 0, steps: 1, runs: 1 }
    }

    fn effects(&self) -> Vec<(MemberId, f64)> {
        let (api, [_, _, put, _]) = bags();
        let members = api.members.iter_enumerated().map(|(id, _)| id).filter(|_| self.tells);
        members.map(|member| (member, if member == put { 0.9 } else { 0.1 })).collect()
    }
}

#[test]
fn methods_that_change_other_objects_are_called_before_those_that_do_not() {
    let goals = [GoalNode { id: GoalId(0), children: Vec::new(), is_root: true, waits: false }];
    let runs = |tells: bool, seed: u64| {
        let (mut bag, (api, _)) = (Bag::new(tells), bags());
        let options = Options { seed, budget_evals: 20_000, ..Options::default() };
        search(&api, &Constants::default(), &goals, &mut bag, &options, &|| false, &mut |_, _, _| {});
        bag.runs
    };
    let of = |tells: bool| (0..6).map(|seed| runs(tells, seed)).sum::<u64>();
    let (told, untold) = (of(true), of(false));
    assert!(told * 3 < untold, "{told} runs where changes are told, {untold} where not");
}

#[test]
fn objects_grow_from_what_calls_made_of_them() {
    let goals = [GoalNode { id: GoalId(0), children: Vec::new(), is_root: true, waits: false }];
    let runs = |is_measured: bool, seed: u64| {
        let (mut bag, (api, _)) = (Bag { is_measured, light: 6, ..Bag::new(true) }, bags());
        let options = Options { seed, budget_evals: 20_000, ..Options::default() };
        search(&api, &Constants::default(), &goals, &mut bag, &options, &|| false, &mut |_, _, _| {});
        bag.runs
    };
    let of = |is_measured: bool| (0..6).map(|seed| runs(is_measured, seed)).sum::<u64>();
    let (measured, unmeasured) = (of(true), of(false));
    assert!(measured * 3 < unmeasured, "{measured} runs where sizes are told, {unmeasured} where not");
}

#[test]
fn what_throws_and_is_not_under_test_does_not_hide_what_is_behind_it() {
    let (api, [weigh, new, put, spill]) = bags();
    let of = TypeUse::Class(ClassUse {
        name: "a/Bag".to_owned(),
        arguments: vec![TypeArgument::Exactly(TypeUse::Class(ClassUse::plain("java/lang/String")))],
    });
    let mut draft = Draft::default();
    let bag = draft.push(Action::New { constructor: new, outer: None, args: Vec::new() }, Some(of));
    let call = |method, args| Action::Call { method, receiver: Some(Operand::Step(bag)), args };
    for method in [put, spill, put, spill, put] {
        let args = if method == put { vec![draft.text("", &[97])] } else { Vec::new() };
        draft.push(call(method, args), None);
    }
    draft.push(Action::Call { method: weigh, receiver: None, args: vec![Operand::Step(bag)] }, None);
    let goals = [GoalNode { id: GoalId(0), children: Vec::new(), is_root: true, waits: false }];
    let options = Options { budget_evals: 3, seeds: vec![draft.finish()], ..Options::default() };
    let mut runner = Bag::new(false);
    let found =
        search(&api, &Constants::default(), &goals, &mut runner, &options, &|| false, &mut |_, _, _| {});
    let lengths: Vec<usize> =
        found.sequences.iter().map(|(_, sequence)| sequence.steps.steps.len()).collect();
    assert_eq!((lengths, runner.runs), (vec![5], 3));
}

#[test]
fn elements_equal_others_of_the_sequence_also_those_behind() {
    let (api, [_, new, put, _]) = bags();
    let cluster = Cluster::new(&api, &Constants::default());
    let mut rng = Stream::new(1, "elements");
    let text = TypeUse::Class(ClassUse::plain("java/lang/String"));
    let of =
        TypeUse::Class(ClassUse { name: "a/Bag".to_owned(), arguments: vec![TypeArgument::Exactly(text)] });
    let known: Vec<u16> = "behind".encode_utf16().collect();
    let equal = (0..200).filter(|_| {
        let mut draft = Draft::default();
        let bag =
            draft.push(Action::New { constructor: new, outer: None, args: Vec::new() }, Some(of.clone()));
        let receiver = Operand::Step(bag);
        let args = vec![draft.text("", &known)];
        draft.push(Action::Call { method: put, receiver: Some(receiver.clone()), args }, None);
        let mut maker = Maker { cluster: &cluster, rng: &mut rng };
        let made = draft.insert_at(1, |draft| maker.call(draft, put, Some(receiver), None, 0));
        let operands = made.map(|step| draft.steps[step.0 as usize].action.operands()[1].clone());
        matches!(operands, Some(Operand::Text(leaves)) if draft.units(&leaves) == known)
    });
    assert!((70..130).contains(&equal.count()), "about half of them");
}

/// What the first call of `turn` is told, with the place of the number.
fn turned(sequence: &Sequence) -> Option<(trine_testcase::LeafId, i128)> {
    sequence.steps.steps.iter().find_map(|step| match &step.action {
        Action::Call { method: MemberId(1), args, .. } => {
            let Some(Operand::Leaf(leaf)) = args.first() else { return None };
            Some((*leaf, sequence.steps.leaves[*leaf].kind.to_int(sequence.leaf(*leaf))))
        }
        _ => None,
    })
}

/// A clock that is turned by milliseconds and looks at hours only.
struct Clock;

impl Runner for Clock {
    fn run(&mut self, sequence: &Sequence, open: &[GoalId]) -> Evaluation {
        let hours = turned(sequence).map(|(_, number)| number >> 16);
        let distance = hours.map_or(f64::INFINITY, |hours| near(hours - 1_883));
        let covered = if distance == 0.0 { vec![GoalId(0)] } else { Vec::new() };
        let distances = vec![distance; open.len()];
        let (ended, hidden) = (Ended::Returned, Vec::new());
        Evaluation { ended, covered, distances, hidden, sizes: Vec::new(), state: 0, steps: 1, runs: 1 }
    }
}

#[test]
fn numbers_of_which_the_upper_part_alone_counts_are_found() {
    for seed in 0..10 {
        let (api, none) = (api(), Constants::default());
        let options = Options { seed, budget_evals: 1_000, ..Options::default() };
        let found =
            search(&api, &none, &goals()[..1], &mut Clock, &options, &|| false, &mut |_, _, _| {}).sequences;
        assert_eq!(found.len(), 1, "{seed}");
    }
}

/// Eight doors one behind the other, each of which opens by its own number and ends the run by an exception otherwise: all runs are as far
/// from the goal behind the last one.
#[derive(Default)]
struct Doors {
    /// The door that no run came through, the first being 0.
    closed: i128,
    symbolic_runs: usize,
}

const DOORS: i128 = 8;

impl Doors {
    /// The door before which a sequence ends: a number that starts where random ones do not come to.
    fn ends_before(sequence: &Sequence) -> Option<i128> {
        turned(sequence).map(|(_, number)| (number - NUMBER).clamp(0, DOORS))
    }
}

impl Runner for Doors {
    fn run(&mut self, sequence: &Sequence, open: &[GoalId]) -> Evaluation {
        let door = Self::ends_before(sequence).filter(|_| turned(sequence).unwrap().1 <= NUMBER + DOORS);
        self.closed = self.closed.max(door.unwrap_or(0));
        let covered = if door == Some(DOORS) { vec![GoalId(0)] } else { Vec::new() };
        let distance = match door {
            Some(DOORS) => 0.0,
            Some(_) => 0.5,
            None => f64::INFINITY,
        };
        let (ended, hidden, distances) = (Ended::Returned, Vec::new(), vec![distance; open.len()]);
        Evaluation { ended, covered, distances, hidden, sizes: Vec::new(), state: 0, steps: 1, runs: 1 }
    }

    fn solve(&mut self, sequence: &Sequence, _request: &Request) -> Option<Solved> {
        self.symbolic_runs += 1;
        let mut next = sequence.clone();
        let (leaf, _) = turned(sequence)?;
        let number = NUMBER + Self::ends_before(sequence)? + 1;
        next.leaves[leaf.0 as usize] = sequence.steps.leaves[leaf].kind.from_int(number);
        Some(Solved { sequences: vec![next], has_tried_open: true, is_exhausted: true, cost_evals: 20 })
    }

    fn ways_taken(&self) -> usize {
        self.closed as usize
    }
}

#[test]
fn a_symbolic_run_goes_on_from_what_went_a_new_way_though_it_came_no_nearer() {
    for seed in 0..10 {
        let (api, none, mut doors) = (api(), Constants::default(), Doors::default());
        let strategy = Strategy::Hybrid;
        let options = Options { seed, strategy, budget_evals: 1_500, ..Options::default() };
        let found =
            search(&api, &none, &goals()[..1], &mut doors, &options, &|| false, &mut |_, _, _| {}).sequences;
        assert_eq!(found.len(), 1, "{seed}: {} symbolic runs, {} doors", doors.symbolic_runs, doors.closed);
    }
}

#[test]
fn a_small_scope_has_every_call_alone_and_each_behind_a_few_of_every_other() {
    let scope = small_scope(&api(), 1_000);
    let steps = |count: usize| scope.iter().filter(|one| one.steps.steps.len() == count).count();
    // Eight numbers, four words (null is one) and nothing; three numbers, three words and nothing before each of these.
    assert_eq!((steps(1), steps(2), steps(3)), (1, 13, 13 * 7));
    assert_eq!(small_scope(&api(), 5), scope[..5]);
}
