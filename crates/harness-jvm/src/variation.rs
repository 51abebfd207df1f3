//! What differs from one start of a JVM to the next: identity hashes, the clock and how fast it goes, the order of immutable sets and maps; and
//! from one machine to another: the default locale and time zone, properties and environment, files outside of the folders of the test,
//! processors and memory, which threads a JVM has of its own, and how many calls are below those of a test.
//!
//! A test whose outcome depends on one of them does not hold; it is found by a replay under another variation.

use trine_ir::objects::ELEMENTS_OFFSET;
use trine_jdk::Launcher;
use trine_jdk::env::Env;
use trine_jdk::host::{Hashes, Host};
use trine_machine::Stop;

/// One of the worlds that a test may run in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Variation {
    /// The JVM and the machine, as far as natives tell them.
    pub host: Host,
    /// Nanoseconds that the clock is ahead.
    pub clock_ahead: i64,
    /// The constant of `Locale` that is the default.
    pub locale: Option<&'static str>,
    /// Where iterations of immutable sets and maps begin; their order is reversed, too, when odd.
    pub order: Option<u32>,
}

/// A machine in another world in which tests run one behind the other.
pub(crate) struct Elsewhere {
    pub world: Variation,
    pub launcher: Launcher,
    /// Tests that showed something else there from a reset as well.
    pub confirmed: u32,
}

/// Nanoseconds from one world to the next: 497 days, 7 hours, 13 minutes, 41 seconds and a little, so that years, months, days of the
/// month and of the week, and all parts of the time differ.
///
/// The clock of every even world was never set: it begins in 1970, as tests find it that come after one that stops the clock.
const CLOCK_STEP: i64 = ((497 * 24 + 7) * 3600 + 13 * 60 + 41) * 1_000_000_000 + 1_007_013;

/// Nanoseconds of an hour, and those from 1970 to when clocks begin in the usual world: 1 January 2026.
const HOUR: i64 = 3_600_000_000_000;
const SINCE_1970: i64 = 20_454 * 24 * HOUR;

/// Time zones of other worlds by turns: east and west of the usual one, without and with daylight saving time.
const ZONES: [&str; 2] = ["Asia/Tokyo", "America/St_Johns"];

/// Default locales of other worlds by turns: what is small where letters are capital, what stands between digits, and in which order a day
/// and its month are, is not the same in two of them.
/// The usual world is English in the United States; a host where nothing is set is English nowhere, and has no property for a country.
const LOCALES: [&str; 4] = ["tr-TR", "GERMANY", "UK", NOWHERE];
const NOWHERE: &str = "ENGLISH";

/// The class of locales.
const LOCALE: &str = "java/util/Locale";

/// Nanoseconds between two looks at the clock of a machine that has other things to do, and between two statements of a test: what a test
/// sees of the time that its code takes differs from run to run.
const SLOW_TICK: i64 = 21_416;
const PAUSE: i64 = 27_182_818;

/// Calls that are below those of a test at least, as a framework has them.
const MIN_OUTER_CALLS: u32 = 37;

/// A property of the system in another world.
enum Property {
    Is(String),
    Absent,
}

impl Variation {
    /// The `number`-th other world; 0 is the usual one. Every odd one tells objects apart by their hash codes, every even one does not.
    #[must_use]
    pub fn number(number: u32) -> Self {
        if number == 0 {
            return Self::default();
        }
        let is_odd = number % 2 == 1;
        Self {
            host: Host {
                number,
                // Odd multiples of the golden ratio tell all numbers apart.
                hashes: if is_odd { Hashes::Mixed(number.wrapping_mul(0x9E37_79B1)) } else { Hashes::Same },
                zone: ZONES[usize::from(!is_odd)],
                outer_calls: MIN_OUTER_CALLS + number,
                tick: if is_odd { SLOW_TICK } else { Host::default().tick },
                pause: if is_odd { PAUSE } else { 0 },
            },
            clock_ahead: match is_odd {
                true => i64::from(number) * CLOCK_STEP,
                false => i64::from(number) * HOUR - SINCE_1970,
            },
            locale: Some(LOCALES[(number as usize - 1) % LOCALES.len()]),
            order: Some(number.wrapping_mul(0x85EB_CA6B) | number & 1),
        }
    }

    /// Whether the host has a property for its country.
    #[must_use]
    pub fn has_country(self) -> bool {
        self.locale != Some(NOWHERE)
    }

    /// What a property of the system is, where that differs from world to world.
    fn property(self, name: &str) -> Option<Property> {
        let locale = match self.locale {
            Some("GERMANY") => Some(("de", "DE")),
            Some("UK") => Some(("en", "GB")),
            Some(NOWHERE) => Some(("en", "")),
            other => other.and_then(|name| name.split_once('-')),
        };
        match (name, locale) {
            ("user.language", Some((language, _))) => Some(Property::Is(language.to_owned())),
            ("user.country", Some((_, ""))) => Some(Property::Absent),
            ("user.country", Some((_, region))) => Some(Property::Is(region.to_owned())),
            _ => self.host.property(name).map(Property::Is),
        }
    }

    /// Makes the world this one, before anything runs in it.
    pub(crate) fn apply(self, env: &mut Env<'_, '_>) -> Result<(), Stop> {
        const COLLECTIONS: &str = "java/util/ImmutableCollections";
        env.vm.state.host = self.host;
        env.vm.state.nanoseconds = env.vm.state.nanoseconds.wrapping_add(self.clock_ahead);
        if let Some(locale) = self.locale {
            set_locale(env, locale)?;
        }
        if self.host.number != 0 {
            env.vm.state.files.foreign(self.host.number);
        }
        if self != Self::default() {
            add_threads(env)?;
            set_properties(env, self)?;
        }
        let Some(order) = self.order else { return Ok(()) };
        // Both are read by iterators only: collections that were made before stay whole.
        if env.vm.has_field(COLLECTIONS, "SALT32L") && env.vm.has_field(COLLECTIONS, "REVERSE") {
            env.set_static(COLLECTIONS, "SALT32L", 8, u64::from(order))?;
            env.set_static(COLLECTIONS, "REVERSE", 1, u64::from(order & 1))?;
        }
        Ok(())
    }
}

/// Gives properties of the system the values that they have in the world of `variation`.
fn set_properties(env: &mut Env<'_, '_>, variation: Variation) -> Result<(), Stop> {
    const PROPERTIES: &str = "java/util/Properties";
    const MAP: &str = "java/util/concurrent/ConcurrentHashMap";
    const NODE: &str = "java/util/concurrent/ConcurrentHashMap$Node";
    let fields = [
        ("java/lang/System", "props"),
        (PROPERTIES, "map"),
        (MAP, "table"),
        (MAP, "baseCount"),
        (NODE, "next"),
    ];
    if !fields.into_iter().all(|(class, field)| env.vm.has_field(class, field)) {
        return Ok(());
    }
    let (statics, offset) = (env.statics("java/lang/System")?, env.vm.offset("java/lang/System", "props")?);
    let properties = env.read(statics, offset, 8)?;
    let map = if properties == 0 { 0 } else { env.get(properties, PROPERTIES, "map")? };
    let table = if map == 0 { 0 } else { env.get(map, MAP, "table")? };
    if table == 0 {
        return Ok(());
    }
    for (slot, first) in env.references(table)?.into_iter().enumerate() {
        let (mut before, mut node) = (0, first);
        while node != 0 {
            let (key, next) = (env.get(node, NODE, "key")?, env.get(node, NODE, "next")?);
            let told = if key == 0 { None } else { variation.property(&env.text(key)?) };
            match told {
                Some(Property::Absent) => {
                    match before {
                        0 => env.write(table, ELEMENTS_OFFSET + 8 * slot as u64, 8, next)?,
                        _ => env.set(before, NODE, "next", next)?,
                    }
                    let count = env.get(map, MAP, "baseCount")?;
                    env.set(map, MAP, "baseCount", count.wrapping_sub(1))?;
                }
                Some(Property::Is(value)) => {
                    let value = env.new_string(&value)?;
                    env.set(node, NODE, "val", value)?;
                    before = node;
                }
                None => before = node,
            }
            node = next;
        }
    }
    Ok(())
}

/// Threads that a JVM has of its own (the handler of references, for one) or a framework starts, as far as their numbers tell: the test's
/// own thread has the next one.
const OTHER_THREADS: u64 = 40;

/// Adds the threads that other JVMs and frameworks have, in the group of the test and above it; the thread of the test has another name
/// and number there, as Gradle has it.
fn add_threads(env: &mut Env<'_, '_>) -> Result<(), Stop> {
    const THREAD: &str = "java/lang/Thread";
    const HOLDER: &str = "java/lang/Thread$FieldHolder";
    const GROUP: &str = "java/lang/ThreadGroup";
    // Later releases keep no lists of threads in their groups, and what a group is of in a holder.
    let main = env.vm.state.threads.current;
    if main == 0 || !["name", "tid"].into_iter().all(|field| env.vm.has_field(THREAD, field)) {
        return Ok(());
    }
    let has_holder = env.vm.has_field(THREAD, "holder");
    let of_group = |env: &mut Env<'_, '_>, thread: u64| -> Result<(u64, &str), Stop> {
        match has_holder {
            true => Ok((env.get(thread, THREAD, "holder")?, HOLDER)),
            false => Ok((thread, THREAD)),
        }
    };
    let (held, class) = of_group(env, main)?;
    let group = env.get(held, class, "group")?;
    let above = if group == 0 { 0 } else { env.get(group, GROUP, "parent")? };
    if above == 0 {
        return Ok(());
    }
    let mut others = Vec::new();
    for number in 2..=OTHER_THREADS {
        let thread = env.new_object(THREAD)?;
        let name = env.new_string(&format!("other-{number}"))?;
        env.set(thread, THREAD, "name", name)?;
        env.set(thread, THREAD, "tid", number)?;
        if has_holder {
            let holder = env.new_object(HOLDER)?;
            env.set(thread, THREAD, "holder", holder)?;
        }
        let (held, class) = of_group(env, thread)?;
        env.set(held, class, "group", if number == 2 { group } else { above })?;
        env.set_small(held, class, "priority", 4, 5)?;
        env.set_small(held, class, "daemon", 1, 1)?;
        // Alive and runnable, as JVMTI has it.
        env.set_small(held, class, "threadStatus", 4, 5)?;
        env.set(thread, THREAD, "eetop", 1)?;
        others.push(thread);
    }
    let name = env.new_string("Test worker")?;
    env.set(main, THREAD, "name", name)?;
    env.set(main, THREAD, "tid", OTHER_THREADS + 1)?;
    if env.vm.has_field(THREAD, "threadSeqNumber") {
        env.set_static(THREAD, "threadSeqNumber", 8, OTHER_THREADS + 1)?;
    }
    if env.vm.has_field(GROUP, "threads") && env.vm.has_field(GROUP, "nthreads") {
        for (group, members) in [(group, &[main, others[0]][..]), (above, &others[1..])] {
            let threads = env.new_references("[Ljava/lang/Thread;", members)?;
            env.set(group, GROUP, "threads", threads)?;
            env.set_small(group, GROUP, "nthreads", 4, members.len() as u64)?;
        }
    }
    if env.vm.has_field(GROUP, "groups") && env.vm.has_field(GROUP, "ngroups") {
        let own = env.new_object(GROUP)?;
        let name = env.new_string("InnocuousThreadGroup")?;
        env.set(own, GROUP, "name", name)?;
        env.set(own, GROUP, "parent", above)?;
        env.set_small(own, GROUP, "maxPriority", 4, 10)?;
        let groups = env.new_references("[Ljava/lang/ThreadGroup;", &[group, own])?;
        env.set(above, GROUP, "groups", groups)?;
        env.set_small(above, GROUP, "ngroups", 4, 2)?;
    }
    env.vm.state.threads.others = others;
    Ok(())
}

/// Makes the locale `name` (language and country, or a constant of `Locale`) what is asked for as the default; where no code asked yet, the
/// first who does sees the usual one.
fn set_locale(env: &mut Env<'_, '_>, name: &str) -> Result<(), Stop> {
    if env.needs_initialising(LOCALE)? {
        return Ok(());
    }
    let locale = match name.split_once('-') {
        Some((language, region)) => new_locale(env, language, region)?,
        None if env.vm.has_field(LOCALE, name) => {
            let (statics, offset) = (env.statics(LOCALE)?, env.vm.offset(LOCALE, name)?);
            env.read(statics, offset, 8)?
        }
        None => 0,
    };
    if locale == 0 {
        return Ok(());
    }
    let statics = env.statics(LOCALE)?;
    for field in ["defaultLocale", "defaultDisplayLocale", "defaultFormatLocale"] {
        if env.vm.has_field(LOCALE, field) {
            let offset = env.vm.offset(LOCALE, field)?;
            // Those that are null are filled in from the first when they are asked for.
            if env.read(statics, offset, 8)? != 0 {
                env.set_static(LOCALE, field, 8, locale)?;
            }
        }
    }
    Ok(())
}

/// The locale of a language in a country; 0 where the class library has no such objects.
fn new_locale(env: &mut Env<'_, '_>, language: &str, region: &str) -> Result<u64, Stop> {
    const BASE: &str = "sun/util/locale/BaseLocale";
    let parts = [("language", language), ("script", ""), ("region", region), ("variant", "")];
    if !parts.iter().all(|(field, _)| env.vm.has_field(BASE, field)) || env.needs_initialising(BASE)? {
        return Ok(0);
    }
    let base = env.new_object(BASE)?;
    for (field, text) in parts {
        // Compared by identity.
        let text = env.intern_text(text)?;
        env.set(base, BASE, field, text)?;
    }
    let locale = env.new_object(LOCALE)?;
    env.set(locale, LOCALE, "baseLocale", base)?;
    Ok(locale)
}
