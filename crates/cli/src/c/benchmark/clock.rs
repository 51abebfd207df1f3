//! The time of creation that `metadata.xml` states, and nothing else of a suite depends on:
//! `SOURCE_DATE_EPOCH` when it is set, so that a suite can be made twice byte for byte, else now.

use std::time::{SystemTime, UNIX_EPOCH};

/// The time, as `2026-01-31T12:00:00Z`.
pub fn creation_time() -> String {
    let given = std::env::var("SOURCE_DATE_EPOCH").ok().and_then(|text| text.trim().parse().ok());
    let now = || SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs());
    iso_8601(given.unwrap_or_else(now))
}

/// Civil date from days since 1970, after Howard Hinnant's algorithm (`civil_from_days`): years begin in
/// March, eras have 400 of them.
fn iso_8601(seconds: u64) -> String {
    let (days, rest) = (seconds / 86_400 + 719_468, seconds % 86_400);
    let (era, day_of_era) = (days / 146_097, days % 146_097);
    let year_of_era = (day_of_era - day_of_era / 1_460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let shifted_month = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * shifted_month + 2) / 5 + 1;
    let month = if shifted_month < 10 { shifted_month + 3 } else { shifted_month - 9 };
    let year = year_of_era + era * 400 + u64::from(month <= 2);
    let (hour, minute, second) = (rest / 3_600, rest / 60 % 60, rest % 60);
    format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}Z")
}

#[cfg(test)]
mod tests {
    use super::iso_8601;

    #[test]
    fn dates_are_those_of_the_calendar() {
        assert_eq!(iso_8601(0), "1970-01-01T00:00:00Z");
        assert_eq!(iso_8601(951_782_399), "2000-02-28T23:59:59Z");
        assert_eq!(iso_8601(951_782_400), "2000-02-29T00:00:00Z");
        assert_eq!(iso_8601(1_767_225_599), "2025-12-31T23:59:59Z");
    }
}
