//! Methods as reports name them, from the names and descriptors of class files.

use trine_frontend_jvm::cover::MethodCover;

/// `withdraw(int)`, or `Nested.withdraw(int)` for a class within the unit.
pub(super) fn written(class: &str, unit: &str, method: &MethodCover) -> String {
    let simple = class.rsplit(['/', '$']).next().unwrap_or(class);
    let name = match method.name.as_str() {
        "<init>" => simple,
        "<clinit>" => "static initializer",
        name => name,
    };
    let name =
        if class == unit || method.name == "<init>" { name.to_owned() } else { format!("{simple}.{name}") };
    let parameters =
        method.descriptor.strip_prefix('(').and_then(|rest| rest.split(')').next()).unwrap_or("");
    format!("{name}({})", types(parameters).join(", "))
}

/// The simple names of the types of a descriptor.
fn types(mut descriptor: &str) -> Vec<String> {
    let mut types = Vec::new();
    while !descriptor.is_empty() {
        let dimensions = descriptor.len() - descriptor.trim_start_matches('[').len();
        descriptor = &descriptor[dimensions..];
        let (name, rest) = match descriptor.strip_prefix('L').and_then(|class| class.split_once(';')) {
            Some((class, rest)) => (class.rsplit(['/', '$']).next().unwrap_or(class), rest),
            None => {
                let end = descriptor.chars().next().map_or(0, char::len_utf8);
                (primitive(&descriptor[..end]), &descriptor[end..])
            }
        };
        types.push(name.to_owned() + &"[]".repeat(dimensions));
        descriptor = rest;
    }
    types
}

fn primitive(letter: &str) -> &'static str {
    match letter {
        "Z" => "boolean",
        "B" => "byte",
        "C" => "char",
        "S" => "short",
        "I" => "int",
        "J" => "long",
        "F" => "float",
        "D" => "double",
        _ => "?",
    }
}

#[cfg(test)]
mod tests {
    use super::types;

    #[test]
    fn types_of_descriptors_are_named_as_sources_do() {
        assert_eq!(
            types("I[[JLjava/lang/String;[Ljava/util/Map$Entry;Z"),
            ["int", "long[][]", "String", "Entry[]", "boolean"]
        );
        assert!(types("").is_empty());
    }
}
