//! The date of a run: now, or what `SOURCE_DATE_EPOCH` says, which builds set that are to be repeatable.

use std::time::{SystemTime, UNIX_EPOCH};

/// Seconds of a day.
const DAY: u64 = 86_400;

/// The date as `2026-11-23T07:10:00Z`.
pub fn now() -> String {
    let stated = std::env::var("SOURCE_DATE_EPOCH").ok().and_then(|seconds| seconds.parse().ok());
    let seconds = stated.or_else(|| Some(SystemTime::now().duration_since(UNIX_EPOCH).ok()?.as_secs()));
    written(seconds.unwrap_or_default())
}

/// Seconds since 1970 in the Gregorian calendar, by counting years and months.
fn written(seconds: u64) -> String {
    let (mut days, rest) = (seconds / DAY, seconds % DAY);
    let is_leap =
        |year: u64| year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
    let mut year = 1970;
    // A date beyond this year is nobody's.
    while year < 9999 && days >= 365 + u64::from(is_leap(year)) {
        days -= 365 + u64::from(is_leap(year));
        year += 1;
    }
    let lengths = [31, 28 + u64::from(is_leap(year)), 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
    let mut month = 0;
    while month < 11 && days >= lengths[month] {
        days -= lengths[month];
        month += 1;
    }
    let (hours, minutes, seconds) = (rest / 3600, rest / 60 % 60, rest % 60);
    format!("{year}-{:02}-{:02}T{hours:02}:{minutes:02}:{seconds:02}Z", month + 1, days + 1)
}

#[cfg(test)]
mod tests {
    use super::written;

    #[test]
    fn dates_are_those_of_the_calendar() {
        assert_eq!(written(0), "1970-01-01T00:00:00Z");
        assert_eq!(written(951_827_696), "2000-02-29T12:34:56Z");
        assert_eq!(written(1_767_225_599), "2025-12-31T23:59:59Z");
        assert_eq!(written(1_795_417_800), "2026-11-23T07:10:00Z");
    }
}
