//! From what is to be covered backwards to the blocks that runs executed.

use super::raised::Edge;
use super::{Body, Nearby, NearestMiss, Wanted};
use crate::distance::normalized_distance;
use crate::fitness::questions::called;
use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use trine_ir::{Block, FuncId, Function, Op, SiteId, Terminator};

/// Where the nearest run left the way to any of `wanted` in `function`.
pub fn nearest(nearby: &Nearby, function: FuncId, wanted: &[Wanted]) -> Option<NearestMiss> {
    if let Some(body) = nearby.bodies.get(&function).filter(|body| body.entered.is_some()) {
        return Route::new(function, body).nearest(wanted);
    }
    let level = level_from_entry(&*nearby.code(function)?, wanted);
    to_call(nearby, &nearby.program.callables[function].name, level)
}

/// Where the nearest run left the way to a call of the function with this name, which no run entered, from whose entry it is `level` branches
/// to what is wanted.
pub fn to_call(nearby: &Nearby, name: &str, level: u32) -> Option<NearestMiss> {
    let mut asked = BTreeSet::from([name.to_owned()]);
    let mut open = VecDeque::from([(name.to_owned(), level)]);
    while let Some((name, above)) = open.pop_front() {
        let mut best: Option<NearestMiss> = None;
        for (caller, blocks) in callers(nearby, &name) {
            if !asked.insert(caller.clone()) {
                continue;
            }
            let function = nearby.function(&caller);
            let entered = function.and_then(|id| Some((id, nearby.bodies.get(&id)?)));
            if let Some((id, body)) = entered.filter(|(_, body)| body.entered.is_some()) {
                let found = Route::new(id, body).nearest(&blocks);
                let found =
                    found.map(|miss| NearestMiss { approach_level: miss.approach_level + above, ..miss });
                best = best.into_iter().chain(found).min_by(order);
                continue;
            }
            // Of code that is not there yet one branch is the least.
            let code = function.and_then(|id| nearby.code(id));
            let level = code.map_or(1, |code| level_from_entry(&code, &blocks));
            open.push_back((caller, above + level));
        }
        if best.is_some() {
            return best;
        }
    }
    None
}

/// The functions watched that call the one with this name, by their names, with the blocks that do as far as their code is there.
fn callers(nearby: &Nearby, name: &str) -> BTreeMap<String, Vec<Wanted>> {
    let mut callers: BTreeMap<String, Vec<Wanted>> = BTreeMap::new();
    for body in nearby.bodies.values() {
        let is_call = |op: &Op| match op {
            Op::Call { callee, .. } => called(&nearby.program, callee)
                .is_some_and(|callee| nearby.program.callables[callee].name == *name),
            _ => false,
        };
        let blocks = body.function.blocks.iter_enumerated();
        let calling = blocks.filter(|(_, data)| data.insts.iter().any(|inst| is_call(&inst.op)));
        let calling: Vec<Wanted> = calling.map(|(block, _)| Wanted::Block(block)).collect();
        if !calling.is_empty() {
            callers.insert(body.function.name.clone(), calling);
        }
    }
    for call in nearby.callers.get(name).into_iter().flatten() {
        let code = nearby.function(&call.caller).and_then(|id| nearby.code(id));
        let has = |inst: &trine_ir::Inst| inst.span.is_some_and(|span| span.start.column == call.column);
        let blocks = code.iter().flat_map(|code| code.blocks.iter_enumerated());
        let with =
            blocks.filter(|(_, data)| data.insts.iter().any(has)).map(|(block, _)| Wanted::Block(block));
        callers.entry(call.caller.clone()).or_default().extend(with);
    }
    callers
}

/// Branches between the entry of `code` and what is wanted, at least.
fn level_from_entry(code: &Function, wanted: &[Wanted]) -> u32 {
    let predecessors = predecessors(code);
    let mut to_entry = None;
    backwards(code, &predecessors, wanted, |block, level, edge| {
        if block == Block(0) {
            let chosen = edge.is_some_and(|edge| is_choice(code, block, edge));
            to_entry.get_or_insert(level + u32::from(chosen));
        }
        to_entry.is_some()
    });
    to_entry.unwrap_or(0)
}

/// By block: the blocks before it, with the position of the edge; that behind the last edge is where exceptions go.
fn predecessors(code: &Function) -> BTreeMap<Block, Vec<(Block, u32)>> {
    let mut before: BTreeMap<Block, Vec<(Block, u32)>> = BTreeMap::new();
    for (block, data) in code.blocks.iter_enumerated() {
        for (at, edge) in (0..).zip(data.all_edges()) {
            before.entry(edge.block).or_default().push((block, at));
        }
    }
    before
}

/// Whether it is decided at the end of `block`, or in it, that control leaves it by this edge.
fn is_choice(code: &Function, block: Block, edge: u32) -> bool {
    code.blocks[block].terminator.site().is_some() || is_unwind(code, block, edge)
}

fn is_unwind(code: &Function, block: Block, edge: u32) -> bool {
    edge as usize >= code.blocks[block].terminator.edges().count()
}

/// Visits blocks from `wanted` backwards, nearest first, with their level and the edge by which they lead there; `visit` says whether
/// the way ends in one.
fn backwards(
    code: &Function,
    predecessors: &BTreeMap<Block, Vec<(Block, u32)>>,
    wanted: &[Wanted],
    mut visit: impl FnMut(Block, u32, Option<u32>) -> bool,
) {
    // By level, then in the order in which they are found.
    let mut open: BTreeSet<(u32, u32, Block, Option<u32>)> = BTreeSet::new();
    let mut found = 0..;
    let mut add = |open: &mut BTreeSet<_>, level: u32, block: Block, edge: Option<u32>| {
        open.insert((level, found.next().unwrap_or(u32::MAX), block, edge));
    };
    for &wanted in wanted {
        match wanted {
            Wanted::Block(block) => add(&mut open, 0, block, None),
            Wanted::Edge(site, outcome) => {
                let blocks = code.blocks.iter_enumerated();
                let mut leaving = blocks.filter(|(_, data)| data.terminator.site() == Some(site));
                if let Some((block, _)) = leaving.next() {
                    add(&mut open, 0, block, Some(outcome));
                }
            }
        }
    }
    let mut seen = BTreeSet::new();
    while let Some((level, _, block, edge)) = open.pop_first() {
        if !seen.insert((block, edge)) || visit(block, level, edge) {
            continue;
        }
        // The level counts the choices behind the one at the end of this block.
        let chosen = edge.is_some_and(|edge| is_choice(code, block, edge));
        let level = level + u32::from(chosen);
        for &(before, at) in predecessors.get(&block).into_iter().flatten() {
            add(&mut open, level, before, Some(at));
        }
    }
}

/// The question for the way in one function that runs entered.
pub(super) struct Route<'a> {
    id: FuncId,
    body: &'a Body,
    executed: BTreeSet<Block>,
    predecessors: BTreeMap<Block, Vec<(Block, u32)>>,
}

impl<'a> Route<'a> {
    pub fn new(id: FuncId, body: &'a Body) -> Self {
        Self { id, body, executed: executed(body), predecessors: predecessors(&body.function) }
    }

    fn nearest(&self, wanted: &[Wanted]) -> Option<NearestMiss> {
        let mut best: Option<NearestMiss> = None;
        backwards(&self.body.function, &self.predecessors, wanted, |block, level, edge| {
            if best.is_some_and(|best| level > best.approach_level) {
                return true;
            }
            if !self.executed.contains(&block) {
                return false;
            }
            if let Some(miss) = self.miss(block, level, edge)
                && best.is_none_or(|best| order(&miss, &best) == Ordering::Less)
            {
                best = Some(miss);
            }
            true
        });
        best
    }

    fn miss(&self, block: Block, level: u32, edge: Option<u32>) -> Option<NearestMiss> {
        let code = &self.body.function;
        let needs = edge
            .filter(|&edge| !is_unwind(code, block, edge))
            .and_then(|edge| Some((code.blocks[block].terminator.site()?, edge)));
        let evaluation = needs.and_then(|(site, outcome)| self.body.evaluation(site, outcome)).copied();
        let run = evaluation.map(|evaluation| evaluation.run).or_else(|| self.run_in(block))?;
        let wants_exception = edge.is_some_and(|edge| is_unwind(code, block, edge));
        let (function, approach_level) = (self.id, level);
        Some(NearestMiss { function, run, block, needs, evaluation, wants_exception, approach_level })
    }

    /// The first run that executed `block`: that which took an edge to it.
    fn run_in(&self, block: Block) -> Option<u32> {
        let edges = self.edges_to(block, |_| true).into_iter().flatten();
        let runs =
            edges.filter_map(|(site, outcome)| self.body.evaluation(site, outcome)).map(|taken| taken.run);
        runs.min().or(self.body.entered)
    }

    /// The branches of sites that count which runs took and from which nothing but jumps, and branches that do not count, lead to `block`;
    /// `None` for the entry.
    pub fn edges_to(&self, block: Block, counts: impl Fn(SiteId) -> bool) -> Vec<Option<Edge>> {
        let mut edges = Vec::new();
        let (mut open, mut seen) = (vec![block], BTreeSet::new());
        while let Some(block) = open.pop() {
            if !seen.insert(block) {
                continue;
            }
            if block == Block(0) {
                edges.push(None);
            }
            for &(before, at) in self.predecessors.get(&block).into_iter().flatten() {
                match self.body.function.blocks[before].terminator.site() {
                    Some(site) if !is_unwind(&self.body.function, before, at) => {
                        match self.body.is_taken(site, at) {
                            true if counts(site) => edges.push(Some((site, at))),
                            true => open.push(before),
                            false => {}
                        }
                    }
                    _ if self.executed.contains(&before) => open.push(before),
                    _ => {}
                }
            }
        }
        edges
    }
}

/// Nearest first: by level, then those that were decided, then by distance.
fn order(a: &NearestMiss, b: &NearestMiss) -> Ordering {
    let key = |miss: &NearestMiss| {
        let distance = miss.evaluation.map_or(1.0, |evaluation| normalized_distance(evaluation.distance));
        (miss.approach_level, miss.evaluation.is_none(), distance)
    };
    let ((a_level, a_ended, a_distance), (b_level, b_ended, b_distance)) = (key(a), key(b));
    (a_level, a_ended).cmp(&(b_level, b_ended)).then(a_distance.total_cmp(&b_distance))
}

/// The blocks that runs executed: those whose sites were evaluated, and what edges taken lead to.
fn executed(body: &Body) -> BTreeSet<Block> {
    let code = &body.function;
    let mut open = vec![Block(0)];
    for (block, data) in code.blocks.iter_enumerated() {
        let decided = data.terminator.site().is_some_and(|site| body.evaluation(site, 0).is_some());
        if decided {
            open.push(block);
        }
    }
    let mut executed = BTreeSet::new();
    while let Some(block) = open.pop() {
        if !executed.insert(block) {
            continue;
        }
        let terminator = &code.blocks[block].terminator;
        for (at, edge) in (0..).zip(terminator.edges()) {
            let goes = match terminator {
                Terminator::Jump(_) => true,
                _ => terminator.site().is_some_and(|site| body.is_taken(site, at)),
            };
            if goes {
                open.push(edge.block);
            }
        }
    }
    executed
}
