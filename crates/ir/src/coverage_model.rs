//! What sites and blocks mean in the source: regions, conditions and decisions.
//!
//! For C this is clang's coverage mapping, matched to the control-flow graph: a region is a
//! stretch of source whose parts are executed equally often; a condition is a leaf of a
//! boolean expression, or a `case` of a switch; a decision is a boolean expression of several
//! conditions. For `if (a && (b || c))`:
//!
//! ```text
//! decision 0: conditions [a, b, c]     next[a] = { true: b, false: end }
//!                                      next[b] = { true: end, false: c }
//!                                      next[c] = { true: end, false: end }
//! ```

use crate::edge_set::EdgeSet;
use trine_base::{IndexVec, Span, typed_index};

typed_index! {
    /// A source region.
    pub struct RegionId = "region"
}
typed_index! {
    /// A condition.
    pub struct ConditionId = "condition"
}
typed_index! {
    /// A decision.
    pub struct DecisionId = "decision"
}

/// What a function's sites and blocks mean in its source.
#[derive(Clone, Debug, Default)]
pub struct CoverageModel {
    /// Statement goals. A block lists those that it executes.
    pub regions: IndexVec<RegionId, Region>,
    /// Conditions and switch cases, in source order.
    pub conditions: IndexVec<ConditionId, Condition>,
    /// Decisions of two or more conditions, in source order.
    pub decisions: IndexVec<DecisionId, Decision>,
}

/// A stretch of source whose parts are executed equally often.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Region {
    /// Where.
    pub span: Span,
    /// Whether the compiler emitted no code for it, or no way leads there.
    pub dead: bool,
}

/// A condition, or a case of a switch.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Condition {
    /// Where; inside a macro, the place in the macro's definition.
    pub span: Span,
    /// Where the outermost macro that holds it is used, if it stands in a macro.
    pub expansion: Option<Span>,
    /// Condition or switch case.
    pub kind: ConditionKind,
    /// How its outcomes show in the control-flow graph: `[true, false]`.
    pub outcomes: [Outcome; 2],
    /// The decision of several conditions that it belongs to, and its position there.
    pub decision: Option<(DecisionId, u16)>,
}

/// What a [`Condition`] is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ConditionKind {
    /// A leaf of a boolean expression.
    Boolean,
    /// A `case` or `default`: true when the switch goes there.
    SwitchCase,
}

/// How one outcome of a condition shows in the control-flow graph.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// Taken exactly when one of these (site, outcome) pairs is; never empty.
    Taken(EdgeSet),
    /// The compiler folded the condition to a constant: not a goal.
    Folded,
    /// No way leads there: infeasible by the structure of the graph.
    Dead,
    /// The mapping could not be matched to the graph; the reason is for the report.
    Unmatched,
}

/// A boolean expression of two or more conditions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decision {
    /// Where.
    pub span: Span,
    /// Where the outermost macro that holds it is used, if it stands in a macro.
    pub expansion: Option<Span>,
    /// Its conditions; position 0 is evaluated first.
    pub conditions: Vec<ConditionId>,
    /// For each condition `[when true, when false]`: the next one, or `None` at the end.
    pub next: Vec<[Option<u16>; 2]>,
    /// For each condition: whether the decision's outcome, when it ends there, is the opposite of
    /// the condition's value. In `!(a && b) || c` that is so for `a` and `b`. False where no
    /// execution ends the decision.
    pub negated: Vec<bool>,
    /// How many decisions the mapping lists before it at the same place (that of a macro used twice), those among
    /// them that are left out of this model included.
    pub twins_before: u32,
}

impl Decision {
    /// The outcome of the decision as written when it ends at condition `position` with `value`.
    #[must_use]
    pub fn outcome(&self, position: u16, value: bool) -> bool {
        value ^ self.negated[usize::from(position)]
    }
}
