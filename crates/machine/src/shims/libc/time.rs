//! `time.h` and `sys/time.h`: clocks, and calendar dates in UTC.
//!
//! Clocks start where the test says ([`super::provisions::Clock`]), else at 2020-01-01 00:00:00 UTC, and advance
//! whenever they are asked, so that code which waits for a while goes on. In emitted tests the same
//! clock stands in for that of the system. The local zone is UTC. Timers and clock settings are
//! left out.

use super::calendar::{Date, date_of, read_date, seconds_of};
use super::provisions::START_US;
use super::{Shim, ShimContext, ShimResult, double, int, nothing, shim, word};
use crate::fault::Stop;

pub(super) const SHIMS: &[Shim] = &[
    shim("time", time),
    shim("clock", |context| word(context.state().look_at_clock().wrapping_sub(START_US))),
    shim("gettimeofday", time_of_day),
    shim("clock_gettime", clock_time),
    shim("clock_getres", clock_resolution),
    shim("timespec_get", time_spec),
    shim("difftime", |context| double((context.word(0) as i64 - context.word(1) as i64) as f64)),
    shim("gmtime", |context| to_date(context, None, b"GMT\0")),
    shim("localtime", |context| to_date(context, None, b"UTC\0")),
    shim("gmtime_r", |context| to_date(context, Some(context.word(1)), b"GMT\0")),
    shim("localtime_r", |context| to_date(context, Some(context.word(1)), b"UTC\0")),
    shim("mktime", |context| from_date(context, b"UTC\0")),
    shim("timelocal", |context| from_date(context, b"UTC\0")),
    shim("timegm", |context| from_date(context, b"GMT\0")),
    shim("tzset", |_| nothing()),
    shim("sleep", |_| int(0)),
    shim("usleep", |_| int(0)),
    shim("nanosleep", |_| int(0)),
];

const EINVAL: i32 = 22;
const EOVERFLOW: i32 = 75;

/// Seconds and microseconds now.
fn now(context: &mut ShimContext<'_>) -> (u64, u64) {
    let now_us = context.state().look_at_clock();
    (now_us / 1_000_000, now_us % 1_000_000)
}

/// `time_t time(time_t *place)`
fn time(context: &mut ShimContext<'_>) -> ShimResult {
    let (seconds, _) = now(context);
    if context.word(0) != 0 {
        context.write(context.word(0), 8, u128::from(seconds))?;
    }
    word(seconds)
}

/// Stores seconds and a fraction.
fn store(context: &mut ShimContext<'_>, place: u64, seconds: u64, fraction: u64) -> Result<(), Stop> {
    context.write(place, 16, u128::from(seconds) | u128::from(fraction) << 64)
}

/// `int gettimeofday(struct timeval *place, void *zone)`
fn time_of_day(context: &mut ShimContext<'_>) -> ShimResult {
    let (seconds, microseconds) = now(context);
    if context.word(0) != 0 {
        store(context, context.word(0), seconds, microseconds)?;
    }
    int(0)
}

/// `int clock_gettime(clockid_t clock, struct timespec *place)`
fn clock_time(context: &mut ShimContext<'_>) -> ShimResult {
    if !(0..=11).contains(&context.int(0)) {
        context.set_errno(EINVAL)?;
        return int(-1);
    }
    let (seconds, microseconds) = now(context);
    store(context, context.word(1), seconds, microseconds * 1000)?;
    int(0)
}

/// `int clock_getres(clockid_t clock, struct timespec *place)`
fn clock_resolution(context: &mut ShimContext<'_>) -> ShimResult {
    if context.word(1) != 0 {
        store(context, context.word(1), 0, 1)?;
    }
    int(0)
}

/// `int timespec_get(struct timespec *place, int base)`
fn time_spec(context: &mut ShimContext<'_>) -> ShimResult {
    if context.int(1) != 1 {
        return int(0);
    }
    let (seconds, microseconds) = now(context);
    store(context, context.word(0), seconds, microseconds * 1000)?;
    int(1)
}

/// `struct tm *gmtime(const time_t *time)`; without a place, the library's own object.
fn to_date(context: &mut ShimContext<'_>, place: Option<u64>, zone: &[u8]) -> ShimResult {
    let seconds = context.read(context.word(0), 8)? as u64 as i64;
    let Some(date) = date_of(seconds) else {
        context.set_errno(EOVERFLOW)?;
        return word(0);
    };
    let place = match place {
        Some(place) => place,
        None => own_object(context)?,
    };
    write_date(context, place, &date, zone)?;
    word(place)
}

/// The object that `gmtime` and `localtime` share.
fn own_object(context: &mut ShimContext<'_>) -> Result<u64, Stop> {
    if let Some(place) = context.state().library.date {
        return Ok(place);
    }
    let place = context.static_object(&[0; 56])?;
    context.state().library.date = Some(place);
    Ok(place)
}

/// Writes a `struct tm` of 56 bytes.
fn write_date(context: &mut ShimContext<'_>, place: u64, date: &Date, zone: &[u8]) -> Result<(), Stop> {
    let zone = context.constant_object(zone)?;
    write_fields(context, place, date)?;
    context.write(place.wrapping_add(40), 16, u128::from(zone) << 64)
}

/// Writes the nine numbers of a `struct tm`.
pub(super) fn write_fields(context: &mut ShimContext<'_>, place: u64, date: &Date) -> Result<(), Stop> {
    for (index, field) in date.fields().into_iter().enumerate() {
        context.write(place.wrapping_add(4 * index as u64), 4, u128::from(field as u32))?;
    }
    Ok(())
}

/// `time_t mktime(struct tm *date)`: also brings the fields into their ranges.
fn from_date(context: &mut ShimContext<'_>, zone: &[u8]) -> ShimResult {
    let place = context.word(0);
    let seconds = seconds_of(&read_date(context, place)?);
    let Some(date) = date_of(seconds) else {
        context.set_errno(EOVERFLOW)?;
        return word(u64::MAX);
    };
    write_date(context, place, &date, zone)?;
    word(seconds as u64)
}
