//! One function's coverage goals, as `llvm-cov` counts them.
//!
//! The rules of the function summary of `llvm-cov` (found by experiment with 19 and 22, and checked by the tests):
//!
//! * *regions*: every code region of every virtual file counts once, also those in macro expansions and those with
//!   equal spans; gaps, skipped and expansion regions do not count.
//! * *branches*: every branch region of the main file and of every file that a chain of expansions from the main
//!   file leads to, two sides each. Up to LLVM 19 a region counts for nothing when both its counters are the
//!   constant zero, else for two; since LLVM 20 each side counts unless its own counter is the constant zero.
//!   Only the *constant* counts as folded: a side whose expression cancels to zero is counted (and never covered).
//! * *mcdc*: every condition of every complete decision whose decision region lies in the main file, unless it is
//!   folded (both counters constant zero up to LLVM 19; one of them since LLVM 20). A decision that lies wholly
//!   within a macro expansion is recorded but not counted, though its conditions do count as branches.
//!
//! Two peculiarities: the C library's `assert` names its argument twice, once below `sizeof`, so each of its
//! conditions appears twice, all with the empty span of the macro's name, and the first ones can never be covered.
//! Macros from system headers are not expanded: their conditions lie in the using file, at the macro's name.
//!
//! Source: LLVM's `CoverageSummaryInfo` and `CoverageMapping`.
//! Not handled: merging of several instances of one function (C has none), options that filter files.
//! Cost: regions times open decisions, plus the expressions.

use super::decisions::{CompleteDecision, complete_decisions};
use super::expansion::Expansions;
pub use super::expansion::{FileSpan, RegionOrigin};
use super::{Counter, CovMapError, Expressions, FileId, FunctionRecord, Region, RegionKind, native_count};

/// When a side of a branch region, or a condition, is constant-folded and therefore not counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CountingRules {
    /// LLVM up to 19: folded when both counters are the constant zero.
    BothSidesFold,
    /// LLVM 20 and later: each side by itself.
    EachSideFolds,
}

impl CountingRules {
    /// The rules of the `llvm-cov` that belongs to this major version of clang.
    pub fn of_llvm(major: u32) -> Self {
        if major < 20 { CountingRules::BothSidesFold } else { CountingRules::EachSideFolds }
    }

    /// Whether the (true, false) sides are counted.
    fn counted_sides(self, on_true: Counter, on_false: Counter) -> (bool, bool) {
        let (on_true, on_false) = (on_true != Counter::Zero, on_false != Counter::Zero);
        match self {
            CountingRules::BothSidesFold => (on_true || on_false, on_true || on_false),
            CountingRules::EachSideFolds => (on_true, on_false),
        }
    }

    /// Whether a condition takes part in the MC/DC count.
    fn counted_mcdc(self, on_true: Counter, on_false: Counter) -> bool {
        let (on_true, on_false) = (on_true != Counter::Zero, on_false != Counter::Zero);
        match self {
            CountingRules::BothSidesFold => on_true || on_false,
            CountingRules::EachSideFolds => on_true && on_false,
        }
    }
}

/// The place of a condition in a decision.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Membership {
    /// Index into [`FunctionModel::decisions`].
    pub decision: usize,
    /// The condition's number in the decision, from 0; number 0 is evaluated first.
    pub id: u16,
    /// The condition evaluated next when this one is true; `None`: the decision is true.
    pub true_next: Option<u16>,
    /// The condition evaluated next when this one is false; `None`: the decision is false.
    pub false_next: Option<u16>,
}

/// A branch region: a condition, or the label of a switch.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Condition {
    /// Where it is.
    pub place: RegionOrigin,
    /// The counter of the true side as written by clang; [`Counter::Zero`] says folded.
    pub true_count: Counter,
    /// The counter of the false side.
    pub false_count: Counter,
    /// Whether `llvm-cov` counts the true side as a branch.
    pub true_counted: bool,
    /// Whether `llvm-cov` counts the false side as a branch.
    pub false_counted: bool,
    /// Whether `llvm-cov` counts an independence pair for it.
    pub mcdc_counted: bool,
    /// Its decision, when that is measured for MC/DC.
    pub membership: Option<Membership>,
}

impl Condition {
    /// True when clang knows the condition's value: one of its counters is the constant zero.
    pub fn is_folded(&self) -> bool {
        self.true_count == Counter::Zero || self.false_count == Counter::Zero
    }
}

/// A decision measured for MC/DC.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Decision {
    /// Where it is.
    pub place: RegionOrigin,
    /// Indices into [`FunctionModel::conditions`], by condition id.
    pub conditions: Vec<usize>,
    /// By condition id: the next id on (true, false); `None`: the decision's value is that of the condition.
    pub next: Vec<(Option<u16>, Option<u16>)>,
    /// Whether `llvm-cov` counts its conditions (those that are not folded).
    pub counted: bool,
    /// Position in the bitmap of executed test vectors.
    pub bitmap_index: u32,
}

/// A code region: a run of statements with one count.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CodeRegion {
    /// Where it is.
    pub place: RegionOrigin,
    /// The counter as written by clang.
    pub count: Counter,
}

/// Everything `llvm-cov` counts in one function.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FunctionModel {
    /// [`name_hash`](super::name_hash) of the function's profile name.
    pub name_hash: u64,
    /// Structural hash of the function, as in its counter increments.
    pub func_hash: u64,
    /// The path of each virtual file.
    pub filenames: Vec<String>,
    /// The virtual file that holds the body.
    pub main_file: FileId,
    /// All branch regions, in the order of the record.
    pub conditions: Vec<Condition>,
    /// All complete decisions, in the order in which LLVM completes them.
    pub decisions: Vec<Decision>,
    /// All code regions, in the order of the record; each counts once as a region.
    pub code: Vec<CodeRegion>,
    /// Text removed by the preprocessor.
    pub skipped: Vec<RegionOrigin>,
    /// What the counts are made of.
    pub expressions: Expressions,
}

/// The denominators of `llvm-cov`'s summary of one function.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Totals {
    /// Branch sides.
    pub branches: usize,
    /// Conditions measured for MC/DC.
    pub mcdc: usize,
    /// Code regions.
    pub regions: usize,
}

/// The numerators of `llvm-cov`'s summary of one function that follow from counters alone.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Covered {
    /// Branch sides.
    pub branches: usize,
    /// Code regions.
    pub regions: usize,
}

impl FunctionModel {
    /// Builds the model of a decoded record. Fails when the counter expressions are circular.
    pub fn new(record: &FunctionRecord, rules: CountingRules) -> Result<Self, CovMapError> {
        let expansions = Expansions::new(&record.regions, record.filenames.len());
        let expressions = Expressions::new(&record.expressions)?;
        Ok(Builder { rules, expansions }.build(record, expressions))
    }

    /// What `llvm-cov` counts in this function.
    pub fn totals(&self) -> Totals {
        let sides = |c: &Condition| usize::from(c.true_counted) + usize::from(c.false_counted);
        Totals {
            branches: self.conditions.iter().map(sides).sum(),
            mcdc: self.conditions.iter().filter(|c| c.mcdc_counted).count(),
            regions: self.code.len(),
        }
    }

    /// How many branch sides and code regions `llvm-cov` would call covered for these counter values.
    /// Like `llvm-cov`, it takes any count but zero for covered, even a negative one: an execution that ends inside
    /// a call (`exit`) never reaches counters that the formulas take for granted, so that counts may be off.
    pub fn covered(&self, counts: &[u64]) -> Covered {
        let values = self.expressions.values(native_count(counts));
        let runs = |counter: Counter| values.of(counter) != 0;
        let sides = |c: &Condition| {
            usize::from(c.true_counted && runs(c.true_count))
                + usize::from(c.false_counted && runs(c.false_count))
        };
        Covered {
            branches: self.conditions.iter().map(sides).sum(),
            regions: self.code.iter().filter(|code| runs(code.count)).count(),
        }
    }

    /// The path of a span's file.
    pub fn path(&self, at: FileSpan) -> &str {
        self.filenames.get(at.file.0 as usize).map_or("", String::as_str)
    }
}

struct Builder {
    rules: CountingRules,
    expansions: Expansions,
}

impl Builder {
    fn build(&self, record: &FunctionRecord, expressions: Expressions) -> FunctionModel {
        let regions = &record.regions;
        let indexed: Vec<(usize, Condition)> =
            regions.iter().enumerate().filter_map(|(i, r)| Some((i, self.condition(r)?))).collect();
        let (index_of, mut conditions): (Vec<usize>, Vec<Condition>) = indexed.into_iter().unzip();
        let mut decisions = Vec::new();
        for complete in complete_decisions(regions) {
            decisions.push(self.decision(regions, &complete, &index_of, decisions.len(), &mut conditions));
        }
        let of_kind = |kind| regions.iter().filter(move |r| r.kind == kind);
        FunctionModel {
            name_hash: record.name_hash,
            func_hash: record.func_hash,
            filenames: record.filenames.clone(),
            main_file: self.expansions.main(),
            conditions,
            decisions,
            code: of_kind(RegionKind::Code).map(|r| self.code(r)).collect(),
            skipped: of_kind(RegionKind::Skipped).map(|r| self.expansions.place(r)).collect(),
            expressions,
        }
    }

    fn code(&self, region: &Region) -> CodeRegion {
        CodeRegion { place: self.expansions.place(region), count: region.count }
    }

    fn condition(&self, region: &Region) -> Option<Condition> {
        let (RegionKind::Branch { true_count, false_count }
        | RegionKind::McdcBranch { true_count, false_count, .. }) = region.kind
        else {
            return None;
        };
        let place = self.expansions.place(region);
        let (on_true, on_false) = self.rules.counted_sides(true_count, false_count);
        Some(Condition {
            true_count,
            false_count,
            true_counted: on_true && place.reaches_main,
            false_counted: on_false && place.reaches_main,
            mcdc_counted: false,
            membership: None,
            place,
        })
    }

    /// Builds decision number `number` and enters it in its conditions.
    fn decision(
        &self,
        regions: &[Region],
        complete: &CompleteDecision,
        index_of: &[usize],
        number: usize,
        conditions: &mut [Condition],
    ) -> Decision {
        let region = &regions[complete.region];
        let counted = region.file_id == self.expansions.main();
        let mut decision = Decision {
            place: self.expansions.place(region),
            conditions: Vec::new(),
            next: Vec::new(),
            counted,
            bitmap_index: match region.kind {
                RegionKind::McdcDecision { bitmap_index, .. } => bitmap_index,
                _ => 0,
            },
        };
        for &at in &complete.conditions {
            let RegionKind::McdcBranch { id, true_next, false_next, .. } = regions[at].kind else { continue };
            let Ok(index) = index_of.binary_search(&at) else { continue };
            let condition = &mut conditions[index];
            condition.membership = Some(Membership { decision: number, id, true_next, false_next });
            condition.mcdc_counted =
                counted && self.rules.counted_mcdc(condition.true_count, condition.false_count);
            decision.conditions.push(index);
            decision.next.push((true_next, false_next));
        }
        decision
    }
}
