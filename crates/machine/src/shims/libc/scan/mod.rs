//! `stdio.h`, formatted input: `scanf` and its family.
//!
//! As glibc: `0x` without a digit behind it reads as 0 and takes the `x`; `1e` reads as 1 and
//! takes the `e`; numbers out of range are those of `strtol`, cut to the type. `m` allocates.
//! Numbered arguments, wide characters and `%a` as an allocation flag are left out.
//!
//! ```text
//! % [*] [width] [hh h l ll q L j z t] [m] conversion      d i u o x X p  e f g a  s c [ n %
//! ```

mod input;
mod numbers;

use super::files::EBADF;
use super::format::Arguments;
use super::parse_integer::is_space;
use super::stream_object::descriptor_at;
use super::{ArgumentKind, Shim, ShimContext, ShimResult, int, misuse, shim};
use crate::fault::Stop;
use input::Input;

pub(super) const SHIMS: &[Shim] = &[
    shim("sscanf", |context| from_string(context, false)),
    shim("vsscanf", |context| from_string(context, true)),
    shim("__isoc99_sscanf", |context| from_string(context, false)),
    shim("__isoc99_vsscanf", |context| from_string(context, true)),
    shim("__isoc23_sscanf", |context| from_string(context, false)),
    shim("__isoc23_vsscanf", |context| from_string(context, true)),
    shim("scanf", |context| from_descriptor(context, 0, 0, false)),
    shim("vscanf", |context| from_descriptor(context, 0, 0, true)),
    shim("__isoc99_scanf", |context| from_descriptor(context, 0, 0, false)),
    shim("__isoc99_vscanf", |context| from_descriptor(context, 0, 0, true)),
    shim("__isoc23_scanf", |context| from_descriptor(context, 0, 0, false)),
    shim("__isoc23_vscanf", |context| from_descriptor(context, 0, 0, true)),
    shim("fscanf", |context| from_stream(context, false)),
    shim("vfscanf", |context| from_stream(context, true)),
    shim("__isoc99_fscanf", |context| from_stream(context, false)),
    shim("__isoc99_vfscanf", |context| from_stream(context, true)),
    shim("__isoc23_fscanf", |context| from_stream(context, false)),
    shim("__isoc23_vfscanf", |context| from_stream(context, true)),
];

/// Why scanning ends before the format does.
#[derive(Debug)]
enum End {
    /// The input ended where a conversion or character was due.
    Input,
    /// The input does not match.
    Mismatch,
    /// The run stops.
    Stop(Stop),
}

impl From<Stop> for End {
    fn from(stop: Stop) -> Self {
        End::Stop(stop)
    }
}

/// A directive behind `%`.
#[derive(Clone, Copy, Debug, Default)]
struct Directive {
    suppress: bool,
    allocate: bool,
    width: Option<usize>,
    /// Bytes of an integer.
    size_bytes: u32,
    long: bool,
    long_double: bool,
    conversion: u8,
}

/// A format being carried out.
struct Engine<'c, 'm, 'i> {
    context: &'c mut ShimContext<'m>,
    format: Vec<u8>,
    at: usize,
    arguments: Arguments,
    input: Input<'i>,
    assigned: i32,
}

/// `int sscanf(const char *text, const char *format, ...)`
fn from_string(context: &mut ShimContext<'_>, list: bool) -> ShimResult {
    let text = context.c_string(context.word(0))?;
    let (count, _) = scan(context, 1, list, &text)?;
    int(count)
}

fn from_stream(context: &mut ShimContext<'_>, list: bool) -> ShimResult {
    let descriptor = descriptor_at(context, 0)?;
    from_descriptor(context, descriptor, 1, list)
}

fn from_descriptor(
    context: &mut ShimContext<'_>,
    descriptor: i32,
    position: usize,
    list: bool,
) -> ShimResult {
    let Ok(bytes) = context.state().readable(descriptor) else {
        context.set_errno(EBADF)?;
        return int(-1);
    };
    let (count, (taken, met_end)) = scan(context, position, list, &bytes)?;
    context.state().consume(descriptor, taken);
    if let Some(file) = context.state().library.files.get(descriptor) {
        file.end |= met_end;
    }
    if met_end {
        context.state().fell_short(descriptor, 1);
    }
    int(count)
}

/// The result of the format at argument `position`, the bytes taken, and whether the end of the
/// input was met.
fn scan(
    context: &mut ShimContext<'_>,
    position: usize,
    list: bool,
    bytes: &[u8],
) -> Result<(i32, (usize, bool)), Stop> {
    let format = context.c_string(context.word(position))?;
    let arguments = match list {
        true => Arguments::List(context.word(position + 1)),
        false => Arguments::Given(position + 1),
    };
    let input = Input::new(bytes);
    let mut engine = Engine { context, format, at: 0, arguments, input, assigned: 0 };
    let result = engine.run();
    let (assigned, place) = (engine.assigned, engine.input.place());
    match result {
        Ok(()) | Err(End::Mismatch) => Ok((assigned, place)),
        Err(End::Input) => Ok((if assigned == 0 { -1 } else { assigned }, place)),
        Err(End::Stop(stop)) => Err(stop),
    }
}

impl Engine<'_, '_, '_> {
    fn peek(&self) -> u8 {
        self.format.get(self.at).copied().unwrap_or(0)
    }

    fn take(&mut self, expected: u8) -> bool {
        let taken = self.peek() == expected;
        self.at += usize::from(taken);
        taken
    }

    fn run(&mut self) -> Result<(), End> {
        while self.at < self.format.len() {
            let byte = self.peek();
            self.at += 1;
            if is_space(byte) {
                self.input.skip_space();
            } else if byte == b'%' {
                let directive = self.directive()?;
                self.convert(&directive)?;
            } else {
                self.literal(byte)?;
            }
        }
        Ok(())
    }

    fn literal(&mut self, expected: u8) -> Result<(), End> {
        match self.input.peek() {
            None => Err(End::Input),
            Some(byte) if byte == expected => {
                self.input.take();
                Ok(())
            }
            Some(_) => Err(End::Mismatch),
        }
    }

    fn directive(&mut self) -> Result<Directive, End> {
        let mut directive = Directive { suppress: self.take(b'*'), size_bytes: 4, ..Directive::default() };
        let start = self.at;
        while self.peek().is_ascii_digit() {
            self.at += 1;
        }
        if self.peek() == b'$' {
            return Err(Stop::Unsupported("numbered arguments in a format".to_owned()).into());
        }
        let digits = std::str::from_utf8(&self.format[start..self.at]).unwrap_or("");
        directive.width = digits.parse().ok().filter(|&width| width != 0);
        self.modifiers(&mut directive);
        directive.conversion = self.peek();
        self.at += 1;
        Ok(directive)
    }

    fn modifiers(&mut self, directive: &mut Directive) {
        loop {
            match self.peek() {
                b'h' => directive.size_bytes /= 2,
                b'l' => {
                    directive.long_double = directive.long;
                    directive.long = true;
                    directive.size_bytes = 8;
                }
                b'q' | b'L' => {
                    directive.long_double = true;
                    directive.size_bytes = 8;
                }
                b'j' | b'z' | b't' => directive.size_bytes = 8,
                b'm' => directive.allocate = true,
                _ => return,
            }
            self.at += 1;
        }
    }

    fn convert(&mut self, directive: &Directive) -> Result<(), End> {
        if !matches!(directive.conversion, b'c' | b'[' | b'n') {
            self.input.skip_space();
        }
        match directive.conversion {
            b'%' => self.literal(b'%'),
            b'n' => {
                let count = self.input.place().0 as u128;
                Ok(self.store(directive, directive.size_bytes, count, false)?)
            }
            b'd' | b'u' => self.integer(directive, 10),
            b'i' => self.integer(directive, 0),
            b'o' => self.integer(directive, 8),
            b'x' | b'X' => self.integer(directive, 16),
            b'p' => self.integer(&Directive { size_bytes: 8, ..*directive }, 16),
            b'e' | b'f' | b'g' | b'a' | b'E' | b'F' | b'G' | b'A' => self.float(directive),
            b's' | b'c' | b'[' if directive.long => {
                Err(Stop::Unsupported("wide characters in a format".to_owned()).into())
            }
            b's' => self.text(directive, usize::MAX, 0, |byte| !is_space(byte)),
            b'c' => self.text(directive, 1, 0, |_| true),
            b'[' => {
                let set = self.set()?;
                self.text(directive, usize::MAX, 1, |byte| set[usize::from(byte)])
            }
            other => {
                let conversion = char::from(other);
                Err(misuse(format!("scan format with the unknown conversion `%{conversion}`")).into())
            }
        }
    }

    /// The characters that `[...]` admits.
    fn set(&mut self) -> Result<[bool; 256], End> {
        let invert = self.take(b'^');
        let start = self.at;
        let length = self.format.get(start + 1..).and_then(|rest| rest.iter().position(|&b| b == b']'));
        let Some(length) = length else { return Err(End::Mismatch) };
        let members = self.format[start..=start + length].to_vec();
        self.at = start + length + 2;
        let mut set = [invert; 256];
        let mut index = 0;
        while index < members.len() {
            let first = members[index];
            let last = match members.get(index + 1..index + 3) {
                Some(&[b'-', last]) if last >= first => last,
                _ => first,
            };
            set[usize::from(first)..=usize::from(last)].fill(!invert);
            index += if last == first { 1 } else { 3 };
        }
        Ok(set)
    }

    /// Characters that `admit` admits: at least `least`, at most the width or `most`.
    fn text(
        &mut self,
        directive: &Directive,
        most: usize,
        least: usize,
        admit: impl Fn(u8) -> bool,
    ) -> Result<(), End> {
        if self.input.peek().is_none() {
            return Err(End::Input);
        }
        let limit = directive.width.unwrap_or(most);
        let mut text = Vec::new();
        while let Some(byte) = self.input.peek_within(limit, text.len()).filter(|&byte| admit(byte)) {
            text.push(byte);
            self.input.take();
        }
        if text.len() < least {
            return Err(End::Mismatch);
        }
        if directive.conversion != b'c' {
            text.push(0);
        }
        self.store_text(directive, &text)?;
        Ok(())
    }

    fn store_text(&mut self, directive: &Directive, text: &[u8]) -> Result<(), Stop> {
        if directive.suppress {
            return Ok(());
        }
        let mut to = self.arguments.word(self.context, ArgumentKind::Pointer)?;
        if directive.allocate {
            let place = to;
            to = self.context.allocate(text.len() as u64)?;
            self.context.write(place, 8, u128::from(to))?;
        }
        self.context.write_bytes(to, text)?;
        self.assigned += 1;
        Ok(())
    }

    /// Stores a number through the next argument.
    fn store(
        &mut self,
        directive: &Directive,
        size_bytes: u32,
        bits: u128,
        counts: bool,
    ) -> Result<(), Stop> {
        if !directive.suppress {
            let to = self.arguments.word(self.context, ArgumentKind::Pointer)?;
            self.context.write(to, size_bytes, bits)?;
            self.assigned += i32::from(counts);
        }
        Ok(())
    }
}
