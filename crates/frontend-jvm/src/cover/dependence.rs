//! Which goals a goal waits for: what it is control dependent on, across the methods that only code of the unit can call.
//!
//! A method's code is read as a graph of blocks, handlers of exceptions included, whose control dependences are computed as those of every other
//! function ([`ControlDependence`]). An outcome of a jump or switch that is no goal, and that a block raises an exception, are passed over: what they depend on
//! counts. The code of a private method, or of a lambda, depends on what leads to its calls.
//!
//! Cost: that of the control dependences, and for each goal the size of what lies above it.

use super::{Goal, MethodCover, UnitCover};
use crate::class::{ClassFile, Code, Constant, Instruction, flags};
use crate::lower::{Stretch, stretches};
use std::collections::{BTreeMap, BTreeSet};
use trine_ir::analysis::{Cfg, ControlDependence, PostDominatorTree};
use trine_ir::{Block, BlockData, Edge, Function, Site, SiteId, SiteKind, Terminator, Value};

/// A method, by the places of its class and of itself.
type Place = (usize, usize);

/// The code of a method as a graph.
struct Body {
    stretches: Vec<Stretch>,
    dependence: ControlDependence,
    /// By block: whether it is executed whenever the method is, but for exceptions.
    always: Vec<bool>,
    /// By site: the instruction that it ends, and by outcome the number of its way.
    sites: Vec<Option<(usize, Vec<u32>)>>,
}

/// What is known of a unit.
struct Dependences<'a> {
    unit: &'a UnitCover,
    bodies: BTreeMap<Place, Body>,
    /// Goals by method, instruction and way.
    goals: BTreeMap<(Place, usize, u32), usize>,
    /// Calls of methods that tests cannot call: method and instruction.
    calls: BTreeMap<Place, Vec<(Place, usize)>>,
}

/// What something waits for.
#[derive(Default)]
struct Above {
    goals: BTreeSet<usize>,
    /// Whether tests come there without any of them.
    is_reached: bool,
    seen: BTreeSet<(Place, Block)>,
}

impl UnitCover {
    /// By goal: the goals one of which must be covered before it can be; `None` where tests come to it without. `files` are the classes that
    /// the unit was made of, in order.
    #[must_use]
    pub fn dependences(&self, files: &[ClassFile], goals: &[Goal]) -> Vec<Option<Vec<usize>>> {
        let known = Dependences::new(self, files, goals);
        let waits = |(at, goal): (usize, &Goal)| {
            let mut above = Above::default();
            for index in known.instructions(goal) {
                known.climb((goal.class, goal.method), index, &mut above);
            }
            above.goals.remove(&at);
            (!above.is_reached && !above.goals.is_empty()).then(|| above.goals.into_iter().collect())
        };
        goals.iter().enumerate().map(waits).collect()
    }
}

/// A call of a method of the unit by another one, or something made there that calls it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MethodCall {
    /// What is called, as the IR names it.
    pub callee: String,
    /// Who calls.
    pub caller: String,
    /// The position of the instruction in the code of the caller, in bytes.
    pub position: u32,
}

impl UnitCover {
    /// The calls within the unit, by what the code names: methods of the class named and of those that it is a superclass or interface of in
    /// the unit, and what lambdas and method references are made of. `files` are the classes that the unit was made of, in order.
    #[must_use]
    pub fn calls(&self, files: &[ClassFile]) -> Vec<MethodCall> {
        let mut methods: BTreeMap<(&str, &str), Vec<&str>> = BTreeMap::new();
        for (class, method) in
            self.classes.iter().flat_map(|class| class.methods.iter().map(move |of| (class, of)))
        {
            methods.entry((&method.name, &method.descriptor)).or_default().push(&class.name);
        }
        let mut calls = Vec::new();
        for (at, class) in self.classes.iter().enumerate() {
            for method in &class.methods {
                for (position, instruction) in &method.code.instructions {
                    for (named, name, descriptor) in called(files.get(at), instruction) {
                        let owners = methods.get(&(name.as_str(), descriptor.as_str()));
                        let owners =
                            owners.into_iter().flatten().filter(|owner| is_below(files, owner, &named));
                        calls.extend(owners.map(|owner| MethodCall {
                            callee: format!("{owner}.{name}{descriptor}"),
                            caller: method.function(&class.name),
                            position: *position,
                        }));
                    }
                }
            }
        }
        calls
    }
}

/// Whether `above` is `class` or stands above it, as far as `files` tell.
fn is_below(files: &[ClassFile], class: &str, above: &str) -> bool {
    let mut open = vec![class];
    let mut seen = BTreeSet::new();
    while let Some(name) = open.pop() {
        if name == above {
            return true;
        }
        if let Some(file) = files.iter().find(|file| file.name == name).filter(|_| seen.insert(name)) {
            open.extend(file.superclass.iter().chain(&file.interfaces).map(String::as_str));
        }
    }
    false
}

impl<'a> Dependences<'a> {
    fn new(unit: &'a UnitCover, files: &[ClassFile], goals: &[Goal]) -> Self {
        let mut known =
            Self { unit, bodies: BTreeMap::new(), goals: BTreeMap::new(), calls: BTreeMap::new() };
        let hidden = hidden(unit, files);
        for (class, cover) in unit.classes.iter().enumerate() {
            for (method, cover) in cover.methods.iter().enumerate() {
                let place = (class, method);
                for (index, (_, instruction)) in cover.code.instructions.iter().enumerate() {
                    for callee in called(files.get(class), instruction) {
                        if let Some(&callee) = hidden.get(&callee) {
                            known.calls.entry(callee).or_default().push((place, index));
                        }
                    }
                }
                known.bodies.insert(place, Body::new(&cover.code));
            }
        }
        // A method that nothing calls is called by the virtual machine, or not at all.
        for (at, goal) in goals.iter().enumerate() {
            let place = (goal.class, goal.method);
            for (index, way) in known.ways(goal) {
                known.goals.insert((place, index, way), at);
            }
        }
        for place in hidden.into_values() {
            known.calls.entry(place).or_default();
        }
        known
    }

    fn cover(&self, (class, method): Place) -> &MethodCover {
        &self.unit.classes[class].methods[method]
    }

    /// The ways of instructions that cover a branch: its own, and those of copies.
    fn ways(&self, goal: &Goal) -> Vec<(usize, u32)> {
        let cover = self.cover((goal.class, goal.method));
        let Some((branch, _)) = goal.branch else { return Vec::new() };
        let is_it = |counted: &&super::Counted| cover.code.instructions[counted.index].0 == goal.position;
        let Some(counted) = cover.counted.iter().find(is_it) else { return Vec::new() };
        let ways = counted.branches.get(branch as usize).map_or(&[][..], Vec::as_slice);
        ways.iter().map(|&way| (cover.graph.ways[way].from, cover.graph.ways[way].number)).collect()
    }

    /// The instructions that a goal is about.
    fn instructions(&self, goal: &Goal) -> Vec<usize> {
        let of_ways: BTreeSet<usize> = self.ways(goal).into_iter().map(|(index, _)| index).collect();
        match of_ways.is_empty() {
            true => {
                let cover = self.cover((goal.class, goal.method));
                cover.code.index_of(goal.position).into_iter().collect()
            }
            false => of_ways.into_iter().collect(),
        }
    }

    /// Adds what the instruction waits for.
    fn climb(&self, place: Place, index: usize, above: &mut Above) {
        let body = &self.bodies[&place];
        let stretch = body.stretches.partition_point(|stretch| stretch.start <= index);
        self.climb_block(place, body, Block(stretch as u32), above);
    }

    fn climb_block(&self, place: Place, body: &Body, block: Block, above: &mut Above) {
        if above.is_reached || !above.seen.insert((place, block)) {
            return;
        }
        let dependences = body.dependence.of_block(block);
        if body.always[block.0 as usize] || dependences.is_empty() {
            self.climb_entry(place, above);
        }
        for dependence in dependences {
            let goal = dependence.edge.and_then(|(site, outcome)| {
                let (index, ways) = body.sites.get(site.0 as usize)?.as_ref()?;
                self.goals.get(&(place, *index, *ways.get(outcome as usize)?))
            });
            match goal {
                Some(&goal) => _ = above.goals.insert(goal),
                None => self.climb_block(place, body, dependence.block, above),
            }
        }
    }

    /// Adds what calls of a method wait for.
    fn climb_entry(&self, place: Place, above: &mut Above) {
        match self.calls.get(&place).map(Vec::as_slice) {
            None | Some([]) => above.is_reached = true,
            Some(calls) => calls.iter().for_each(|&(caller, index)| self.climb(caller, index, above)),
        }
    }
}

/// The methods that tests cannot call, by class, name and descriptor.
fn hidden(unit: &UnitCover, files: &[ClassFile]) -> BTreeMap<(String, String, String), Place> {
    let mut hidden = BTreeMap::new();
    for (class, (cover, file)) in unit.classes.iter().zip(files).enumerate() {
        for (method, cover) in cover.methods.iter().enumerate() {
            let is_hidden = file.methods.get(cover.position).is_some_and(|method| method.is(flags::PRIVATE));
            if is_hidden {
                let key = (file.name.clone(), cover.name.clone(), cover.descriptor.clone());
                hidden.insert(key, (class, method));
            }
        }
    }
    hidden
}

/// The methods that an instruction calls, or makes something of that calls them.
fn called(file: Option<&ClassFile>, instruction: &Instruction) -> Vec<(String, String, String)> {
    match instruction {
        Instruction::Invoke { class, name, ty, .. } => {
            vec![(class.clone(), name.clone(), ty.descriptor())]
        }
        Instruction::InvokeDynamic { bootstrap, .. } => {
            let bootstrap = file.and_then(|file| file.attributes.bootstraps.get(usize::from(*bootstrap)));
            let handles = bootstrap.into_iter().flat_map(|bootstrap| &bootstrap.arguments);
            let named = handles.filter_map(|argument| match argument {
                Constant::MethodHandle(handle) => {
                    Some((handle.class.clone(), handle.name.clone(), handle.descriptor.clone()))
                }
                _ => None,
            });
            named.collect()
        }
        _ => Vec::new(),
    }
}

impl Body {
    /// Block 0 is the entry, block n + 1 the stretch n; behind them stand blocks that choose handlers.
    fn new(code: &Code) -> Self {
        let stretches = stretches(code);
        let mut function = Function::default();
        let mut sites = Vec::new();
        let block = |stretch: usize| Block(stretch as u32 + 1);
        let entry = function.blocks.push(BlockData::new());
        function.blocks[entry].terminator = Terminator::Jump(Edge::to(block(0)));
        for stretch in &stretches {
            let id = function.blocks.push(BlockData::new());
            let index = stretch.end - 1;
            let terminator = terminator(code, stretch, index, &mut function, &mut sites);
            function.blocks[id].terminator = terminator;
        }
        for (number, stretch) in stretches.iter().enumerate() {
            let targets: Vec<Block> = stretch
                .handlers
                .iter()
                .filter_map(|&handler| code.index_of(code.handlers[handler].target))
                .map(|target| Block(stretches.partition_point(|stretch| stretch.start <= target) as u32))
                .collect();
            let unwind = chosen(&targets, &mut function, &mut sites);
            function.blocks[block(number)].unwind = unwind.map(Edge::to);
        }
        let tree = PostDominatorTree::new(&Cfg::with_throws(&function));
        let mut always = vec![false; function.blocks.len()];
        let mut next = Some(entry);
        while let Some(block) = next.filter(|block| !always[block.0 as usize]) {
            always[block.0 as usize] = true;
            next = tree.immediate_post_dominator(block);
        }
        Self { stretches, dependence: ControlDependence::new(&function), always, sites }
    }
}

/// How a stretch ends.
fn terminator(
    code: &Code,
    stretch: &Stretch,
    index: usize,
    function: &mut Function,
    sites: &mut Vec<Option<(usize, Vec<u32>)>>,
) -> Terminator {
    let edge = |&stretch: &usize| Edge::to(Block(stretch as u32 + 1));
    match (&code.instructions[index].1, &stretch.successors[..]) {
        (Instruction::Throw, _) => Terminator::Throw(Vec::new()),
        (_, []) => Terminator::Return(Vec::new()),
        (Instruction::Branch(..), [jumps, falls]) => {
            let site = site(function, sites, Some((index, vec![1, 0])), SiteKind::Branch);
            Terminator::Branch { cond: Value(0), then: edge(jumps), otherwise: edge(falls), site }
        }
        (Instruction::Switch { .. }, successors) => {
            // Ways are numbered by distinct targets, the default first.
            let mut distinct: Vec<usize> = Vec::new();
            for &successor in successors {
                if !distinct.contains(&successor) {
                    distinct.push(successor);
                }
            }
            let numbers = (0..distinct.len() as u32).collect();
            let kind = SiteKind::Switch { outcomes: distinct.len() as u32 };
            let site = site(function, sites, Some((index, numbers)), kind);
            let edges = distinct.iter().map(edge).collect();
            Terminator::Switch { value: Value(0), cases: Vec::new(), edges, default: 0, site }
        }
        (_, [first, ..]) => Terminator::Jump(edge(first)),
    }
}

/// The block that an exception comes to where it may be caught at these places; `None` where it is not caught.
fn chosen(
    targets: &[Block],
    function: &mut Function,
    sites: &mut Vec<Option<(usize, Vec<u32>)>>,
) -> Option<Block> {
    let [first, rest @ ..] = targets else { return None };
    let Some(other) = chosen(rest, function, sites) else { return Some(*first) };
    let site = site(function, sites, None, SiteKind::Branch);
    let mut data = BlockData::new();
    let (then, otherwise) = (Edge::to(*first), Edge::to(other));
    data.terminator = Terminator::Branch { cond: Value(0), then, otherwise, site };
    Some(function.blocks.push(data))
}

fn site(
    function: &mut Function,
    sites: &mut Vec<Option<(usize, Vec<u32>)>>,
    of: Option<(usize, Vec<u32>)>,
    kind: SiteKind,
) -> SiteId {
    sites.push(of);
    function.sites.push(Site { kind, span: None })
}
