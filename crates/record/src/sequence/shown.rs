//! Steps as a reader of Java would write them, for messages: `new Account("Ada", 100)`, `s0.withdraw(30)`.

use super::values::{Text, units};
use super::{ActionRecord, StepRecord, ValueRecord};
use std::fmt::Write as _;
use trine_testcase::objects::{Primitive, TypeUse};

impl StepRecord {
    /// The type of what it gives; `None` where it gives nothing, or the record is damaged.
    #[must_use]
    pub fn type_use(&self) -> Option<TypeUse> {
        super::types::type_of(self.ty.as_deref()?).ok()
    }

    /// What it does.
    #[must_use]
    pub fn shown(&self) -> String {
        match &self.action {
            ActionRecord::New { constructor, outer, args } => {
                let outer = outer.as_ref().map_or_else(String::new, |outer| value(outer) + ".");
                format!("{outer}new {}({})", class_of(constructor), values(args))
            }
            ActionRecord::Call { method, receiver, args } => {
                format!("{}.{}({})", owner(receiver.as_ref(), method), name_of(method), values(args))
            }
            ActionRecord::Array(elements) => format!("{{{}}}", values(elements)),
            ActionRecord::Get { field, receiver } => {
                format!("{}.{}", owner(receiver.as_ref(), field), name_of(field))
            }
            ActionRecord::Set { field, receiver, value: given } => {
                format!("{}.{} = {}", owner(receiver.as_ref(), field), name_of(field), value(given))
            }
            ActionRecord::SetElement { array, index, value: given } => {
                format!("s{array}[{index}] = {}", value(given))
            }
            ActionRecord::Mock(answers) => {
                format!("an object of the test's own that answers {}", answered(answers))
            }
            ActionRecord::Extending { constructor, args, answers } => format!(
                "an object of the test's own, a {}({}), that answers {}",
                class_of(constructor),
                values(args),
                answered(answers)
            ),
        }
    }
}

/// `{now: 5; zone: null}`
fn answered(answers: &[(String, Vec<ValueRecord>)]) -> String {
    let of =
        |(method, answers): &(String, Vec<ValueRecord>)| format!("{}: {}", name_of(method), values(answers));
    let answers: Vec<String> = answers.iter().map(of).collect();
    format!("{{{}}}", answers.join("; "))
}

fn owner(receiver: Option<&ValueRecord>, member: &str) -> String {
    receiver.map_or_else(|| class_of(member), value)
}

fn values(all: &[ValueRecord]) -> String {
    all.iter().map(value).collect::<Vec<_>>().join(", ")
}

fn value(value: &ValueRecord) -> String {
    match value {
        ValueRecord::Leaf(primitive, bits) | ValueRecord::Boxed(primitive, bits) => number(*primitive, *bits),
        ValueRecord::Text(text) => quoted(text),
        ValueRecord::Step(step) => format!("s{step}"),
        ValueRecord::Constant(member) => format!("{}.{}", class_of(member), name_of(member)),
        ValueRecord::Class(ty) => format!("{}.class", ty.trim_matches(['L', ';']).replace('/', ".")),
        ValueRecord::Null => "null".to_owned(),
    }
}

/// A primitive value as Java has it.
#[must_use]
pub fn number(primitive: Primitive, bits: u128) -> String {
    match primitive {
        Primitive::Boolean => (bits & 1 == 1).to_string(),
        Primitive::Byte => (bits as u8 as i8).to_string(),
        Primitive::Short => (bits as u16 as i16).to_string(),
        Primitive::Int => (bits as u32 as i32).to_string(),
        Primitive::Long => format!("{}L", bits as u64 as i64),
        Primitive::Float => format!("{:?}f", f32::from_bits(bits as u32)),
        Primitive::Double => format!("{:?}", f64::from_bits(bits as u64)),
        Primitive::Char => match char::from_u32(bits as u32).filter(|c| c.is_ascii_graphic() || *c == ' ') {
            Some(c) => format!("'{c}'"),
            None => format!("'\\u{:04x}'", bits as u16),
        },
    }
}

/// A string in quotes, what cannot be shown escaped.
fn quoted(text: &Text) -> String {
    let mut quoted = String::from("\"");
    for unit in char::decode_utf16(units(text)) {
        match unit {
            Ok(c) if c == '"' || c == '\\' => _ = write!(quoted, "\\{c}"),
            Ok(c) if !c.is_control() => quoted.push(c),
            Ok(c) => _ = write!(quoted, "\\u{:04x}", u32::from(c)),
            Err(error) => _ = write!(quoted, "\\u{:04x}", error.unpaired_surrogate()),
        }
    }
    quoted.push('"');
    quoted
}

/// The simple name of the class of a member: `com/acme/Account.withdraw(J)Z`.
fn class_of(member: &str) -> String {
    let class = member.split('.').next().unwrap_or_default();
    class.rsplit('/').next().unwrap_or_default().replace('$', ".")
}

/// The name of a member without class and type.
fn name_of(member: &str) -> &str {
    let rest = member.split_once('.').map_or(member, |(_, rest)| rest);
    rest.split(['(', ':']).next().unwrap_or(rest)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_read_as_java() {
        let step = |text: &str| serde_json::from_str::<StepRecord>(text).unwrap().shown();
        let new = r#"{"new": {"constructor": "com/acme/Account.<init>(Ljava/lang/String;J)V", "args": [{"text": "A\"b\n"}, {"leaf": ["Long", "100"]}]}}"#;
        assert_eq!(step(new), "new Account(\"A\\\"b\\u000a\", 100L)");
        let call = r#"{"call": {"method": "com/acme/Account.withdraw(J)Z", "receiver": {"step": 0}, "args": ["null"]}}"#;
        assert_eq!(step(call), "s0.withdraw(null)");
    }
}
