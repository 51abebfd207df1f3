//! Formats once before a program runs, so that the first call that formats anything does not pay for what all of them share.
//!
//! The first `String.format("%d", 1)` looks for providers of locale data among the services of all modules, reads tables of locales, and
//! sets up symbols and patterns: two million instructions, where a test has some hundred thousand; the first calendar takes eight.
//! All of that is kept by locale, or is the same for all of them. It takes some tenths of a second, so that it is done only for classes
//! that name what formats, by topic.
//!
//! What a program could see of it is put back: the clock, and the default time zone, which is looked up when it is first asked for.
//! Identity hashes that tables were filled by stay as they are on every host.

use crate::launcher::{Launcher, RuntimeError};
use std::collections::{BTreeSet, VecDeque};
use trine_frontend_jvm::ClassFile;

const LOCALE: &str = "java/util/Locale";
const ZONE: &str = "java/util/TimeZone";

/// Instructions that one topic may take.
const STEPS: u64 = 200_000_000;
/// Classes of the class path that are read to know what a program formats.
const MAX_CLASSES: usize = 100;

type Result<T> = std::result::Result<T, RuntimeError>;

/// What a call is given.
#[derive(Clone, Copy)]
enum Argument {
    /// The default locale.
    Locale,
    /// Another one: tables of all locales are read when one is asked for that is not the language of the class library.
    Other,
    /// The time zone `UTC`.
    Zone,
    /// What the call at this position among those of the topic gave.
    Given(usize),
    Text(&'static str),
    Number(u64),
}

use Argument::{Given, Locale, Number, Other, Text, Zone};

/// Class, name and descriptor of a method, and what it is given. Without a name the class is initialised.
type Call = (&'static str, &'static str, &'static str, &'static [Argument]);

/// What formats one kind of thing.
struct Topic {
    /// How texts in the constant pools of classes begin that call it: names of classes and methods, descriptors.
    mentions: &'static [&'static str],
    calls: &'static [Call],
}

const TOPICS: [Topic; 8] = [
    // Numbers, and so all of `Formatter`.
    Topic {
        mentions: &[
            "java/text/",
            "java/util/Formatter",
            "java/util/Scanner",
            "java/util/Date",
            "java/util/Calendar",
            "java/util/GregorianCalendar",
            "java/time/format/",
            "(Ljava/lang/String;[Ljava/lang/Object;)Ljava/lang/String;",
            "(Ljava/util/Locale;Ljava/lang/String;[Ljava/lang/Object;)Ljava/lang/String;",
            "(Ljava/lang/String;[Ljava/lang/Object;)Ljava/io/Print",
            "(Ljava/util/Locale;Ljava/lang/String;[Ljava/lang/Object;)Ljava/io/Print",
            "formatted",
        ],
        calls: &[
            (
                "java/text/DecimalFormatSymbols",
                "getInstance",
                "(Ljava/util/Locale;)Ljava/text/DecimalFormatSymbols;",
                &[Locale],
            ),
            (
                "java/text/NumberFormat",
                "getInstance",
                "(Ljava/util/Locale;)Ljava/text/NumberFormat;",
                &[Locale],
            ),
        ],
    },
    Topic {
        mentions: &["java/math/BigDecimal"],
        // Tables of powers, from release 23 on.
        calls: &[("java/math/BigDecimal", "", "", &[])],
    },
    Topic {
        mentions: &[
            "java/text/DateFormat",
            "java/text/SimpleDateFormat",
            "java/util/Calendar",
            "java/util/Date",
            "java/util/GregorianCalendar",
            "java/util/TimeZone",
        ],
        calls: &[
            (
                "java/util/Calendar",
                "getInstance",
                "(Ljava/util/TimeZone;Ljava/util/Locale;)Ljava/util/Calendar;",
                &[Zone, Locale],
            ),
            (
                "java/util/Calendar",
                "getInstance",
                "(Ljava/util/TimeZone;Ljava/util/Locale;)Ljava/util/Calendar;",
                &[Zone, Other],
            ),
            // `MEDIUM` of `DateFormat`.
            (
                "java/text/DateFormat",
                "getDateTimeInstance",
                "(IILjava/util/Locale;)Ljava/text/DateFormat;",
                &[Number(2), Number(2), Locale],
            ),
            (
                ZONE,
                "getDisplayName",
                "(ZILjava/util/Locale;)Ljava/lang/String;",
                &[Zone, Number(0), Number(0), Locale],
            ),
        ],
    },
    Topic {
        mentions: &["java/time/format/", "java/time/Zone"],
        calls: &[
            (
                "java/time/format/DateTimeFormatter",
                "ofPattern",
                "(Ljava/lang/String;Ljava/util/Locale;)Ljava/time/format/DateTimeFormatter;",
                &[Text("d MMMM uuuu HH:mm:ss"), Locale],
            ),
            ("java/time/ZoneOffset", "ofHours", "(I)Ljava/time/ZoneOffset;", &[Number(0)]),
            (
                "java/time/LocalDateTime",
                "ofEpochSecond",
                "(JILjava/time/ZoneOffset;)Ljava/time/LocalDateTime;",
                &[Number(0), Number(0), Given(1)],
            ),
            (
                "java/time/LocalDateTime",
                "format",
                "(Ljava/time/format/DateTimeFormatter;)Ljava/lang/String;",
                &[Given(2), Given(0)],
            ),
            ("java/time/ZoneId", "of", "(Ljava/lang/String;)Ljava/time/ZoneId;", &[Text("Europe/Berlin")]),
            (
                "java/time/temporal/WeekFields",
                "of",
                "(Ljava/util/Locale;)Ljava/time/temporal/WeekFields;",
                &[Locale],
            ),
        ],
    },
    Topic {
        mentions: &["java/util/Currency"],
        calls: &[
            ("java/util/Currency", "getInstance", "(Ljava/lang/String;)Ljava/util/Currency;", &[Text("EUR")]),
            (
                "java/util/Currency",
                "getSymbol",
                "(Ljava/util/Locale;)Ljava/lang/String;",
                &[Given(0), Locale],
            ),
            ("java/util/Currency", "getSymbol", "(Ljava/util/Locale;)Ljava/lang/String;", &[Given(0), Other]),
        ],
    },
    Topic {
        mentions: &["getDisplay"],
        calls: &[(LOCALE, "getDisplayName", "(Ljava/util/Locale;)Ljava/lang/String;", &[Locale, Locale])],
    },
    Topic {
        mentions: &["java/text/Collat", "java/text/RuleBasedCollator"],
        calls: &[(
            "java/text/Collator",
            "getInstance",
            "(Ljava/util/Locale;)Ljava/text/Collator;",
            &[Locale],
        )],
    },
    Topic {
        mentions: &["java/text/BreakIterator"],
        calls: &[(
            "java/text/BreakIterator",
            "getWordInstance",
            "(Ljava/util/Locale;)Ljava/text/BreakIterator;",
            &[Locale],
        )],
    },
];

impl Launcher {
    /// Makes later resets go to a state in which the class library has formatted what `classes` (`com/acme/Account`) format, and the
    /// classes of the class path that they use.
    ///
    /// A topic that this JDK cannot do, or not within its limits, is left out: a program that needs it meets that itself.
    pub fn settle_formats(&mut self, classes: &[String]) {
        let mentioned = self.mentioned(classes);
        let begins = |start: &str| {
            mentioned.range(start.to_owned()..).next().is_some_and(|text| text.starts_with(start))
        };
        let mut topics: Vec<&Topic> =
            TOPICS.iter().filter(|topic| topic.mentions.iter().any(|start| begins(start))).collect();
        let steps = self.machine.config().steps;
        self.machine.set_step_limit(STEPS);
        while !topics.is_empty() {
            self.keep_hashes(true);
            let failed = topics.iter().position(|topic| self.formats(topic.calls).is_err());
            self.keep_hashes(false);
            let Some(failed) = failed else {
                self.settle();
                break;
            };
            self.reset();
            topics.remove(failed);
        }
        self.machine.set_step_limit(steps);
    }

    /// Texts in the constant pools of `classes` and of those that they use, nearest first, as far as they are read.
    fn mentioned(&self, classes: &[String]) -> BTreeSet<String> {
        let hierarchy = self.vm.hierarchy();
        let mut open: VecDeque<String> = classes.iter().cloned().collect();
        let mut seen: BTreeSet<String> = classes.iter().cloned().collect();
        let (mut mentioned, mut read) = (BTreeSet::new(), 0);
        while let Some(name) = open.pop_front() {
            let Ok(Some(found)) = hierarchy.path().find_class(&name) else { continue };
            if found.module.is_some() {
                continue;
            }
            let Ok(file) = ClassFile::read(&name, found) else { continue };
            let texts = file.mentioned();
            open.extend(texts.iter().filter(|text| seen.insert((*text).clone())).cloned());
            mentioned.extend(texts);
            read += 1;
            if read == MAX_CLASSES {
                break;
            }
        }
        mentioned
    }

    fn formats(&mut self, calls: &[Call]) -> Result<()> {
        let clock = self.vm.state.nanoseconds;
        let locale = self.run_static(LOCALE, "getDefault", "()Ljava/util/Locale;", &[])?;
        let tag = self.in_boot(|env| env.intern_text("en-US"))?;
        let other =
            self.run_static(LOCALE, "forLanguageTag", "(Ljava/lang/String;)Ljava/util/Locale;", &[tag])?;
        let name = self.in_boot(|env| env.intern_text("UTC"))?;
        let zone =
            self.run_static(ZONE, "getTimeZone", "(Ljava/lang/String;)Ljava/util/TimeZone;", &[name])?;
        self.in_boot(|env| env.set_static(ZONE, "defaultTimeZone", 8, zone))?;
        let mut given = Vec::with_capacity(calls.len());
        for (class, name, descriptor, arguments) in calls {
            self.initialise(class)?;
            if name.is_empty() {
                given.push(0);
                continue;
            }
            let mut args = Vec::with_capacity(arguments.len());
            for argument in *arguments {
                args.push(match *argument {
                    Locale => locale,
                    Other => other,
                    Zone => zone,
                    Given(position) => given.get(position).copied().unwrap_or(0),
                    Text(text) => self.in_boot(|env| env.new_string(text))?,
                    Number(number) => number,
                });
            }
            let function = self.method(class, name, descriptor)?;
            given.push(self.run_to_end(function, &args)?);
        }
        self.in_boot(|env| env.set_static(ZONE, "defaultTimeZone", 8, 0))?;
        self.vm.state.nanoseconds = clock;
        Ok(())
    }
}
