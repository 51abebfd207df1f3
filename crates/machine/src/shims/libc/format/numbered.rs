//! Numbered arguments: `%2$s %1$d`. They can come in any order, so all are fetched first, each with the
//! type that its directive says; those that no directive uses are taken for words of 8 bytes.
//!
//! Source: POSIX.1-2017, `fprintf`. Cost: one more look at the format, where it has numbers.

use super::Arguments;
use crate::fault::Stop;
use crate::shims::libc::{ArgumentKind, ShimContext, misuse};
use std::collections::BTreeMap;

/// More arguments than any call has.
const MAX_ARGUMENTS: usize = 4096;

/// How an argument is fetched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Word,
    Double,
    LongDouble,
}

/// The number at the start of `text` and the length up to behind its `$`.
pub(super) fn number_at(text: &[u8]) -> Option<(usize, usize)> {
    let digits = text.iter().take_while(|byte| byte.is_ascii_digit()).count();
    let number = std::str::from_utf8(&text[..digits]).ok()?.parse().ok()?;
    (text.get(digits) == Some(&b'$') && number > 0).then_some((number, digits + 1))
}

/// `arguments` fetched, if `format` numbers them; else as they are.
pub(super) fn fetched(
    context: &mut ShimContext<'_>,
    format: &[u8],
    mut arguments: Arguments,
) -> Result<Arguments, Stop> {
    let kinds = kinds(format);
    let Some((&count, _)) = kinds.last_key_value() else { return Ok(arguments) };
    if count > MAX_ARGUMENTS {
        return Err(misuse("format that asks for more arguments than there are"));
    }
    let mut values = Vec::with_capacity(count);
    for number in 1..=count {
        values.push(match kinds.get(&number).copied().unwrap_or(Kind::Word) {
            Kind::Word => u128::from(arguments.word(context, ArgumentKind::Long)?),
            Kind::Double => u128::from(arguments.double(context)?.to_bits()),
            Kind::LongDouble => arguments.long_double(context)?,
        });
    }
    Ok(Arguments::Fetched(values, 0))
}

/// The numbered arguments of a format.
fn kinds(format: &[u8]) -> BTreeMap<usize, Kind> {
    let mut kinds = BTreeMap::new();
    let mut at = 0;
    while let Some(start) = format[at..].iter().position(|&byte| byte == b'%') {
        at += start + 1;
        let number = number_at(&format[at..]);
        at += number.map_or(0, |(_, length)| length);
        let mut long_double = false;
        // Flags, width, precision and length, up to the conversion.
        while let Some(&byte) = format.get(at) {
            if byte == b'*' {
                if let Some((star, length)) = number_at(&format[at + 1..]) {
                    kinds.insert(star, Kind::Word);
                    at += length;
                }
            } else if !b"-+ #0'I123456789.hlqLjzZt".contains(&byte) {
                break;
            }
            long_double |= matches!(byte, b'L' | b'q') || format[..at].ends_with(b"l") && byte == b'l';
            at += 1;
        }
        let kind = match format.get(at) {
            Some(b'e' | b'E' | b'f' | b'F' | b'g' | b'G' | b'a' | b'A') if long_double => Kind::LongDouble,
            Some(b'e' | b'E' | b'f' | b'F' | b'g' | b'G' | b'a' | b'A') => Kind::Double,
            _ => Kind::Word,
        };
        if let Some((number, _)) = number {
            kinds.insert(number, kind);
        }
        at = (at + 1).min(format.len());
    }
    kinds
}
