//! What a solver prints for a script of ours: `sat` with values, `unsat`, or anything else.
//!
//! Values are read as `#b101`, `#x2a` and `(_ bv42 32)`. A reply that is not understood is `Unknown`: a message of
//! error never counts as an answer.

use crate::node::VariableId;

/// What a solver answered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reply {
    /// `sat`, with the values that it printed.
    Satisfiable(Vec<(VariableId, u128)>),
    /// `unsat`.
    Unsatisfiable,
    /// `unknown`, or nothing that can be understood.
    Unknown,
}

/// Reads what a solver printed for a script of [`TermPool::script`](crate::TermPool::script).
///
/// ```
/// use trine_expr::smtlib::{Reply, read_reply};
/// use trine_expr::VariableId;
/// let reply = read_reply("sat\n((x0 #x0000002a)\n (x3 #b1))\n");
/// assert_eq!(reply, Reply::Satisfiable(vec![(VariableId(0), 42), (VariableId(3), 1)]));
/// assert_eq!(read_reply("(error \"line 3: unsat\")\n"), Reply::Unknown);
/// ```
#[must_use]
pub fn read_reply(text: &str) -> Reply {
    let text = text.trim_start();
    let (answer, values) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    match answer {
        // What follows it is the complaint that there are no values.
        "unsat" => Reply::Unsatisfiable,
        "sat" => read_values(values).map_or(Reply::Unknown, Reply::Satisfiable),
        _ => Reply::Unknown,
    }
}

fn read_values(text: &str) -> Option<Vec<(VariableId, u128)>> {
    let spaced = text.replace('(', " ( ").replace(')', " ) ");
    let mut words = spaced.split_whitespace().peekable();
    let mut values = Vec::new();
    if words.next().is_none() {
        return Some(values);
    }
    while words.next_if_eq(&"(").is_some() {
        let variable = words.next()?.strip_prefix('x')?.parse().ok()?;
        let bits = match words.next()? {
            "(" => {
                let bits =
                    words.next_if_eq(&"_").and_then(|_| words.next()?.strip_prefix("bv")?.parse().ok())?;
                words.next()?;
                words.next_if_eq(&")")?;
                bits
            }
            word => literal(word)?,
        };
        words.next_if_eq(&")")?;
        values.push((VariableId(variable), bits));
    }
    words.next_if_eq(&")")?;
    Some(values)
}

fn literal(word: &str) -> Option<u128> {
    match word.strip_prefix("#x") {
        Some(digits) => u128::from_str_radix(digits, 16).ok(),
        None => u128::from_str_radix(word.strip_prefix("#b")?, 2).ok(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_spelling_of_a_value_is_read() {
        let known = Reply::Satisfiable(vec![(VariableId(1), 5)]);
        for text in ["sat\n((x1 #b101))", "sat\n((x1 #x05))", "sat ( (x1 (_ bv5 8)) )\n"] {
            assert_eq!(read_reply(text), known, "{text}");
        }
    }

    #[test]
    fn a_script_without_variables_is_answered_without_values() {
        assert_eq!(read_reply("sat\n"), Reply::Satisfiable(Vec::new()));
    }

    #[test]
    fn what_is_cut_off_or_a_message_is_no_answer() {
        for text in ["", "timeout", "unknown", "sat\n((x1 #b1", "sat\n((y #b1))", "unsatisfied"] {
            assert_eq!(read_reply(text), Reply::Unknown, "{text}");
        }
    }

    #[test]
    fn a_refutation_is_followed_by_a_complaint_about_values() {
        assert_eq!(read_reply("unsat\n(error \"model is not available\")"), Reply::Unsatisfiable);
    }
}
