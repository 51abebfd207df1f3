//! Truth vectors of decisions in words: how a decision was evaluated, and why evaluations of it make no independence pair.
//!
//! Conditions stand in source order here, which may differ from that of their numbers.

use trine_record::{ApartRecord, DecisionRecord, GoalKind, GoalRecord, UnitRecord, VectorRecord};

/// Positions of the conditions, as they stand in the source.
pub fn source_order(decision: &DecisionRecord) -> Vec<usize> {
    let mut order: Vec<usize> = (0..decision.conditions.len()).collect();
    order.sort_by_key(|&at| (decision.conditions[at].span.start, at));
    order
}

/// What the conditions were, in this order: `T`, `F`, or `-` where one was not evaluated.
pub fn letters(order: &[usize], vector: &VectorRecord) -> impl Iterator<Item = char> {
    order.iter().map(|&at| vector.values.as_bytes().get(at).copied().map_or('-', char::from))
}

/// `T F – → T`.
pub fn text(order: &[usize], vector: &VectorRecord) -> String {
    let letters: Vec<String> =
        letters(order, vector).map(|letter| letter.to_string().replace('-', "–")).collect();
    format!("{} → {}", letters.join(" "), if vector.outcome { 'T' } else { 'F' })
}

/// Which evaluations come nearest to a pair, and which conditions stand in their way; `None` where the record is damaged.
pub fn apart(decision: &DecisionRecord, record: &ApartRecord) -> Option<String> {
    let order = source_order(decision);
    let [half, near] = record.seen.map(|at| decision.vectors.get(at as usize));
    let (half, near) = (half?, near?);
    let shown = |vector: &VectorRecord| {
        let test = vector.tests.first().map(|test| format!(" of `{test}`")).unwrap_or_default();
        format!("`{}`{test}", text(&order, vector))
    };
    let other = |&at: &u32| {
        let name = match decision.conditions.get(at as usize)?.text.as_deref() {
            Some(text) => format!("`{text}`"),
            None => format!("C{}", order.iter().position(|&of| of == at as usize)? + 1),
        };
        let value = if record.wanted.values.as_bytes().get(at as usize)? == &b'T' { "true" } else { "false" };
        Some(format!("{name} would have to be {value}"))
    };
    let others: Vec<String> = record.differing.iter().filter_map(other).collect();
    Some(format!(
        "both values of the condition were seen, but in no pair: nearest come {} and {}, in which {}",
        shown(half),
        shown(near),
        others.join(" and ")
    ))
}

/// The same of an open goal; `None` where there are no such evaluations.
pub fn apart_of(unit: &UnitRecord, goal: &GoalRecord) -> Option<String> {
    let GoalKind::Independence { decision, condition } = goal.goal else { return None };
    let decision = unit.flow.decisions.iter().find(|record| record.decision == decision)?;
    apart(decision, decision.pairs.get(condition as usize)?.apart.as_ref()?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use trine_record::{ConditionRecord, SourceSpan};

    #[test]
    fn the_condition_in_the_way_of_a_pair_is_named_with_both_evaluations() {
        let condition = |text: &str, column| ConditionRecord {
            text: Some(text.to_owned()),
            span: SourceSpan { start: (3, column), ..SourceSpan::default() },
        };
        let vector = |values: &str, outcome, test: &str| VectorRecord {
            values: values.to_owned(),
            outcome,
            tests: vec![test.to_owned()],
        };
        let decision = DecisionRecord {
            // `(a && b) || c`, evaluated in another order than written.
            conditions: vec![condition("a", 2), condition("c", 12), condition("b", 7)],
            vectors: vec![vector("T-T", true, "f_a"), vector("TTF", true, "f_c")],
            ..DecisionRecord::default()
        };
        let mut record = ApartRecord { seen: [0, 1], wanted: vector("TFF", false, ""), differing: vec![1] };
        assert_eq!(
            apart(&decision, &record).unwrap(),
            "both values of the condition were seen, but in no pair: nearest come `T T – → T` of `f_a` and \
             `T F T → T` of `f_c`, in which `c` would have to be false"
        );
        record.seen = [0, 9];
        assert_eq!(apart(&decision, &record), None);
    }
}
