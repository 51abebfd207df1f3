//! What `javac` adds to close the resources of a `try`.
//!
//! Since 11 the handler closes, adds what closing throws to the first exception, and throws that; on the way without
//! exception the resource is closed before the `try` is left. Up to 10 both ways went through one block, or through a
//! method `$closeResource`.

use super::Filtered;
use super::pattern::{IF_NULL, Pattern, is_goto};
use crate::class::{Instruction, InvokeKind, Kind};
use crate::cover::nodes::Nodes;

const REFERENCE: Kind = Kind::Reference;

/// Leaves out the closing of resources.
pub fn closing(nodes: &Nodes<'_>, filtered: &mut Filtered) {
    for handler in &nodes.code.handlers {
        if handler.catches.as_deref() == Some("java/lang/Throwable") {
            let first = nodes.index_from(handler.target);
            since_11(nodes, first, true, filtered);
            since_11(nodes, first, false, filtered);
        }
    }
    for handler in &nodes.code.handlers {
        if handler.catches.as_deref() == Some("java/lang/Throwable") {
            let first = nodes.index_from(handler.target);
            let _ = Shape::ALL.into_iter().any(|shape| up_to_10(nodes, first, shape, filtered));
        }
    }
}

/// `resource.close()`: the owner of the method that is called must be the same wherever the resource is closed.
fn closes(pattern: &mut Pattern<'_>, owner: &mut Option<String>) {
    pattern.loads(REFERENCE, "resource").is(|instruction| match instruction {
        Instruction::Invoke {
            kind: InvokeKind::Virtual | InvokeKind::Interface, class, name, ty, ..
        } => {
            let fits = name == "close" && ty.descriptor() == "()V";
            fits && *owner.get_or_insert_with(|| class.clone()) == *class
        }
        _ => false,
    });
}

fn closes_unless_null(pattern: &mut Pattern<'_>, null_check: bool, owner: &mut Option<String>) {
    if null_check {
        pattern.loads(REFERENCE, "resource").branches(IF_NULL);
    }
    closes(pattern, owner);
}

/// Names of variables and the owner of `close` are those that the handler at `first` gave.
fn since_11(nodes: &Nodes<'_>, first: usize, null_check: bool, filtered: &mut Filtered) {
    let mut owner = None;
    let mut pattern = Pattern::at(nodes.code, first);
    pattern.stores(REFERENCE, "primary");
    closes_unless_null(&mut pattern, null_check, &mut owner);
    pattern.jumps().stores(REFERENCE, "thrown").loads(REFERENCE, "primary").loads(REFERENCE, "thrown");
    adds_suppressed(&mut pattern).loads(REFERENCE, "primary").throws();
    let Some(last) = pattern.last() else { return };
    let normal = |pattern: &mut Pattern<'_>| closes_unless_null(pattern, null_check, &mut owner.clone());
    ignore_both((first, last), &pattern, normal, filtered);
}

/// Leaves out the handler, and the closing nearest in front of it with the jump behind it; whether there is one.
fn ignore_both(
    handler: (usize, usize),
    named: &Pattern<'_>,
    closing: impl Fn(&mut Pattern<'_>),
    filtered: &mut Filtered,
) -> bool {
    for start in (0..=handler.0).rev() {
        let mut pattern = named.clone();
        closing(pattern.go(start));
        if let Some(mut last) = pattern.last() {
            if pattern.peek().is_some_and(is_goto) {
                last += 1;
            }
            filtered.ignore(start, last);
            filtered.ignore(handler.0, handler.1);
            return true;
        }
    }
    false
}

fn adds_suppressed<'p, 'a>(pattern: &'p mut Pattern<'a>) -> &'p mut Pattern<'a> {
    let ty = "(Ljava/lang/Throwable;)V";
    pattern.calls(InvokeKind::Virtual, "java/lang/Throwable", "addSuppressed", ty)
}

/// What compilers up to 10 made of a try with a resource.
#[derive(Clone, Copy, Debug)]
enum Shape {
    /// The resource cannot be null; closing is a method.
    ByMethod,
    /// The resource and the first exception are tested for null.
    Full,
    /// The resource cannot be null.
    NeverNull,
    /// The resource is tested for null; closing is a method.
    ByMethodUnlessNull,
}

impl Shape {
    const ALL: [Self; 4] = [Self::ByMethod, Self::Full, Self::NeverNull, Self::ByMethodUnlessNull];
}

fn up_to_10(nodes: &Nodes<'_>, first: usize, shape: Shape, filtered: &mut Filtered) -> bool {
    let mut owner = None;
    let mut pattern = Pattern::at(nodes.code, first);
    pattern.stores(REFERENCE, "caught").loads(REFERENCE, "caught").stores(REFERENCE, "primary");
    pattern.loads(REFERENCE, "caught").throws().stores(REFERENCE, "any");
    shape_of_closing(&mut pattern, shape, "thrown by handler", &mut owner);
    pattern.loads(REFERENCE, "any").throws();
    let Some(last) = pattern.last() else { return false };
    let normal = |pattern: &mut Pattern<'_>| shape_of_closing(pattern, shape, "thrown", &mut owner.clone());
    ignore_both((first, last), &pattern, normal, filtered)
}

fn shape_of_closing(
    pattern: &mut Pattern<'_>,
    shape: Shape,
    thrown: &'static str,
    owner: &mut Option<String>,
) {
    if matches!(shape, Shape::Full | Shape::ByMethodUnlessNull) {
        pattern.loads(REFERENCE, "resource").branches(IF_NULL);
    }
    pattern.loads(REFERENCE, "primary");
    match shape {
        Shape::ByMethod | Shape::ByMethodUnlessNull => {
            pattern.loads(REFERENCE, "resource").is(|instruction| {
                let ty = "(Ljava/lang/Throwable;Ljava/lang/AutoCloseable;)V";
                matches!(instruction, Instruction::Invoke { kind: InvokeKind::Static, name, ty: called, .. }
                    if name == "$closeResource" && called.descriptor() == ty)
            });
        }
        Shape::Full | Shape::NeverNull => {
            pattern.branches(IF_NULL);
            closes(pattern, owner);
            pattern.jumps().stores(REFERENCE, thrown).loads(REFERENCE, "primary").loads(REFERENCE, thrown);
            adds_suppressed(pattern).jumps();
            closes(pattern, owner);
        }
    }
}
