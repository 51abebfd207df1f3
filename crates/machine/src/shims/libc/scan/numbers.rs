//! Numbers in `scanf`: which characters belong to one, and its value.
//!
//! The characters are collected as glibc collects them, and read by the functions behind
//! `strtol` and `strtod`.

use super::{Directive, End, Engine};
use crate::fault::Stop;
use crate::shims::libc::parse_float;
use crate::shims::libc::parse_integer::{ERANGE, Integer, signed_value, unsigned_value};
use trine_ir::Type;

/// The characters of a number so far, and how many more there may be.
struct Collected {
    text: Vec<u8>,
    left: usize,
}

impl Engine<'_, '_, '_> {
    /// The next character of a number, if there may be one more and `admit` admits it.
    fn next_of(&mut self, left: usize, admit: impl Fn(u8) -> bool) -> Option<u8> {
        if left == 0 {
            return None;
        }
        self.input.peek().filter(|&byte| admit(byte))
    }

    /// Collects the next character if `admit` admits it.
    fn collect(&mut self, number: &mut Collected, admit: impl Fn(u8) -> bool) -> bool {
        let Some(byte) = self.next_of(number.left, admit) else { return false };
        number.text.push(byte);
        number.left -= 1;
        self.input.take();
        true
    }

    /// Starts a number: its sign.
    fn start(&mut self, directive: &Directive) -> Result<Collected, End> {
        if self.input.peek().is_none() {
            return Err(End::Input);
        }
        let mut number = Collected { text: Vec::new(), left: directive.width.unwrap_or(usize::MAX) };
        self.collect(&mut number, |byte| byte == b'-' || byte == b'+');
        Ok(number)
    }

    /// `%d %i %u %o %x %p`
    pub(super) fn integer(&mut self, directive: &Directive, base: u32) -> Result<(), End> {
        let mut number = self.start(directive)?;
        let sign = number.text.len();
        let mut base = base;
        if self.collect(&mut number, |byte| byte == b'0') {
            let hexadecimal = matches!(base, 0 | 16) && self.collect(&mut number, |byte| byte | 0x20 == b'x');
            if hexadecimal {
                number.text.pop();
                base = 16;
            } else if base == 0 {
                base = 8;
            }
        }
        let base = if base == 0 { 10 } else { base };
        while self.collect(&mut number, |byte| char::from(byte).is_digit(base)) {}
        if number.text.len() == sign {
            return Err(End::Mismatch);
        }
        let negative = number.text.first() == Some(&b'-');
        let (value, fits) = integer_value(directive, negative, &number.text[sign..], base);
        if !fits {
            self.context.set_errno(ERANGE)?;
        }
        Ok(self.store(directive, directive.size_bytes.max(1), u128::from(value), true)?)
    }

    /// `%e %f %g %a`
    pub(super) fn float(&mut self, directive: &Directive) -> Result<(), End> {
        let mut number = self.start(directive)?;
        let sign = number.text.len();
        if sign > 0 && self.next_of(number.left, |_| true).is_none() {
            return Err(End::Mismatch);
        }
        match self.next_of(number.left, |_| true).map(|byte| byte | 0x20) {
            Some(b'n') => self.word(&mut number, b"nan")?,
            Some(b'i') => {
                self.word(&mut number, b"inf")?;
                if self.next_of(number.left, |byte| byte | 0x20 == b'i').is_some() {
                    self.word(&mut number, b"inity")?;
                }
            }
            _ => self.digits(&mut number, sign)?,
        }
        self.store_float(directive, &number.text)
    }

    /// The characters of `word` in any case.
    fn word(&mut self, number: &mut Collected, word: &[u8]) -> Result<(), End> {
        for &expected in word {
            if !self.collect(number, |byte| byte.eq_ignore_ascii_case(&expected)) {
                return Err(End::Mismatch);
            }
        }
        Ok(())
    }

    fn digits(&mut self, number: &mut Collected, sign: usize) -> Result<(), End> {
        let mut digit = self.collect(number, |byte| byte == b'0');
        // A width that ends with the `x` leaves it alone.
        let room = number.left > 1;
        let hexadecimal = digit && room && self.collect(number, |byte| byte | 0x20 == b'x');
        digit &= !hexadecimal;
        let (base, marker) = if hexadecimal { (16, b'p') } else { (10, b'e') };
        let (mut point, mut exponent) = (false, false);
        loop {
            let behind_marker = exponent && number.text.last().is_some_and(|&byte| byte | 0x20 == marker);
            let base = if exponent { 10 } else { base };
            if self.collect(number, |byte| char::from(byte).is_digit(base)) {
                digit = true;
            } else if behind_marker && self.collect(number, |byte| byte == b'-' || byte == b'+') {
            } else if digit && !exponent && self.collect(number, |byte| byte | 0x20 == marker) {
                (exponent, point) = (true, true);
            } else if !point && self.collect(number, |byte| byte == b'.') {
                point = true;
            } else {
                break;
            }
        }
        let empty = if hexadecimal { sign + 2 } else { sign };
        if number.text.len() == empty { Err(End::Mismatch) } else { Ok(()) }
    }

    fn store_float(&mut self, directive: &Directive, text: &[u8]) -> Result<(), End> {
        let ty = match (directive.long_double, directive.long) {
            (true, _) => Type::F80,
            (_, true) => Type::F64,
            _ => Type::F32,
        };
        let Some(number) = self.read_float(text)? else { return Err(End::Mismatch) };
        let (bits, in_range) = parse_float::value(&number, ty);
        if !in_range {
            self.context.set_errno(ERANGE)?;
        }
        Ok(self.store(directive, ty.store_size_bytes(), bits, true)?)
    }

    /// The number that `strtod` reads from the characters collected.
    fn read_float(&mut self, text: &[u8]) -> Result<Option<parse_float::FloatText>, Stop> {
        let copy = self.context.scratch(text.len() as u64 + 1)?;
        self.context.write_bytes(copy, text)?;
        let number = parse_float::parse(&self.context.text(copy));
        self.context.free(copy)?;
        number
    }
}

/// The value of `digits`, and whether it fits into 64 bits.
fn integer_value(directive: &Directive, negative: bool, digits: &[u8], base: u32) -> (u64, bool) {
    let mut number = Integer { negative, magnitude: 0, overflow: false, end: 0 };
    for &byte in digits {
        let digit = u64::from(char::from(byte).to_digit(base).unwrap_or(0));
        let next = number.magnitude.checked_mul(u64::from(base)).and_then(|tens| tens.checked_add(digit));
        match next {
            Some(value) => number.magnitude = value,
            None => number.overflow = true,
        }
    }
    if matches!(directive.conversion, b'd' | b'i') { signed_value(&number) } else { unsigned_value(&number) }
}
