//! Ranges as they are written: `0..=3`, `-1.5..=1.5`, `1..=`, `..='z'`, `RED..=BLUE`, `7`.
//!
//! Both ends belong to the range; an end that is left out is that of the type. Numbers are decimal or, with `0x`,
//! hexadecimal; characters stand in quotes; enumerations may name their enumerators.

use super::Mistake;
use trine_testcase::LeafRange;
use trine_testcase::leaf::LeafKind;
use trine_testcase::types::{Enumerator, FloatFormat};

/// What may be written.
const GRAMMAR: &str = "write `LOW..=HIGH`, `LOW..=`, `..=HIGH` or one value, for example \"0..=3\"";

/// The range `text` of values of `kind`; `enumerators` are those of its type.
///
/// # Errors
/// When the text is no range, there is no value in it, or it leaves the type.
pub fn parse(text: &str, kind: &LeafKind, enumerators: &[Enumerator]) -> Result<LeafRange, Mistake> {
    let (low, high) = match text.split_once("..=") {
        Some((low, high)) => (low.trim(), high.trim()),
        None if text.contains("..") => return Err(wrong(text)),
        None => (text.trim(), text.trim()),
    };
    if low.is_empty() && high.is_empty() {
        return Err(wrong(text));
    }
    let range = match kind {
        LeafKind::Float(format) => {
            let (least, most) = of_float(*format);
            let number = |end: &str, open: f64| if end.is_empty() { Some(open) } else { float(end) };
            let ends = number(low, least).zip(number(high, most));
            let (low, high) = ends.ok_or_else(|| wrong(text))?;
            inside(text, low >= least && high <= most, &format!("{least:e}..={most:e}"))?;
            LeafRange::Float { low, high }
        }
        _ => {
            let (least, most) = if *kind == LeafKind::Bool { (0, 1) } else { kind.int_range() };
            let number =
                |end: &str, open: i128| if end.is_empty() { Some(open) } else { integer(end, enumerators) };
            let ends = number(low, least).zip(number(high, most));
            let (low, high) = ends.ok_or_else(|| wrong(text))?;
            inside(text, low >= least && high <= most, &format!("{least}..={most}"))?;
            LeafRange::Int { low, high }
        }
    };
    if range.is_empty() {
        return Err(Mistake::new(
            format!("the range `{text}` is empty"),
            "write the smaller end first: \"LOW..=HIGH\"",
        ));
    }
    Ok(range)
}

fn wrong(text: &str) -> Mistake {
    Mistake::new(format!("`{text}` is no range"), GRAMMAR)
}

fn inside(text: &str, is_inside: bool, of_type: &str) -> Result<(), Mistake> {
    if is_inside {
        return Ok(());
    }
    Err(Mistake::new(
        format!("the range `{text}` leaves the type, which holds {of_type}"),
        "keep to what the type holds, or leave an end out",
    ))
}

fn of_float(format: FloatFormat) -> (f64, f64) {
    match format {
        FloatFormat::F32 => (f64::from(f32::MIN), f64::from(f32::MAX)),
        _ => (f64::MIN, f64::MAX),
    }
}

fn float(text: &str) -> Option<f64> {
    text.parse().ok().filter(|value: &f64| value.is_finite())
}

fn integer(text: &str, enumerators: &[Enumerator]) -> Option<i128> {
    if let Some(named) = enumerators.iter().find(|enumerator| enumerator.name == text) {
        return Some(named.value);
    }
    let (negative, digits) = text.strip_prefix('-').map_or((false, text), |digits| (true, digits));
    if digits.starts_with(['-', '+']) {
        return None;
    }
    let magnitude = match digits.strip_prefix("0x").or_else(|| digits.strip_prefix("0X")) {
        Some(hexadecimal) if !hexadecimal.starts_with(['-', '+']) => {
            i128::from_str_radix(hexadecimal, 16).ok()?
        }
        Some(_) => return None,
        None => match digits.strip_prefix('\'').and_then(|rest| rest.strip_suffix('\'')) {
            Some(character) if character.len() == 1 => i128::from(character.as_bytes()[0]),
            Some(_) => return None,
            None => digits.parse().ok()?,
        },
    };
    Some(if negative { -magnitude } else { magnitude })
}

#[cfg(test)]
mod tests {
    use super::*;

    const BYTE: LeafKind = LeafKind::Int { bits: 8, signed: false };

    fn shown(text: &str, kind: &LeafKind) -> String {
        let enumerators = [Enumerator { name: "RED".to_owned(), value: 4 }];
        parse(text, kind, &enumerators).map_or_else(|mistake| mistake.what, |range| range.to_string())
    }

    #[test]
    fn ranges_of_every_kind_are_read() {
        for (text, range) in [
            ("0..=3", "0..=3"),
            (" 1 ..= ", "1..=255"),
            ("..=0x1F", "0..=31"),
            ("7", "7"),
            ("RED..='a'", "4..=97"),
        ] {
            assert_eq!(shown(text, &BYTE), range);
        }
        assert_eq!(shown("-1.5..=1.5", &LeafKind::Float(FloatFormat::F64)), "-1.5..=1.5");
        assert_eq!(shown("0..=1", &LeafKind::Bool), "0..=1");
        assert_eq!(shown("-2..=-1", &LeafKind::Int { bits: 16, signed: true }), "-2..=-1");
    }

    #[test]
    fn what_is_no_range_is_told_from_an_empty_one_and_one_too_large() {
        for text in ["", "..=", "0..3", "a..=b", "1..=2..=3", "0x..=1", "--1", "0x-1", "''"] {
            assert_eq!(shown(text, &BYTE), format!("`{text}` is no range"));
        }
        assert_eq!(shown("9..=1", &BYTE), "the range `9..=1` is empty");
        assert!(shown("0..=256", &BYTE).contains("leaves the type, which holds 0..=255"));
        assert!(shown("-1..=1", &BYTE).contains("leaves the type"));
        assert!(shown("nan", &LeafKind::Float(FloatFormat::F32)).contains("is no range"));
        assert!(shown("0..=1e39", &LeafKind::Float(FloatFormat::F32)).contains("leaves the type"));
    }
}
