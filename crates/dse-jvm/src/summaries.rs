//! Which calls of the class library are terms: methods of `String` and `Character`, found by name.

use crate::characters::Question;
use crate::inputs::TextTerms;
use crate::numbers::{self, Format};
use crate::strings::{self, Text};
use rustc_hash::FxHashMap;
use std::sync::Arc;
use trine_base::index::TypedIndex;
use trine_dse::{CallSummaries, Concolic, Shadow};
use trine_expr::Term;
use trine_ir::objects::{ELEMENTS_OFFSET, LENGTH_OFFSET};
use trine_ir::{FuncId, Program};
use trine_machine::Memory;

/// Longest string that terms are made of.
const MAX_TEXT: u64 = 256;

/// What a method asks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Equals,
    EqualsIgnoreCase,
    StartsWith,
    EndsWith,
    Contains,
    IsEmpty,
    IndexOf,
    HashCode,
    Character(Question),
    /// `parseInt`, `parseLong`: the width, and whether the radix is an argument.
    Parse(u32, bool),
}

/// Where strings have their characters.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Layout {
    /// Offset of the array.
    pub value: u64,
    /// Offset of the coder, 0 for one byte a character.
    pub coder: u64,
    /// The class of strings, as headers of objects have it.
    pub class: u64,
}

/// The calls that are terms in one run.
#[derive(Debug)]
pub(crate) struct Summaries {
    pub program: Arc<Program>,
    pub layout: Layout,
    /// Strings of the test, by number.
    pub texts: FxHashMap<u32, TextTerms>,
    /// Strings that the code compares with.
    pub constants: Arc<[Vec<u8>]>,
    /// By function, once it was looked up.
    pub kinds: Vec<Option<Option<Kind>>>,
}

fn kind(name: &str) -> Option<Kind> {
    if let Some(method) = name.strip_prefix("java/lang/Character.") {
        let (plain, descriptor) = method.split_at(method.find('(')?);
        let asks_one = matches!(descriptor, "(C)Z" | "(I)Z");
        return Question::named(plain).filter(|_| asks_one).map(Kind::Character);
    }
    match name {
        "java/lang/Integer.parseInt(Ljava/lang/String;)I" => return Some(Kind::Parse(32, false)),
        "java/lang/Integer.parseInt(Ljava/lang/String;I)I" => return Some(Kind::Parse(32, true)),
        "java/lang/Long.parseLong(Ljava/lang/String;)J" => return Some(Kind::Parse(64, false)),
        "java/lang/Long.parseLong(Ljava/lang/String;I)J" => return Some(Kind::Parse(64, true)),
        _ => {}
    }
    Some(match name.strip_prefix("java/lang/String.")? {
        "equals(Ljava/lang/Object;)Z" => Kind::Equals,
        "equalsIgnoreCase(Ljava/lang/String;)Z" => Kind::EqualsIgnoreCase,
        "startsWith(Ljava/lang/String;)Z" => Kind::StartsWith,
        "endsWith(Ljava/lang/String;)Z" => Kind::EndsWith,
        "contains(Ljava/lang/CharSequence;)Z" => Kind::Contains,
        "isEmpty()Z" => Kind::IsEmpty,
        "indexOf(I)I" => Kind::IndexOf,
        "hashCode()I" => Kind::HashCode,
        _ => return None,
    })
}

impl Summaries {
    fn kind(&mut self, function: FuncId) -> Option<Kind> {
        let position = function.position();
        if self.kinds.len() <= position {
            self.kinds.resize(position + 256, None);
        }
        let name = || kind(&self.program.callables[function].name);
        let known = match self.kinds[position] {
            Some(known) => known,
            None => name(),
        };
        self.kinds[position] = Some(known);
        known
    }

    /// The string at `object`; `None` for null, other objects, and strings with two bytes a character.
    fn text(&self, concolic: &mut Concolic, object: u64, memory: &Memory) -> Option<Text> {
        let read = |address: u64, bytes: u32| memory.read_uint(address, bytes).ok().map(|bits| bits as u64);
        if object == 0 || read(object, 4)? != self.layout.class || read(object + self.layout.coder, 1)? != 0 {
            return None;
        }
        let array = read(object + self.layout.value, 8)?;
        let count = read(array + LENGTH_OFFSET, 4)?;
        let number = concolic.length_number(array + LENGTH_OFFSET);
        if let Some(terms) = number.and_then(|number| self.texts.get(&number)) {
            return Some(Text::of_test(terms, count as usize));
        }
        if count > MAX_TEXT {
            return None;
        }
        let length = concolic.term_at(array + LENGTH_OFFSET, 4, memory)?;
        let unit = |at: u64| concolic.term_at(array + ELEMENTS_OFFSET + at, 1, memory);
        let units: Vec<Term> = (0..count).map(unit).collect::<Option<_>>()?;
        let is_whole = concolic.pool.as_constant(length).is_some();
        Some(Text { length, units, count: count as usize, is_whole })
    }

    fn answer(
        &self,
        kind: Kind,
        (args, shadows): (&[u64], &[Shadow]),
        concolic: &mut Concolic,
        memory: &Memory,
    ) -> Option<Term> {
        if let Kind::Character(question) = kind {
            let code = shadows.first()?.term()?;
            return Some(question.answer(&mut concolic.pool, code));
        }
        let text = self.text(concolic, *args.first()?, memory)?;
        if let Kind::Parse(width, has_radix) = kind {
            let radix = if has_radix { *args.get(1)? as u32 } else { 10 };
            let is_fixed = !has_radix || shadows.get(1)?.term().is_none();
            let format = Format { radix, width };
            return if is_fixed { parse(&text, format, concolic) } else { None };
        }
        if matches!(kind, Kind::IsEmpty | Kind::IndexOf | Kind::HashCode) {
            return self.answer_alone(kind, &text, (args, shadows), concolic);
        }
        let other = self.text(concolic, *args.get(1)?, memory)?;
        let pool = &mut concolic.pool;
        if strings::are_concrete(pool, &text, &other) {
            return None;
        }
        match kind {
            Kind::Equals => Some(strings::equal(pool, &text, &other, false)),
            Kind::EqualsIgnoreCase => Some(strings::equal(pool, &text, &other, true)),
            Kind::StartsWith => strings::starts_with(pool, &text, &other),
            Kind::EndsWith => strings::ends_with(pool, &text, &other),
            _ => strings::contains(pool, &text, &other),
        }
    }

    fn answer_alone(
        &self,
        kind: Kind,
        text: &Text,
        (args, shadows): (&[u64], &[Shadow]),
        concolic: &mut Concolic,
    ) -> Option<Term> {
        let pool = &mut concolic.pool;
        let nothing = Text::constant(pool, &[]);
        if strings::are_concrete(pool, text, &nothing) {
            return None;
        }
        Some(match kind {
            Kind::IsEmpty => strings::equal(pool, text, &nothing, false),
            Kind::IndexOf => {
                let unit = match shadows.get(1)?.term() {
                    Some(term) => term,
                    None => pool.constant(u128::from(*args.get(1)? as u32), 32),
                };
                strings::index_of(pool, text, unit, 0)
            }
            // A string that was hashed before has its hash code in a field; that is the same.
            _ => strings::hash_code(pool, text, &self.constants),
        })
    }
}

/// The number that `text` is. That it is one, or none, is a condition of the path from here on.
fn parse(text: &Text, format: Format, concolic: &mut Concolic) -> Option<Term> {
    let nothing = Text::constant(&mut concolic.pool, &[]);
    if !(2..=36).contains(&format.radix) || strings::are_concrete(&concolic.pool, text, &nothing) {
        return None;
    }
    let number = numbers::parsed(&mut concolic.pool, text, format);
    let is_valid = concolic.pool.evaluate(number.is_valid, &concolic.values) == 1;
    concolic.rely_on_outcome(number.is_valid, is_valid);
    Some(number.value)
}

impl CallSummaries for Summaries {
    fn knows(&mut self, function: FuncId) -> bool {
        self.kind(function).is_some()
    }

    fn result(
        &mut self,
        function: FuncId,
        args: &[u64],
        shadows: &[Shadow],
        concolic: &mut Concolic,
        memory: &Memory,
    ) -> Option<Term> {
        let kind = self.kind(function)?;
        let term = self.answer(kind, (args, shadows), concolic, memory)?;
        // Registers of Java have no booleans.
        Some(match concolic.pool.width(term) {
            1 => concolic.pool.zero_extend(term, 32),
            _ => term,
        })
    }
}
