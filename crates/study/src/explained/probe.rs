//! A source that tells the operands of conditions: probes are written before them, and what they say is read.

mod macros;

use std::collections::BTreeMap;
use trine_record::{NearestRecord, SourceSpan, ValueRecord};

/// The file descriptor that probes write to: tests take what the code writes to its outputs for their own.
pub const DESCRIPTOR: u32 = 9;

/// The function that probes call. It is told what kind a value is of, and prints it to [`DESCRIPTOR`].
const PRELUDE: &str = r#"extern int dprintf(int, const char *, ...);
static __attribute__((unused)) void trine_probe(int id, int line, int part, int kind, unsigned long size, int is_signed, const void *at) {
    if (kind == 5) { dprintf(9, "@probe %d %d %d p %llu\n", id, line, part, (unsigned long long)*(void *const *)at); return; }
    if (kind == 8) {
        double value = size == 4 ? *(const float *)at : size == 8 ? *(const double *)at : (double)*(const long double *)at;
        dprintf(9, "@probe %d %d %d f %.17g\n", id, line, part, value); return;
    }
    unsigned long long bits = 0;
    __builtin_memcpy(&bits, at, size < 8 ? size : 8);
    if (is_signed && size < 8 && (bits >> (size * 8 - 1) & 1)) bits |= ~0ull << (size * 8);
    dprintf(9, "@probe %d %d %d i%lu %lld\n", id, line, part, size * 8, (long long)bits);
}
#define TRINE_PROBE(id, line, part, x) ({ __typeof__((x) + 0) trine_value = (x); \
    trine_probe(id, line, part, __builtin_classify_type(trine_value), sizeof trine_value, (__typeof__(trine_value))-1 < (__typeof__(trine_value))1, &trine_value); })
#line 1
"#;

/// What the record says of an evaluation of a condition in a test.
#[derive(Clone, Copy, Debug)]
pub struct Claim<'a> {
    /// The test.
    pub test: &'a str,
    /// Where the condition stands.
    pub place: &'a SourceSpan,
    /// Its source text.
    pub condition: &'a str,
    /// Its operands and their values.
    pub values: &'a [ValueRecord],
    /// Number of the evaluation, from 1.
    pub evaluation: u32,
    /// There is none behind it.
    pub is_last: bool,
}

impl<'a> Claim<'a> {
    /// What `nearest` says; `None` where it names no condition with values.
    pub fn of(nearest: &'a NearestRecord) -> Option<Self> {
        let test = nearest.test.as_str();
        if let Some(condition) = nearest.condition.as_deref().filter(|_| !nearest.values.is_empty()) {
            let (place, values) = (&nearest.place, &nearest.values[..]);
            return Some(Self {
                test,
                place,
                condition,
                values,
                evaluation: nearest.evaluation,
                is_last: false,
            });
        }
        let last = nearest.last_decided().filter(|last| !last.values.is_empty())?;
        let (place, condition, values) = (&last.place, last.condition.as_str(), &last.values[..]);
        Some(Self { test, place, condition, values, evaluation: last.evaluation, is_last: true })
    }
}

impl Claim<'_> {
    /// Whether a value is told as one that differs from run to run.
    pub fn depends_on_addresses(&self) -> bool {
        self.values.iter().any(|value| value.value == trine_search::nearest::OF_ADDRESSES)
    }
}

/// A probe before a condition.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Probe {
    /// Bytes of the condition in the source.
    range: (usize, usize),
    /// The line at which a macro with this condition in its body is expanded; 0 for a condition of the code itself.
    line: u32,
    /// Its operands.
    operands: Vec<String>,
}

impl Probe {
    /// The probe for the condition of `claim` in `text`; `None` where it cannot be probed.
    pub fn of(text: &str, claim: &Claim<'_>) -> Option<Self> {
        let range = (offset(text, claim.place.start)?, offset(text, claim.place.end)?);
        let here = text.get(range.0..range.1)?;
        let folded = here.split_whitespace().collect::<Vec<_>>().join(" ");
        if claim.condition.contains("switch") || claim.depends_on_addresses() {
            return None;
        }
        let (range, line) = if claim.condition == folded {
            (range, 0)
        } else {
            (macros::place_in_body(text, range.0, claim.condition)?, claim.place.start.0)
        };
        let operands: Vec<String> = claim.values.iter().map(|value| value.of.clone()).collect();
        operands.iter().all(|operand| has_no_effect(operand)).then_some(Self { range, line, operands })
    }

    /// Whether the condition stands in the body of a macro.
    pub fn is_in_macro(&self) -> bool {
        self.line != 0
    }
}

/// The byte at a line and column, both from 1.
fn offset(text: &str, (line, column): (u32, u32)) -> Option<usize> {
    let before: usize = text.split_inclusive('\n').take(line.checked_sub(1)? as usize).map(str::len).sum();
    Some(before + column.checked_sub(1)? as usize)
}

/// Whether an operand can be computed once more: no call, no assignment.
fn has_no_effect(operand: &str) -> bool {
    let bytes = operand.as_bytes();
    let is_call = |at: usize| {
        bytes[at] == b'('
            && at > 0
            && (bytes[at - 1].is_ascii_alphanumeric() || matches!(bytes[at - 1], b'_' | b')' | b']'))
    };
    !(0..bytes.len()).any(is_call)
        && !operand.contains("++")
        && !operand.contains("--")
        && !operand.contains('=')
        && !operand.contains('"')
}

/// The source with `probes`; of those that overlap, the first.
pub fn instrumented(text: &str, probes: &[&Probe]) -> String {
    let mut distinct: Vec<&Probe> = probes.to_vec();
    distinct.sort_by_key(|probe| probe.range);
    // Expansions of a macro share the probe in its body.
    distinct.dedup_by_key(|probe| (probe.range, &probe.operands));
    let mut written = PRELUDE.to_owned();
    let mut done = 0;
    for probe in distinct {
        let (start, end) = probe.range;
        if start < done {
            continue;
        }
        written.push_str(&text[done..start]);
        let parts = probe.operands.iter().enumerate();
        let line = if probe.is_in_macro() { "__LINE__" } else { "0" };
        let parts: String = parts
            .map(|(part, operand)| format!("TRINE_PROBE({start}, {line}, {part}, {operand}), "))
            .collect();
        written.push_str(&format!("({parts}({}))", &text[start..end]));
        done = end;
    }
    written + &text[done..]
}

/// What the probes of a run said.
#[derive(Debug, Default)]
pub struct Seen {
    /// By condition, line of the expansion and operand: values in the order of evaluations.
    values: BTreeMap<(usize, u32, usize), Vec<Value>>,
}

/// A value of a probe.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Value {
    /// An integer of so many bits.
    Int(u32, i64),
    /// A floating-point number.
    Float(f64),
    /// An address.
    Pointer(u64),
}

impl Seen {
    /// Reads what was printed.
    pub fn read(said: &str) -> Self {
        let mut seen = Self::default();
        for line in said.lines().filter_map(|line| line.strip_prefix("@probe ")) {
            let words: Vec<&str> = line.split(' ').collect();
            let [id, line, part, kind, value] = words[..] else { continue };
            let value = match kind.split_at(1) {
                ("p", _) => value.parse().map(Value::Pointer).ok(),
                ("f", _) => value.parse().map(Value::Float).ok(),
                (_, bits) => {
                    bits.parse().ok().zip(value.parse().ok()).map(|(bits, value)| Value::Int(bits, value))
                }
            };
            if let (Ok(id), Ok(line), Ok(part), Some(value)) = (id.parse(), line.parse(), part.parse(), value)
            {
                seen.values.entry((id, line, part)).or_default().push(value);
            }
        }
        seen
    }

    /// How often the condition of `probe` was evaluated.
    pub fn evaluations(&self, probe: &Probe) -> usize {
        self.values.get(&(probe.range.0, probe.line, 0)).map_or(0, Vec::len)
    }

    /// The operands of `probe` in its evaluation of this number; `None` when there was none.
    pub fn values(&self, probe: &Probe, evaluation: u32) -> Option<Vec<Value>> {
        self.values_of((probe.range.0, probe.line), probe.operands.len(), evaluation)
    }

    /// So many operands of the condition with this number and line in its evaluation of this number; `None` when there was none.
    pub fn values_of(
        &self,
        (id, line): (usize, u32),
        operands: usize,
        evaluation: u32,
    ) -> Option<Vec<Value>> {
        let at = (evaluation as usize).checked_sub(1)?;
        (0..operands).map(|part| self.values.get(&(id, line, part))?.get(at).copied()).collect()
    }
}

/// Whether what is recorded is what was seen.
pub fn agree(recorded: &[ValueRecord], seen: Option<&[Value]>) -> bool {
    let Some(seen) = seen.filter(|seen| seen.len() == recorded.len()) else { return false };
    let pointers: Vec<u64> = seen
        .iter()
        .filter_map(|value| if let Value::Pointer(at) = value { Some(*at) } else { None })
        .collect();
    recorded.iter().zip(seen).all(|(recorded, seen)| one_agrees(&recorded.value, *seen, &pointers))
}

fn one_agrees(recorded: &str, seen: Value, pointers: &[u64]) -> bool {
    match seen {
        Value::Int(bits, value) => {
            let number = recorded.split(' ').next().unwrap_or_default();
            let number = match number {
                // The constant 0 beside a pointer is a null pointer, whatever its type.
                "null" if !pointers.is_empty() => Some(0),
                "true" => Some(1),
                "false" => Some(0),
                number => number.parse::<i128>().ok(),
            };
            // The same bits, read with or without a sign.
            let width = bits.max(32);
            number.is_some_and(|number| (number - i128::from(value)).rem_euclid(1i128 << width) == 0)
        }
        Value::Float(value) => {
            recorded.parse::<f64>().is_ok_and(|of| of == value || of.is_nan() && value.is_nan())
        }
        Value::Pointer(address) => match recorded {
            "null" => address == 0,
            "not null" => address != 0,
            "the same" => pointers.iter().all(|other| *other == address),
            "another object" => address != 0 && pointers.iter().any(|other| *other != address),
            text => {
                let apart = text.split(' ').next().and_then(|number| number.parse::<u64>().ok());
                pointers.iter().any(|other| Some(other.abs_diff(address)) == apart)
            }
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use trine_record::SourceSpan;

    const SOURCE: &str =
        "int f(int a, int *p) {\n    if (a > 3 && p != 0)\n        return 1;\n    return 0;\n}\n";

    fn nearest(columns: (u32, u32), condition: &str, of: &str, value: &str) -> NearestRecord {
        NearestRecord {
            place: SourceSpan { file: "f.c".to_owned(), start: (2, columns.0), end: (2, columns.1) },
            condition: Some(condition.to_owned()),
            values: vec![ValueRecord { of: of.to_owned(), value: value.to_owned() }],
            ..NearestRecord::default()
        }
    }

    fn probe(nearest: &NearestRecord) -> Option<Probe> {
        Probe::of(SOURCE, &Claim::of(nearest)?)
    }

    #[test]
    fn probes_stand_before_their_conditions_and_nothing_else_changes() {
        let first = probe(&nearest((9, 14), "a > 3", "a", "2")).unwrap();
        let second = probe(&nearest((18, 24), "p != 0", "p", "null")).unwrap();
        let text = instrumented(SOURCE, &[&second, &first, &first]);
        let text = text.strip_prefix(PRELUDE).unwrap();
        assert!(
            text.contains("if ((TRINE_PROBE(31, 0, 0, a), (a > 3)) && (TRINE_PROBE(40, 0, 0, p), (p != 0)))"),
            "{text}"
        );
        assert_eq!(probe(&nearest((9, 16), "a > 3", "a", "2")), None, "another text");
        assert_eq!(probe(&nearest((9, 14), "a > 3", "g(a)", "2")), None, "a call");
    }

    #[test]
    fn a_condition_of_a_macro_is_probed_in_its_body_and_told_by_the_line_of_the_expansion() {
        let text = "#define NEED(v, n) \\\n    if (v >= n) return 1\nint f(int a) {\n    NEED(a, 3);\n    NEED(a, 2);\n    return 0;\n}\n";
        let mut second = nearest((5, 9), "v >= n", "v", "2");
        second.place.start.0 = 5;
        second.place.end.0 = 5;
        let probe = Probe::of(text, &Claim::of(&second).unwrap()).unwrap();
        assert!(probe.is_in_macro());
        let written = instrumented(text, &[&probe]);
        assert!(
            written.contains("if ((TRINE_PROBE(29, __LINE__, 0, v), (v >= n))) return 1\nint f"),
            "{written}"
        );
        let seen = Seen::read("@probe 29 4 0 i32 7\n@probe 29 5 0 i32 2\n");
        assert_eq!(seen.evaluations(&probe), 1);
        assert!(agree(Claim::of(&second).unwrap().values, seen.values(&probe, 1).as_deref()));
    }

    #[test]
    fn values_agree_when_their_bits_do() {
        let probe = probe(&nearest((9, 14), "a > 3", "a", "2")).unwrap();
        let seen = Seen::read("noise\n@probe 31 0 0 i32 7\n@probe 31 0 0 i32 -3\n");
        let value = |text: &str| [ValueRecord { of: "a".to_owned(), value: text.to_owned() }];
        assert!(agree(&value("7"), seen.values(&probe, 1).as_deref()));
        assert!(agree(&value("4294967293"), seen.values(&probe, 2).as_deref()));
        assert!(agree(&value("-3 ('x')"), seen.values(&probe, 2).as_deref()));
        assert!(!agree(&value("7"), seen.values(&probe, 2).as_deref()));
        assert!(!agree(&value("7"), seen.values(&probe, 3).as_deref()), "there was no third evaluation");
        assert!(
            agree(&value("null"), Some(&[Value::Pointer(0)]))
                && !agree(&value("null"), Some(&[Value::Pointer(8)]))
        );
        let [p, zero] = [value("not null"), value("null")].map(|[of]| of);
        assert!(agree(&[p.clone(), zero.clone()], Some(&[Value::Pointer(8), Value::Int(32, 0)])));
        assert!(!agree(&[p, zero], Some(&[Value::Pointer(8), Value::Int(32, 1)])));
        assert!(!agree(&value("null"), Some(&[Value::Int(32, 0)])), "no pointer is compared");
    }

    #[test]
    fn of_a_test_that_ends_before_the_last_condition_is_claimed() {
        use trine_record::{DecidedRecord, EndRecord, Needed};
        let mut ends = nearest((18, 24), "p != 0", "p", "null");
        ends.values.clear();
        ends.needs = Needed::Passing;
        assert!(Claim::of(&ends).is_none());
        let of = nearest((9, 14), "a > 3", "a", "7");
        let (place, values) = (of.place.clone(), of.values.clone());
        let condition = "a > 3".to_owned();
        let last = DecidedRecord { place, condition, values, evaluation: 2, ..DecidedRecord::default() };
        ends.ended = Some(EndRecord { last: Some(last), ..EndRecord::default() });
        let claim = Claim::of(&ends).unwrap();
        assert!(claim.is_last && claim.evaluation == 2 && claim.condition == "a > 3");
        let seen = Seen::read("@probe 31 0 0 i32 9\n@probe 31 0 0 i32 7\n");
        let probe = probe(&ends).unwrap();
        assert!(agree(claim.values, seen.values(&probe, 2).as_deref()));
        assert_eq!(seen.evaluations(&probe), 2, "there is none behind it");
    }
}
