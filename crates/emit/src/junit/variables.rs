//! Names of local variables: after types (`account`, `account2`), getters (`balance`) and the parameters that take them (`amount`).

use super::titles::{lower_first, simple_name};
use std::collections::BTreeSet;
use trine_testcase::objects::{Action, ClassApi, MemberKind, Operand, ParameterType, StepId, Steps, TypeUse};

/// What no variable may be called: keywords, literals, and what reads like one.
const RESERVED: &str = "abstract assert boolean break byte case catch char class const continue default do double else enum extends \
    final finally float for goto if implements import instanceof int interface long native new package private protected public \
    return short static strictfp super switch synchronized this throw throws transient try void volatile while true false null \
    var record yield sealed permits non when _";

/// The variables of one method.
#[derive(Debug)]
pub struct Variables {
    taken: BTreeSet<String>,
}

impl Variables {
    /// None yet; what would hide a package or a class that the method names is taken.
    #[must_use]
    pub fn new(api: &ClassApi) -> Self {
        let mut taken: BTreeSet<String> = RESERVED.split_whitespace().map(str::to_owned).collect();
        taken.extend(["java", "javax", "org", "com"].map(str::to_owned));
        for class in &api.classes {
            taken.extend(class.source_name.split('.').next().map(str::to_owned));
            taken.insert(simple_name(&class.source_name).to_owned());
        }
        Self { taken }
    }

    /// Whether nothing is called so.
    #[must_use]
    pub fn is_free(&self, name: &str) -> bool {
        is_identifier(name) && !self.taken.contains(name)
    }

    /// This name, or with the first number that makes it unique; now taken.
    pub fn take(&mut self, wanted: &str) -> String {
        let wanted = if is_identifier(wanted) { wanted } else { "value" };
        let mut name = wanted.to_owned();
        let mut number = 2;
        if RESERVED.split_whitespace().any(|word| word == wanted) {
            name = format!("{wanted}Value");
        }
        let base = name.clone();
        while !self.taken.insert(name.clone()) {
            let separator = if base.ends_with(|c: char| c.is_ascii_digit()) { "_" } else { "" };
            name = format!("{base}{separator}{number}");
            number += 1;
        }
        name
    }
}

/// What the value of a step is best called.
#[must_use]
pub fn wanted_name(api: &ClassApi, steps: &Steps, id: StepId) -> String {
    let step = &steps.steps[id];
    let of_parameter = || parameter_name(api, steps, id);
    match &step.ty {
        Some(TypeUse::Class(class)) if !is_plain_value(&class.name) => {
            let name = match api.class_named(&class.name) {
                Some(class) => api.classes[class].source_name.clone(),
                None => class.name.replace(['/', '$'], "."),
            };
            decapitalized(simple_name(&name))
        }
        Some(TypeUse::Array(element)) => {
            of_method(api, &step.action).or_else(of_parameter).unwrap_or_else(|| plural(api, element))
        }
        _ => of_method(api, &step.action).or_else(of_parameter).unwrap_or_else(|| "result".to_owned()),
    }
}

/// Whether the type says nothing about what the value is for.
fn is_plain_value(class: &str) -> bool {
    [
        "java/lang/String",
        "java/lang/Object",
        "java/lang/CharSequence",
        "java/lang/Comparable",
        "java/lang/Number",
    ]
    .contains(&class)
        || super::hierarchy::unwrapped(class).is_some()
}

/// `balance` of `getBalance()`, `size` of `size()`, the field's own name.
fn of_method(api: &ClassApi, action: &Action) -> Option<String> {
    let member = &api.members[action.member()?];
    match member.kind {
        MemberKind::Field | MemberKind::EnumConstant => Some(decapitalized(&member.name)),
        MemberKind::Constructor => None,
        MemberKind::Method => {
            let followed = |prefix| {
                member
                    .name
                    .strip_prefix(prefix)
                    .filter(|rest| rest.starts_with(|c: char| c.is_ascii_uppercase()))
                    .map(decapitalized)
            };
            let is_noun = member.parameters.is_empty() && member.type_parameters.is_empty();
            followed("get").or_else(|| is_noun.then(|| followed("to").unwrap_or_else(|| member.name.clone())))
        }
    }
}

/// The name of the parameter that takes the value, if one does.
#[must_use]
pub fn parameter_name(api: &ClassApi, steps: &Steps, id: StepId) -> Option<String> {
    let wanted = Operand::Step(id);
    steps.steps.iter().find_map(|step| {
        let (Action::New { constructor: member, args, .. } | Action::Call { method: member, args, .. }) =
            &step.action
        else {
            return None;
        };
        let position = args.iter().position(|arg| *arg == wanted)?;
        let named: Option<&ParameterType> = api.members[*member].parameters.get(position);
        named.and_then(|parameter| parameter.name.clone())
    })
}

/// A name for several values of one type.
fn plural(api: &ClassApi, element: &TypeUse) -> String {
    match element {
        TypeUse::Primitive(primitive) => format!("{}s", primitive.keyword()),
        TypeUse::Class(class) if class.name == "java/lang/String" => "texts".to_owned(),
        TypeUse::Class(class) if !is_plain_value(&class.name) => {
            let name = api.class_named(&class.name).map_or_else(
                || class.name.replace(['/', '$'], "."),
                |class| api.classes[class].source_name.clone(),
            );
            let name = decapitalized(simple_name(&name));
            if name.ends_with('s') { format!("{name}Array") } else { format!("{name}s") }
        }
        TypeUse::Array(_) => "rows".to_owned(),
        _ => "values".to_owned(),
    }
}

/// `Account` as `account`, `URLParser` as `urlParser`, `URL` as `url`.
#[must_use]
pub fn decapitalized(name: &str) -> String {
    let chars: Vec<char> = name.chars().collect();
    let capitals = chars.iter().take_while(|c| c.is_uppercase()).count();
    let lowered = match capitals {
        0 | 1 => return lower_first(name),
        _ if chars[capitals..].iter().all(|c| !c.is_lowercase()) => return constant_words(name),
        _ => capitals - 1,
    };
    chars.iter().enumerate().map(|(at, c)| if at < lowered { c.to_ascii_lowercase() } else { *c }).collect()
}

/// `MAX_SIZE` as `maxSize`.
fn constant_words(name: &str) -> String {
    let words = name.split('_').filter(|word| !word.is_empty()).map(str::to_lowercase);
    let mut text = String::new();
    for word in words {
        text.push_str(&if text.is_empty() { word } else { super::titles::upper_first(&word) });
    }
    text
}

fn is_identifier(name: &str) -> bool {
    !name.is_empty()
        && !name.starts_with(|c: char| c.is_ascii_digit())
        && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_decapitalized_as_people_do() {
        let names = ["Account", "URLParser", "URL", "MAX_SIZE", "HTMLTable", "X"].map(decapitalized);
        assert_eq!(names, ["account", "urlParser", "url", "maxSize", "htmlTable", "x"]);
    }

    #[test]
    fn names_are_unique_and_no_keywords() {
        let mut variables = Variables::new(&ClassApi::default());
        assert_eq!(variables.take("account"), "account");
        assert_eq!(variables.take("account"), "account2");
        assert_eq!(variables.take("default"), "defaultValue");
        assert_eq!(variables.take("java"), "java2");
        assert_eq!(variables.take("this$0"), "value");
    }
}
