//! Keys of `run.json`, `goals.json` and `suite.json` that were renamed, and values that name something renamed: undone
//! before two results are compared.
//!
//! To rename a key: add a row with the old and the new name in the same commit. Rows may go once no revision that
//! anyone compares with has the old name.

use serde_json::Value;

/// Old name, new name.
const RENAMED: [(&str, &str); 4] = [
    ("rounds", "loop_iterations"),
    ("most_paths", "max_paths"),
    ("questions", "queries"),
    ("refuted", "unsatisfiable"),
];

/// The key of a list of names, old name, new name.
const RENAMED_VALUES: [(&str, &str, &str); 2] =
    [("missing", "rounds", "loop-iterations"), ("missing", "most-paths", "max-paths")];

/// `value` with old names of keys replaced by the new ones.
pub fn with_new_names(value: Value) -> Value {
    with_names(value, &RENAMED)
}

fn with_names(value: Value, renamed: &[(&str, &str)]) -> Value {
    match value {
        Value::Array(items) => items.into_iter().map(|item| with_names(item, renamed)).collect(),
        Value::Object(members) => {
            let members = members.into_iter().map(|(key, member)| {
                let new = renamed.iter().find(|(old, _)| *old == key).map(|(_, new)| (*new).to_owned());
                let member = with_values(&key, with_names(member, renamed));
                (new.unwrap_or(key), member)
            });
            Value::Object(members.collect())
        }
        other => other,
    }
}

/// The list of names under `key`, with the new names.
fn with_values(key: &str, member: Value) -> Value {
    let new_name = |value: Value| {
        let row = RENAMED_VALUES.iter().find(|(list, old, _)| *list == key && value == **old);
        row.map_or(value, |(.., new)| Value::from(*new))
    };
    match member {
        Value::Array(items) => items.into_iter().map(new_name).collect(),
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn keys_are_renamed_at_every_depth_and_values_are_not() {
        let old = json!({ "rounds": [{ "rounds": "rounds" }], "seed": 1 });
        let new = json!({ "iterations": [{ "iterations": "rounds" }], "seed": 1 });
        assert_eq!(with_names(old, &[("rounds", "iterations")]), new);
    }

    #[test]
    fn names_in_lists_are_renamed_under_their_key_only() {
        let old = json!({ "missing": ["rounds", "shapes"], "other": ["rounds"] });
        let new = json!({ "missing": ["loop-iterations", "shapes"], "other": ["rounds"] });
        assert_eq!(with_new_names(old), new);
    }
}
