//! How a closure converts its arguments and its result: casts, boxing, unboxing and widening.
//!
//! As `java.lang.invoke.TypeConvertingMethodAdapter` of the JDK does it, which the specification of
//! `LambdaMetafactory` describes.

use super::assembler::{Assembler, class_type, method_type, wrapped};
use crate::class::{BaseType, FieldType, Instruction, InvokeKind, Kind};
use crate::lower::kind_of;

/// Converts the value on the stack from the type `from` to the type `to`, where the program knows it as `known`.
pub(super) fn convert(code: &mut Assembler, from: &FieldType, to: &FieldType, known: &FieldType) {
    match (from, to) {
        _ if from == to && from == known => {}
        (FieldType::Base(from), FieldType::Base(to)) => widen(code, *from, *to),
        (FieldType::Base(from), _) => wrap(code, *from),
        (_, FieldType::Base(to)) => {
            let mut source = from;
            if known.is_reference() && known != from {
                code.cast(known);
                source = known;
            }
            match wrapped(source) {
                Some(held) => {
                    unwrap(code, held.wrapper(), held);
                    widen(code, held, *to);
                }
                None => {
                    // Of an object whose class is not known, any number may hold the value.
                    let holder = match to {
                        BaseType::Boolean | BaseType::Char => to.wrapper(),
                        _ => "java/lang/Number",
                    };
                    code.cast(&class_type(holder));
                    unwrap(code, holder, *to);
                }
            }
        }
        _ => {
            if known.is_reference() && known != from {
                code.cast(known);
            }
            if to != known {
                code.cast(to);
            }
        }
    }
}

/// Puts a primitive value into an object.
pub(super) fn wrap(code: &mut Assembler, base: BaseType) {
    let class = base.wrapper();
    let ty = method_type(&format!("({})L{class};", base.letter()));
    code.invoke(InvokeKind::Static, class, "valueOf", ty);
}

/// Takes a primitive value out of an object of the class `class`.
fn unwrap(code: &mut Assembler, class: &str, base: BaseType) {
    let ty = method_type(&format!("(){}", base.letter()));
    code.invoke(InvokeKind::Virtual, class, &format!("{}Value", base.keyword()), ty);
}

fn widen(code: &mut Assembler, from: BaseType, to: BaseType) {
    let [from, to] = [from, to].map(|base| kind_of(&FieldType::Base(base)));
    if from != to && to != Kind::Reference {
        code.emit(Instruction::Convert(from, to));
    }
}
