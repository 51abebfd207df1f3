//! The pool: terms, each kept once.
//!
//! Constructors rewrite while they build (see `simplify/`); what they return is canonical. Cost of a
//! constructor: one or two hash lookups and a bounded number of rewriting steps.

use crate::node::{
    BinaryOp, CompareOp, FloatBinaryOp, FloatCompareOp, FloatUnaryOp, Format, MathFunction, Node, TableId,
    Term, UnaryOp, VariableId,
};
use rustc_hash::{FxHashMap, FxHashSet};
use std::sync::Arc;
use trine_base::IndexVec;

/// A free variable.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Variable {
    /// Its name in messages.
    pub name: String,
    /// Its width in bits.
    pub width: u32,
}

/// Terms, each kept once.
#[derive(Clone, Debug, Default)]
pub struct TermPool {
    nodes: IndexVec<Term, (Node, u8)>,
    known: FxHashMap<(Node, u8), Term>,
    /// Parts taken of terms, by term, lowest bit and width. Extractions are pushed down to the leaves: without
    /// this table that takes a step per path through a term, and a hash has more paths than there is time.
    parts: FxHashMap<(Term, u8, u8), Term>,
    tables: IndexVec<TableId, Arc<[Term]>>,
    known_tables: FxHashMap<Arc<[Term]>, TableId>,
    variables: IndexVec<VariableId, Variable>,
    terms_of_variables: Vec<Term>,
}

impl TermPool {
    /// An empty pool.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Number of terms.
    #[must_use]
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether there is no term.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// The operation and operands of `term`.
    #[inline]
    #[must_use]
    pub fn node(&self, term: Term) -> Node {
        self.nodes[term].0
    }

    /// The width of `term` in bits, 1 to 128.
    #[inline]
    #[must_use]
    pub fn width(&self, term: Term) -> u32 {
        u32::from(self.nodes[term].1)
    }

    /// The elements of a table; never empty.
    #[must_use]
    pub fn table(&self, table: TableId) -> &[Term] {
        &self.tables[table]
    }

    /// All variables.
    #[must_use]
    pub fn variables(&self) -> &IndexVec<VariableId, Variable> {
        &self.variables
    }

    /// The term that `variable` is.
    #[must_use]
    pub fn term_of(&self, variable: VariableId) -> Term {
        self.terms_of_variables[variable.0 as usize]
    }

    /// The bits of `term`, if it is constant.
    #[inline]
    #[must_use]
    pub fn as_constant(&self, term: Term) -> Option<u128> {
        match self.node(term) {
            Node::Constant(bits) => Some(bits),
            _ => None,
        }
    }

    /// Whether `term` is the constant 1 of one bit.
    #[must_use]
    pub fn is_true(&self, term: Term) -> bool {
        self.width(term) == 1 && self.as_constant(term) == Some(1)
    }

    /// Whether `term` is the constant 0 of one bit.
    #[must_use]
    pub fn is_false(&self, term: Term) -> bool {
        self.width(term) == 1 && self.as_constant(term) == Some(0)
    }

    /// The terms that `roots` are made of, themselves included, children before parents.
    #[must_use]
    pub fn graph(&self, roots: &[Term]) -> Vec<Term> {
        let mut seen: FxHashSet<Term> = FxHashSet::default();
        let mut open: Vec<Term> = roots.to_vec();
        let mut found = Vec::new();
        while let Some(term) = open.pop() {
            if !seen.insert(term) {
                continue;
            }
            found.push(term);
            let node = self.node(term);
            node.for_each_child(|child| open.push(child));
            if let Node::Lookup(_, table) = node {
                open.extend_from_slice(self.table(table));
            }
        }
        // A child is always older than its parent.
        found.sort_unstable();
        found
    }

    /// The variables that `roots` depend on, ascending.
    #[must_use]
    pub fn variables_of(&self, roots: &[Term]) -> Vec<VariableId> {
        let variable = |term| match self.node(term) {
            Node::Variable(variable) => Some(variable),
            _ => None,
        };
        let mut variables: Vec<_> = self.graph(roots).into_iter().filter_map(variable).collect();
        variables.sort_unstable();
        variables
    }

    /// A term as it is, without rewriting.
    pub(crate) fn intern(&mut self, node: Node, width: u32) -> Term {
        let key = (node, width as u8);
        if let Some(&term) = self.known.get(&key) {
            return term;
        }
        let term = self.nodes.push(key);
        self.known.insert(key, term);
        term
    }

    /// A new variable of `width` bits; each call makes another one.
    pub fn variable(&mut self, name: impl Into<String>, width: u32) -> Term {
        let variable = self.variables.push(Variable { name: name.into(), width });
        let term = self.intern(Node::Variable(variable), width);
        self.terms_of_variables.push(term);
        term
    }

    /// The constant with the lowest `width` bits of `bits`.
    pub fn constant(&mut self, bits: u128, width: u32) -> Term {
        self.intern(Node::Constant(bits & crate::bits::mask(width)), width)
    }

    /// A truth value.
    pub fn boolean(&mut self, value: bool) -> Term {
        self.constant(u128::from(value), 1)
    }

    /// `op(a)`.
    pub fn unary(&mut self, op: UnaryOp, a: Term) -> Term {
        match op {
            UnaryOp::Not => self.simplify_not(a),
            UnaryOp::Neg => self.simplify_neg(a),
        }
    }

    /// Every bit inverted.
    pub fn not(&mut self, a: Term) -> Term {
        self.simplify_not(a)
    }

    /// `op(a, b)`; both of one width.
    pub fn binary(&mut self, op: BinaryOp, a: Term, b: Term) -> Term {
        debug_assert_eq!(self.width(a), self.width(b), "operands of one width");
        self.simplify_binary(op, a, b)
    }

    /// Both, bit by bit.
    pub fn and(&mut self, a: Term, b: Term) -> Term {
        self.binary(BinaryOp::And, a, b)
    }

    /// Either, bit by bit.
    pub fn or(&mut self, a: Term, b: Term) -> Term {
        self.binary(BinaryOp::Or, a, b)
    }

    /// One bit: whether `op(a, b)` holds; both of one width.
    pub fn compare(&mut self, op: CompareOp, a: Term, b: Term) -> Term {
        debug_assert_eq!(self.width(a), self.width(b), "operands of one width");
        self.simplify_compare(op, a, b)
    }

    /// One bit: whether both are the same.
    pub fn equal(&mut self, a: Term, b: Term) -> Term {
        self.compare(CompareOp::Eq, a, b)
    }

    /// `if condition then a else b`; the condition is one bit.
    pub fn ite(&mut self, condition: Term, a: Term, b: Term) -> Term {
        debug_assert_eq!(self.width(condition), 1, "a condition is one bit");
        debug_assert_eq!(self.width(a), self.width(b), "arms of one width");
        self.simplify_ite(condition, a, b)
    }

    /// `width` bits of `a` from bit `low` upward.
    pub fn extract(&mut self, a: Term, low: u32, width: u32) -> Term {
        debug_assert!(width >= 1 && low + width <= self.width(a), "bits inside of the operand");
        if matches!(self.node(a), Node::Constant(_) | Node::Variable(_)) {
            return self.simplify_extract(a, low, width);
        }
        let key = (a, low as u8, width as u8);
        if let Some(&part) = self.parts.get(&key) {
            return part;
        }
        let part = self.simplify_extract(a, low, width);
        self.parts.insert(key, part);
        part
    }

    /// `high` above `low`; at most 128 bits together.
    pub fn concat(&mut self, high: Term, low: Term) -> Term {
        debug_assert!(self.width(high) + self.width(low) <= 128, "at most 128 bits");
        self.simplify_concat(high, low)
    }

    /// `a` with zeros above, `width` bits in all.
    pub fn zero_extend(&mut self, a: Term, width: u32) -> Term {
        self.simplify_zero_extend(a, width)
    }

    /// `a` with copies of its highest bit above, `width` bits in all.
    pub fn sign_extend(&mut self, a: Term, width: u32) -> Term {
        self.simplify_sign_extend(a, width)
    }

    /// `a` cut or zero-extended to `width` bits.
    pub fn resize(&mut self, a: Term, width: u32) -> Term {
        if width <= self.width(a) { self.extract(a, 0, width) } else { self.zero_extend(a, width) }
    }

    /// The element of `elements` at position `index`; the last one beyond the end.
    /// `elements` is not empty and of one width.
    pub fn lookup(&mut self, index: Term, elements: &[Term]) -> Term {
        self.simplify_lookup(index, elements)
    }

    pub(crate) fn intern_table(&mut self, elements: &[Term]) -> TableId {
        if let Some(&table) = self.known_tables.get(elements) {
            return table;
        }
        let elements: Arc<[Term]> = elements.into();
        let table = self.tables.push(Arc::clone(&elements));
        self.known_tables.insert(elements, table);
        table
    }

    /// `op(a)`.
    pub fn float_unary(&mut self, op: FloatUnaryOp, format: Format, a: Term) -> Term {
        self.folded(Node::FloatUnary(op, format, a), format.bits())
    }

    /// `op(a, b)`.
    pub fn float_binary(&mut self, op: FloatBinaryOp, format: Format, a: Term, b: Term) -> Term {
        // Commutative but for which NaN comes out; no term tells NaNs apart.
        let commutes = matches!(op, FloatBinaryOp::Add | FloatBinaryOp::Mul);
        let (a, b) = if commutes && b < a { (b, a) } else { (a, b) };
        self.folded(Node::FloatBinary(op, format, a, b), format.bits())
    }

    /// One bit: whether `op(a, b)` holds.
    pub fn float_compare(&mut self, op: FloatCompareOp, format: Format, a: Term, b: Term) -> Term {
        self.simplify_float_compare(op, format, a, b)
    }

    /// `a * b + c`, rounded once.
    pub fn float_fma(&mut self, format: Format, a: Term, b: Term, c: Term) -> Term {
        self.folded(Node::FloatFma(format, a, b, c), format.bits())
    }

    /// The opposite sign.
    pub fn float_neg(&mut self, format: Format, a: Term) -> Term {
        let sign = self.constant(1 << (format.bits() - 1), format.bits());
        self.binary(BinaryOp::Xor, a, sign)
    }

    /// Without the sign.
    pub fn float_abs(&mut self, format: Format, a: Term) -> Term {
        let rest = self.extract(a, 0, format.bits() - 1);
        self.zero_extend(rest, format.bits())
    }

    /// A float of another format.
    pub fn float_convert(&mut self, from: Format, to: Format, a: Term) -> Term {
        if from == to {
            return a;
        }
        self.folded(Node::FloatConvert(from, to, a), to.bits())
    }

    /// An integer of at most 64 bits as a float.
    pub fn int_to_float(&mut self, signed: bool, to: Format, a: Term) -> Term {
        debug_assert!(self.width(a) <= 64, "at most 64 bits");
        self.folded(Node::IntToFloat(signed, to, a), to.bits())
    }

    /// A float truncated to a signed integer of 32 or 64 bits; 0x80… when it does not fit.
    pub fn float_to_int(&mut self, from: Format, a: Term, width: u32) -> Term {
        self.folded(Node::FloatToInt(from, a), width)
    }

    /// A function of the mathematical library; those of one argument take it twice.
    pub fn math(&mut self, function: MathFunction, format: Format, a: Term, b: Term) -> Term {
        self.folded(Node::Math(function, format, a, b), format.bits())
    }

    /// The term, or the constant it is when all its children are constant.
    pub(crate) fn folded(&mut self, node: Node, width: u32) -> Term {
        let mut constant = true;
        node.for_each_child(|child| constant &= self.as_constant(child).is_some());
        if !constant || matches!(node, Node::Variable(_) | Node::Lookup(..)) {
            return self.intern(node, width);
        }
        let none = crate::Assignment::new();
        let bits = self.value_of(node, width, &none, |child| self.as_constant(child).unwrap_or(0));
        self.constant(bits, width)
    }

    /// The conjunction of `terms`, each of one bit.
    pub fn conjunction(&mut self, terms: &[Term]) -> Term {
        let mut all = self.boolean(true);
        for &term in terms {
            all = self.and(all, term);
        }
        all
    }
}
