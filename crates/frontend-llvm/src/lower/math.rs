//! Mathematical intrinsics that are calls of the C library: which function, with which type.
//!
//! `llvm.sin.f32` is `sinf`, `llvm.pow.f64` is `pow`, `llvm.exp2.f80` is `exp2l`. The machine's shims know them.
//!
//! `llvm.frexp`, `llvm.modf` and `llvm.sincos` have two results, which their functions store through pointers;
//! `llvm.powi` is the compiler's own `__powidf2`.
//!
//! Source: C11 7.12; LangRef.

use super::types;
use crate::ll::{self, Module};
use trine_ir::{Param, Signature, Type};

/// Intrinsics whose library function has the same name, with the number of floating-point operands.
const FUNCTIONS: [(&str, usize); 27] = [
    ("sin", 1),
    ("cos", 1),
    ("tan", 1),
    ("asin", 1),
    ("acos", 1),
    ("atan", 1),
    ("atan2", 2),
    ("sinh", 1),
    ("cosh", 1),
    ("tanh", 1),
    ("exp", 1),
    ("exp2", 1),
    ("exp10", 1),
    ("log", 1),
    ("log2", 1),
    ("log10", 1),
    ("pow", 2),
    ("powi", 1),
    ("ldexp", 1),
    ("lround", 1),
    ("llround", 1),
    ("lrint", 1),
    ("llrint", 1),
    ("cbrt", 1),
    ("frexp", 1),
    ("modf", 1),
    ("sincos", 1),
];

/// Number of results that the library function of an intrinsic stores through pointers.
pub(crate) fn stored_results(base: &str) -> usize {
    match base {
        "frexp" | "modf" => 1,
        "sincos" => 2,
        _ => 0,
    }
}

/// An intrinsic's name without `llvm.` and without the types at its end.
pub(crate) fn base_name(name: &str) -> Option<&str> {
    let mut base = name.strip_prefix("llvm.")?;
    while let Some((before, last)) = base.rsplit_once('.') {
        if !is_type_suffix(last) {
            break;
        }
        base = before;
    }
    Some(base)
}

/// Whether a part of an intrinsic's name is a mangled type: `i32`, `p0`, `v4f32`, `f80`, `sl_p0i32s`, …
fn is_type_suffix(part: &str) -> bool {
    let digits = |rest: &str| !rest.is_empty() && rest.bytes().all(|byte| byte.is_ascii_digit());
    let number = |letter: char| part.strip_prefix(letter).is_some_and(digits);
    let starts = |letter: char| {
        part.strip_prefix(letter).is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()))
    };
    let struct_or_scalable = ["sl_", "s_", "nxv"].iter().any(|prefix| part.starts_with(prefix));
    number('i')
        || number('f')
        || number('p')
        || starts('v')
        || starts('a')
        || part == "bf16"
        || struct_or_scalable
}

/// Whether the intrinsic is a call of the C library.
pub(crate) fn is_library(base: &str) -> bool {
    FUNCTIONS.iter().any(|(name, _)| *name == base)
}

/// The library function of an intrinsic on operands of type `ty`.
pub(crate) fn library_name(base: &str, ty: Type) -> String {
    if base == "powi" {
        let ty = match ty {
            Type::F32 => "sf",
            Type::F80 => "xf",
            _ => "df",
        };
        return format!("__powi{ty}2");
    }
    let suffix = match ty {
        Type::F32 => "f",
        Type::F80 => "l",
        _ => "",
    };
    format!("{base}{suffix}")
}

/// The signature of [`library_name`].
pub(crate) fn library_signature(base: &str, ty: Type) -> Signature {
    let operands = FUNCTIONS.iter().find(|(name, _)| *name == base).map_or(1, |(_, operands)| *operands);
    let mut params = vec![Param::from(ty); operands];
    match base {
        "powi" | "ldexp" => params.push(Type::Int(32).into()),
        _ => params.extend(vec![Param::from(Type::Ptr); stored_results(base)]),
    }
    let integral = matches!(base, "lround" | "llround" | "lrint" | "llrint");
    let result = if integral { Type::Int(64) } else { ty };
    let returns = if base == "sincos" { Vec::new() } else { vec![result] };
    Signature { params, returns, variadic: false }
}

/// Name and signature of the library function behind a declared intrinsic, if it is one.
pub(crate) fn library_function(module: &Module, function: &ll::Function) -> Option<(String, Signature)> {
    let base = base_name(&function.name)?;
    if !is_library(base) {
        return None;
    }
    let ty = types::lanes(module, function.params.first()?.ty).ok()?.first()?.ty;
    Some((library_name(base, ty), library_signature(base, ty)))
}

#[cfg(test)]
mod tests {
    use super::base_name;

    #[test]
    fn type_suffixes_are_not_part_of_an_intrinsics_name() {
        assert_eq!(base_name("llvm.memcpy.p0.p0.i64"), Some("memcpy"));
        assert_eq!(base_name("llvm.sadd.with.overflow.i32"), Some("sadd.with.overflow"));
        assert_eq!(base_name("llvm.exp2.v4f32"), Some("exp2"));
        assert_eq!(base_name("llvm.trap"), Some("trap"));
        assert_eq!(base_name("sin"), None);
    }
}
