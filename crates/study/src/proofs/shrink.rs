//! The smallest program, by single edits, about which a verdict is still wrong.

use super::program::{Case, Cond, Program, Stmt};

/// Programs tried for one complaint, at most.
const MAX_TRIALS: usize = 250;

/// Edits `program` as long as it `is_still` wrong.
pub fn shrink(program: &Program, is_still: &mut dyn FnMut(&Program) -> bool) -> Program {
    let (mut smallest, mut trials, mut next, mut changed) = (program.clone(), 0, 0, false);
    while trials < MAX_TRIALS {
        match variants(&smallest).get(next) {
            Some(variant) => {
                trials += 1;
                match is_still(variant) {
                    // The list goes on at the same place; what was tried before it comes once more at the end.
                    true => (smallest, changed) = (variant.clone(), true),
                    false => next += 1,
                }
            }
            None if changed => (next, changed) = (0, false),
            None => break,
        }
    }
    smallest
}

/// All programs that one edit makes smaller.
fn variants(program: &Program) -> Vec<Program> {
    let with_body = |body: Vec<Stmt>| Program { body, ..program.clone() };
    let mut all: Vec<Program> = bodies(&program.body).into_iter().map(with_body).collect();
    for (at, part) in program.parts.iter().enumerate() {
        let tag = format!("_{}", part.tag);
        let used = part.tag.is_empty() || format!("{:?}", program.body).contains(&tag);
        if !used {
            let mut smaller = program.clone();
            let part = smaller.parts.remove(at);
            smaller.digits[part.digits].iter_mut().for_each(|digit| digit.count = 1);
            all.push(smaller);
        }
    }
    all
}

fn bodies(body: &[Stmt]) -> Vec<Vec<Stmt>> {
    let mut all = Vec::new();
    for (at, statement) in body.iter().enumerate() {
        let replaced = |by: Vec<Stmt>| {
            let mut smaller = body.to_vec();
            smaller.splice(at..=at, by);
            smaller
        };
        all.push(replaced(Vec::new()));
        for inner in inner(statement) {
            all.push(replaced(inner.to_vec()));
        }
        all.extend(statements(statement).into_iter().map(|smaller| replaced(vec![smaller])));
    }
    all
}

/// The blocks of a statement.
fn inner(statement: &Stmt) -> Vec<&[Stmt]> {
    match statement {
        Stmt::If(_, then, otherwise) => vec![then, otherwise],
        Stmt::For(_, _, body) | Stmt::DoWhile(_, _, body) => vec![body],
        Stmt::Switch(_, cases) => cases.iter().map(|case| case.body.as_slice()).collect(),
        Stmt::Plain(_) | Stmt::Choose(..) => Vec::new(),
    }
}

/// A statement with one edit in it.
fn statements(statement: &Stmt) -> Vec<Stmt> {
    match statement {
        Stmt::Plain(_) => Vec::new(),
        Stmt::If(cond, then, otherwise) => {
            let make = |cond: Cond, then: Vec<Stmt>, otherwise: Vec<Stmt>| Stmt::If(cond, then, otherwise);
            let mut all: Vec<Stmt> =
                conds(cond).into_iter().map(|cond| make(cond, then.clone(), otherwise.clone())).collect();
            all.extend(bodies(then).into_iter().map(|then| make(cond.clone(), then, otherwise.clone())));
            all.extend(bodies(otherwise).into_iter().map(|other| make(cond.clone(), then.clone(), other)));
            all
        }
        Stmt::For(name, cond, body) => edits(cond, body, |cond, body| Stmt::For(name.clone(), cond, body)),
        Stmt::DoWhile(name, cond, body) => {
            edits(cond, body, |cond, body| Stmt::DoWhile(name.clone(), cond, body))
        }
        Stmt::Choose(name, cond, a, b) => conds(cond)
            .into_iter()
            .map(|cond| Stmt::Choose(name.clone(), cond, a.clone(), b.clone()))
            .collect(),
        Stmt::Switch(on, cases) => {
            let mut all = Vec::new();
            for (at, case) in cases.iter().enumerate() {
                let mut fewer = cases.clone();
                fewer.remove(at);
                all.push(Stmt::Switch(on.clone(), fewer));
                for body in bodies(&case.body) {
                    let mut smaller = cases.clone();
                    smaller[at] = Case { body, ..case.clone() };
                    all.push(Stmt::Switch(on.clone(), smaller));
                }
            }
            all
        }
    }
}

/// A loop with one edit: what ends it stays, the first condition of its decision.
fn edits(cond: &Cond, body: &[Stmt], make: impl Fn(Cond, Vec<Stmt>) -> Stmt) -> Vec<Stmt> {
    let limit = match cond {
        Cond::And(limit, _) => Some((**limit).clone()),
        _ => None,
    };
    let mut all: Vec<Stmt> = limit.into_iter().map(|limit| make(limit, body.to_vec())).collect();
    if let Cond::And(limit, more) = cond {
        let smaller = conds(more).into_iter().map(|more| Cond::And(limit.clone(), Box::new(more)));
        all.extend(smaller.map(|cond| make(cond, body.to_vec())));
    }
    all.extend(bodies(body).into_iter().map(|body| make(cond.clone(), body)));
    all
}

fn conds(cond: &Cond) -> Vec<Cond> {
    match cond {
        Cond::Test(_) => Vec::new(),
        Cond::Not(a) => std::iter::once((**a).clone())
            .chain(conds(a).into_iter().map(|a| Cond::Not(Box::new(a))))
            .collect(),
        Cond::And(a, b) => operands(a, b, Cond::And),
        Cond::Or(a, b) => operands(a, b, Cond::Or),
    }
}

fn operands(a: &Cond, b: &Cond, make: fn(Box<Cond>, Box<Cond>) -> Cond) -> Vec<Cond> {
    let mut all = vec![a.clone(), b.clone()];
    all.extend(conds(a).into_iter().map(|smaller| make(Box::new(smaller), Box::new(b.clone()))));
    all.extend(conds(b).into_iter().map(|smaller| make(Box::new(a.clone()), Box::new(smaller))));
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_does_not_matter_goes() {
        let test = |text: &str| Box::new(Cond::Test(text.to_owned()));
        let inner = Stmt::If(Cond::Or(test("a"), test("b")), vec![Stmt::Plain("x;".to_owned())], Vec::new());
        let body = vec![Stmt::Plain("y;".to_owned()), Stmt::For("i".to_owned(), *test("c"), vec![inner])];
        let program = Program { body, ..Program::default() };
        let shrunk = shrink(&program, &mut |program| format!("{:?}", program.body).contains("\"b\""));
        assert_eq!(format!("{:?}", shrunk.body), "[If(Test(\"b\"), [], [])]");
    }
}
