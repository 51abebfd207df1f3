//! A program as C: plain with the place of every condition, instrumented with a note at every condition.
//!
//! The enumeration reports *keys*: two for each condition (not taken, taken), and for each decision of several
//! conditions one for each of its vectors, as a number to the base 3 (condition `i` weighs `3^i`; 0 is not evaluated,
//! 1 false, 2 true).

use super::program::{Cond, Copy, Expr, Program, Stmt, resolve};
use std::fmt::Write;

/// A condition, or a case of a switch, and where it stands in the plain copy.
#[derive(Clone, Debug)]
pub struct Site {
    /// Line and column, from 1.
    pub place: (u32, u32),
    /// Its number.
    pub condition: usize,
    /// The decision of several conditions that it belongs to, and its position in it.
    pub decision: Option<(usize, usize)>,
}

/// A decision of several conditions.
#[derive(Clone, Debug)]
pub struct Decision {
    /// Its key for the vector 0.
    pub key: usize,
    /// What it consists of.
    pub cond: Cond,
}

/// What keys of a program stand for.
#[derive(Clone, Debug, Default)]
pub struct Sites {
    /// Conditions and cases.
    pub sites: Vec<Site>,
    /// Decisions.
    pub decisions: Vec<Decision>,
    /// How many keys there are.
    pub keys: usize,
}

/// Headers of both copies.
pub const HEADERS: &str = "#include <math.h>\n#include <setjmp.h>\n#include <stdint.h>\n#include <stdlib.h>\n\
                           #include <string.h>\n";

/// The two copies of one program, and what keys mean.
pub struct Printed {
    /// For Trine.
    pub plain: String,
    /// To be run natively, without the runtime.
    pub instrumented: String,
    /// The keys.
    pub sites: Sites,
}

/// Prints `program`, whose plain copy begins at `line` of its file.
pub fn print(program: &Program, line: u32) -> Printed {
    let mut numbering = Printer::new(Copy::Plain, line, Sites::default());
    numbering.program(program);
    let Printer { text: plain, sites, .. } = numbering;
    // Keys of vectors come after those of conditions, so they are known only now.
    let mut sites = sites;
    sites.keys = 2 * sites.sites.len();
    for decision in &mut sites.decisions {
        decision.key = sites.keys;
        sites.keys += 3usize.pow(decision.cond.len() as u32);
    }
    let mut instrumented = Printer::new(Copy::Instrumented, 1, sites.clone());
    instrumented.program(program);
    instrumented.driver(program);
    Printed { plain, instrumented: instrumented.text, sites }
}

struct Printer {
    copy: Copy,
    text: String,
    line: u32,
    column: u32,
    depth: usize,
    sites: Sites,
    conditions: usize,
    decisions: usize,
}

impl Printer {
    fn new(copy: Copy, line: u32, sites: Sites) -> Self {
        let text = String::new();
        Self { copy, text, line, column: 1, depth: 0, sites, conditions: 0, decisions: 0 }
    }

    fn put(&mut self, text: &str) {
        let text = resolve(text, self.copy);
        for c in text.chars() {
            match c {
                '\n' => (self.line, self.column) = (self.line + 1, 1),
                _ => self.column += 1,
            }
        }
        self.text += &text;
    }

    fn line(&mut self, text: &str) {
        if resolve(text, self.copy).trim().is_empty() {
            return;
        }
        self.indent();
        self.put(text);
        self.put("\n");
    }

    fn indent(&mut self) {
        self.put(&"    ".repeat(self.depth));
    }

    fn program(&mut self, program: &Program) {
        for part in &program.parts {
            for line in resolve(&part.declarations, self.copy).lines() {
                self.line(line);
            }
        }
        let parameters: Vec<&str> =
            program.parts.iter().flat_map(|part| &part.parameters).map(|(text, _)| text.as_str()).collect();
        let parameters = if parameters.is_empty() { "void".to_owned() } else { parameters.join(", ") };
        self.line(&format!("int {}({parameters})", program.entry()));
        self.line("{");
        self.depth = 1;
        for part in &program.parts {
            for line in resolve(&part.prologue, self.copy).lines() {
                self.line(line);
            }
        }
        self.block(&program.body);
        self.line("return 0;");
        self.depth = 0;
        self.line("}");
        self.put("\n");
    }

    fn block(&mut self, body: &[Stmt]) {
        for statement in body {
            self.statement(statement);
        }
    }

    fn nested(&mut self, body: &[Stmt]) {
        self.depth += 1;
        self.block(body);
        self.depth -= 1;
    }

    fn statement(&mut self, statement: &Stmt) {
        match statement {
            Stmt::Plain(text) => self.line(text),
            Stmt::If(cond, then, otherwise) => {
                self.head("if (", cond, ") {\n");
                self.nested(then);
                if !otherwise.is_empty() {
                    self.line("} else {");
                    self.nested(otherwise);
                }
                self.line("}");
            }
            Stmt::For(variable, cond, body) => {
                self.head(&format!("for (int {variable} = 0; "), cond, &format!("; {variable}++) {{\n"));
                self.nested(body);
                self.line("}");
            }
            Stmt::DoWhile(counter, cond, body) => {
                self.line(&format!("int {counter} = 0;"));
                self.line("do {");
                self.nested(body);
                self.head("} while (", cond, ");\n");
            }
            Stmt::Choose(variable, cond, a, b) => {
                self.head(&format!("{variable} = "), cond, &format!(" ? {a} : {b};\n"));
            }
            Stmt::Switch(on, cases) => self.switch(on, cases),
        }
    }

    fn head(&mut self, before: &str, cond: &Cond, after: &str) {
        self.indent();
        self.put(before);
        self.decision(cond);
        self.put(after);
    }

    fn switch(&mut self, on: &Expr, cases: &[super::program::Case]) {
        let values: Vec<i64> = cases.iter().filter_map(|case| case.value).collect();
        let has_default = values.len() < cases.len();
        let first = self.conditions;
        self.conditions += values.len() + 1;
        self.indent();
        self.put("switch (");
        let place = (self.line, self.column);
        match self.copy {
            Copy::Plain => self.put(&on.text),
            Copy::Instrumented => {
                let list: Vec<String> = values.iter().map(i64::to_string).collect();
                let list = list.join(", ");
                let (cases, has) = (values.len(), i32::from(has_default));
                self.put(&format!("switched({first}, {cases}, (const int[]){{{list}}}, {has}, {})", on.text));
            }
        }
        self.put(") {\n");
        // The cases are numbered in order, what none of them takes comes last.
        let mut next = first;
        for case in cases {
            self.indent();
            let number = match case.value {
                Some(_) => {
                    next += 1;
                    next - 1
                }
                None => first + values.len(),
            };
            self.site(number, (self.line, self.column), None);
            match case.value {
                Some(value) => self.put(&format!("case {value}: {{\n")),
                None => self.put("default: {\n"),
            }
            self.nested(&case.body);
            self.line("}");
            self.depth += 1;
            self.line(if case.falls { ";" } else { "break;" });
            self.depth -= 1;
        }
        if !has_default {
            self.site(first + values.len(), place, None);
        }
        self.line("}");
    }

    fn site(&mut self, condition: usize, place: (u32, u32), decision: Option<(usize, usize)>) {
        if self.copy == Copy::Plain {
            self.sites.sites.push(Site { place, condition, decision });
        }
    }

    fn decision(&mut self, cond: &Cond) {
        if cond.len() == 1 {
            return self.conditions_of(cond, None, &mut 0);
        }
        let number = self.decisions;
        self.decisions += 1;
        match self.copy {
            Copy::Plain => {
                self.sites.decisions.push(Decision { key: 0, cond: cond.clone() });
                self.conditions_of(cond, Some(number), &mut 0);
            }
            Copy::Instrumented => {
                let key = self.sites.decisions[number].key;
                self.put(&format!("DECISION({key}, "));
                self.conditions_of(cond, Some(number), &mut 0);
                self.put(")");
            }
        }
    }

    fn conditions_of(&mut self, cond: &Cond, decision: Option<usize>, position: &mut usize) {
        match cond {
            Cond::Test(text) => {
                self.condition(text, decision.map(|decision| (decision, *position)), position)
            }
            Cond::Not(a) => {
                self.put("!(");
                self.conditions_of(a, decision, position);
                self.put(")");
            }
            Cond::And(a, b) => self.operands("&&", a, b, decision, position),
            Cond::Or(a, b) => self.operands("||", a, b, decision, position),
        }
    }

    fn operands(&mut self, op: &str, a: &Cond, b: &Cond, decision: Option<usize>, position: &mut usize) {
        for (nth, operand) in [a, b].into_iter().enumerate() {
            if nth > 0 {
                self.put(&format!(" {op} "));
            }
            let group = matches!(operand, Cond::And(..) | Cond::Or(..));
            self.put(if group { "(" } else { "" });
            self.conditions_of(operand, decision, position);
            self.put(if group { ")" } else { "" });
        }
    }

    fn condition(&mut self, text: &str, decision: Option<(usize, usize)>, position: &mut usize) {
        let number = self.conditions;
        self.conditions += 1;
        *position += 1;
        self.site(number, (self.line, self.column), decision);
        match (self.copy, decision) {
            (Copy::Plain, _) => self.put(text),
            (_, None) => self.put(&format!("C({number}, {text})")),
            (_, Some((_, at))) => self.put(&format!("CV({number}, {}, {text})", 3u64.pow(at as u32))),
        }
    }

    /// What enumerates the inputs of the instrumented copy.
    fn driver(&mut self, program: &Program) {
        let counts: Vec<String> = program.all_digits().map(|(_, digit)| digit.count.to_string()).collect();
        let arguments: Vec<&str> =
            program.parts.iter().flat_map(|part| &part.parameters).map(|(_, text)| text.as_str()).collect();
        let gather = |text: fn(&super::program::Part) -> &str| -> String {
            program.parts.iter().map(text).collect::<Vec<_>>().join("\n")
        };
        let (number, keys) = (program.number, self.sites.keys);
        let mut text = format!("static void drive_{number}(void)\n{{\n");
        let _ = writeln!(text, "    static const int counts[] = {{{}}};", counts.join(", "));
        let _ = writeln!(text, "    begin({});\n    do {{", program.digits.len());
        let _ = writeln!(text, "        {}", gather(|part| &part.reset));
        let _ = writeln!(text, "        if (setjmp(over) == 0) {{");
        let _ = writeln!(text, "            for (call = 0; call < {}; call++) {{", program.calls);
        let _ = writeln!(text, "                object_count = 0;\n{}", gather(|part| &part.setup));
        let _ = writeln!(text, "                {}({});", program.entry(), arguments.join(", "));
        let _ = writeln!(text, "                commit();\n            }}\n        }}");
        let _ = writeln!(text, "    }} while (advance(counts, {}));", counts.len());
        let _ = writeln!(text, "    finish({number}, {keys});\n}}\n");
        self.put(&text);
    }
}

#[cfg(test)]
mod tests {
    use super::super::program::{Case, Stmt};
    use super::*;

    #[test]
    fn every_condition_and_case_has_a_number_and_a_place_of_its_own() {
        let test = |text: &str| Cond::Test(text.to_owned());
        let inner = Stmt::If(
            Cond::And(Box::new(test("a")), Box::new(test("b"))),
            vec![Stmt::Plain("x = 1;".to_owned())],
            Vec::new(),
        );
        let case = |value, body| Case { value, body, falls: false };
        let cases = vec![case(Some(3), vec![inner]), case(None, Vec::new())];
        let body =
            vec![Stmt::Switch(Expr::new("e", 0, 9), cases), Stmt::If(test("c"), Vec::new(), Vec::new())];
        let printed = print(&Program { number: 7, calls: 1, body, ..Program::default() }, 1);
        let mut numbers: Vec<usize> = printed.sites.sites.iter().map(|site| site.condition).collect();
        numbers.sort_unstable();
        assert_eq!(numbers, [0, 1, 2, 3, 4], "case, default, a, b, c");
        assert_eq!(printed.sites.keys, 2 * 5 + 9);
        for site in &printed.sites.sites {
            let (line, column) = site.place;
            let text = printed.plain.lines().nth(line as usize - 1).unwrap();
            let start = &text[column as usize - 1..];
            assert!(
                ["case 3", "default", "a &&", "b)", "c)"].iter().any(|word| start.starts_with(word)),
                "{start}"
            );
        }
    }
}
