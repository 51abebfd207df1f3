//! Slices of path conditions: the clauses on which it depends whether a negated one can hold.
//!
//! ```text
//! O1.b > 0   O2.c < 0   O1.a <= 0          the last one is negated; O2.c < 0 says nothing about it
//!     \__________________/                   same object: invariants of its class may relate a and b
//! ```
//!
//! Source: Modonato (2020), section 4.1: clauses belong together when they share variables, or variables of one object, transitively. The
//! prefix alone is satisfiable, so what is independent of the negated clause does not matter. Sharing a variable is sharing its object,
//! so objects are all that is looked at; a variable that is no part of one is its own.
//!
//! Cost: near-linear in the clauses of a path. Components of the prefix are kept in a union-find structure, each with the fingerprint of
//! its clauses, so a slice is a union of fingerprints and no list.

use super::fingerprint::{Fingerprint, mixed};
use rustc_hash::FxHashMap;
use std::rc::Rc;
use trine_expr::{Node, Term, TermPool};

/// What is known of the clauses of a pool: hashes and objects, each worked out once.
#[derive(Clone, Debug, Default)]
pub struct Clauses {
    /// Objects by name.
    objects: FxHashMap<String, u32>,
    known: FxHashMap<Term, Clause>,
}

/// A term as a clause.
#[derive(Clone, Debug)]
struct Clause {
    /// Its hash without numbers and indices.
    shape: u64,
    /// Its hash.
    hash: u64,
    /// The objects that it depends on, ascending.
    objects: Rc<[u32]>,
}

impl Clauses {
    /// The clause that `term` is, its operands first.
    fn clause(&mut self, pool: &TermPool, term: Term) -> Clause {
        let mut open = vec![(term, false)];
        while let Some((at, are_operands_known)) = open.pop() {
            if self.known.contains_key(&at) {
                continue;
            }
            if are_operands_known {
                let clause = self.made(pool, at);
                self.known.insert(at, clause);
                continue;
            }
            open.push((at, true));
            operands(pool, at, |operand| open.push((operand, false)));
        }
        self.known[&term].clone()
    }

    /// The clause of a term whose operands are known.
    fn made(&mut self, pool: &TermPool, term: Term) -> Clause {
        let node = pool.node(term);
        let operation = operation(node);
        match node {
            Node::Constant(bits) => {
                let hash = mixed(bits as u64 ^ mixed((bits >> 64) as u64, 1), u64::from(pool.width(term)));
                return Clause { shape: operation, hash, objects: Rc::from([]) };
            }
            Node::Variable(id) => {
                let name = &pool.variables()[id].name;
                let next = self.objects.len() as u32;
                let object = *self.objects.entry(object(name).to_owned()).or_insert(next);
                return Clause { shape: text(&blank(name)), hash: text(name), objects: Rc::from([object]) };
            }
            _ => {}
        }
        let (mut shape, mut hash) = (operation, operation);
        if let Node::Extract(_, low) = node {
            hash = mixed(hash, u64::from(low));
        }
        let mut objects: Option<Rc<[u32]>> = None;
        operands(pool, term, |operand| {
            let clause = &self.known[&operand];
            shape = mixed(shape ^ clause.shape, 2).rotate_left(5);
            hash = mixed(hash ^ clause.hash, 3).rotate_left(5);
            objects = Some(match objects.take() {
                None => Rc::clone(&clause.objects),
                Some(known) => united(known, &clause.objects),
            });
        });
        Clause { shape, hash, objects: objects.unwrap_or_else(|| Rc::from([])) }
    }
}

/// Both sets, ascending; shared where one has all of the other.
fn united(known: Rc<[u32]>, more: &Rc<[u32]>) -> Rc<[u32]> {
    if more.iter().all(|object| known.binary_search(object).is_ok()) {
        return known;
    }
    if known.iter().all(|object| more.binary_search(object).is_ok()) {
        return Rc::clone(more);
    }
    let mut all: Vec<u32> = known.iter().chain(more.iter()).copied().collect();
    all.sort_unstable();
    all.dedup();
    all.into()
}

/// The terms that `term` is made of directly, elements of tables included.
fn operands(pool: &TermPool, term: Term, mut visit: impl FnMut(Term)) {
    let node = pool.node(term);
    node.for_each_child(&mut visit);
    if let Node::Lookup(_, table) = node {
        pool.table(table).iter().for_each(|&element| visit(element));
    }
}

/// A hash of what a node does, whatever with.
fn operation(node: Node) -> u64 {
    let name = match node {
        Node::Constant(_) => return mixed(1, 0),
        Node::Variable(_) => return mixed(2, 0),
        Node::Unary(op, _) => format!("{op:?}"),
        Node::Binary(op, ..) => format!("{op:?}"),
        Node::Compare(op, ..) => format!("{op:?}"),
        Node::Ite(..) => return mixed(3, 0),
        Node::Extract(..) => return mixed(4, 0),
        Node::Concat(..) => return mixed(5, 0),
        Node::ZeroExtend(_) => return mixed(6, 0),
        Node::SignExtend(_) => return mixed(7, 0),
        Node::Lookup(..) => return mixed(8, 0),
        Node::FloatUnary(op, ..) => format!("float {op:?}"),
        Node::FloatBinary(op, ..) => format!("float {op:?}"),
        Node::FloatCompare(op, ..) => format!("float {op:?}"),
        Node::FloatFma(..) => return mixed(9, 0),
        Node::FloatConvert(..) => return mixed(10, 0),
        Node::IntToFloat(..) => return mixed(11, 0),
        Node::FloatToInt(..) => return mixed(12, 0),
        Node::Math(function, ..) => function.name().to_owned(),
    };
    text(&name)
}

fn text(name: &str) -> u64 {
    trine_base::rng::fnv1a(0, name.as_bytes())
}

/// The object that a variable is part of, by the variable's name: all before its last field or index.
fn object(name: &str) -> &str {
    match name.rfind(['.', '[', '>', ':']) {
        Some(at) if at > 0 => &name[..at],
        _ => name,
    }
}

/// The clauses of a path so far, in components that share objects.
#[derive(Clone, Debug, Default)]
pub struct SlicedPrefix {
    /// By object: another one of its component; itself for the one that stands for it.
    parent: Vec<u32>,
    /// By object that stands for a component: its clauses.
    fingerprints: Vec<Fingerprint>,
}

impl SlicedPrefix {
    /// Adds a clause that holds on the path.
    pub fn add(&mut self, clauses: &mut Clauses, pool: &TermPool, clause: Term) {
        let clause = clauses.clause(pool, clause);
        let Some(&first) = clause.objects.first() else { return };
        self.make_room(clauses.objects.len());
        let root = self.root(first);
        for &object in clause.objects.iter().skip(1) {
            let other = self.root(object);
            if other != root {
                self.parent[other as usize] = root;
                let more = self.fingerprints[other as usize];
                self.fingerprints[root as usize].unite(&more);
            }
        }
        self.fingerprints[root as usize].insert(clause.shape, clause.hash);
    }

    /// The fingerprint of `negated` with the clauses of the path that it depends on.
    pub fn slice(&mut self, clauses: &mut Clauses, pool: &TermPool, negated: Term) -> Fingerprint {
        let clause = clauses.clause(pool, negated);
        self.make_room(clauses.objects.len());
        let mut slice = Fingerprint::default();
        for &object in clause.objects.iter() {
            let root = self.root(object);
            slice.unite(&self.fingerprints[root as usize]);
        }
        slice.insert(clause.shape, clause.hash);
        slice
    }

    fn make_room(&mut self, objects: usize) {
        for object in self.parent.len()..objects {
            self.parent.push(object as u32);
            self.fingerprints.push(Fingerprint::default());
        }
    }

    /// The object that stands for the component of `object`.
    fn root(&mut self, object: u32) -> u32 {
        let mut at = object;
        while self.parent[at as usize] != at {
            let above = self.parent[at as usize];
            self.parent[at as usize] = self.parent[above as usize];
            at = above;
        }
        at
    }
}

/// The name of a variable with each of its numbers left out, however many digits it has: elements of an array are alike.
fn blank(name: &str) -> String {
    let mut blank = String::with_capacity(name.len());
    for part in name.chars() {
        match part.is_ascii_digit() {
            true if blank.ends_with('.') => {}
            true => blank.push('.'),
            false => blank.push(part),
        }
    }
    blank
}

#[cfg(test)]
mod tests {
    use super::*;
    use trine_expr::CompareOp;

    fn below(pool: &mut TermPool, variable: Term, bound: u128) -> Term {
        let bound = pool.constant(bound, 32);
        pool.compare(CompareOp::Slt, variable, bound)
    }

    /// The slice of the last of some clauses, the others being the path before it.
    fn sliced(clauses: &mut Clauses, pool: &TermPool, path: &[Term]) -> Fingerprint {
        let mut prefix = SlicedPrefix::default();
        let (&last, before) = path.split_last().unwrap();
        before.iter().for_each(|&clause| prefix.add(clauses, pool, clause));
        prefix.slice(clauses, pool, last)
    }

    #[test]
    fn clauses_are_kept_that_share_a_variable_with_the_negated_one_transitively() {
        // Figure 3 of the paper: b > 1000, a > 0, c + b > 0, c > 0, not b > 500.
        let (mut pool, mut clauses) = (TermPool::new(), Clauses::default());
        let [a, b, c] = ["a", "b", "c"].map(|name| pool.variable(name, 32));
        let first = below(&mut pool, b, 1000);
        let other = below(&mut pool, a, 0);
        let sum = pool.binary(trine_expr::BinaryOp::Add, c, b);
        let both = below(&mut pool, sum, 0);
        let alone = below(&mut pool, c, 0);
        let negated = below(&mut pool, b, 500);
        let slice = sliced(&mut clauses, &pool, &[first, other, both, alone, negated]);
        assert_eq!(slice, sliced(&mut clauses, &pool, &[first, both, alone, negated]));
        assert_ne!(slice, sliced(&mut clauses, &pool, &[first, both, negated]));
        assert_ne!(slice, sliced(&mut clauses, &pool, &[negated]));
    }

    #[test]
    fn clauses_about_the_same_object_belong_together() {
        let (mut pool, mut clauses) = (TermPool::new(), Clauses::default());
        let [a, b, c] = ["O1.a", "O1.b", "O2.c"].map(|name| pool.variable(name, 32));
        let [a, b, c] = [a, b, c].map(|variable| below(&mut pool, variable, 1));
        let slice = sliced(&mut clauses, &pool, &[c, b, a]);
        assert_eq!(slice, sliced(&mut clauses, &pool, &[b, a]));
        assert_ne!(slice, sliced(&mut clauses, &pool, &[a]));
    }

    #[test]
    fn numbers_and_indices_do_not_tell_abstract_clauses_apart() {
        let (mut pool, mut clauses) = (TermPool::new(), Clauses::default());
        let [first, second, other] = ["a[0]", "a[15]", "b[2]"].map(|name| pool.variable(name, 32));
        let first = below(&mut pool, first, 6);
        let second = below(&mut pool, second, 9);
        let other = below(&mut pool, other, 6);
        let [first, second, other] = [first, second, other].map(|clause| clauses.clause(&pool, clause));
        assert_eq!(first.shape, second.shape);
        assert_ne!(first.hash, second.hash);
        assert_ne!(first.shape, other.shape);
    }
}
