//! Leaving a monitor when an exception comes, assertions, and what patterns of records add.

use super::pattern::{IF_NOT_ZERO, Pattern};
use super::{Filtered, Subject};
use crate::class::{FieldAccess, Instruction, InvokeKind, Kind};
use crate::cover::nodes::Nodes;

/// The handler that leaves the monitor of a `synchronized` block and throws on.
pub fn monitor_exits(nodes: &Nodes<'_>, filtered: &mut Filtered) {
    for handler in &nodes.code.handlers {
        // The handler guards itself, too; that entry is not looked at.
        if handler.catches.is_some() || handler.start == handler.target {
            continue;
        }
        let first = nodes.index_from(handler.target);
        let any_reference =
            |instruction: &Instruction| matches!(instruction, Instruction::Load(Kind::Reference, _));
        let leaves = |instruction: &Instruction| matches!(instruction, Instruction::MonitorExit);
        let mut short = Pattern::at(nodes.code, first);
        short.is(any_reference).is(leaves).throws();
        let mut stored = Pattern::at(nodes.code, first);
        stored.stores(Kind::Reference, "thrown").is(any_reference).is(leaves);
        stored.loads(Kind::Reference, "thrown").throws();
        if let Some(last) = short.last().or(stored.last()) {
            filtered.ignore(first, last);
        }
    }
}

/// The setting of `$assertionsDisabled`, and the branch of each `assert` on it.
pub fn assertions(subject: Subject<'_>, nodes: &Nodes<'_>, filtered: &mut Filtered) {
    let class = subject.class.name.as_str();
    const FIELD: &str = "$assertionsDisabled";
    for index in 0..nodes.code.instructions.len() {
        let mut asks = Pattern::at(nodes.code, index);
        asks.accesses(FieldAccess::GetStatic, class, FIELD).branches(IF_NOT_ZERO);
        if let Some(last) = asks.last() {
            filtered.ignore(last, last);
        }
        if subject.method.name != "<clinit>" || index == 0 {
            continue;
        }
        let mut sets = Pattern::at(nodes.code, index);
        sets.calls(InvokeKind::Virtual, "java/lang/Class", "desiredAssertionStatus", "()Z");
        sets.branches(IF_NOT_ZERO).number(1).jumps().number(0);
        sets.accesses(FieldAccess::PutStatic, class, FIELD);
        if let Some(last) = sets.last() {
            filtered.ignore(index - 1, last);
        }
    }
}

/// The handler that wraps what an accessor of a record throws while a pattern is matched.
pub fn record_patterns(nodes: &Nodes<'_>, filtered: &mut Filtered) {
    const CLASS: &str = "java/lang/MatchException";
    for handler in &nodes.code.handlers {
        if handler.catches.as_deref() != Some("java/lang/Throwable") {
            continue;
        }
        let first = nodes.index_from(handler.target);
        let mut wraps = Pattern::at(nodes.code, first);
        wraps.stores(Kind::Reference, "cause").makes(CLASS).duplicates().loads(Kind::Reference, "cause");
        wraps.calls(InvokeKind::Virtual, "java/lang/Throwable", "toString", "()Ljava/lang/String;");
        wraps.loads(Kind::Reference, "cause");
        let constructor = "(Ljava/lang/String;Ljava/lang/Throwable;)V";
        wraps.calls(InvokeKind::Special, CLASS, "<init>", constructor).throws();
        if let Some(last) = wraps.last() {
            filtered.ignore(first, last);
        }
    }
}
