//! How far strings are from being equal, or from beginning or ending alike: distances for branches on the answers of
//! `String` and `Objects`.
//!
//! | answer wanted | distance |
//! |---|---|
//! | equal | 1 for each character too many or missing, and for each other pair the normalized difference of the characters |
//! | begins, ends with | the same for the part that is compared |
//! | contains | the least of the places |
//! | any of these, where one is null or no string | more than for any two strings |
//! | not so | 1 |
//!
//! Source: Alshraideh and Bottaci (2006, "Search-based software test data generation for string data using program-specific
//! search operators"); as there, lengths come before characters. Only the first [`MOST`] characters are looked at.

use trine_ir::objects::{ELEMENTS_OFFSET, LENGTH_OFFSET};
use trine_jdk::vm::Vm;
use trine_machine::StateView;

/// Most characters of a string that are compared.
const MOST: u64 = 256;

/// Farther than any two strings or numbers are.
pub(crate) const FAR: f64 = 1e30;

/// What is asked of two strings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Question {
    Equals,
    EqualsIgnoreCase,
    StartsWith,
    EndsWith,
    Contains,
    IsEmpty,
}

const QUESTIONS: [(&str, Question); 9] = [
    // Of whatever class the receiver is; told where one of both is a string.
    ("java/lang/Object.equals(Ljava/lang/Object;)Z", Question::Equals),
    ("java/lang/String.equals(Ljava/lang/Object;)Z", Question::Equals),
    ("java/lang/String.contentEquals(Ljava/lang/CharSequence;)Z", Question::Equals),
    ("java/util/Objects.equals(Ljava/lang/Object;Ljava/lang/Object;)Z", Question::Equals),
    ("java/lang/String.equalsIgnoreCase(Ljava/lang/String;)Z", Question::EqualsIgnoreCase),
    ("java/lang/String.startsWith(Ljava/lang/String;)Z", Question::StartsWith),
    ("java/lang/String.endsWith(Ljava/lang/String;)Z", Question::EndsWith),
    ("java/lang/String.contains(Ljava/lang/CharSequence;)Z", Question::Contains),
    ("java/lang/String.isEmpty()Z", Question::IsEmpty),
];

/// Reads strings, and tells how far they are apart.
#[derive(Clone, Debug)]
pub struct Strings {
    /// Offsets of `value` and `coder`; `None` for a JDK whose strings have others.
    fields: Option<(u64, u64)>,
    /// The class of strings, as headers of objects have it.
    class: Option<u64>,
}

impl Strings {
    /// A reader of the strings of `vm`.
    pub fn new(vm: &mut Vm) -> Self {
        let mut offset = |name| vm.offset("java/lang/String", name).ok();
        let fields = offset("value").zip(offset("coder"));
        let class = vm.program.class_named("java/lang/String").map(|class| u64::from(class.0));
        Self { fields, class }
    }

    /// How far the strings at `a` and `b` are from being equal; `None` where they are no strings.
    pub(crate) fn between(&self, a: u64, b: u64, state_view: &StateView<'_>) -> Option<f64> {
        if !self.is_string(a, state_view) || !self.is_string(b, state_view) {
            return None;
        }
        let (a, b) = (self.read(a, state_view)?, self.read(b, state_view)?);
        Some(to_equal(&a.units, &b.units) + a.beyond(&b))
    }

    fn is_string(&self, object: u64, state_view: &StateView<'_>) -> bool {
        object != 0 && self.class.is_some() && state_view.load(object, 4) == self.class
    }

    /// The string at `object`; `None` where there is none, or a longer one than that.
    pub(crate) fn whole(&self, object: u64, longest: usize, state_view: &StateView<'_>) -> Option<Vec<u16>> {
        if !self.is_string(object, state_view) {
            return None;
        }
        let read = self.read(object, state_view)?;
        (read.length <= longest as u64).then_some(read.units)
    }

    /// The first characters of the string at `object`, and its length.
    fn read(&self, object: u64, state_view: &StateView<'_>) -> Option<Read> {
        let (value, coder) = self.fields?;
        if object == 0 {
            return None;
        }
        let array = state_view.load(object + value, 8)?;
        let bytes = state_view.load(array + LENGTH_OFFSET, 4)?;
        let width = 1 + state_view.load(object + coder, 1)?.min(1);
        let length = bytes / width;
        let unit = |at: u64| state_view.load(array + ELEMENTS_OFFSET + at * width, width as u32);
        let units = (0..length.min(MOST)).map(|at| unit(at).map(|unit| unit as u16));
        Some(Read { units: units.collect::<Option<_>>()?, length })
    }

    /// The number of the question that the function `name` answers.
    pub(crate) fn number(name: &str) -> Option<u32> {
        QUESTIONS.iter().position(|&(known, _)| known == name).map(|at| at as u32)
    }

    /// How far the arguments are from the answers true and false.
    pub(crate) fn distances(
        &self,
        number: u32,
        args: &[u64],
        state_view: &StateView<'_>,
    ) -> Option<[f64; 2]> {
        let &(_, question) = QUESTIONS.get(number as usize)?;
        let &receiver = args.first()?;
        match args.iter().filter(|&&object| self.is_string(object, state_view)).count() {
            strings if strings == args.len() => {}
            0 => return None,
            // Null, or an object of another class: farther than any string.
            _ => return Some([FAR, 0.0]),
        }
        let one = self.read(receiver, state_view)?;
        let distance = match (question, args.get(1)) {
            (Question::IsEmpty, _) => one.length as f64,
            (_, None) => return None,
            (question, Some(&other)) => {
                let other = self.read(other, state_view)?;
                let beyond = one.beyond(&other);
                let (one, other) = (one.units, other.units);
                match question {
                    Question::Equals => to_equal(&one, &other) + beyond,
                    Question::EqualsIgnoreCase => to_equal(&lower(&one), &lower(&other)) + beyond,
                    Question::StartsWith => to_equal(&one[..one.len().min(other.len())], &other),
                    Question::EndsWith => to_equal(&one[one.len().saturating_sub(other.len())..], &other),
                    _ => to_contain(&one, &other),
                }
            }
        };
        Some(if distance == 0.0 { [0.0, 1.0] } else { [distance, 0.0] })
    }
}

/// What was read of a string.
struct Read {
    /// The first [`MOST`] characters.
    units: Vec<u16>,
    length: u64,
}

impl Read {
    /// By how many characters one of both is longer, as far as these were not read.
    fn beyond(&self, other: &Self) -> f64 {
        self.length.saturating_sub(MOST).abs_diff(other.length.saturating_sub(MOST)) as f64
    }
}

fn lower(units: &[u16]) -> Vec<u16> {
    let lower = |&unit: &u16| u8::try_from(unit).map_or(unit, |byte| u16::from(byte.to_ascii_lowercase()));
    units.iter().map(lower).collect()
}

/// 0 exactly when both are equal.
fn to_equal(one: &[u16], other: &[u16]) -> f64 {
    let different = |(&a, &b): (&u16, &u16)| {
        let difference = f64::from(a.abs_diff(b));
        difference / (difference + 1.0)
    };
    let pairs: f64 = one.iter().zip(other).map(different).sum();
    one.len().abs_diff(other.len()) as f64 + pairs
}

/// 0 exactly when `one` has `other` in it.
fn to_contain(one: &[u16], other: &[u16]) -> f64 {
    if other.is_empty() {
        return 0.0;
    }
    if one.len() <= other.len() {
        return to_equal(one, other);
    }
    let places = one.windows(other.len()).map(|part| to_equal(part, other));
    places.fold(f64::INFINITY, f64::min)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn units(text: &str) -> Vec<u16> {
        text.encode_utf16().collect()
    }

    #[test]
    fn the_distance_is_zero_for_equal_strings_only_and_falls_as_they_come_closer() {
        let to = |text: &str| to_equal(&units(text), &units("port"));
        assert_eq!(to("port"), 0.0);
        assert!(to("pors") < to("poaa") && to("poaa") < to("por") + 1.0 && to("por") < to("po"));
        assert!(to("porT") > 0.0 && to("") == 4.0);
    }

    #[test]
    fn a_part_is_found_anywhere() {
        let to = |text: &str| to_contain(&units(text), &units("ab"));
        assert_eq!(to("xxabx"), 0.0);
        assert!(to("xxacx") < to("xxzzx"));
        assert_eq!(to_contain(&units("x"), &[]), 0.0);
    }
}
