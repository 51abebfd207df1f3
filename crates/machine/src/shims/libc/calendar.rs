//! Dates of the Gregorian calendar, and their text: `asctime`, `ctime`, `strftime`.
//!
//! Days are counted by Hinnant's algorithms ("chrono-compatible low-level date algorithms",
//! 2013), with years that start in March. `strftime` knows every conversion of C and POSIX in
//! the C locale, and glibc's `%k %l %P %s`, flags and widths.

use super::{Shim, ShimContext, ShimResult, misuse, shim, word};
use crate::fault::Stop;

pub(super) const SHIMS: &[Shim] = &[
    shim("asctime", |context| as_text(context, context.word(0), None)),
    shim("asctime_r", |context| as_text(context, context.word(0), Some(context.word(1)))),
    shim("ctime", |context| time_as_text(context, None)),
    shim("ctime_r", |context| time_as_text(context, Some(context.word(1)))),
    shim("strftime", format_date),
];

const EOVERFLOW: i32 = 75;

pub(super) const DAYS: [&str; 7] =
    ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];
pub(super) const MONTHS: [&str; 12] = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
];

/// A `struct tm`, with its offsets: months and days of the year from 0, years from 1900.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Date {
    pub second: i32,
    pub minute: i32,
    pub hour: i32,
    pub day: i32,
    pub month: i32,
    pub year: i32,
    pub week_day: i32,
    pub year_day: i32,
}

impl Date {
    /// The nine `int` of a `struct tm`.
    pub fn fields(&self) -> [i32; 9] {
        let Self { second, minute, hour, day, month, year, week_day, year_day } = *self;
        [second, minute, hour, day, month, year, week_day, year_day, 0]
    }

    pub fn from_fields(fields: [i32; 9]) -> Self {
        let [second, minute, hour, day, month, year, week_day, year_day, _] = fields;
        Self { second, minute, hour, day, month, year, week_day, year_day }
    }

    fn full_year(&self) -> i64 {
        i64::from(self.year) + 1900
    }
}

/// Days from 1970-01-01 to a date; months and days from 1.
pub(super) fn days_from_civil(year: i64, month: u32, day: u32) -> i64 {
    let year = if month <= 2 { year - 1 } else { year };
    let era = year.div_euclid(400);
    let year_of_era = year.rem_euclid(400);
    let day_of_year = i64::from((153 * ((month + 9) % 12) + 2) / 5 + day - 1);
    let day_of_era = year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + day_of_year;
    era * 146_097 + day_of_era - 719_468
}

/// The `struct tm` at `place`.
pub(super) fn read_date(context: &ShimContext<'_>, place: u64) -> Result<Date, Stop> {
    let mut fields = [0; 9];
    for (index, field) in fields.iter_mut().enumerate() {
        *field = context.read(place.wrapping_add(4 * index as u64), 4)? as i32;
    }
    Ok(Date::from_fields(fields))
}

/// Seconds since 1970 of a date in UTC, whose fields may be out of their ranges.
pub(super) fn seconds_of(date: &Date) -> i64 {
    let month = i64::from(date.month);
    let year = i64::from(date.year) + 1900 + month.div_euclid(12);
    let days = days_from_civil(year, month.rem_euclid(12) as u32 + 1, 1) + i64::from(date.day) - 1;
    ((days * 24 + i64::from(date.hour)) * 60 + i64::from(date.minute)) * 60 + i64::from(date.second)
}

/// The date at a time in UTC; `None` when the year does not fit.
pub(super) fn date_of(seconds: i64) -> Option<Date> {
    let (days, rest) = (seconds.div_euclid(86_400), seconds.rem_euclid(86_400) as i32);
    let shifted = days + 719_468;
    let (era, day_of_era) = (shifted.div_euclid(146_097), shifted.rem_euclid(146_097));
    let year_of_era = (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let shifted_month = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * shifted_month + 2) / 5 + 1;
    let month = (shifted_month + 2) % 12;
    let year = year_of_era + era * 400 + i64::from(month < 2);
    Some(Date {
        second: rest % 60,
        minute: rest / 60 % 60,
        hour: rest / 3600,
        day: day as i32,
        month: month as i32,
        year: i32::try_from(year - 1900).ok()?,
        week_day: (days + 4).rem_euclid(7) as i32,
        year_day: (days - days_from_civil(year, 1, 1)) as i32,
    })
}

fn name(names: &[&'static str], index: i32) -> &'static str {
    usize::try_from(index).ok().and_then(|index| names.get(index)).copied().unwrap_or("?")
}

/// At most the first three letters.
fn short(name: &'static str) -> &'static str {
    name.get(..3).unwrap_or(name)
}

/// `char *asctime(const struct tm *date)`
fn as_text(context: &mut ShimContext<'_>, place: u64, to: Option<u64>) -> ShimResult {
    let date = read_date(context, place)?;
    give_text(context, &date, to)
}

/// Writes the text to the caller's 26 bytes, where it must fit, or to an object of its own.
fn give_text(context: &mut ShimContext<'_>, date: &Date, to: Option<u64>) -> ShimResult {
    let text = date_text(date);
    let to = match to {
        Some(_) if text.len() > 26 => {
            context.set_errno(EOVERFLOW)?;
            return word(0);
        }
        Some(to) => to,
        None => context.static_object(&[0; 64])?,
    };
    context.write_bytes(to, text.as_bytes())?;
    word(to)
}

fn date_text(date: &Date) -> String {
    let missing = |name| if name == "?" { "???" } else { short(name) };
    let (day, month) = (missing(name(&DAYS, date.week_day)), missing(name(&MONTHS, date.month)));
    let Date { hour, minute, second, .. } = date;
    format!("{day} {month}{:3} {hour:02}:{minute:02}:{second:02} {}\n\0", date.day, date.full_year())
}

/// `char *ctime(const time_t *time)`
fn time_as_text(context: &mut ShimContext<'_>, to: Option<u64>) -> ShimResult {
    let seconds = context.read(context.word(0), 8)? as u64 as i64;
    match date_of(seconds) {
        Some(date) => give_text(context, &date, to),
        None => word(0),
    }
}

/// `size_t strftime(char *to, size_t room, const char *format, const struct tm *date)`
fn format_date(context: &mut ShimContext<'_>) -> ShimResult {
    let format = context.c_string(context.word(2))?;
    let place = context.word(3);
    let date = read_date(context, place)?;
    let zone_at = if names_zone(&format) { context.read(place.wrapping_add(48), 8)? as u64 } else { 0 };
    let zone = if zone_at == 0 { Vec::new() } else { context.c_string(zone_at)? };
    let text = expand(&format, &date, &zone)?;
    if text.len() as u64 >= context.word(1) {
        return word(0);
    }
    let length = text.len() as u64;
    context.write_bytes(context.word(0), &[text, vec![0]].concat())?;
    word(length)
}

/// Whether a format has a `%Z`, perhaps with flags and a width.
fn names_zone(format: &[u8]) -> bool {
    let behind = |part: &[u8]| part.iter().copied().find(|byte| !b"_-0^#123456789EO".contains(byte));
    format.split(|&byte| byte == b'%').skip(1).any(|part| behind(part) == Some(b'Z'))
}

fn expand(format: &[u8], date: &Date, zone: &[u8]) -> Result<Vec<u8>, Stop> {
    let mut text = Vec::new();
    let mut bytes = format.iter().copied();
    while let Some(byte) = bytes.next() {
        if byte != b'%' {
            text.push(byte);
            continue;
        }
        let (padding, mut next) = Padding::read(&mut bytes);
        if matches!(next, Some(b'E' | b'O')) {
            next = bytes.next();
        }
        let Some(conversion) = next else {
            text.push(b'%');
            continue;
        };
        let plain = match conversion {
            b'Z' => zone.to_vec(),
            _ => field(conversion, date)?.into_bytes(),
        };
        text.extend(padding.applied(conversion, plain));
    }
    Ok(text)
}

/// glibc's flags and width between `%` and a conversion.
#[derive(Clone, Copy, Debug, Default)]
struct Padding {
    /// `_`, `-` or `0`.
    fill: Option<u8>,
    upper: bool,
    swap: bool,
    width: usize,
}

impl Padding {
    /// Reads flags and width; gives the byte behind them.
    fn read(bytes: &mut impl Iterator<Item = u8>) -> (Self, Option<u8>) {
        let mut padding = Self::default();
        let mut next = bytes.next();
        while let Some(byte @ (b'_' | b'-' | b'0' | b'^' | b'#')) = next {
            match byte {
                b'^' => padding.upper = true,
                b'#' => padding.swap = true,
                fill => padding.fill = Some(fill),
            }
            next = bytes.next();
        }
        while let Some(digit @ b'0'..=b'9') = next {
            // Widths that no buffer holds are all the same.
            padding.width = (padding.width * 10 + usize::from(digit - b'0')).min(1 << 20);
            next = bytes.next();
        }
        (padding, next)
    }

    fn applied(self, conversion: u8, mut text: Vec<u8>) -> Vec<u8> {
        let number = b"CdegGHIjklmMsSuUVwWyY".contains(&conversion);
        let mut fill = if number && !b"ekl".contains(&conversion) { b'0' } else { b' ' };
        let mut width = self.width;
        if number {
            let least = text.len();
            let zeros = text.iter().take_while(|&&byte| matches!(byte, b'0' | b' ')).count();
            text.drain(..zeros.min(least - 1));
            width = width.max(if self.fill == Some(b'-') { 0 } else { least });
        } else if self.upper || (self.swap && b"aAbBh".contains(&conversion)) {
            text.make_ascii_uppercase();
        } else if self.swap && b"pZ".contains(&conversion) {
            text.make_ascii_lowercase();
        }
        match self.fill {
            Some(b'0') => fill = b'0',
            Some(_) => fill = b' ',
            None => {}
        }
        let mut padded = vec![fill; width.saturating_sub(text.len())];
        padded.extend(text);
        padded
    }
}

/// What `format` makes of the date; the format is one of ours.
fn combined(format: &str, date: &Date) -> Result<String, Stop> {
    Ok(String::from_utf8_lossy(&expand(format.as_bytes(), date, b"")?).into_owned())
}

fn field(conversion: u8, date: &Date) -> Result<String, Stop> {
    let hour_of_12 = (date.hour + 11).rem_euclid(12) + 1;
    let year = date.full_year();
    Ok(match conversion {
        b'a' => short(name(&DAYS, date.week_day)).to_owned(),
        b'A' => name(&DAYS, date.week_day).to_owned(),
        b'b' | b'h' => short(name(&MONTHS, date.month)).to_owned(),
        b'B' => name(&MONTHS, date.month).to_owned(),
        b'c' => combined("%a %b %e %H:%M:%S %Y", date)?,
        b'C' => year.div_euclid(100).to_string(),
        b'd' => format!("{:02}", date.day),
        b'D' | b'x' => combined("%m/%d/%y", date)?,
        b'e' => format!("{:2}", date.day),
        b'F' => combined("%Y-%m-%d", date)?,
        b'g' => format!("{:02}", iso_week(date).0.rem_euclid(100)),
        b'G' => iso_week(date).0.to_string(),
        b'H' => format!("{:02}", date.hour),
        b'I' => format!("{hour_of_12:02}"),
        b'j' => format!("{:03}", date.year_day + 1),
        b'k' => format!("{:2}", date.hour),
        b'l' => format!("{hour_of_12:2}"),
        b'm' => format!("{:02}", date.month + 1),
        b'M' => format!("{:02}", date.minute),
        b'n' => "\n".to_owned(),
        b'p' => if date.hour > 11 { "PM" } else { "AM" }.to_owned(),
        b'P' => if date.hour > 11 { "pm" } else { "am" }.to_owned(),
        b'r' => combined("%I:%M:%S %p", date)?,
        b'R' => combined("%H:%M", date)?,
        b's' => seconds_of(date).to_string(),
        b'S' => format!("{:02}", date.second),
        b't' => "\t".to_owned(),
        b'T' | b'X' => combined("%H:%M:%S", date)?,
        b'u' => ((date.week_day + 6).rem_euclid(7) + 1).to_string(),
        b'U' => format!("{:02}", (date.year_day + 7 - date.week_day) / 7),
        b'V' => format!("{:02}", iso_week(date).1),
        b'w' => date.week_day.to_string(),
        b'W' => format!("{:02}", (date.year_day + 7 - (date.week_day + 6).rem_euclid(7)) / 7),
        b'y' => format!("{:02}", year.rem_euclid(100)),
        b'Y' => year.to_string(),
        b'z' => "+0000".to_owned(),
        b'%' => "%".to_owned(),
        other => {
            let conversion = char::from(other);
            return Err(misuse(format!("strftime format with the unknown conversion `%{conversion}`")));
        }
    })
}

/// Year and week by ISO 8601: weeks start on Monday, the first has the year's first Thursday.
fn iso_week(date: &Date) -> (i64, i64) {
    let week_day = i64::from((date.week_day + 6).rem_euclid(7));
    let thursday = i64::from(date.year_day) + 3 - week_day;
    let year = date.full_year();
    let days_in = |year: i64| days_from_civil(year + 1, 1, 1) - days_from_civil(year, 1, 1);
    if thursday < 0 {
        (year - 1, (thursday + days_in(year - 1)) / 7 + 1)
    } else if thursday >= days_in(year) {
        (year + 1, (thursday - days_in(year)) / 7 + 1)
    } else {
        (year, thursday / 7 + 1)
    }
}
