//! Terms with parts replaced.

use crate::node::{Node, Term};
use crate::pool::TermPool;
use rustc_hash::FxHashMap;

impl TermPool {
    /// `terms` with every occurrence of a key of `replacements` replaced by its value, of the same
    /// width; what contains it is rewritten to its canonical form. Replacements are not looked into
    /// again.
    ///
    /// Cost: linear in the graph of `terms`.
    pub fn replace(&mut self, terms: &[Term], replacements: &FxHashMap<Term, Term>) -> Vec<Term> {
        let new = self.replaced(terms, replacements);
        terms.iter().map(|term| new[term]).collect()
    }

    /// The same for all that `terms` are made of, themselves included: each with what it has become.
    ///
    /// Cost: linear in the graph of `terms`.
    pub fn replaced(
        &mut self,
        terms: &[Term],
        replacements: &FxHashMap<Term, Term>,
    ) -> FxHashMap<Term, Term> {
        let graph = self.graph(terms);
        let mut new: FxHashMap<Term, Term> = FxHashMap::default();
        new.reserve(graph.len());
        for term in graph {
            let replaced = match replacements.get(&term) {
                Some(&replacement) => replacement,
                None => self.rebuilt(term, &new),
            };
            new.insert(term, replaced);
        }
        new
    }

    /// `term` over the `new` versions of its children, in its canonical form.
    pub fn rebuilt(&mut self, term: Term, new: &FxHashMap<Term, Term>) -> Term {
        let node = self.node(term);
        let width = self.width(term);
        let mut changed = false;
        node.for_each_child(|child| changed |= new[&child] != child);
        if let Node::Lookup(_, table) = node {
            changed |= self.table(table).iter().any(|element| new[element] != *element);
        }
        if !changed {
            return term;
        }
        match node {
            Node::Constant(_) | Node::Variable(_) => term,
            Node::Unary(op, a) => self.unary(op, new[&a]),
            Node::Binary(op, a, b) => self.binary(op, new[&a], new[&b]),
            Node::Compare(op, a, b) => self.compare(op, new[&a], new[&b]),
            Node::Ite(c, a, b) => self.ite(new[&c], new[&a], new[&b]),
            Node::Extract(a, low) => self.extract(new[&a], u32::from(low), width),
            Node::Concat(a, b) => self.concat(new[&a], new[&b]),
            Node::ZeroExtend(a) => self.zero_extend(new[&a], width),
            Node::SignExtend(a) => self.sign_extend(new[&a], width),
            Node::Lookup(index, table) => {
                let elements: Vec<_> = self.table(table).iter().map(|element| new[element]).collect();
                self.lookup(new[&index], &elements)
            }
            Node::FloatUnary(op, format, a) => self.float_unary(op, format, new[&a]),
            Node::FloatBinary(op, format, a, b) => self.float_binary(op, format, new[&a], new[&b]),
            Node::FloatCompare(op, format, a, b) => self.float_compare(op, format, new[&a], new[&b]),
            Node::FloatFma(format, a, b, c) => self.float_fma(format, new[&a], new[&b], new[&c]),
            Node::FloatConvert(from, to, a) => self.float_convert(from, to, new[&a]),
            Node::IntToFloat(signed, to, a) => self.int_to_float(signed, to, new[&a]),
            Node::FloatToInt(from, a) => self.float_to_int(from, new[&a], width),
            Node::Math(function, format, a, b) => self.math(function, format, new[&a], new[&b]),
        }
    }
}
