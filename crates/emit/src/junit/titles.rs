//! Names of test methods: the method they are about and what came of it, `withdrawThrowsIllegalArgumentException`; where another call comes
//! behind it, what came of that, `asListThenIndexOfReturnsZero`.
//!
//! Two tests with one name get what tells them apart, `parseReturnsNullForEmptyText`, where the arguments of the call say it; else the
//! types of these, `parseReturnsNullForNullReader`; else what its object was made of or what was called on it before,
//! `popReturnsNullAfterClear`; else those arguments alone that differ, `boundsThrowsIllegalArgumentExceptionForMinus1`; else, and last, a number.

use super::literal::primitive_of;
use std::collections::{BTreeMap, BTreeSet};
use trine_testcase::objects::{
    Action, ClassApi, ClassKind, Ended, Expectation, MemberId, MemberKind, ObjectTest, Operand, Primitive,
    Seen, Shown, Step, StepId, TypeUse,
};

/// The longest text that becomes part of a name.
const LONGEST_WORD: usize = 16;
/// The longest text whose signs are spelled.
const LONGEST_SPELLED: usize = 8;
/// Names of signs.
const SIGNS: [(char, &str); 32] = [
    (' ', "Space"),
    ('!', "Bang"),
    ('"', "Quote"),
    ('#', "Hash"),
    ('$', "Dollar"),
    ('%', "Percent"),
    ('&', "Ampersand"),
    ('\'', "Apostrophe"),
    ('(', "OpenParenthesis"),
    (')', "CloseParenthesis"),
    ('*', "Star"),
    ('+', "Plus"),
    (',', "Comma"),
    ('-', "Hyphen"),
    ('.', "Dot"),
    ('/', "Slash"),
    (':', "Colon"),
    (';', "Semicolon"),
    ('<', "Less"),
    ('=', "Equals"),
    ('>', "Greater"),
    ('?', "Question"),
    ('@', "At"),
    ('[', "OpenBracket"),
    ('\\', "Backslash"),
    (']', "CloseBracket"),
    ('^', "Caret"),
    ('_', "Underscore"),
    ('{', "OpenBrace"),
    ('|', "Bar"),
    ('}', "CloseBrace"),
    ('~', "Tilde"),
];
/// The longest name that types of arguments are added to.
const LONGEST_NAME: usize = 72;

/// One name per test, all different, in their order.
#[must_use]
pub fn titles(api: &ClassApi, tests: &[&ObjectTest]) -> Vec<String> {
    let outcomes: Vec<String> = tests.iter().map(|test| outcome(api, test)).collect();
    let with_inputs: Vec<String> = tests
        .iter()
        .zip(&outcomes)
        .map(|(test, base)| match occurrences(&outcomes, base) {
            1 => base.clone(),
            _ => inputs(api, test, false).map_or_else(|| base.clone(), |words| format!("{base}For{words}")),
        })
        .collect();
    let with_inputs: Vec<String> = tests
        .iter()
        .zip(outcomes.iter().zip(&with_inputs))
        .map(|(test, (base, name))| match occurrences(&with_inputs, name) {
            1 => name.clone(),
            _ => inputs(api, test, true)
                .map(|words| format!("{base}For{words}"))
                .filter(|name| name.len() <= LONGEST_NAME)
                .unwrap_or_else(|| name.clone()),
        })
        .collect();
    let with_settings: Vec<String> = tests
        .iter()
        .zip(&with_inputs)
        .map(|(test, name)| match occurrences(&with_inputs, name) {
            1 => name.clone(),
            _ => setting(api, test)
                .map(|words| format!("{name}{words}"))
                .filter(|name| name.len() <= LONGEST_NAME)
                .unwrap_or_else(|| name.clone()),
        })
        .collect();
    let with_differences = with_differences(api, tests, &outcomes, with_settings);
    let with_overloads = with_overloads(api, tests, with_differences);
    let mut taken: BTreeSet<String> = BTreeSet::new();
    let mut numbers: BTreeMap<&str, u32> = BTreeMap::new();
    let mut names = Vec::new();
    for base in &with_overloads {
        let mut name = base.clone();
        while !taken.insert(name.clone()) {
            let number = numbers.entry(base).or_insert(1);
            *number += 1;
            let separator = if base.ends_with(|c: char| c.is_ascii_digit()) { "_" } else { "" };
            name = format!("{base}{separator}{number}");
        }
        names.push(name);
    }
    names
}

/// The names, where several tests that call one method have the same: with those arguments alone in which their calls differ.
fn with_differences(
    api: &ClassApi,
    tests: &[&ObjectTest],
    outcomes: &[String],
    names: Vec<String>,
) -> Vec<String> {
    let mut groups: BTreeMap<(&str, MemberId), Vec<usize>> = BTreeMap::new();
    for (at, (test, name)) in tests.iter().zip(&names).enumerate() {
        let member = told_call(api, test).and_then(|step| test.sequence.steps.steps[step].action.member());
        if let Some(member) = member {
            groups.entry((name, member)).or_default().push(at);
        }
    }
    let mut changed: BTreeMap<usize, String> = BTreeMap::new();
    for group in groups.values().filter(|group| group.len() > 1) {
        let words: Vec<Vec<Option<String>>> =
            group.iter().map(|&at| argument_words(api, tests[at], true)).collect();
        let differs = |place: &usize| words.iter().any(|of| of[*place] != words[0][*place]);
        let places: Vec<usize> = (0..words[0].len()).filter(differs).take(3).collect();
        for (&at, words) in group.iter().zip(&words) {
            let said: Option<Vec<String>> = places.iter().map(|&place| words[place].clone()).collect();
            let name = said
                .filter(|said| !said.is_empty())
                .map(|said| format!("{}For{}", outcomes[at], said.join("And")));
            changed.extend(name.filter(|name| name.len() <= LONGEST_NAME).map(|name| (at, name)));
        }
    }
    let name = |(at, name): (usize, String)| changed.remove(&at).unwrap_or(name);
    names.into_iter().enumerate().map(name).collect()
}

/// The names, where tests of different methods have the same: with the type of the first parameter in which these differ, `ForZeroLong`.
fn with_overloads(api: &ClassApi, tests: &[&ObjectTest], names: Vec<String>) -> Vec<String> {
    let parameters = |at: usize| {
        let member =
            told_call(api, tests[at]).and_then(|step| tests[at].sequence.steps.steps[step].action.member());
        member.map_or(&[][..], |member| api.members[member].parameters.as_slice())
    };
    let mut groups: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
    for (at, name) in names.iter().enumerate() {
        groups.entry(name).or_default().push(at);
    }
    let mut changed: BTreeMap<usize, String> = BTreeMap::new();
    for (name, group) in groups.iter().filter(|(_, group)| group.len() > 1) {
        let first = parameters(group[0]);
        let differs = |place: &usize| {
            group
                .iter()
                .any(|&at| parameters(at).get(*place).map(|of| &of.ty) != first.get(*place).map(|of| &of.ty))
        };
        let Some(place) = (0..first.len()).find(differs) else { continue };
        for &at in group {
            let Some(parameter) = parameters(at).get(place) else { continue };
            let name = format!("{name}{}", type_words(api, &parameter.ty));
            if name.len() <= LONGEST_NAME {
                changed.insert(at, name);
            }
        }
    }
    let name = |(at, name): (usize, String)| changed.remove(&at).unwrap_or(name);
    names.iter().cloned().enumerate().map(name).collect()
}

fn occurrences(all: &[String], one: &str) -> usize {
    all.iter().filter(|other| *other == one).count()
}

/// Method and outcome.
fn outcome(api: &ClassApi, test: &ObjectTest) -> String {
    let member = &api.members[test.about];
    let class_name = simple_name(&api.classes[member.class].source_name);
    let is_subject = api.subjects.first() == Some(&member.class);
    let subject = match member.kind {
        MemberKind::Constructor => format!("new{class_name}"),
        MemberKind::Method if is_subject => identifier(&member.name),
        _ => format!("{}{}", lower_first(class_name), upper_first(&identifier(&member.name))),
    };
    let subject = match later_call(api, test).and_then(|step| test.sequence.steps.steps[step].action.member())
    {
        Some(later) => format!("{subject}Then{}", call_words(api, later)),
        None => subject,
    };
    format!("{subject}{}", result_words(api, test))
}

/// `IndexOf`, `NewAccount`.
fn call_words(api: &ClassApi, member: MemberId) -> String {
    let member = &api.members[member];
    match member.kind {
        MemberKind::Constructor => {
            format!("New{}", upper_first(simple_name(&api.classes[member.class].source_name)))
        }
        _ => upper_first(&identifier(&member.name)),
    }
}

/// The last call, where it comes behind that of the method that the test is about.
fn later_call(api: &ClassApi, test: &ObjectTest) -> Option<StepId> {
    let about = last_use(api, test)?;
    let steps = test.sequence.steps.steps.iter_enumerated();
    let is_call = |action: &Action| matches!(action, Action::New { .. } | Action::Call { .. });
    steps.filter(|(id, step)| *id > about && is_call(&step.action)).map(|(id, _)| id).next_back()
}

/// The call that the name tells the outcome of.
fn told_call(api: &ClassApi, test: &ObjectTest) -> Option<StepId> {
    later_call(api, test).or_else(|| last_use(api, test))
}

/// `ThrowsX`, `ReturnsX`, `ThenSizeIs2`, or what is left to say.
fn result_words(api: &ClassApi, test: &ObjectTest) -> String {
    if let Ended::Threw { named, .. } = &test.ended {
        return format!("Throws{}", upper_first(&identifier(simple_name(&named.replace(['/', '$'], ".")))));
    }
    let about = told_call(api, test);
    let member = about.and_then(|step| test.sequence.steps.steps[step].action.member()).unwrap_or(test.about);
    let of_result =
        |expectation: &&Expectation| matches!(expectation.shown, Shown::Result(step) if Some(step) == about);
    let is_constructor = api.members[member].kind == MemberKind::Constructor;
    if let Some(result) = test.expectations.iter().find(of_result).filter(|_| !is_constructor) {
        let is_receiver =
            |step| about.and_then(|about| receiver(&test.sequence.steps.steps[about].action)) == Some(step);
        let words = match &result.seen {
            Seen::Same(step) if is_receiver(*step) => Some("Itself".to_owned()),
            // Nothing says so where the type is a wider one.
            Seen::Elements(_) if !is_array(test, about) => None,
            seen => seen_words(api, seen),
        };
        return match words {
            Some(words) => format!("Returns{words}"),
            None => format!("Returns{}", result_type(api, test, about)),
        };
    }
    let queried = test.expectations.iter().find_map(|expectation| state_words(api, expectation));
    match queried {
        Some(words) => format!("Then{words}"),
        None if is_constructor => "Succeeds".to_owned(),
        None => "DoesNotThrow".to_owned(),
    }
}

/// The step that uses the member that the test is about, the last one; of private methods, the last step at all.
fn last_use(api: &ClassApi, test: &ObjectTest) -> Option<StepId> {
    let steps = &test.sequence.steps.steps;
    let is_about = |step: &Step| step.action.member().is_some_and(|member| is_same(api, member, test.about));
    steps.iter_enumerated().filter(|(_, step)| is_about(step)).map(|(id, _)| id).next_back()
}

/// Whether two members are one method: the same, or one overrides the other.
fn is_same(api: &ClassApi, one: MemberId, other: MemberId) -> bool {
    let (first, second) = (&api.members[one], &api.members[other]);
    one == other
        || (first.kind == MemberKind::Method
            && first.name == second.name
            && first.descriptor == second.descriptor)
}

fn receiver(action: &Action) -> Option<StepId> {
    match action {
        Action::Call { receiver: Some(Operand::Step(step)), .. } => Some(*step),
        _ => None,
    }
}

/// The simple name of what the step gives: `Account`, `IntArray`.
fn result_type(api: &ClassApi, test: &ObjectTest, step: Option<StepId>) -> String {
    let ty = step.and_then(|step| test.sequence.steps.steps[step].ty.as_ref());
    ty.map_or_else(|| "Value".to_owned(), |ty| type_words(api, ty))
}

fn is_array(test: &ObjectTest, step: Option<StepId>) -> bool {
    let ty = step.and_then(|step| test.sequence.steps.steps[step].ty.as_ref());
    matches!(ty, Some(TypeUse::Array(_)))
}

fn type_words(api: &ClassApi, ty: &TypeUse) -> String {
    match ty {
        TypeUse::Primitive(primitive) => upper_first(primitive.keyword()),
        TypeUse::Array(element) => format!("{}Array", type_words(api, element)),
        TypeUse::Variable(_) => "Value".to_owned(),
        TypeUse::Class(class) if class.name == "java/lang/Object" => "Value".to_owned(),
        TypeUse::Class(class) => match api.class_named(&class.name) {
            Some(id) => upper_first(simple_name(&api.classes[id].source_name)),
            None => upper_first(simple_name(&class.name.replace(['/', '$'], "."))),
        },
    }
}

/// What was seen, as words of a name; `None` when it takes too many.
fn seen_words(api: &ClassApi, seen: &Seen) -> Option<String> {
    match seen {
        Seen::Leaf(kind, bits) => primitive_of(kind).and_then(|primitive| primitive_words(primitive, *bits)),
        Seen::Boxed(primitive, bits) => primitive_words(*primitive, *bits),
        Seen::Null => Some("Null".to_owned()),
        Seen::Text(units) => text_words(units),
        Seen::Constant(member) => Some(camel_constant(&api.members[*member].name)),
        Seen::Elements(elements) if elements.is_empty() => Some("EmptyArray".to_owned()),
        Seen::Described(units) if String::from_utf16_lossy(units) == "[]" => Some("Empty".to_owned()),
        _ => None,
    }
}

/// `BalanceIs70`, `IsEmpty`, `IsNotEmpty`.
fn state_words(api: &ClassApi, expectation: &Expectation) -> Option<String> {
    let member = match expectation.shown {
        Shown::Query(_, member)
        | Shown::StaticQuery(member)
        | Shown::Field(_, member)
        | Shown::StaticField(member) => member,
        Shown::Result(_) | Shown::Elements(_) => return None,
    };
    let name = &api.members[member].name;
    let truth = match &expectation.seen {
        Seen::Leaf(trine_testcase::LeafKind::Bool, bits) => Some(*bits & 1 == 1),
        _ => None,
    };
    if let Some(truth) = truth {
        for prefix in ["is", "has", "can"] {
            if let Some(rest) =
                name.strip_prefix(prefix).filter(|rest| rest.starts_with(|c: char| c.is_ascii_uppercase()))
            {
                let not = if truth { "" } else { "Not" };
                return Some(match prefix {
                    "has" if !truth => format!("HasNo{rest}"),
                    _ => format!("{}{not}{rest}", upper_first(prefix)),
                });
            }
        }
    }
    let property = name
        .strip_prefix("get")
        .filter(|rest| rest.starts_with(|c: char| c.is_ascii_uppercase()))
        .unwrap_or(name);
    Some(format!("{}Is{}", upper_first(&identifier(property)), seen_words(api, &expectation.seen)?))
}

/// What the arguments of the call say, where they say it shortly: `EmptyText`, `5And7`; with `types` what they are where they say
/// nothing else.
fn inputs(api: &ClassApi, test: &ObjectTest, types: bool) -> Option<String> {
    let words: Vec<String> = argument_words(api, test, types).into_iter().collect::<Option<_>>()?;
    (1..=3).contains(&words.len()).then(|| words.join("And"))
}

/// What each argument of the call says; with `types` what it is where it says nothing else.
fn argument_words(api: &ClassApi, test: &ObjectTest, types: bool) -> Vec<Option<String>> {
    let Some(step) = told_call(api, test) else { return Vec::new() };
    let action = &test.sequence.steps.steps[step].action;
    let (Action::New { args, .. } | Action::Call { args, .. }, Some(member)) = (action, action.member())
    else {
        return Vec::new();
    };
    let words = args.iter().zip(&api.members[member].parameters).map(|(arg, parameter)| {
        if matches!((arg, receiver(action)), (Operand::Step(given), Some(object)) if *given == object) {
            return Some("Itself".to_owned());
        }
        let words = operand_words(api, test, arg);
        match (arg, &parameter.ty) {
            (Operand::Null, TypeUse::Class(_) | TypeUse::Array(_)) if types => {
                Some(format!("Null{}", type_words(api, &parameter.ty)))
            }
            (Operand::Step(step), _) if types && words.is_none() => {
                let ty = test.sequence.steps.steps[*step].ty.as_ref()?;
                Some(type_words(api, ty)).filter(|words| words != "Value")
            }
            _ => words,
        }
    });
    words.collect()
}

/// What was done with the object before the call: the last call on it, `AfterClear`, or else what it was made of, `OfZeroAnd5`, or which
/// constant it is, `OfMonday`. `None` where nothing of that can be said.
fn setting(api: &ClassApi, test: &ObjectTest) -> Option<String> {
    let steps = &test.sequence.steps.steps;
    let last = last_use(api, test)?;
    if let Action::Call { receiver: Some(constant @ Operand::Constant(_)), .. } = &steps[last].action {
        return operand_words(api, test, constant).map(|words| format!("Of{words}"));
    }
    let object = receiver(&steps[last].action)?;
    let mut before =
        steps.iter_enumerated().filter(|(id, step)| *id < last && receiver(&step.action) == Some(object));
    if let Some((_, step)) = before.next_back() {
        return Some(format!("After{}", upper_first(&identifier(&api.members[step.action.member()?].name))));
    }
    let (Action::New { args, .. } | Action::Call { args, receiver: None, .. }) = &steps[object].action else {
        return None;
    };
    let words = |arg: &Operand| {
        operand_words(api, test, arg).or_else(|| match arg {
            Operand::Step(step) => Some(type_words(api, steps[*step].ty.as_ref()?)),
            _ => None,
        })
    };
    let words: Option<Vec<String>> = args.iter().map(words).collect();
    words.filter(|words| (1..=3).contains(&words.len())).map(|words| format!("Of{}", words.join("And")))
}

fn operand_words(api: &ClassApi, test: &ObjectTest, operand: &Operand) -> Option<String> {
    let sequence = &test.sequence;
    match operand {
        Operand::Leaf(leaf) => primitive_of(&sequence.steps.leaves[*leaf].kind)
            .and_then(|ty| primitive_words(ty, sequence.leaf(*leaf))),
        Operand::Boxed(primitive, leaf) => primitive_words(*primitive, sequence.leaf(*leaf)),
        Operand::Text(leaves) => text_words(&sequence.text(leaves)),
        Operand::Null => Some("Null".to_owned()),
        Operand::Constant(member) => Some(camel_constant(&api.members[*member].name)),
        Operand::ClassObject(ty) => Some(type_words(api, ty)),
        Operand::Step(step) => match &sequence.steps.steps[*step].action {
            Action::Array { elements } if elements.is_empty() => Some("EmptyArray".to_owned()),
            _ => None,
        },
    }
}

fn primitive_words(primitive: Primitive, bits: u128) -> Option<String> {
    let value = primitive.leaf_kind().to_int(bits);
    match primitive {
        Primitive::Boolean => Some(if bits & 1 == 1 { "True" } else { "False" }.to_owned()),
        Primitive::Char => text_words(&[bits as u16]),
        Primitive::Float => float_words(f64::from(f32::from_bits(bits as u32))),
        Primitive::Double => float_words(f64::from_bits(bits as u64)),
        _ => {
            let (least, most) = primitive.leaf_kind().int_range();
            Some(match value {
                0 => "Zero".to_owned(),
                _ if value == least => "MinValue".to_owned(),
                _ if value == most => "MaxValue".to_owned(),
                _ if value < 0 => format!("Minus{}", value.unsigned_abs()),
                _ => value.to_string(),
            })
        }
    }
}

fn float_words(value: f64) -> Option<String> {
    let whole = (value.fract() == 0.0 && value.abs() < 1e6).then(|| value.abs().to_string());
    let magnitude = match value {
        _ if value.is_nan() => return Some("NaN".to_owned()),
        _ if value.is_infinite() => "Infinity".to_owned(),
        0.0 => "Zero".to_owned(),
        _ => whole?,
    };
    Some(if value.is_sign_negative() { format!("Minus{magnitude}") } else { magnitude })
}

/// A text that is a word, has none, or is short enough to be spelled: `GMT+5` as `GMTPlus5`.
fn text_words(units: &[u16]) -> Option<String> {
    let text = String::from_utf16(units).ok()?;
    match text.as_str() {
        "" => Some("EmptyText".to_owned()),
        "[]" => Some("EmptyBrackets".to_owned()),
        "{}" => Some("EmptyBraces".to_owned()),
        "()" => Some("EmptyParentheses".to_owned()),
        "\n" => Some("Newline".to_owned()),
        "\r" => Some("CarriageReturn".to_owned()),
        "\t" => Some("Tab".to_owned()),
        _ if text.trim().is_empty() => Some("Blank".to_owned()),
        _ if text.len() <= LONGEST_WORD && text.chars().all(|c| c.is_ascii_alphanumeric()) => {
            Some(upper_first(&text))
        }
        _ if text.len() <= LONGEST_SPELLED => spelled(&text),
        _ => None,
    }
}

/// Words and the names of the signs between them; `None` where one has none, or where there are more than two.
fn spelled(text: &str) -> Option<String> {
    let is_sign = |c: char| !c.is_ascii_alphanumeric();
    if text.chars().filter(|&c| is_sign(c)).count() > 2 {
        return None;
    }
    let word = |part: &str| {
        let Some(sign) = part.chars().next().filter(|&c| is_sign(c)) else { return Some(upper_first(part)) };
        let (_, name) = SIGNS.iter().find(|(known, _)| *known == sign)?;
        Some((*name).to_owned())
    };
    let parts = text.split_inclusive(is_sign).flat_map(|part| match part.char_indices().next_back() {
        Some((at, last)) if is_sign(last) => [&part[..at], &part[at..]],
        _ => [part, ""],
    });
    parts.filter(|part| !part.is_empty()).map(word).collect()
}

/// `IN_PROGRESS` as `InProgress`; other names with a capital.
fn camel_constant(name: &str) -> String {
    if name.chars().any(|c| c.is_ascii_lowercase()) {
        return upper_first(&identifier(name));
    }
    let word = |word: &str| upper_first(&word.to_ascii_lowercase());
    identifier(&name.split('_').map(word).collect::<String>())
}

/// The last name of a qualified one.
#[must_use]
pub fn simple_name(name: &str) -> &str {
    name.rsplit('.').next().unwrap_or(name)
}

/// With a capital first.
#[must_use]
pub fn upper_first(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or_else(String::new, |first| first.to_uppercase().chain(chars).collect())
}

/// Without a capital first.
#[must_use]
pub fn lower_first(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or_else(String::new, |first| first.to_lowercase().chain(chars).collect())
}

/// Without what no name of a test should have: Kotlin and Scala compile names that Java cannot write.
fn identifier(text: &str) -> String {
    let kept: String = text.chars().filter(|c| c.is_alphanumeric() || *c == '_').collect();
    if kept.is_empty() { "member".to_owned() } else { kept }
}

/// Whether a class is an enumeration, whose constants are told by name.
#[must_use]
pub fn is_enumeration(api: &ClassApi, member: MemberId) -> bool {
    api.members[member].kind == MemberKind::EnumConstant
        || api.classes[api.members[member].class].kind == ClassKind::Enum
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn short_texts_are_spelled() {
        let words = |text: &str| text_words(&text.encode_utf16().collect::<Vec<_>>());
        for (text, expected) in [
            ("", Some("EmptyText")),
            ("password", Some("Password")),
            ("GMT+5", Some("GMTPlus5")),
            (":4", Some("Colon4")),
            ("a-b", Some("AHyphenB")),
            ("--", Some("HyphenHyphen")),
            ("\n", Some("Newline")),
            ("  ", Some("Blank")),
            ("a.b.c.d", None),
            ("\u{e9}", None),
            ("a rather long text", None),
        ] {
            assert_eq!(words(text).as_deref(), expected, "{text:?}");
        }
    }
}
