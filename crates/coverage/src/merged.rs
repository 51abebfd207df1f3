//! Several functions read as one: the goals of a whole program in one coverage structure.
//!
//! A test of a library function is aimed at that function. A test of a program is aimed at all that
//! its entry reaches. So that structure, archive, fitness and minimiser need not know the
//! difference, the bodies reached are laid side by side as one function that is never executed:
//!
//! ```text
//! main   block0 block1          merged  block0 block1 block2 | block3 block4
//!        site0                          site0                | site1
//! check  block0 block1                  block0 calls check: an edge of its own leads to block3
//!        site0
//! ```
//!
//! Sites, regions, conditions, decisions and values are renumbered; [`Members`] says which number an
//! event of the machine has here. Each direct call of a member ends its block, and `Function::calls` leads from
//! the block to the callee's entry; an indirect call gets one such edge for each function it may reach. To
//! `ControlDependence` they are dependences: the callee runs only if the caller's block does, and what follows
//! the call does not depend on it. A handler depends on the blocks that throw in the functions called. So the approach level counts
//! control dependences across calls (interprocedural control dependence after Sinha, Harrold and
//! Rothermel 2001, without their dependence of what follows on callees that may halt).
//!
//! Calls of one function from several places are not told apart.
//!
//! Cost: one copy of the bodies.

use std::collections::BTreeSet;
use std::sync::Arc;
use trine_base::index::TypedIndex;
use trine_ir::analysis::CallGraph;
use trine_ir::{
    Block, BlockData, Callee, ConditionId, DecisionId, FuncId, Function, Inst, Op, Outcome, Program,
    RegionId, SiteId, Terminator, Value,
};

/// Which number the sites and regions of a function have in a structure over one or several.
#[derive(Clone, Debug, Default)]
pub struct Members {
    offsets: Vec<Option<Offsets>>,
}

#[derive(Clone, Copy, Debug)]
struct Offsets {
    site: u32,
    block: u32,
    region: u32,
}

/// Several functions as one, never to be executed.
#[derive(Clone, Debug)]
pub struct Merged {
    /// The bodies side by side; block 0 is the entry of the entry function.
    pub function: Arc<Function>,
    /// Where each function's sites and regions went.
    pub members: Members,
    /// The functions, the entry first.
    pub functions: Vec<FuncId>,
    entries: Vec<(FuncId, Block)>,
}

impl Members {
    /// `function` alone, with its own numbers.
    #[must_use]
    pub fn one(function: FuncId) -> Self {
        let mut members = Self::default();
        members.add(function, Offsets { site: 0, block: 0, region: 0 });
        members
    }

    fn add(&mut self, function: FuncId, offsets: Offsets) {
        let at = function.position();
        if self.offsets.len() <= at {
            self.offsets.resize(at + 1, None);
        }
        self.offsets[at] = Some(offsets);
    }

    #[inline(always)]
    fn of(&self, function: FuncId) -> Option<Offsets> {
        self.offsets.get(function.0 as usize).copied().flatten()
    }

    /// The number of a site of `function`; `None` when the function is no member.
    #[inline(always)]
    #[must_use]
    pub fn site(&self, function: FuncId, site: SiteId) -> Option<SiteId> {
        self.of(function).map(|offsets| SiteId(offsets.site + site.0))
    }

    /// The number of a block of `function`, of its part before the first call; `None` when the function is no member.
    #[must_use]
    pub fn block(&self, function: FuncId, block: Block) -> Option<Block> {
        self.of(function).map(|offsets| Block(offsets.block + block.0))
    }

    /// What is added to the numbers of regions of `function`; `None` when it is no member.
    #[inline(always)]
    #[must_use]
    pub fn first_region(&self, function: FuncId) -> Option<u32> {
        self.of(function).map(|offsets| offsets.region)
    }

    /// Whether `function` is a member.
    #[inline(always)]
    #[must_use]
    pub fn contains(&self, function: FuncId) -> bool {
        self.of(function).is_some()
    }
}

impl Merged {
    /// `entry` and all that it reaches. Only functions for which `measured` holds bring goals; the
    /// others are there for their branches, on which measured code may depend. Functions without a
    /// usable body are left out.
    #[must_use]
    pub fn reached_from(program: &Program, entry: FuncId, measured: impl Fn(FuncId) -> bool) -> Self {
        let graph = CallGraph::new(program, &[entry]);
        let others = graph.functions().filter(|&function| function != entry);
        let has_body =
            |function: &FuncId| program.callables[*function].defined && program.body(*function).is_ok();
        let functions: Vec<FuncId> = std::iter::once(entry).chain(others).filter(has_body).collect();
        let mut merger =
            Merger { merged: Function::default(), members: Members::default(), entries: Vec::new() };
        let mut first = Vec::new();
        for &function in &functions {
            let Ok(body) = program.body(function) else { continue };
            first.push(merger.merged.blocks.len());
            merger.append(function, body, measured(function));
        }
        if let Some(Ok(body)) = functions.first().map(|&function| program.body(function)) {
            merger.merged.name.clone_from(&body.name);
            merger.merged.signature = body.signature.clone();
            merger.merged.span = body.span;
        }
        first.push(merger.merged.blocks.len());
        let mut owners: Vec<usize> = Vec::with_capacity(merger.merged.blocks.len());
        for (position, length) in first.windows(2).map(|pair| pair[1] - pair[0]).enumerate() {
            owners.extend(std::iter::repeat_n(position, length));
        }
        for (position, &function) in functions.iter().enumerate() {
            let indirect: Vec<FuncId> = graph.callees(function).collect();
            for block in first[position]..first[position + 1] {
                merger.connect(program, Block(block as u32), &indirect);
            }
            owners.resize(merger.merged.blocks.len(), position);
        }
        merger.lead_throws_to_handlers(&owners, functions.len());
        let Merger { merged, members, entries } = merger;
        Self { function: Arc::new(merged), members, functions, entries }
    }
}

impl Merged {
    /// The region that is executed exactly when `function` is called, if that is known.
    #[must_use]
    pub fn first_region_of(&self, function: FuncId) -> Option<u32> {
        let (_, entry) = self.entries.iter().find(|(id, _)| *id == function)?;
        self.function.blocks[*entry].regions.first().map(|region| region.0)
    }
}

struct Merger {
    merged: Function,
    members: Members,
    /// The entry block of each member.
    entries: Vec<(FuncId, Block)>,
}

/// What is added to the numbers of one body.
#[derive(Clone, Copy)]
struct Shift {
    value: u32,
    block: u32,
    site: u32,
    region: u32,
    condition: u32,
    decision: u32,
}

impl Merger {
    fn append(&mut self, id: FuncId, body: &Function, measured: bool) {
        let merged = &mut self.merged;
        let shift = Shift {
            value: merged.values.len() as u32,
            block: merged.blocks.len() as u32,
            site: merged.sites.len() as u32,
            region: merged.coverage.regions.len() as u32,
            condition: merged.coverage.conditions.len() as u32,
            decision: merged.coverage.decisions.len() as u32,
        };
        self.members.add(id, Offsets { site: shift.site, block: shift.block, region: shift.region });
        self.entries.push((id, Block(shift.block)));
        for value in body.values.iter() {
            merged.values.push(value.clone());
        }
        for site in body.sites.iter() {
            merged.sites.push(site.clone());
        }
        for data in body.blocks.iter() {
            merged.blocks.push(shift.block_data(data, measured));
        }
        // Regions of code that is not measured keep their numbers: the machine reports them.
        for region in body.coverage.regions.iter() {
            merged.coverage.regions.push(region.clone());
        }
        if measured {
            shift.add_conditions(body, merged);
        }
    }

    /// Leads calls of members in `block` to their entries. Blocks split off for further calls go to
    /// the end.
    fn connect(&mut self, program: &Program, block: Block, indirect: &[FuncId]) {
        let insts = std::mem::take(&mut self.merged.blocks[block].insts);
        let mut current = block;
        let last = std::mem::replace(&mut self.merged.blocks[block].terminator, Terminator::Unreachable);
        for inst in insts {
            let targets = self.targets(program, &inst, indirect);
            self.merged.blocks[current].insts.push(inst);
            for target in targets {
                self.merged.calls.push((current, target));
                let unwind = self.merged.blocks[current].unwind.clone();
                let next = self.merged.blocks.push(BlockData { unwind, ..BlockData::new() });
                self.merged.blocks[current].terminator = Terminator::Jump(trine_ir::Edge::to(next));
                current = next;
            }
        }
        self.merged.blocks[current].terminator = last;
    }

    /// Leads blocks that throw out of a function to the handlers of its callers; `owners` has the function of each
    /// block.
    fn lead_throws_to_handlers(&mut self, owners: &[usize], functions: usize) {
        let calls = self.merged.calls.clone();
        let mut throwing: Vec<BTreeSet<Block>> = vec![BTreeSet::new(); functions];
        for (block, data) in self.merged.blocks.iter_enumerated() {
            if matches!(data.terminator, Terminator::Throw(_)) && data.unwind.is_none() {
                throwing[owners[block.position()]].insert(block);
            }
        }
        // What is thrown goes up through callers without a handler.
        let mut changed = true;
        while std::mem::take(&mut changed) {
            for &(block, callee) in calls.iter().filter(|call| self.merged.blocks[call.0].unwind.is_none()) {
                let (caller, callee) = (owners[block.position()], owners[callee.position()]);
                let known = throwing[caller].len();
                let more: Vec<Block> = throwing[callee].iter().copied().collect();
                throwing[caller].extend(more);
                changed |= throwing[caller].len() > known;
            }
        }
        for (block, callee) in calls {
            if let Some(handler) = self.merged.blocks[block].handler() {
                let thrown = &throwing[owners[callee.position()]];
                self.merged.calls.extend(thrown.iter().map(|&from| (from, handler)));
            }
        }
    }

    /// Entries of the members that `inst` may call.
    fn targets(&self, program: &Program, inst: &Inst, indirect: &[FuncId]) -> Vec<Block> {
        let entry = |callee: &FuncId| self.entries.iter().find(|(id, _)| id == callee).map(|entry| entry.1);
        match &inst.op {
            Op::Call { callee: Callee::Direct(callee), .. } => entry(callee).into_iter().collect(),
            Op::Call { callee: Callee::Indirect(..), .. } => indirect.iter().filter_map(entry).collect(),
            Op::Call { callee: Callee::Virtual { class, slot: method, .. }, .. }
            | Op::Call { callee: Callee::Interface { interface: class, method, .. }, .. } => {
                program.overriders(*class, *method).iter().filter_map(entry).collect()
            }
            _ => Vec::new(),
        }
    }
}

impl Shift {
    fn value(self, value: Value) -> Value {
        Value(value.0 + self.value)
    }

    fn block_data(self, data: &BlockData, measured: bool) -> BlockData {
        let mut data = data.clone();
        data.params.iter_mut().for_each(|param| *param = self.value(*param));
        for inst in &mut data.insts {
            inst.results.iter_mut().for_each(|result| *result = self.value(*result));
            inst.op.for_each_operand_mut(|operand| *operand = self.value(*operand));
        }
        data.for_each_leaving_operand_mut(|operand| *operand = self.value(*operand));
        data.all_edges_mut().for_each(|edge| edge.block = Block(edge.block.0 + self.block));
        match &mut data.terminator {
            Terminator::Branch { site, .. }
            | Terminator::Switch { site, .. }
            | Terminator::IndirectJump { site, .. } => *site = self.site(*site),
            _ => {}
        }
        data.regions.retain(|_| measured);
        data.regions.iter_mut().for_each(|region| *region = RegionId(region.0 + self.region));
        data
    }

    fn site(self, site: SiteId) -> SiteId {
        SiteId(site.0 + self.site)
    }

    fn add_conditions(self, body: &Function, merged: &mut Function) {
        for condition in body.coverage.conditions.iter() {
            let mut condition = condition.clone();
            for outcome in &mut condition.outcomes {
                if let Outcome::Taken(edges) = outcome {
                    edges.renumber(|site| self.site(site));
                }
            }
            if let Some((decision, _)) = &mut condition.decision {
                *decision = DecisionId(decision.0 + self.decision);
            }
            merged.coverage.conditions.push(condition);
        }
        for decision in body.coverage.decisions.iter() {
            let mut decision = decision.clone();
            let conditions = decision.conditions.iter_mut();
            conditions.for_each(|condition| *condition = ConditionId(condition.0 + self.condition));
            merged.coverage.decisions.push(decision);
        }
    }
}
