//! A random program: parts that give it values, and a body that decides on them.
//!
//! Conditions compare small ranges with constants in and just outside of them, and use the same few values again and
//! again: so a good share of all goals cannot be reached, for reasons near and far. The product of all digits is
//! bounded, so that the enumeration of a program takes a fraction of a second.

use super::flavours::{Draft, Flavour, calls};
use super::program::{Case, Cond, Expr, Part, Program, Stmt};
use trine_base::rng::Stream;

/// Combinations that are run natively, at most.
const MAX_RUNS: u64 = 1 << 16;
/// Conditions of a program, about.
const CONDITIONS: usize = 7;
/// Nesting of statements.
const MAX_DEPTH: usize = 3;
/// Variables of the function.
const LOCALS: [&str; 2] = ["x", "y"];

/// Program `number` of the campaign with `seed`, of some of `flavours`.
pub fn program(seed: u64, number: u64, flavours: &[Flavour]) -> Program {
    let mut random = Stream::new(seed, "proofs").split(&number.to_string());
    let mut program = Program { number, calls: 1, ..Program::default() };
    let several = flavours.len() > 1;
    let wanted = if several { 2 + random.position(3) } else { 1 };
    let mut sequences = 0;
    for _ in 0..4 * wanted {
        if program.parts.len() == wanted {
            break;
        }
        let flavour = flavours[random.position(flavours.len())];
        add(&mut program, flavour, &mut random, &mut sequences);
    }
    // Something harmless to decide on, where only special things were chosen.
    if program.digits.is_empty() || program.parts.iter().all(|part| part.atoms.is_empty() || part.uses > 0) {
        let plain = super::flavours::all().into_iter().find(|(name, _)| *name == "byte");
        plain.into_iter().for_each(|flavour| add(&mut program, flavour, &mut random, &mut sequences));
    }
    program.body = Body::new(&program, &mut random).all();
    let jumps_back = program.parts.iter().find(|part| part.flavour == "setjmp").map(|part| !part.complete);
    let local = |name: &str, start: String| match jumps_back {
        Some(is_volatile) => calls::kept_local(is_volatile, name, &start),
        None => format!("int {name} = {start};\n"),
    };
    let prologue = LOCALS.map(|name| local(name, start(&program, &mut random))).concat();
    program.parts.push(Part { flavour: "", prologue, complete: true, ..Part::default() });
    program
}

/// What a variable of the function begins with: as often as not, something that inputs decide.
fn start(program: &Program, random: &mut Stream) -> String {
    let harmless =
        |part: &&Part| part.uses == 0 && ["byte", "boolean", "global", "setter"].contains(&part.flavour);
    let atoms: Vec<&Expr> = program.parts.iter().filter(harmless).flat_map(|part| &part.atoms).collect();
    match atoms.is_empty() || random.chance(0.4) {
        true => random.below(4).to_string(),
        false => format!("{} & 15", atoms[random.position(atoms.len())].text),
    }
}

/// Adds a part, unless the program would get too many inputs.
fn add(program: &mut Program, (name, make): Flavour, random: &mut Stream, sequences: &mut usize) {
    let single = ["several-calls", "setjmp", "ends"];
    if single.contains(&name) && program.parts.iter().any(|part| part.flavour == name) {
        return;
    }
    let calls = if name == "several-calls" { 2 } else { program.calls };
    let first_digit = program.digits.len();
    let tag = format!("{}_{}", program.number, program.parts.len());
    let part = make(&mut Draft { tag, digits: &mut program.digits, sequences, random, first_digit });
    let runs = program.digits.iter().try_fold(1u64, |runs, digit| runs.checked_mul(digit.count));
    let runs = runs.and_then(|runs| runs.checked_pow(calls));
    if runs.is_none_or(|runs| runs > MAX_RUNS) {
        program.digits.truncate(first_digit);
        return;
    }
    program.calls = calls;
    program.parts.push(part);
}

/// What may be used in the body, and how often still.
struct Source {
    uses: Option<usize>,
    atoms: Vec<Expr>,
    tests: Vec<String>,
    effects: Vec<String>,
}

struct Body<'a> {
    program: &'a Program,
    random: &'a mut Stream,
    sources: Vec<Source>,
    conditions: usize,
    loops: usize,
}

impl<'a> Body<'a> {
    fn new(program: &'a Program, random: &'a mut Stream) -> Self {
        let mut sources: Vec<Source> = program
            .parts
            .iter()
            .map(|part| Source {
                uses: (part.uses > 0).then_some(part.uses),
                atoms: part.atoms.clone(),
                tests: part.tests.clone(),
                effects: part.effects.clone(),
            })
            .collect();
        let atoms = LOCALS.map(|name| Expr::new(name, 0, 15)).to_vec();
        let effects = LOCALS.map(|name| format!("{name} = ($) & 15;")).to_vec();
        sources.push(Source { uses: None, atoms, tests: Vec::new(), effects });
        Self { program, random, sources, conditions: CONDITIONS, loops: 0 }
    }

    fn all(mut self) -> Vec<Stmt> {
        let mut body = Vec::new();
        for part in self.program.parts.iter().filter(|part| part.flavour == "setjmp") {
            let t = &part.tag;
            let back = Cond::Test(format!("setjmp(jb_{t}) != 0"));
            body.push(Stmt::If(back, vec![Stmt::Plain(format!("j_{t} = 1;"))], Vec::new()));
        }
        while self.conditions > 0 {
            let statement = self.statement(0, false);
            body.push(statement);
        }
        body
    }

    fn statement(&mut self, depth: usize, in_loop: bool) -> Stmt {
        if depth == MAX_DEPTH || self.conditions == 0 || self.random.chance(0.3) {
            return Stmt::Plain(self.effect(in_loop));
        }
        match self.random.below(10) {
            0 if !in_loop => self.counted(depth),
            1 if !in_loop => self.repeated(depth),
            2 => self.switch(depth, in_loop),
            3 => {
                let (a, b) = (self.expr(in_loop, 1), self.expr(in_loop, 1));
                let cond = self.decision(in_loop);
                let name = LOCALS[self.random.position(LOCALS.len())];
                Stmt::Choose(
                    name.to_owned(),
                    cond,
                    format!("({}) & 15", a.text),
                    format!("({}) & 15", b.text),
                )
            }
            _ => {
                let cond = self.decision(in_loop);
                let mut then = self.statements(depth + 1, in_loop);
                self.end(&mut then);
                let mut otherwise = Vec::new();
                if self.random.chance(0.35) {
                    otherwise = self.statements(depth + 1, in_loop);
                    self.end(&mut otherwise);
                }
                Stmt::If(cond, then, otherwise)
            }
        }
    }

    fn counted(&mut self, depth: usize) -> Stmt {
        self.loops += 1;
        self.conditions = self.conditions.saturating_sub(1);
        let variable = format!("i{}", self.loops);
        let limit = Cond::Test(format!("{variable} < {}", 1 + self.random.below(3)));
        let cond = match self.random.chance(0.6) {
            true => {
                let more = self.decision(true);
                Cond::And(Box::new(limit), Box::new(more))
            }
            false => limit,
        };
        Stmt::For(variable, cond, self.statements(depth + 1, true))
    }

    fn repeated(&mut self, depth: usize) -> Stmt {
        self.loops += 1;
        let counter = format!("i{}", self.loops);
        let limit = Box::new(Cond::Test(format!("++{counter} < 3")));
        let body = self.statements(depth + 1, true);
        let more = Box::new(self.decision(true));
        Stmt::DoWhile(counter, Cond::And(limit, more), body)
    }

    fn switch(&mut self, depth: usize, in_loop: bool) -> Stmt {
        let on = self.expr(in_loop, 1);
        let mut values: Vec<i64> = (0..1 + self.random.below(3)).map(|_| self.near(&on)).collect();
        values.sort_unstable();
        values.dedup();
        self.conditions = self.conditions.saturating_sub(1 + values.len() / 2);
        let mut cases: Vec<Case> = Vec::new();
        let default = self.random.chance(0.6).then_some(None);
        for value in values.into_iter().map(Some).chain(default) {
            let body = self.statements(depth + 1, in_loop);
            let falls = self.random.chance(0.2);
            cases.push(Case { value, body, falls });
        }
        Stmt::Switch(on, cases)
    }

    fn statements(&mut self, depth: usize, in_loop: bool) -> Vec<Stmt> {
        (0..1 + self.random.below(2)).map(|_| self.statement(depth, in_loop)).collect()
    }

    /// Perhaps the end of the run at the end of a block.
    fn end(&mut self, block: &mut Vec<Stmt>) {
        if self.program.parts.iter().any(|part| part.flavour == "ends") && self.random.chance(0.5) {
            let endings = calls::endings();
            block.push(Stmt::Plain(endings[self.random.position(endings.len())].clone()));
        } else if self.random.chance(0.15) {
            block.push(Stmt::Plain(format!("return {};", self.random.below(9))));
        }
    }

    fn decision(&mut self, in_loop: bool) -> Cond {
        let count = 1 + [0, 0, 0, 1, 1, 2][self.random.position(6)];
        let mut cond = self.condition(in_loop);
        for _ in 1..count {
            let (a, b) = (Box::new(cond), Box::new(self.condition(in_loop)));
            let (a, b) = if self.random.chance(0.5) { (a, b) } else { (b, a) };
            cond = if self.random.chance(0.5) { Cond::And(a, b) } else { Cond::Or(a, b) };
            if self.random.chance(0.1) {
                cond = Cond::Not(Box::new(cond));
            }
        }
        cond
    }

    fn condition(&mut self, in_loop: bool) -> Cond {
        self.conditions = self.conditions.saturating_sub(1);
        if self.random.chance(0.4)
            && let Some(test) = self.pick(in_loop, |source| &source.tests)
        {
            return Cond::Test(test);
        }
        let expr = self.expr(in_loop, 2);
        let constant = self.near(&expr);
        let op = ["==", "!=", "<", ">", "<=", ">="][self.random.position(6)];
        Cond::Test(format!("{} {op} {constant}", expr.text))
    }

    /// A constant that the expression can have, or nearly.
    fn near(&mut self, expr: &Expr) -> i64 {
        let width = (expr.high - expr.low).clamp(0, 40) as u64;
        expr.low - 1 + self.random.below(width + 3) as i64
    }

    fn effect(&mut self, in_loop: bool) -> String {
        let template =
            self.pick(in_loop, |source| &source.effects).unwrap_or_else(|| "x = ($) & 15;".to_owned());
        let value = self.expr(in_loop, 1);
        template.replace('$', &value.text)
    }

    fn expr(&mut self, in_loop: bool, depth: usize) -> Expr {
        let a = self.atom(in_loop);
        if depth == 0 || self.random.chance(0.6) {
            return a;
        }
        let b = match self.random.chance(0.5) {
            true => self.atom(in_loop),
            false => {
                let constant = self.random.below(6) as i64;
                Expr::new(constant.to_string(), constant, constant)
            }
        };
        combine(&a, &b, self.random.below(6))
    }

    fn atom(&mut self, in_loop: bool) -> Expr {
        self.pick(in_loop, |source| &source.atoms).unwrap_or_else(|| Expr::new("x", 0, 15))
    }

    /// One of what a random source has; in a loop, of those that can be used without end.
    fn pick<T: Clone>(&mut self, in_loop: bool, what: fn(&Source) -> &Vec<T>) -> Option<T> {
        let usable: Vec<usize> = (0..self.sources.len())
            .filter(|&at| {
                let source = &self.sources[at];
                let left = source.uses.is_none_or(|uses| uses > 0 && !in_loop);
                left && !what(source).is_empty()
            })
            .collect();
        if usable.is_empty() {
            return None;
        }
        let source = &mut self.sources[usable[self.random.position(usable.len())]];
        if let Some(uses) = &mut source.uses {
            *uses -= 1;
        }
        let things = what(source);
        Some(things[self.random.position(things.len())].clone())
    }
}

/// An operation on two expressions, with its bounds.
fn combine(a: &Expr, b: &Expr, operation: u64) -> Expr {
    let natural = a.low >= 0 && b.low >= 0;
    let products = [a.low * b.low, a.low * b.high, a.high * b.low, a.high * b.high];
    let bound = |value: i64| (value.unsigned_abs() + 1).next_power_of_two() as i64 - 1;
    let text = |op: &str| format!("({} {op} {})", a.text, b.text);
    match operation {
        0 => Expr::new(text("-"), a.low - b.high, a.high - b.low),
        1 => {
            let (low, high) = products.iter().fold((0, 0), |(low, high), &p| (low.min(p), high.max(p)));
            Expr::new(text("*"), low, high)
        }
        2 if natural => Expr::new(text("^"), 0, bound(a.high.max(b.high))),
        3 if natural => Expr::new(text("&"), 0, a.high.min(b.high)),
        4 if natural => Expr::new(text("|"), 0, bound(a.high.max(b.high))),
        _ => Expr::new(text("+"), a.low + b.low, a.high + b.high),
    }
}
