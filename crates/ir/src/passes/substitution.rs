//! Which value stands for which: a forwarding table with path compression, applied to all
//! operands in one walk.

use crate::function::Function;
use crate::ids::Value;
use trine_base::index::TypedIndex;

/// Replacements of values by values.
#[derive(Debug, Default)]
pub(crate) struct Substitution {
    target: Vec<Value>,
}

impl Substitution {
    /// Nothing replaced.
    pub(crate) fn new(function: &Function) -> Self {
        Self { target: function.values.indices().collect() }
    }

    /// Whether nothing was replaced.
    pub(crate) fn is_empty(&self) -> bool {
        self.target.iter().enumerate().all(|(position, value)| value.position() == position)
    }

    /// What stands for `value` now.
    pub(crate) fn resolve(&mut self, value: Value) -> Value {
        let mut root = value;
        while self.target[root.position()] != root {
            root = self.target[root.position()];
        }
        let mut link = value;
        while link != root {
            link = std::mem::replace(&mut self.target[link.position()], root);
        }
        root
    }

    /// Lets `by` stand for `value`; no effect when `value` already stands for `by`.
    pub(crate) fn replace(&mut self, value: Value, by: Value) {
        let by = self.resolve(by);
        let value = self.resolve(value);
        self.target[value.position()] = by;
    }

    /// Replaces every operand in `function`.
    pub(crate) fn apply(&mut self, function: &mut Function) {
        if self.is_empty() {
            return;
        }
        for data in function.blocks.iter_mut() {
            for inst in &mut data.insts {
                inst.op.for_each_operand_mut(|value| *value = self.resolve(*value));
            }
            data.for_each_leaving_operand_mut(|value| *value = self.resolve(*value));
        }
    }
}
