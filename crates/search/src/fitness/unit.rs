//! Fitness of many goals over many functions, from one run: how near it came to each.
//!
//! A goal is covered when one of its regions is executed; all regions of a goal belong to one function. One pass over
//! the events of a run keeps the nearest miss of each site of the functions ([`super::records`]); the fitness of a goal
//! is then read from the chain of sites towards its regions ([`super::chain`]). Several activations count as one: the
//! best of each site.
//!
//! ```text
//! region executed, or way gone            0
//! function entered                      approach level + normalized branch distance
//! not entered, but a function calls it  that of the nearest call, and all levels inside of the function above it
//! else                                  infinite
//! ```
//!
//! Functions are known by name and looked up when they first run, because programs grow while they run. The distance
//! of a branch on the answer of a library function is asked of [`Questions`], that of one on what any other call returned
//! of the call ([`super::returning`]), as far as a run has not left the branch both ways; else of direct calls alone
//! ([`super::helpers`]), whose constants need not be zero.
//!
//! Cost per branch event: one look into a table, and for functions of the unit that of the standard fitness. Per goal
//! and run: the length of its chains.

use super::Fitness;
use super::helpers::Answers;
use super::path::Follower;
use super::questions::{Asked, Questions, asked, called, distance_to_other};
use super::records::{CarriesDistance, Records};
use super::returning::Returning;
use super::target::{FitnessModel, Goal, TargetFitness};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use trine_base::index::TypedIndex;
use trine_coverage::{PathStep, Target};
use trine_ir::{Block, FuncId, Function, Op, Program, RegionId, SiteId};
use trine_machine::{Activation, BranchEvent, Domain, Observer, StateView};

/// Something to be covered in a unit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnitGoal {
    /// The function, by name.
    pub function: String,
    /// Covered when one of these regions of it is executed.
    pub regions: Vec<RegionId>,
    /// Where it is not empty, covered when one evaluation of a decision goes all these ways, in this order.
    pub path: Vec<UnitStep>,
    /// Covered when one of these ways out of a site is taken.
    pub edges: Vec<(SiteId, u32)>,
}

/// A way that a condition goes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnitStep {
    /// Columns of the sites that decide it: in bytecode they are positions, each of one site.
    pub columns: Vec<u32>,
    /// How they are left.
    pub outcome: u32,
}

/// What is known of a function of the unit once it ran.
#[derive(Clone, Debug)]
struct Body {
    model: FitnessModel,
    records: Records,
    answers: Answers,
    /// By region: the way to it, found when it is first asked for.
    ways: Vec<Option<TargetFitness>>,
    /// By region: the blocks that have it.
    blocks: Vec<Vec<Block>>,
    /// By site.
    asked: Vec<Option<Asked>>,
    /// Functions that it calls, by name, with the blocks, and the way to these once it was asked for.
    calls: Vec<(String, Vec<Block>, Option<TargetFitness>)>,
    /// By region: whether it was executed.
    executed: Vec<bool>,
    /// Goals that are ways through decisions.
    followed: Vec<Followed>,
    /// Goals that are edges, by their positions, found when they are first asked for.
    to_edges: BTreeMap<usize, TargetFitness>,
    /// By slot: those of [`Body::followed`] that it belongs to.
    on_path: Vec<Vec<u32>>,
}

/// A goal that is a way through a decision.
#[derive(Clone, Debug)]
struct Followed {
    goal: usize,
    way: TargetFitness,
    follower: Follower,
}

/// A function of the unit.
#[derive(Clone, Debug, Default)]
struct Member {
    body: Option<Box<Body>>,
    entered: bool,
}

/// What a function of the program is to the unit.
#[derive(Clone, Debug, Default)]
struct Role {
    known: bool,
    member: Option<u32>,
    /// Members that it decides branches of.
    helps: Vec<u32>,
}

/// Measures runs against the goals of a unit.
#[derive(Clone, Debug)]
pub struct UnitFitness<Q> {
    program: Arc<Program>,
    goals: Arc<[UnitGoal]>,
    /// By goal.
    member_of: Vec<u32>,
    members: Vec<Member>,
    names: BTreeMap<String, u32>,
    roles: Vec<Role>,
    questions: Q,
    returning: Returning,
    touched: Vec<u32>,
    /// By member that was not entered: how far the run was from entering it; of the last run asked about.
    entries: Option<Vec<Option<Fitness>>>,
}

impl<Q: Questions> UnitFitness<Q> {
    /// Measures runs of `program` against `goals`; `functions` are those of the unit.
    #[must_use]
    pub fn new<'a>(
        program: Arc<Program>,
        goals: Arc<[UnitGoal]>,
        functions: impl IntoIterator<Item = &'a str>,
        questions: Q,
    ) -> Self {
        let mut all: BTreeSet<String> = functions.into_iter().map(str::to_owned).collect();
        all.extend(goals.iter().map(|goal| goal.function.clone()));
        let names: BTreeMap<String, u32> = all.into_iter().zip(0..).collect();
        let member_of = goals.iter().map(|goal| names[&goal.function]).collect();
        let members = vec![Member::default(); names.len()];
        let (roles, touched, returning) = (Vec::new(), Vec::new(), Returning::default());
        Self {
            program,
            goals,
            member_of,
            members,
            names,
            roles,
            questions,
            returning,
            touched,
            entries: None,
        }
    }

    /// Forgets the last run. To be called before each.
    pub fn clear(&mut self) {
        for at in self.touched.drain(..) {
            let member = &mut self.members[at as usize];
            member.entered = false;
            if let Some(body) = &mut member.body {
                body.records.clear(&body.model.sites);
                body.executed.fill(false);
                body.followed.iter_mut().for_each(|followed| followed.follower.clear());
            }
        }
        for body in self.members.iter_mut().filter_map(|member| member.body.as_mut()) {
            body.answers.clear();
        }
        self.returning.clear();
        self.entries = None;
    }

    /// Whether the run covered the goal at this position.
    #[must_use]
    pub fn is_covered(&self, goal: usize) -> bool {
        let member = &self.members[self.member_of[goal] as usize];
        let Some(body) = member.body.as_ref().filter(|_| member.entered) else { return false };
        let goes = || body.followed(goal).and_then(|followed| followed.follower.best());
        let takes =
            || body.to_edges.get(&goal).map(|way| way.chain.fitness(&body.model.sites, &body.records));
        self.goals[goal].regions.iter().any(|&region| is_executed(body, region))
            || takes().is_some_and(Fitness::is_covered)
            || goes().is_some_and(Fitness::is_covered)
    }

    /// How far the run stayed from the goal at this position: 0 exactly when it was covered, infinite when no way to its function
    /// is known from what was entered.
    pub fn distance(&mut self, goal: usize) -> f64 {
        self.fitness(goal).map_or(f64::INFINITY, Fitness::value)
    }

    /// Whether the run went the right way at the last branch on the way to the goal at this position that it came to, and ended before the
    /// next one, or before the goal.
    pub fn was_cut_off(&mut self, goal: usize) -> bool {
        let member = &self.members[self.member_of[goal] as usize];
        let is_there = member.entered && member.body.is_some();
        is_there && self.fitness(goal).is_some_and(Fitness::is_cut_off)
    }

    /// The fitness of the run for the goal at this position; `None` when no way to its function is known.
    pub fn fitness(&mut self, goal: usize) -> Option<Fitness> {
        self.find_edges(goal);
        if self.is_covered(goal) {
            return Some(Fitness::COVERED);
        }
        let at = self.member_of[goal] as usize;
        let entry = match self.members[at].entered {
            true => None,
            false => Some(self.entry(at)?),
        };
        let goals = Arc::clone(&self.goals);
        let Some(body) = &mut self.members[at].body else { return entry.map(|entry| entry.beyond(1)) };
        if let Some(followed) = body.followed(goal) {
            return Some(match entry {
                Some(entry) => entry.beyond(followed.way.height() + 1),
                None => body.path_fitness(followed),
            });
        }
        if let Some(way) = body.to_edges.get(&goal) {
            return Some(match entry {
                Some(entry) => entry.beyond(way.chain.height + 1),
                None => way.chain.fitness(&body.model.sites, &body.records),
            });
        }
        let mut best: Option<Fitness> = None;
        for &region in &goals[goal].regions {
            let Some(way) = body.way(region) else { continue };
            let fitness = match entry {
                Some(entry) => entry.beyond(way.height() + 1),
                None => body.chain_fitness(region),
            };
            best = Some(best.map_or(fitness, |best| best.min(fitness)));
        }
        best
    }

    /// The distance, at most, of runs that come to the branch in this column for the goal at this position, and leave it by another way. Its
    /// regions may stand behind other branches. `None` before its function ran.
    pub fn reach(&mut self, goal: usize, column: u32) -> Option<f64> {
        let goals = Arc::clone(&self.goals);
        let body = self.members[self.member_of[goal] as usize].body.as_mut()?;
        let function = Arc::clone(body.model.function());
        let is_its = |site: SiteId| function.sites[site].span.is_some_and(|span| span.start.column == column);
        let mut levels: Option<u32> = None;
        for &region in &goals[goal].regions {
            let links = body.way(region).map_or(&[][..], |way| &way.chain.links);
            let own = links.iter().filter(|link| is_its(link.site)).map(|link| link.level).min();
            levels = levels.into_iter().chain(own).min();
        }
        Some(f64::from(levels.unwrap_or(0)) + 1.0)
    }

    /// Finds the ways to the edges of the goal at this position, once its function is known.
    fn find_edges(&mut self, goal: usize) {
        let edges = &self.goals[goal].edges;
        if edges.is_empty() {
            return;
        }
        if let Some(body) = &mut self.members[self.member_of[goal] as usize].body
            && !body.to_edges.contains_key(&goal)
        {
            body.to_edges.insert(goal, body.model.target(&Target::Edges(edges.clone())));
        }
    }

    /// How far the run was from entering the member `at`.
    fn entry(&mut self, at: usize) -> Option<Fitness> {
        if self.entries.is_none() {
            self.entries = Some(self.all_entries());
        }
        self.entries.as_ref()?[at]
    }

    /// By member: how far the run was from entering it, through members that it entered or might have.
    fn all_entries(&mut self) -> Vec<Option<Fitness>> {
        let mut entries: Vec<Option<Fitness>> =
            self.members.iter().map(|member| member.entered.then_some(Fitness::COVERED)).collect();
        let is_entered: Vec<bool> = self.members.iter().map(|member| member.entered).collect();
        // Each round adds one call; a longer way has more levels.
        for _ in 0..self.members.len() {
            let mut changed = false;
            for caller in 0..self.members.len() {
                let Some(above) = entries[caller] else { continue };
                let entered = is_entered[caller];
                let Some(body) = &mut self.members[caller].body else { continue };
                for (callee, blocks, way) in &mut body.calls {
                    let Some(&callee) = self.names.get(callee) else { continue };
                    let callee = callee as usize;
                    if is_entered[callee] {
                        continue;
                    }
                    let model = &body.model;
                    let inside = way.get_or_insert_with(|| model.target(&Target::Blocks(blocks.clone())));
                    let fitness = match entered {
                        true => inside.chain.fitness(&body.model.sites, &body.records).not_covered(),
                        false => above.beyond(inside.height() + 1),
                    };
                    if entries[callee].is_none_or(|known| fitness < known) {
                        (entries[callee], changed) = (Some(fitness), true);
                    }
                }
            }
            if !changed {
                break;
            }
        }
        entries
    }

    /// The member that `function` is, looked up by name the first time.
    #[inline]
    fn member(&mut self, function: FuncId) -> Option<usize> {
        match self.roles.get(function.position()) {
            Some(role) if role.known => role.member.map(|at| at as usize),
            _ => self.look_up(function),
        }
    }

    #[cold]
    fn look_up(&mut self, function: FuncId) -> Option<usize> {
        let member = self.names.get(&self.program.callables[function].name).copied();
        let role = self.role(function);
        (role.known, role.member) = (true, member);
        let at = member? as usize;
        if self.members[at].body.is_none()
            && let Ok(body) = self.program.body(function)
            && !body.blocks.is_empty()
        {
            let mut body = Body::new(&self.program, Arc::clone(body), &self.questions);
            for (goal, wanted) in self.goals.iter().enumerate() {
                if self.member_of[goal] == at as u32 && !wanted.path.is_empty() {
                    body.follow(goal, &wanted.path);
                }
            }
            let helpers: Vec<FuncId> = body.model.helpers.functions().collect();
            for helper in helpers {
                self.role(helper).helps.push(at as u32);
            }
            self.members[at].body = Some(Box::new(body));
        }
        Some(at)
    }

    fn role(&mut self, function: FuncId) -> &mut Role {
        if self.roles.len() <= function.position() {
            self.roles.resize_with(function.position() + 1, Role::default);
        }
        &mut self.roles[function.position()]
    }

    fn enter(&mut self, at: usize) {
        let member = &mut self.members[at];
        if !member.entered {
            member.entered = true;
            self.touched.push(at as u32);
        }
    }
}

fn is_executed(body: &Body, region: RegionId) -> bool {
    body.executed.get(region.position()).copied().unwrap_or(false)
}

impl Body {
    fn new<Q: Questions>(program: &Program, function: Arc<Function>, questions: &Q) -> Self {
        let regions = function.coverage.regions.len();
        let mut blocks = vec![Vec::new(); regions];
        let mut calls: BTreeMap<String, Vec<Block>> = BTreeMap::new();
        for (block, data) in function.blocks.iter_enumerated() {
            for region in &data.regions {
                blocks[region.position()].push(block);
            }
            for inst in &data.insts {
                if let Op::Call { callee, .. } = &inst.op
                    && let Some(callee) = called(program, callee)
                {
                    calls.entry(program.callables[callee].name.clone()).or_default().push(block);
                }
            }
        }
        let asked = asked(program, &function, questions);
        let model = FitnessModel::with_helpers(program, function);
        Self {
            records: Records::new(&model.sites),
            answers: Answers::new(&model.helpers),
            ways: vec![None; regions],
            executed: vec![false; regions],
            calls: calls.into_iter().map(|(callee, blocks)| (callee, blocks, None)).collect(),
            followed: Vec::new(),
            to_edges: BTreeMap::new(),
            on_path: vec![Vec::new(); model.sites.slots()],
            model,
            blocks,
            asked,
        }
    }

    /// The way to `region`; `None` when no block has it.
    fn way(&mut self, region: RegionId) -> Option<&TargetFitness> {
        let at = region.position();
        let blocks = self.blocks.get(at).filter(|blocks| !blocks.is_empty())?;
        if self.ways[at].is_none() {
            self.ways[at] = Some(self.model.target(&Target::Blocks(blocks.clone())));
        }
        self.ways[at].as_ref()
    }

    /// The fitness for `region`, which was not executed and whose way is known.
    fn chain_fitness(&self, region: RegionId) -> Fitness {
        match &self.ways[region.position()] {
            // An exception came first.
            Some(way) if way.chain.links.is_empty() => Fitness { approach_level: 1, branch_distance: 0.0 },
            Some(way) => way.chain.fitness(&self.model.sites, &self.records).not_covered(),
            None => Fitness { approach_level: 1, branch_distance: 0.0 },
        }
    }

    /// Follows evaluations along `path` for the goal at this position; sites that are gone are on no way.
    fn follow(&mut self, goal: usize, path: &[UnitStep]) {
        let function = self.model.function();
        let at = |column: u32| {
            let is_it = |site: &trine_ir::Site| site.span.is_some_and(|span| span.start.column == column);
            function.sites.iter_enumerated().find(|(_, site)| is_it(site)).map(|(site, _)| site)
        };
        let step = |step: &UnitStep| {
            let sites: Vec<SiteId> = step.columns.iter().filter_map(|&column| at(column)).collect();
            let left = |outcome: u32| sites.iter().map(|&site| (site, outcome)).collect::<Vec<_>>();
            PathStep { edges: left(step.outcome), misses: left(1 - step.outcome.min(1)) }
        };
        let steps: Vec<PathStep> = path.iter().map(step).collect();
        if steps.iter().any(|step| step.edges.is_empty()) {
            return;
        }
        let number = self.followed.len() as u32;
        for &(site, outcome) in steps.iter().flat_map(|step| step.edges.iter().chain(&step.misses)) {
            self.on_path[self.model.sites.slot(site, outcome)].push(number);
        }
        let way = self.model.target(&Target::Path(steps));
        self.followed.push(Followed { goal, way, follower: Follower::default() });
    }

    fn followed(&self, goal: usize) -> Option<&Followed> {
        self.followed.iter().find(|followed| followed.goal == goal)
    }

    fn path_fitness(&self, followed: &Followed) -> Fitness {
        let way = &followed.way;
        followed.follower.best().unwrap_or_else(|| {
            let chain = way.chain.fitness(&self.model.sites, &self.records);
            chain.beyond(way.height() - way.chain.height)
        })
    }

    /// Notes a branch; `answer` is how far what decides it was from deciding otherwise, where that is known.
    fn branch<S: CarriesDistance>(&mut self, event: &BranchEvent<S>, answer: Option<f64>) {
        let answer = answer.or_else(|| self.answers.of_site(&self.model.helpers, event.site, event.outcome));
        let distance =
            self.records.branch(&self.model.sites, event.site, event.outcome, &event.predicate, answer);
        let slot = self.model.sites.slot(event.site, event.outcome);
        for &number in &self.on_path[slot] {
            let followed = &mut self.followed[number as usize];
            if let Goal::Path(steps) = &followed.way.goal {
                followed.follower.branch(steps, event.activation.number, slot, distance);
            }
        }
    }
}

impl<D: Domain, Q: Questions> Observer<D> for UnitFitness<Q>
where
    D::Shadow: CarriesDistance,
{
    const REGIONS: bool = true;
    const STATE: bool = true;

    #[inline]
    fn branch(&mut self, event: &BranchEvent<D::Shadow>) {
        let member = self.member(event.function);
        if let Some(role) = self.roles.get(event.function.position())
            && !role.helps.is_empty()
        {
            for &helped in &role.helps {
                if let Some(body) = &mut self.members[helped as usize].body {
                    body.answers.branch(&body.model.helpers, event);
                }
            }
        }
        let is_followed = self.returning.follows(event.activation);
        let answer = if is_followed { self.returning.of_site(event) } else { None };
        if let Some(at) = member {
            self.enter(at);
            if let Some(body) = &mut self.members[at].body
                && body.asked[event.site.position()].is_none()
            {
                body.branch(event, answer);
            }
        }
        if is_followed && self.returning.question(event).is_none() {
            self.returning.branch(event, answer);
        }
    }

    #[inline]
    fn at_branch(&mut self, event: &BranchEvent<D::Shadow>, state_view: &StateView<'_>) {
        let is_followed = self.returning.follows(event.activation);
        let questions = &self.questions;
        let told = |asked: &Asked, function: &Function| {
            distance_to_other(asked, event.outcome, function, questions, state_view)
        };
        let of_frame = match is_followed {
            true => self.returning.question(event).map(|(asked, function)| told(asked, function)),
            false => None,
        };
        let of_member = self.roles.get(event.function.position()).and_then(|role| role.member);
        let body = of_member.and_then(|at| self.members[at as usize].body.as_mut());
        if let Some(body) = body
            && let Some(asked) = &body.asked[event.site.position()]
        {
            let told = told(asked, body.model.function());
            body.branch(event, told.or_else(|| self.returning.of_site(event)));
        }
        if is_followed {
            self.returning.look_up(&self.questions, state_view);
        }
        if let Some(told) = of_frame {
            let answer = told.or_else(|| self.returning.of_site(event));
            self.returning.branch(event, answer);
        }
    }

    #[inline]
    fn regions(&mut self, function: FuncId, regions: &[RegionId], _: Activation) {
        let Some(at) = self.member(function) else { return };
        self.enter(at);
        if let Some(body) = &mut self.members[at].body {
            for region in regions {
                if let Some(executed) = body.executed.get_mut(region.position()) {
                    *executed = true;
                }
            }
        }
    }

    #[inline]
    fn call(&mut self, function: FuncId, activation: Activation) {
        let member = self.member(function);
        if let Some(at) = member {
            self.enter(at);
        }
        let Self { returning, program, questions, .. } = self;
        returning.call(program, questions, function, activation, member.is_some());
    }

    #[inline]
    fn returned(&mut self, function: FuncId, activation: Activation) {
        self.returning.returned(activation);
        let Some(role) = self.roles.get(function.position()) else { return };
        for &helped in &role.helps {
            if let Some(body) = &mut self.members[helped as usize].body {
                body.answers.returned(&body.model.helpers, function, activation);
            }
        }
    }
}
