//! Keys of `run.json`, `goals.json` and `suite.json` that were renamed: undone before two results are compared.
//!
//! To rename a key: add a row with the old and the new name in the same commit. Rows may go once no revision that
//! anyone compares with has the old name.

use serde_json::Value;

/// Old name, new name.
const RENAMED: [(&str, &str); 0] = [];

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
                (new.unwrap_or(key), with_names(member, renamed))
            });
            Value::Object(members.collect())
        }
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
}
