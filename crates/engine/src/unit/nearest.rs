//! How near the replayed tests came to the goals that are open, as records: see [`trine_search::nearest`].

use super::UnitContext;
use super::graph::{Replay, Words, plain_label};
use crate::suite::findings::source_span;
use trine_coverage::{CoverageStructure, Target};
use trine_ir::{Block, FuncId, Function, SiteId, Terminator};
use trine_record::{
    DecidedRecord, EndRecord, FaultRecord, GoalRecord, GoalStatus, NearestRecord, Needed, ValueRecord,
};
use trine_search::nearest::{
    Decided, LastDecision, NearEvaluation, Nearby, NearestMiss, Wanted, values_by_name,
};

/// Source text of a condition, in characters.
const MAX_TEXT: usize = 400;
/// Ways through a decision that are looked at for one goal.
const MAX_PATHS: usize = 64;

/// Runs of tests, and how near they came to what they did not cover.
#[derive(Clone, Copy)]
pub struct NearRuns<'a> {
    /// What was seen of the runs.
    pub nearby: &'a Nearby,
    /// The names of the tests, by the numbers of their runs.
    pub names: &'a [String],
}

impl UnitContext<'_> {
    /// How near `near` came to those of `goals` that are open, as far as it is known.
    pub(super) fn nearest(
        &self,
        structure: &CoverageStructure,
        goals: &[GoalRecord],
        replays: &[Replay<'_>],
        near: &NearRuns<'_>,
    ) -> Vec<NearestRecord> {
        let open = |goal: &&GoalRecord| matches!(goal.status, GoalStatus::Unknown { .. });
        if self.scope.is_some() || !goals.iter().any(|goal| open(&goal)) {
            return Vec::new();
        }
        let mut seen = structure.new_trace();
        replays.iter().for_each(|(_, trace)| _ = seen.merge(trace));
        let function = structure.function();
        let Some(id) = near.nearby.function(&function.name) else { return Vec::new() };
        let one = |goal: &GoalRecord| {
            let targets = structure.targets(goal.id, &seen);
            let misses = targets.iter().take(MAX_PATHS).flat_map(|target| wanted(structure, target, &seen));
            let misses = misses.filter_map(|wanted| near.nearby.nearest(id, &wanted));
            let miss = misses.min_by(|a, b| {
                let distance = |miss: &NearestMiss| miss.evaluation.map_or(f64::MAX, |at| at.distance);
                a.approach_level.cmp(&b.approach_level).then(distance(a).total_cmp(&distance(b)))
            })?;
            self.nearest_record(goal, &miss, near)
        };
        goals.iter().filter(open).filter_map(one).collect()
    }

    fn nearest_record(
        &self,
        goal: &GoalRecord,
        miss: &NearestMiss,
        near: &NearRuns<'_>,
    ) -> Option<NearestRecord> {
        let body = near.nearby.body(miss.function)?;
        let words = Words::new(self, body, MAX_TEXT);
        let test = near.names.get(miss.run as usize)?.clone();
        let condition = miss.needs.and_then(|(site, _)| self.condition(body, site, &words));
        let values = match (&condition, &miss.evaluation) {
            (Some(text), Some(NearEvaluation { decided, addresses, .. })) => {
                value_records(text, (decided, *addresses))
            }
            _ => Vec::new(),
        };
        let needs = needed(body, miss, &words);
        let ended = (needs == Needed::Passing).then(|| self.ended(miss.run, near)).flatten();
        Some(NearestRecord {
            goal: goal.id,
            test,
            function: self.other_function(miss.function),
            place: self.place(body, miss),
            needs,
            condition,
            values,
            evaluation: miss.evaluation.map_or(0, |evaluation| evaluation.number),
            distance: miss.evaluation.map(|evaluation| evaluation.distance.to_string()),
            approach_level: miss.approach_level,
            ended,
        })
    }

    /// The name of `function`, where it is not that of the unit.
    fn other_function(&self, function: FuncId) -> Option<String> {
        let symbol = &self.program.callables[function].name;
        let callable = self.api.callables.iter().find(|callable| callable.symbol == *symbol);
        let is_own = *symbol == self.api.callables[self.callable].symbol;
        (!is_own).then(|| callable.map_or(symbol, |callable| &callable.name).clone())
    }

    /// How the run with this number ended, as far as it is known.
    fn ended(&self, run: u32, near: &NearRuns<'_>) -> Option<EndRecord> {
        let end = near.nearby.end(run)?;
        let fault = end.fault.as_ref().map(|fault| FaultRecord {
            message: fault.kind.to_string(),
            place: fault
                .stack
                .iter()
                .find_map(|location| location.span)
                .map(|span| source_span(self.program, span))
                .unwrap_or_default(),
        });
        let last = end.last.as_ref().and_then(|last| self.decided(last, near));
        (fault.is_some() || last.is_some()).then_some(EndRecord { fault, raised: None, last })
    }

    /// A decision of a run with the values of its condition; `None` where the source does not have it as one condition.
    fn decided(&self, last: &LastDecision, near: &NearRuns<'_>) -> Option<DecidedRecord> {
        let body = near.nearby.body(last.function)?;
        let words = Words::new(self, body, MAX_TEXT);
        let condition = self.condition(body, last.site, &words)?;
        Some(DecidedRecord {
            function: self.other_function(last.function),
            place: source_span(self.program, place_of(body, last.site)?),
            values: value_records(&condition, (&last.decided, last.addresses)),
            condition,
            evaluation: last.number,
        })
    }

    /// The text of the condition at `site`; of a switch what it goes by.
    fn condition(&self, body: &Function, site: SiteId, words: &Words) -> Option<String> {
        if let Some(text) = words.conditions.get(&site) {
            return Some(text.clone());
        }
        let is_switch = |data: &&trine_ir::BlockData| {
            data.terminator.site() == Some(site) && matches!(data.terminator, Terminator::Switch { .. })
        };
        body.blocks.iter().find(is_switch)?;
        self.sources.switch_at(body.sites[site].span?)
    }

    fn place(&self, body: &Function, miss: &NearestMiss) -> trine_record::SourceSpan {
        let of_condition = miss.needs.and_then(|(site, _)| place_of(body, site));
        let span = of_condition.or_else(|| end_of(body, miss.block)).or(body.span);
        span.map(|span| source_span(self.program, span)).unwrap_or_default()
    }
}

/// Where the condition stands that is decided at `site`.
fn place_of(body: &Function, site: SiteId) -> Option<trine_base::Span> {
    let decides = |condition: &&trine_ir::Condition| {
        condition.outcomes.iter().any(|outcome| match outcome {
            trine_ir::Outcome::Taken(edges) => edges.iter().any(|(of, _)| of == site),
            _ => false,
        })
    };
    let boolean = |condition: &&trine_ir::Condition| {
        condition.kind == trine_ir::ConditionKind::Boolean && decides(condition)
    };
    let condition = body.coverage.conditions.iter().find(boolean);
    condition.map(|condition| condition.expansion.unwrap_or(condition.span)).or(body.sites[site].span)
}

/// The values of the condition `text`, which `decided` decided.
fn value_records(text: &str, decided: (&Decided, [bool; 2])) -> Vec<ValueRecord> {
    let named = values_by_name(text, decided, false).into_iter();
    named.map(|operand| ValueRecord { of: operand.text, value: operand.value }).collect()
}

/// Where control leaves `block`, as far as the source tells.
fn end_of(body: &Function, block: Block) -> Option<trine_base::Span> {
    let data = &body.blocks[block];
    data.terminator_span.or_else(|| data.insts.iter().rev().find_map(|inst| inst.span))
}

fn needed(body: &Function, miss: &NearestMiss, words: &Words) -> Needed {
    let Some((site, outcome)) = miss.needs else { return Needed::Passing };
    if miss.evaluation.is_none() {
        return Needed::Passing;
    }
    let known = words.labels.get(&(site, outcome)).cloned();
    let label = known.or_else(|| plain_label(body, miss.block, Some(outcome)));
    match label.as_deref() {
        Some("T") => Needed::True,
        Some("F") => Needed::False,
        Some(label) => Needed::Case(label.to_owned()),
        None => Needed::Case(format!("outcome {outcome}")),
    }
}

/// What `target` wants of the graph, one list for each thing that runs lack.
fn wanted(
    structure: &CoverageStructure,
    target: &Target,
    seen: &trine_coverage::Trace,
) -> Option<Vec<Wanted>> {
    let edges = |edges: &[(SiteId, u32)]| -> Vec<Wanted> {
        edges.iter().map(|&(site, outcome)| Wanted::Edge(site, outcome)).collect()
    };
    match target {
        Target::Edges(all) => Some(edges(all)),
        Target::Blocks(blocks) => Some(blocks.iter().copied().map(Wanted::Block).collect()),
        Target::Path(steps) => {
            let taken = |all: &[(SiteId, u32)]| {
                all.iter().any(|&(site, outcome)| seen.edges.contains(structure.layout().edge(site, outcome)))
            };
            let missing = steps.iter().find(|step| !taken(&step.edges));
            missing.map(|step| edges(&step.edges))
        }
    }
}
