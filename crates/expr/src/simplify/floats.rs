//! Rules for float comparisons. Arithmetic on floats is left as it is: hardly any law of the reals
//! holds.

use crate::node::{FloatCompareOp, Format, Node, Term};
use crate::pool::TermPool;

impl TermPool {
    pub(crate) fn simplify_float_compare(
        &mut self,
        op: FloatCompareOp,
        format: Format,
        a: Term,
        b: Term,
    ) -> Term {
        let commutes = matches!(op, FloatCompareOp::Eq | FloatCompareOp::Unordered);
        let (a, b) = if commutes { self.ordered(a, b) } else { (a, b) };
        for side in [a, b] {
            if let Some(bits) = self.as_constant(side)
                && crate::float::is_nan(format, bits)
            {
                return self.boolean(op == FloatCompareOp::Unordered);
            }
        }
        if a == b && op == FloatCompareOp::Lt {
            return self.boolean(false);
        }
        // A wider format holds every number of the narrower: compare there.
        if let (Node::FloatConvert(from, _, x), Node::FloatConvert(other, _, y)) =
            (self.node(a), self.node(b))
            && from == Format::F32
            && other == Format::F32
            && format == Format::F64
        {
            return self.float_compare(op, Format::F32, x, y);
        }
        self.folded(Node::FloatCompare(op, format, a, b), 1)
    }
}
