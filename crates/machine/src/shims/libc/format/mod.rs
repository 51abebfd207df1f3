//! The formats of `printf`, exact: every byte is the one that glibc prints in the C locale.
//!
//! ```text
//! % [number $] [flags - + space # 0 ' I] [width | *] [. precision | *] [hh h l ll q L j z t] conversion
//! ```
//!
//! Floating-point numbers are expanded exactly and rounded to nearest, ties to even, in
//! [`decimal`], `long double` included; numbered arguments (`%2$d`) are fetched first. A format
//! that asks for more arguments than there are, or for another kind of argument, is a fault.
//! Pointers print as the machine's addresses, which are not those of a native run. Wide
//! characters above 127 end the output with `EILSEQ`.

mod arguments;
mod decimal;
mod float;
mod integer;
mod numbered;

pub(super) use arguments::Arguments;

use super::report::{errno, text_of};
use super::{ArgumentKind, ShimContext, misuse};
use crate::fault::Stop;
use float::{FloatValue, format_float};
use integer::format_integer;

const EILSEQ: i32 = 84;
const EINVAL: i32 = 22;
const EOVERFLOW: i32 = 75;

/// Flags of a directive.
#[derive(Clone, Copy, Debug, Default)]
struct Flags {
    left: bool,
    plus: bool,
    space: bool,
    alternate: bool,
    zero: bool,
}

/// Length modifiers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Length {
    Byte,
    Short,
    #[default]
    Int,
    Long,
    /// `L`, or `ll` on integers.
    LongDouble,
}

/// What stands between `%` and the end of a directive.
#[derive(Clone, Copy, Debug, Default)]
struct Directive {
    flags: Flags,
    width: usize,
    precision: Option<usize>,
    length: Length,
    conversion: u8,
}

impl Directive {
    /// As what it reads an integer.
    fn integer(&self) -> ArgumentKind {
        match self.length {
            Length::Byte | Length::Short | Length::Int => ArgumentKind::Int,
            Length::Long | Length::LongDouble => ArgumentKind::Long,
        }
    }
}

/// Output, or the error number with which the function fails.
pub(super) type Formatted = Result<Vec<u8>, i32>;

/// A format being carried out.
struct Engine<'c, 'm> {
    context: &'c mut ShimContext<'m>,
    format: Vec<u8>,
    at: usize,
    arguments: Arguments,
    output: Vec<u8>,
}

/// Carries out the format at `address`.
pub(super) fn format(
    context: &mut ShimContext<'_>,
    address: u64,
    arguments: Arguments,
) -> Result<Formatted, Stop> {
    let format = context.c_string(address)?;
    format_text(context, format, arguments)
}

/// Carries out `format`.
pub(super) fn format_text(
    context: &mut ShimContext<'_>,
    format: Vec<u8>,
    arguments: Arguments,
) -> Result<Formatted, Stop> {
    let arguments = numbered::fetched(context, &format, arguments)?;
    let mut engine = Engine { context, format, at: 0, arguments, output: Vec::new() };
    let error = engine.run()?;
    Ok(error.map_or(Ok(engine.output), Err))
}

impl Engine<'_, '_> {
    fn peek(&self) -> u8 {
        self.format.get(self.at).copied().unwrap_or(0)
    }

    fn take(&mut self, expected: u8) -> bool {
        let taken = self.peek() == expected;
        self.at += usize::from(taken);
        taken
    }

    /// The error number, if there is an error.
    fn run(&mut self) -> Result<Option<i32>, Stop> {
        while let Some(&byte) = self.format.get(self.at) {
            self.at += 1;
            if byte != b'%' {
                self.output.push(byte);
                continue;
            }
            let error = match self.directive()? {
                Ok(directive) => self.convert(&directive)?,
                Err(error) => Some(error),
            };
            if error.is_some() {
                return Ok(error);
            }
        }
        Ok(None)
    }

    fn directive(&mut self) -> Result<Result<Directive, i32>, Stop> {
        let number = self.argument_number();
        let mut directive = Directive { flags: self.flags(), ..Directive::default() };
        match self.star_or_number()? {
            Ok(Some(width)) => {
                directive.flags.left |= width < 0;
                directive.width = width.unsigned_abs() as usize;
            }
            Ok(None) => {}
            Err(error) => return Ok(Err(error)),
        }
        if self.take(b'.') {
            match self.star_or_number()? {
                Ok(precision) => directive.precision = usize::try_from(precision.unwrap_or(0)).ok(),
                Err(error) => return Ok(Err(error)),
            }
        }
        self.check_size(directive.width)?;
        self.check_size(directive.precision.unwrap_or(0))?;
        directive.length = self.length();
        directive.conversion = self.peek();
        self.at += 1;
        self.arguments.select(number);
        Ok(Ok(directive))
    }

    /// The number of an argument, if `2$` or the like comes next.
    fn argument_number(&mut self) -> Option<usize> {
        let (number, length) = numbered::number_at(self.format.get(self.at..)?)?;
        self.at += length;
        Some(number)
    }

    fn check_size(&self, size: usize) -> Result<(), Stop> {
        if size as u64 > self.context.memory_limit() / 4 { Err(Stop::MemoryLimit) } else { Ok(()) }
    }

    fn flags(&mut self) -> Flags {
        let mut flags = Flags::default();
        loop {
            match self.peek() {
                b'-' => flags.left = true,
                b'+' => flags.plus = true,
                b' ' => flags.space = true,
                b'#' => flags.alternate = true,
                b'0' => flags.zero = true,
                // Grouping and other digits: the C locale has neither.
                b'\'' | b'I' => {}
                _ => return flags,
            }
            self.at += 1;
        }
    }

    /// A width or precision; `None` if there is none.
    fn star_or_number(&mut self) -> Result<Result<Option<i32>, i32>, Stop> {
        if self.take(b'*') {
            let number = self.argument_number();
            self.arguments.select(number);
            return Ok(Ok(Some(self.arguments.word(self.context, ArgumentKind::Int)? as i32)));
        }
        let start = self.at;
        while self.peek().is_ascii_digit() {
            self.at += 1;
        }
        let digits = std::str::from_utf8(&self.format[start..self.at]).unwrap_or("");
        if digits.is_empty() {
            return Ok(Ok(None));
        }
        Ok(digits.parse().map(Some).map_err(|_| EOVERFLOW))
    }

    fn length(&mut self) -> Length {
        let first = self.peek();
        let length = match first {
            b'h' | b'l' => {
                self.at += 1;
                let twice = self.take(first);
                return match (first, twice) {
                    (b'h', true) => Length::Byte,
                    (b'h', false) => Length::Short,
                    (_, true) => Length::LongDouble,
                    (_, false) => Length::Long,
                };
            }
            b'j' | b'z' | b'Z' | b't' => Length::Long,
            b'q' | b'L' => Length::LongDouble,
            _ => return Length::Int,
        };
        self.at += 1;
        length
    }

    /// Carries out one directive; gives the error number, if there is an error.
    fn convert(&mut self, directive: &Directive) -> Result<Option<i32>, Stop> {
        match directive.conversion {
            b'%' => self.output.push(b'%'),
            b'd' | b'i' | b'u' | b'o' | b'x' | b'X' | b'b' | b'B' => {
                let value = self.arguments.word(self.context, directive.integer())?;
                format_integer(directive, value, &mut self.output);
            }
            b'p' => self.pointer(directive)?,
            b'c' if directive.length != Length::Long => {
                let byte = self.arguments.word(self.context, ArgumentKind::Int)? as u8;
                self.padded(directive, &[byte]);
            }
            b'c' | b'C' => return self.wide_character(directive),
            b's' if directive.length != Length::Long => self.string(directive)?,
            b's' | b'S' => return self.wide_string(directive),
            b'e' | b'E' | b'f' | b'F' | b'g' | b'G' | b'a' | b'A' => {
                let value = if directive.length == Length::LongDouble {
                    FloatValue::of_extended(self.arguments.long_double(self.context)?)
                } else {
                    FloatValue::of_double(self.arguments.double(self.context)?)
                };
                format_float(directive, value, &mut self.output);
            }
            b'n' => self.count(directive)?,
            b'm' => {
                let text = text_of(errno(self.context)?);
                self.cut_and_padded(directive, text.as_bytes());
            }
            0 => return Ok(Some(EINVAL)),
            other => {
                let conversion = char::from(other);
                return Err(misuse(format!("format with the unknown conversion `%{conversion}`")));
            }
        }
        Ok(None)
    }

    fn padded(&mut self, directive: &Directive, text: &[u8]) {
        pad(directive, text, &mut self.output);
    }

    fn cut_and_padded(&mut self, directive: &Directive, text: &[u8]) {
        let length = directive.precision.unwrap_or(usize::MAX).min(text.len());
        self.padded(directive, &text[..length]);
    }

    /// `%p`: hexadecimal with `0x`, or `(nil)`.
    fn pointer(&mut self, directive: &Directive) -> Result<(), Stop> {
        let value = self.arguments.word(self.context, ArgumentKind::Pointer)?;
        if value == 0 {
            self.padded(directive, b"(nil)");
            return Ok(());
        }
        // glibc treats it as signed: the flags `+` and space hold.
        let prefix = format!("{}0x", sign(directive.flags, false));
        let digits = format!("{value:0width$x}", width = directive.precision.unwrap_or(1));
        let zeros = directive.flags.zero && directive.precision.is_none();
        pad_number(directive, &prefix, &digits, zeros, &mut self.output);
        Ok(())
    }

    /// `%s`: read up to its end or the precision.
    fn string(&mut self, directive: &Directive) -> Result<(), Stop> {
        let address = self.arguments.word(self.context, ArgumentKind::Pointer)?;
        if address == 0 {
            let fits = directive.precision.is_none_or(|precision| precision >= 6);
            self.padded(directive, if fits { b"(null)" } else { b"" });
            return Ok(());
        }
        let limit = directive.precision.map_or(u64::MAX, |precision| precision as u64);
        let text = self.context.text(address);
        let length = text.find(limit, |byte| byte == 0)?.unwrap_or(limit as usize);
        let text = text.bytes()[..length].to_vec();
        self.padded(directive, &text);
        Ok(())
    }

    /// `%lc`
    fn wide_character(&mut self, directive: &Directive) -> Result<Option<i32>, Stop> {
        let character = self.arguments.word(self.context, ArgumentKind::Int)? as u32;
        if character > 127 {
            return Ok(Some(EILSEQ));
        }
        self.padded(directive, &[character as u8]);
        Ok(None)
    }

    /// `%ls`: the precision counts bytes.
    fn wide_string(&mut self, directive: &Directive) -> Result<Option<i32>, Stop> {
        let address = self.arguments.word(self.context, ArgumentKind::Pointer)?;
        let limit = directive.precision.unwrap_or(usize::MAX);
        let mut text = Vec::new();
        while address != 0 && text.len() < limit {
            let character = self.context.read(address.wrapping_add(4 * text.len() as u64), 4)? as u32;
            match character {
                0 => break,
                1..=127 => text.push(character as u8),
                _ => return Ok(Some(EILSEQ)),
            }
        }
        if address == 0 {
            let fits = directive.precision.is_none_or(|precision| precision >= 6);
            text.extend(if fits { &b"(null)"[..] } else { b"" });
        }
        self.padded(directive, &text);
        Ok(None)
    }

    /// `%n`: stores the number of characters so far.
    fn count(&mut self, directive: &Directive) -> Result<(), Stop> {
        let address = self.arguments.word(self.context, ArgumentKind::Pointer)?;
        let size_bytes = match directive.length {
            Length::Byte => 1,
            Length::Short => 2,
            Length::Int => 4,
            Length::Long | Length::LongDouble => 8,
        };
        self.context.write(address, size_bytes, self.output.len() as u128)
    }
}

/// Appends `text`, filled with spaces to the width.
fn pad(directive: &Directive, text: &[u8], output: &mut Vec<u8>) {
    let missing = directive.width.saturating_sub(text.len());
    if !directive.flags.left {
        output.resize(output.len() + missing, b' ');
    }
    output.extend(text);
    if directive.flags.left {
        output.resize(output.len() + missing, b' ');
    }
}

/// Appends a number of `sign` and `digits`, filled to the width: with zeros between the two if
/// `zeros`.
fn pad_number(directive: &Directive, sign: &str, digits: &str, zeros: bool, output: &mut Vec<u8>) {
    let missing = directive.width.saturating_sub(sign.len() + digits.len());
    let fill = if zeros && !directive.flags.left { missing } else { 0 };
    let number = [sign.as_bytes(), &vec![b'0'; fill], digits.as_bytes()].concat();
    pad(directive, &number, output);
}

/// The sign of a signed number: `-`, or what the flags ask for.
fn sign(flags: Flags, negative: bool) -> &'static str {
    match (negative, flags.plus, flags.space) {
        (true, ..) => "-",
        (false, true, _) => "+",
        (false, false, true) => " ",
        (false, false, false) => "",
    }
}
