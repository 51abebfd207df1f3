//! `time.h`: dates read from text, `strptime`, in the C locale.
//!
//! Only the fields that the format names are written, and, when the date is known, the days of the week and
//! the year; as glibc does it. Numbers may have blanks before them; names are read in any case, in full or
//! by their first three letters.
//!
//! Source: POSIX.1-2017, `strptime`; glibc where that leaves it open. Not handled: dates by number of the
//! week, which are read and ignored; `%Z`, which is read and ignored.

use super::calendar::{DAYS, Date, MONTHS, date_of, days_from_civil, read_date};
use super::parse_integer::is_space;
use super::time::write_fields;
use super::{Shim, ShimContext, ShimResult, shim, word};

pub(super) const SHIMS: &[Shim] = &[shim("strptime", read)];

/// Formats inside of formats nest no deeper.
const MAX_DEPTH: u32 = 3;

/// What has been read.
#[derive(Default)]
struct Reading {
    century: Option<i32>,
    two_digit_year: bool,
    afternoon: bool,
    hour_of_12: bool,
    has_month: bool,
    has_day: bool,
    has_week_day: bool,
    has_year_day: bool,
    wants_days: bool,
    offset: Option<i64>,
}

/// `char *strptime(const char *text, const char *format, struct tm *to)`
fn read(context: &mut ShimContext<'_>) -> ShimResult {
    let (place, to) = (context.word(0), context.word(2));
    let (text, format) = (context.c_string(place)?, context.c_string(context.word(1))?);
    let mut date = read_date(context, to)?;
    let mut reading = Reading::default();
    let Some(length) = reading.follow(&text, &format, &mut date, 0) else {
        // What was read before the failure is written natively as well; programs must not look at it.
        return word(0);
    };
    reading.finish(&mut date);
    write_fields(context, to, &date)?;
    if let Some(offset) = reading.offset {
        context.write(to.wrapping_add(40), 8, u128::from(offset as u64))?;
    }
    word(place + length as u64)
}

/// A number of at most `digits` digits, from `least` to `most`, and the length of its text.
fn number(text: &[u8], least: i32, most: i32, digits: usize) -> Option<(i32, usize)> {
    let start = text.iter().take_while(|&&byte| byte == b' ').count();
    let (mut value, mut end) = (0, start);
    while let Some(digit) = text.get(end).filter(|byte| byte.is_ascii_digit()) {
        if end > start && (end - start >= digits || value * 10 > most) {
            break;
        }
        value = value * 10 + i32::from(digit - b'0');
        end += 1;
    }
    (end > start && (least..=most).contains(&value)).then_some((value, end))
}

/// The position of the name that `text` starts with, and the length of its text.
fn name(text: &[u8], names: &[&str]) -> Option<(i32, usize)> {
    let starts =
        |name: &str| text.len() >= name.len() && text[..name.len()].eq_ignore_ascii_case(name.as_bytes());
    let full = names.iter().position(|name| starts(name)).map(|at| (at as i32, names[at].len()));
    full.or_else(|| names.iter().position(|name| starts(&name[..3])).map(|at| (at as i32, 3)))
}

impl Reading {
    /// Reads `text` as the format says; gives the length read.
    fn follow(&mut self, text: &[u8], format: &[u8], date: &mut Date, depth: u32) -> Option<usize> {
        let mut at = 0;
        let mut bytes = format.iter().copied();
        while let Some(byte) = bytes.next() {
            if is_space(byte) {
                at += text[at..].iter().take_while(|&&byte| is_space(byte)).count();
                continue;
            }
            if byte != b'%' {
                if text.get(at) != Some(&byte) {
                    return None;
                }
                at += 1;
                continue;
            }
            let conversion = bytes.find(|byte| !b"_-0^#EO".contains(byte))?;
            at += self.convert(&text[at..], conversion, date, depth)?;
        }
        Some(at)
    }

    fn convert(&mut self, text: &[u8], conversion: u8, date: &mut Date, depth: u32) -> Option<usize> {
        let inner = match conversion {
            b'c' => "%a %b %e %H:%M:%S %Y",
            b'D' | b'x' => "%m/%d/%y",
            b'F' => "%Y-%m-%d",
            b'r' => "%I:%M:%S %p",
            b'R' => "%H:%M",
            b'T' | b'X' => "%H:%M:%S",
            b'n' | b't' => " ",
            _ => return self.field(text, conversion, date),
        };
        if depth < MAX_DEPTH { self.follow(text, inner.as_bytes(), date, depth + 1) } else { None }
    }

    fn field(&mut self, text: &[u8], conversion: u8, date: &mut Date) -> Option<usize> {
        let (value, length) = match conversion {
            b'%' => return (text.first() == Some(&b'%')).then_some(1),
            b'a' | b'A' => name(text, &DAYS)?,
            b'b' | b'B' | b'h' => name(text, &MONTHS)?,
            b'p' => half(text)?,
            b'd' | b'e' => number(text, 1, 31, 2)?,
            b'H' | b'k' => number(text, 0, 23, 2)?,
            b'I' | b'l' => number(text, 1, 12, 2)?,
            b'j' => number(text, 1, 366, 3)?,
            b'm' => number(text, 1, 12, 2)?,
            b'M' => number(text, 0, 59, 2)?,
            b'S' => number(text, 0, 61, 2)?,
            b'C' | b'y' => number(text, 0, 99, 2)?,
            b'Y' => number(text, 0, 9999, 4)?,
            b'u' => number(text, 1, 7, 1)?,
            b'w' => number(text, 0, 6, 1)?,
            b'U' | b'W' | b'V' => return number(text, 0, 53, 2).map(|found| found.1),
            b'z' => return self.zone(text),
            b'Z' => return Some(text.iter().take_while(|&&byte| !is_space(byte)).count()),
            b's' => return self.seconds(text, date),
            _ => return None,
        };
        self.set(conversion, value, date);
        Some(length)
    }

    fn set(&mut self, conversion: u8, value: i32, date: &mut Date) {
        self.wants_days |= b"deCmYybBh".contains(&conversion);
        self.has_month |= b"mbBh".contains(&conversion);
        self.has_day |= b"de".contains(&conversion);
        self.has_week_day |= b"aAuw".contains(&conversion);
        match conversion {
            b'a' | b'A' | b'w' => date.week_day = value,
            b'u' => date.week_day = value % 7,
            b'b' | b'B' | b'h' => date.month = value,
            b'm' => date.month = value - 1,
            b'd' | b'e' => date.day = value,
            b'H' | b'k' => (date.hour, self.hour_of_12) = (value, false),
            b'I' | b'l' => (date.hour, self.hour_of_12) = (value % 12, true),
            b'p' => self.afternoon = value == 1,
            b'j' => (date.year_day, self.has_year_day) = (value - 1, true),
            b'M' => date.minute = value,
            b'S' => date.second = value,
            b'C' => self.century = Some(value),
            b'y' => (date.year, self.two_digit_year) = (if value >= 69 { value } else { value + 100 }, true),
            _ => (date.year, self.two_digit_year, self.century) = (value - 1900, false, None),
        }
    }

    /// `+hh`, `+hhmm`, `+hh:mm` or `Z`.
    fn zone(&mut self, text: &[u8]) -> Option<usize> {
        let start = text.iter().take_while(|&&byte| byte == b' ').count();
        let negative = match text.get(start)? {
            b'Z' => {
                self.offset = Some(0);
                return Some(start + 1);
            }
            b'+' => false,
            b'-' => true,
            _ => return None,
        };
        let (mut value, mut digits, mut at) = (0_i64, 0, start + 1);
        while digits < 4 {
            match text.get(at) {
                Some(byte) if byte.is_ascii_digit() => {
                    value = value * 10 + i64::from(byte - b'0');
                    digits += 1;
                }
                Some(b':') if digits == 2 && text.get(at + 1).is_some_and(u8::is_ascii_digit) => {}
                _ => break,
            }
            at += 1;
        }
        let value = match digits {
            2 => value * 100,
            4 => value,
            _ => return None,
        };
        if value > 1400 || value % 100 >= 60 {
            return None;
        }
        let seconds = value / 100 * 3600 + value % 100 * 60;
        self.offset = Some(if negative { -seconds } else { seconds });
        Some(at)
    }

    /// Seconds since 1970: the whole date.
    fn seconds(&mut self, text: &[u8], date: &mut Date) -> Option<usize> {
        let length = text.iter().take_while(|byte| byte.is_ascii_digit()).count();
        let seconds = std::str::from_utf8(&text[..length]).ok()?.parse().ok()?;
        *date = date_of(seconds)?;
        Some(length)
    }

    /// Fields that follow from others.
    fn finish(&mut self, date: &mut Date) {
        if self.hour_of_12 && self.afternoon {
            date.hour += 12;
        }
        if let Some(century) = self.century {
            let year = if self.two_digit_year { date.year.rem_euclid(100) } else { 0 };
            date.year = year + (century - 19) * 100;
        }
        if !self.wants_days {
            return;
        }
        let year = i64::from(date.year) + 1900;
        let first = days_from_civil(year, 1, 1);
        let is_complete = self.has_week_day || self.has_month && self.has_day;
        if !is_complete && self.has_year_day {
            if let Some(found) = date_of((first + i64::from(date.year_day)) * 86_400) {
                date.month = if self.has_month { date.month } else { found.month };
                date.day = if self.has_day { date.day } else { found.day };
            }
            self.has_month = true;
        }
        if !self.has_month && !(0..=11).contains(&date.month) {
            return;
        }
        let day = days_from_civil(year, date.month as u32 + 1, 1) + i64::from(date.day) - 1;
        if !self.has_week_day {
            date.week_day = (day + 4).rem_euclid(7) as i32;
        }
        if !self.has_year_day {
            date.year_day = (day - first) as i32;
        }
    }
}

/// `AM` or `PM`.
fn half(text: &[u8]) -> Option<(i32, usize)> {
    let two = text.get(..2)?;
    let position = ["AM", "PM"].iter().position(|half| two.eq_ignore_ascii_case(half.as_bytes()))?;
    Some((position as i32, 2))
}
