//! A generated C program as a tree: what it is made of, before it is printed.
//!
//! Each program is printed twice: *plain*, as Trine gets it, and *instrumented*, as it is run natively, where each
//! condition notes its outcomes and each source of values takes what the enumeration says. A text of C holds both:
//! [`twin`] marks a place where the two differ, and [`resolve`] picks one. Such texts can be put into each other.

/// Where the plain text of a [`twin`] begins.
const PLAIN: char = '\u{1}';
/// Where its instrumented text begins.
const INSTRUMENTED: char = '\u{2}';
/// Where it ends.
const END: char = '\u{3}';

/// Which of the two copies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Copy {
    /// What Trine gets.
    Plain,
    /// What is run natively.
    Instrumented,
}

/// A text that differs between the two copies.
pub fn twin(plain: &str, instrumented: &str) -> String {
    format!("{PLAIN}{plain}{INSTRUMENTED}{instrumented}{END}")
}

/// The text of one copy.
pub fn resolve(text: &str, copy: Copy) -> String {
    let mut out = String::new();
    // For each twin around: whether its text that is being read is that of the copy.
    let mut inside: Vec<bool> = Vec::new();
    for c in text.chars() {
        match c {
            PLAIN => inside.push(copy == Copy::Plain),
            INSTRUMENTED => {
                inside.pop();
                inside.push(copy == Copy::Instrumented);
            }
            END => {
                inside.pop();
            }
            _ if inside.iter().all(|&taken| taken) => out.push(c),
            _ => {}
        }
    }
    out
}

/// An integer expression with bounds of its value.
#[derive(Clone, Debug)]
pub struct Expr {
    /// Its text, which can stand as an operand.
    pub text: String,
    /// It is at least this.
    pub low: i64,
    /// It is at most this.
    pub high: i64,
}

impl Expr {
    /// An expression with its bounds.
    pub fn new(text: impl Into<String>, low: i64, high: i64) -> Self {
        Self { text: text.into(), low, high }
    }
}

/// A condition or a decision of several.
#[derive(Clone, Debug)]
pub enum Cond {
    /// One condition, which binds tighter than `&&`.
    Test(String),
    /// A negated decision.
    Not(Box<Cond>),
    /// Both.
    And(Box<Cond>, Box<Cond>),
    /// One of both.
    Or(Box<Cond>, Box<Cond>),
}

impl Cond {
    /// The conditions of it.
    pub fn len(&self) -> usize {
        match self {
            Self::Test(_) => 1,
            Self::Not(a) => a.len(),
            Self::And(a, b) | Self::Or(a, b) => a.len() + b.len(),
        }
    }

    /// The outcome where condition `i` has the value `values(i)`, which is asked of those that are evaluated.
    pub fn evaluate(&self, first: usize, values: &mut dyn FnMut(usize) -> bool) -> bool {
        match self {
            Self::Test(_) => values(first),
            Self::Not(a) => !a.evaluate(first, values),
            Self::And(a, b) => a.evaluate(first, values) && b.evaluate(first + a.len(), values),
            Self::Or(a, b) => a.evaluate(first, values) || b.evaluate(first + a.len(), values),
        }
    }
}

/// A case of a switch.
#[derive(Clone, Debug)]
pub struct Case {
    /// Its value; none for `default`.
    pub value: Option<i64>,
    /// What it does.
    pub body: Vec<Stmt>,
    /// Whether it goes on with the next one.
    pub falls: bool,
}

/// A statement.
#[derive(Clone, Debug)]
pub enum Stmt {
    /// A text that ends with `;` or `}` and has no condition of its own.
    Plain(String),
    /// `if`, with or without `else`.
    If(Cond, Vec<Stmt>, Vec<Stmt>),
    /// `for (int i = 0; ...; i++)`: the variable, and the decision.
    For(String, Cond, Vec<Stmt>),
    /// `do ... while`, after a counter that its decision counts up.
    DoWhile(String, Cond, Vec<Stmt>),
    /// `variable = condition ? a : b;`
    Choose(String, Cond, String, String),
    /// `switch`.
    Switch(Expr, Vec<Case>),
}

/// Something that the enumeration chooses: one of so many values.
#[derive(Clone, Debug)]
pub struct Digit {
    /// What it stands for.
    pub label: String,
    /// How many values there are.
    pub count: u64,
    /// What they are, where not the numbers themselves.
    pub values: Vec<String>,
}

/// A part of a program that gives it values to decide on, and what these need.
#[derive(Clone, Debug, Default)]
pub struct Part {
    /// The kind of program that it stands for.
    pub flavour: &'static str,
    /// What all its own identifiers end in.
    pub tag: String,
    /// Declarations before the function.
    pub declarations: String,
    /// Parameters of the function, with the argument for each.
    pub parameters: Vec<(String, String)>,
    /// Statements at the beginning of the function.
    pub prologue: String,
    /// Integers.
    pub atoms: Vec<Expr>,
    /// Conditions.
    pub tests: Vec<String>,
    /// Statements.
    pub effects: Vec<String>,
    /// What the enumeration does before each call.
    pub setup: String,
    /// What it does before each run.
    pub reset: String,
    /// The digits that are its own.
    pub digits: std::ops::Range<usize>,
    /// Whether the enumeration leaves nothing out that could matter.
    pub complete: bool,
    /// How often its atoms, tests and effects may be used; 0 for any number.
    pub uses: usize,
}

/// A program: one function with what it needs.
#[derive(Clone, Debug, Default)]
pub struct Program {
    /// Its number.
    pub number: u64,
    /// Where its values come from.
    pub parts: Vec<Part>,
    /// What the enumeration chooses for each call.
    pub digits: Vec<Digit>,
    /// Calls of one run.
    pub calls: u32,
    /// The body of the function.
    pub body: Vec<Stmt>,
}

impl Program {
    /// The name of the function.
    pub fn entry(&self) -> String {
        format!("f_{}", self.number)
    }

    /// Whether the enumeration of its inputs is exhaustive.
    pub fn is_complete(&self) -> bool {
        self.parts.iter().all(|part| part.complete)
    }

    /// The digits of all calls.
    pub fn all_digits(&self) -> impl Iterator<Item = (u32, &Digit)> {
        (0..self.calls).flat_map(|call| self.digits.iter().map(move |digit| (call, digit)))
    }

    /// Combination number `number`, in words.
    pub fn combination(&self, mut number: u64) -> String {
        let mut words = Vec::new();
        for (call, digit) in self.all_digits() {
            let value = number % digit.count;
            number /= digit.count;
            if digit.count == 1 {
                continue;
            }
            let shown = digit.values.get(value as usize).cloned().unwrap_or_else(|| value.to_string());
            let of = if self.calls > 1 { format!("call {}: ", call + 1) } else { String::new() };
            words.push(format!("{of}{} = {shown}", digit.label));
        }
        words.join(", ")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_of_both_copies_can_be_put_into_each_other() {
        let inner = twin("p[0]", "AT(p, 0)");
        let outer = format!("{} + 1", twin(&format!("v + {inner}"), &format!("READ(v) + {inner}")));
        assert_eq!(resolve(&outer, Copy::Plain), "v + p[0] + 1");
        assert_eq!(resolve(&outer, Copy::Instrumented), "READ(v) + AT(p, 0) + 1");
    }
}
