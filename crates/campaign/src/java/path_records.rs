//! What is recorded of the paths of a class once its tests are finished: decisions in words, states, and who takes them.

use super::nearest::{called_as, place_of};
use super::outcome::ClassOutcome;
use super::paths::{ClassPaths, FoundPath};
use super::written::written;
use std::collections::BTreeSet;
use trine_dse::BranchOutcome;
use trine_frontend_jvm::cover::MethodCover;
use trine_ir::SiteKind;
use trine_record::{PathMeans, PathRecord, PathState, PathStep, PathwiseRecord, SequenceRecord};
use trine_testcase::objects::{ClassApi, Operand, Primitive, Sequence};

impl ClassPaths {
    /// What is recorded of them, `outcome` being what came of the class, and `names` those of its tests.
    pub fn record(&self, outcome: &ClassOutcome, names: &[Option<String>]) -> PathwiseRecord {
        let record = |(number, function, outcomes, path): (u32, &str, &Vec<BranchOutcome>, &FoundPath)| {
            let method = place_of(&outcome.cover, function);
            PathRecord {
                number,
                method: method.map(|(class, method)| written(&class.name, &outcome.class, method)),
                steps: outcomes.iter().filter_map(|&step| self.step(outcome, step)).collect(),
                state: self.state(number, path, outcome, names),
                inputs: path.sequence.iter().flat_map(|sequence| inputs(&outcome.api, sequence)).collect(),
                evaluations: path.attempts,
                generations: 0,
            }
        };
        PathwiseRecord {
            paths: self.numbered().map(record).collect(),
            loop_iterations: self.settings.loop_iterations,
            missing: self.missing.clone(),
            max_paths: self.settings.max_paths,
            shapes: self.shapes,
        }
    }

    fn state(
        &self,
        number: u32,
        path: &FoundPath,
        outcome: &ClassOutcome,
        names: &[Option<String>],
    ) -> PathState {
        let by = if path.attempts <= 1 { PathMeans::Accident } else { PathMeans::Solver };
        match &path.sequence {
            _ if !self.is_chosen(number) => PathState::NotChosen,
            Some(sequence) => {
                let at = outcome.tests.iter().position(|test| test.sequence == *sequence);
                PathState::Covered { test: at.and_then(|at| names.get(at).cloned().flatten()), by }
            }
            None if path.is_proved => PathState::Infeasible {
                proof: "the solver refutes its last decision, given those before it, for all values of the parameters"
                    .to_owned(),
            },
            None => PathState::Open {
                reason: "no values take it in the calls that were tried: the solver refutes its last decision. Other calls before may make \
                         it feasible"
                    .to_owned(),
            },
        }
    }

    /// A decision in words; nothing for one of a function that the machine adds.
    fn step(&self, outcome: &ClassOutcome, of: BranchOutcome) -> Option<PathStep> {
        let program = self.program.as_ref()?;
        let name = &program.callables[of.function].name;
        let body = program.body(of.function).ok()?;
        let site = &body.sites[of.site];
        let (line, column) = site.span.map_or((0, 0), |span| (span.start.line, span.start.column));
        let place = place_of(&outcome.cover, name);
        let function = match place {
            Some((class, method)) => written(&class.name, &outcome.class, method),
            None => called_as(name),
        };
        let position = column.wrapping_sub(1);
        let condition = place
            .and_then(|(_, method)| decided(method, position, &site.kind, of.outcome))
            .unwrap_or_else(|| format!("way {}", of.outcome));
        Some(PathStep { function, site: of.site.0, outcome: of.outcome, line, condition })
    }
}

/// What the way of a decision says, in words of the source.
fn decided(method: &MethodCover, position: u32, kind: &SiteKind, outcome: u32) -> Option<String> {
    match kind {
        SiteKind::Switch { .. } => method.switch_label(position, outcome),
        SiteKind::Branch => {
            let condition = method.condition_at(position)?;
            let is_true = condition.when_jumping == (outcome == 0);
            Some(if is_true { condition.text.clone() } else { format!("not ({})", condition.text) })
        }
    }
}

/// The numbers and strings that a run hands in, by the names of the parameters.
fn inputs(api: &ClassApi, sequence: &Sequence) -> Vec<(String, String)> {
    let mut inputs = Vec::new();
    for step in &sequence.steps.steps {
        let Some(member) = step.action.member() else { continue };
        let parameters = &api.members[member].parameters;
        let operands = step.action.operands();
        let first = operands.len().saturating_sub(parameters.len());
        for (number, (operand, parameter)) in operands.into_iter().skip(first).zip(parameters).enumerate() {
            let value = match operand {
                Operand::Leaf(leaf) | Operand::Boxed(_, leaf) => {
                    let primitive = match &parameter.ty {
                        trine_testcase::objects::TypeUse::Primitive(primitive) => Some(*primitive),
                        _ => None,
                    };
                    shown(primitive, sequence.leaves[leaf.0 as usize])
                }
                Operand::Text(leaves) => format!("{:?}", String::from_utf16_lossy(&sequence.text(leaves))),
                Operand::Null => "null".to_owned(),
                _ => continue,
            };
            let name = parameter.name.clone().unwrap_or_else(|| format!("argument {}", number + 1));
            inputs.push((name, value));
        }
    }
    inputs
}

fn shown(primitive: Option<Primitive>, bits: u128) -> String {
    match primitive {
        Some(primitive) => trine_record::sequence::number(primitive, bits),
        None => (bits as u64 as i64).to_string(),
    }
}

impl ClassOutcome {
    /// The paths of its methods, where it was tested path by path; `names` are those of its tests, as far as they are known.
    #[must_use]
    pub fn pathwise(&self, names: &[Option<String>]) -> Option<PathwiseRecord> {
        self.paths.as_ref().map(|paths| paths.record(self, names))
    }
}

/// The functions, sites and outcomes that the paths of these numbers take.
#[must_use]
pub fn way_edges(outcome: &ClassOutcome, numbers: &[u32]) -> BTreeSet<(String, u32, u32)> {
    let Some(paths) = &outcome.paths else { return BTreeSet::new() };
    let Some(program) = &paths.program else { return BTreeSet::new() };
    let chosen = paths.numbered().filter(|(number, ..)| numbers.contains(number));
    let ways = chosen.flat_map(|(_, _, outcomes, _)| outcomes);
    ways.map(|way| (program.callables[way.function].name.to_string(), way.site.0, way.outcome)).collect()
}

/// The calls of the test that takes the path of this number; none where no test of the suite does.
#[must_use]
pub fn calls(outcome: &ClassOutcome, number: u32) -> Vec<String> {
    let Some(paths) = &outcome.paths else { return Vec::new() };
    let run = paths.numbered().find(|(of, ..)| *of == number).and_then(|(.., path)| path.sequence.clone());
    let Some(sequence) = run else { return Vec::new() };
    let test = outcome.tests.iter().find(|test| test.sequence == sequence);
    let steps = test.map(|test| SequenceRecord::of(test, &outcome.api).steps).unwrap_or_default();
    steps.iter().map(trine_record::sequence::StepRecord::shown).collect()
}
