//! How near the finished tests of a class came to the goals that are open: the condition of the bytecode at which the nearest one went
//! another way, in words of the source, and the values there ([`trine_search::nearest`]).

use super::outcome::{ClassOutcome, GoalOutcome, NearGoal};
use trine_frontend_jvm::cover::{Goal, MethodCover, UnitCover};
use trine_ir::{Function, RegionId, SiteKind};
use trine_record::{GoalId, NearestRecord, Needed, SourceSpan, ValueRecord};
use trine_search::nearest::{Decided, Nearby, NearestMiss, Wanted, named_values};

/// How near the runs that `nearby` saw, those of the tests by their positions, came to the `goals` that no test covers.
pub(super) fn nearest(nearby: &Nearby, cover: &UnitCover, goals: &[GoalOutcome]) -> Vec<NearGoal> {
    let open = goals.iter().enumerate().filter(|(_, goal)| goal.tests.is_empty() && goal.own.is_none());
    open.filter_map(|(at, of)| near(nearby, cover, (at, &of.goal))).collect()
}

/// The records of `outcome`, whose tests were written under `names`; `file` is the path of the source.
pub(super) fn records(
    outcome: &ClassOutcome,
    names: &[Option<String>],
    file: &str,
    written: impl Fn(&str, &MethodCover) -> String,
) -> Vec<NearestRecord> {
    let record = |near: &NearGoal| {
        let class = &outcome.cover.classes[near.method.0];
        let mut place = near.record.place.clone();
        file.clone_into(&mut place.file);
        Some(NearestRecord {
            goal: GoalId(near.goal as u32),
            test: names.get(near.test)?.clone()?,
            function: Some(written(&class.name, &class.methods[near.method.1])),
            place,
            ..near.record.clone()
        })
    };
    outcome.near.iter().filter_map(record).collect()
}

fn near(nearby: &Nearby, cover: &UnitCover, (at, goal): (usize, &Goal)) -> Option<NearGoal> {
    let (name, regions) = cover.regions(goal);
    let function = nearby.function(&name)?;
    let wanted = wanted(nearby, function, &regions)?;
    let miss = nearby.nearest(function, &wanted)?;
    let body = nearby.body(miss.function)?;
    let method = place_of(cover, &body.name)?;
    let of = &cover.classes[method.0].methods[method.1];
    Some(NearGoal { goal: at, test: miss.run as usize, method, record: record(of, body, &miss) })
}

/// The blocks that have one of the regions; the method need not have run.
fn wanted(nearby: &Nearby, function: trine_ir::FuncId, regions: &[u32]) -> Option<Vec<Wanted>> {
    let body = nearby.code(function)?;
    let blocks = body.blocks.iter_enumerated();
    let has =
        |data: &trine_ir::BlockData| regions.iter().any(|&region| data.regions.contains(&RegionId(region)));
    let wanted: Vec<Wanted> =
        blocks.filter(|(_, data)| has(data)).map(|(block, _)| Wanted::Block(block)).collect();
    (!wanted.is_empty()).then_some(wanted)
}

/// The class and the method that the function of the IR with this name is.
fn place_of(cover: &UnitCover, name: &str) -> Option<(usize, usize)> {
    cover.classes.iter().enumerate().find_map(|(at, class)| {
        let method = class.methods.iter().position(|method| method.function(&class.name) == name)?;
        Some((at, method))
    })
}

fn record(method: &MethodCover, body: &Function, miss: &NearestMiss) -> NearestRecord {
    let site = miss.needs.map(|(site, outcome)| (&body.sites[site], outcome));
    let span = site.and_then(|(site, _)| site.span).or_else(|| end_of(body, miss));
    let line = span.map_or(0, |span| span.start.line);
    let mut record = NearestRecord {
        place: SourceSpan { file: String::new(), start: (line, 0), end: (line, 0) },
        needs: Needed::Passing,
        evaluation: miss.evaluation.map_or(0, |evaluation| evaluation.number),
        distance: miss.evaluation.map(|evaluation| evaluation.distance.to_string()),
        approach_level: miss.approach_level,
        ..NearestRecord::default()
    };
    let (Some((site, outcome)), Some(evaluation)) = (site, miss.evaluation) else { return record };
    // Sites have the positions of their instructions for columns.
    let position = site.span.map_or(0, |span| span.start.column).wrapping_sub(1);
    match site.kind {
        SiteKind::Switch { .. } => {
            let [value, label] = switch(method, position, outcome, &evaluation.decided);
            record.condition = Some("switch".to_owned());
            record.needs = Needed::Case(label);
            record.values = vec![ValueRecord { of: "switch".to_owned(), value }];
        }
        SiteKind::Branch => {
            let Some(condition) = method.condition_at(position) else { return record };
            let is_true = condition.when_jumping == (outcome == 0);
            record.needs = if is_true { Needed::True } else { Needed::False };
            let named = named_values(&condition.text, &evaluation.decided, true).into_iter();
            record.values =
                named.map(|operand| ValueRecord { of: operand.text, value: operand.value }).collect();
            record.condition = Some(condition.text.clone());
        }
    }
    record
}

/// The value of a switch, and the label of one of its ways.
fn switch(method: &MethodCover, position: u32, outcome: u32, decided: &Decided) -> [String; 2] {
    let value = match decided {
        Decided::Switch { value, .. } => (*value as u32 as i32).to_string(),
        _ => String::new(),
    };
    [value, method.switch_label(position, outcome).unwrap_or_else(|| format!("way {outcome}"))]
}

/// Where control leaves the block, as far as the class file tells.
fn end_of(body: &Function, miss: &NearestMiss) -> Option<trine_base::Span> {
    let data = &body.blocks[miss.block];
    data.terminator_span.or_else(|| data.insts.iter().rev().find_map(|inst| inst.span)).or(body.span)
}
