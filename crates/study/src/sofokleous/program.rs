//! Random decision programs like those of the paper's Table 2: so many decisions, made of so many conditions.
//!
//! ```text
//! int program_5(int a, int b, int c)
//! {
//!     int s = a - 2 * b;                       locals, so that conditions must be rewritten over the inputs
//!     if ((s > 12 && c != b) || a + c <= -3)   a decision of several conditions
//!         s = s + c;
//!     …
//! ```
//!
//! The paper's own programs are not to be had any more; it says how many decisions ("multiple") and conditions
//! ("single") they have, and that condition coverage counts in 24ths and 30ths for 12 and 15 conditions: so the
//! conditions are those that the decisions are made of. Conditions compare sums of inputs and locals with constants or with each
//! other, by all six operators. Nothing is done to make them satisfiable.

use std::fmt::Write;
use trine_base::Stream;

/// Inputs of a program.
const INPUTS: [&str; 4] = ["a", "b", "c", "d"];

/// The C text of program `number`, a function `program_NUMBER`.
pub fn text(number: usize, decisions: usize, conditions: usize, seed: u64) -> String {
    let stream = Stream::new(seed, &format!("decision program {number}"));
    let inputs = if conditions > 6 { INPUTS.len() } else { 3 };
    Writer { stream, inputs, out: String::new() }.program(number, decisions, conditions)
}

/// The text of a function as a class `class` with it, for Java: declarations and operators are the same, but for sums, which wrap around.
pub fn class_of(class: &str, function: &str) -> String {
    let (head, body) = function.split_once('\n').unwrap_or((function, ""));
    format!("final class {class} {{\n    private {class}() {{}}\n\n    static {head}\n{body}}}\n")
}

struct Writer {
    stream: Stream,
    inputs: usize,
    out: String,
}

impl Writer {
    fn program(mut self, number: usize, decisions: usize, conditions: usize) -> String {
        let parameters: Vec<String> =
            INPUTS[..self.inputs].iter().map(|name| format!("int {name}")).collect();
        let _ = writeln!(self.out, "int program_{number}({})\n{{", parameters.join(", "));
        let (x, y) = (self.input(), self.input());
        let factor = 2 + self.stream.below(3);
        let _ = writeln!(self.out, "    int s = {x} - {factor} * {y};");
        for decision in 0..decisions {
            let share = conditions * (decision + 1) / decisions - conditions * decision / decisions;
            let condition = self.decision(share);
            let operand = self.input();
            let _ = writeln!(self.out, "    if ({condition})\n        s = s + {operand};");
            if self.stream.chance(0.5) {
                let operand = self.input();
                let _ = writeln!(self.out, "    else\n        s = s - {operand};");
            }
        }
        self.out.push_str("    return s;\n}\n");
        self.out
    }

    /// Conditions joined by `&&` and `||`, in groups.
    fn decision(&mut self, conditions: usize) -> String {
        if conditions == 1 {
            return self.condition();
        }
        let left = 1 + self.stream.position(conditions - 1);
        let sign = if self.stream.chance(0.5) { "&&" } else { "||" };
        let sides = [left, conditions - left].map(|share| {
            let side = self.decision(share);
            if share > 1 { format!("({side})") } else { side }
        });
        format!("{} {sign} {}", sides[0], sides[1])
    }

    fn condition(&mut self) -> String {
        let operators = ["<", "<=", ">", ">=", "==", "!="];
        let operator = operators[self.stream.position(operators.len())];
        let left = self.sum();
        let right =
            if self.stream.chance(0.5) { self.constant().to_string() } else { self.input().to_owned() };
        format!("{left} {operator} {right}")
    }

    fn sum(&mut self) -> String {
        let first = if self.stream.chance(0.4) { "s" } else { self.input() };
        match self.stream.below(3) {
            0 => first.to_owned(),
            1 => format!("{first} + {}", self.input()),
            _ => format!("{first} - {}", self.input()),
        }
    }

    fn input(&mut self) -> &'static str {
        INPUTS[self.stream.position(self.inputs)]
    }

    fn constant(&mut self) -> i64 {
        self.stream.below(201) as i64 - 100
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_program_has_the_decisions_and_conditions_asked_for() {
        for (decisions, conditions) in [(1, 2), (2, 6), (3, 15)] {
            let text = text(1, decisions, conditions, 1);
            let joins = text.matches("&&").count() + text.matches("||").count();
            assert_eq!(text.matches("if (").count(), decisions, "{text}");
            assert_eq!(joins + decisions, conditions, "{text}");
        }
    }

    #[test]
    fn a_function_becomes_a_static_method_of_a_class() {
        let class = class_of("Half", "int half(int a)\n{\n    return a / 2;\n}\n");
        let wanted = "final class Half {\n    private Half() {}\n\n    static int half(int a)\n{\n    return a / 2;\n}\n}\n";
        assert_eq!(class, wanted);
    }

    #[test]
    fn the_same_seed_writes_the_same_program() {
        assert_eq!(text(3, 2, 4, 9), text(3, 2, 4, 9));
        assert_ne!(text(3, 2, 4, 9), text(3, 2, 4, 10));
    }
}
