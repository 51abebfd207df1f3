//! What the units under test themselves store in a member of a structure or in a variable.
//!
//! A member that every function of its file sets to a constant, to a part cut out by a mask, or to itself plus something small,
//! is kept in order by that file: a test that puts another value there makes a state that no program has.
//!
//! Not handled: bit-fields, elements of arrays, members that are written through their address.

use crate::api::{ApiModel, GlobalVariableId};
use crate::test_case::{Place, PlaceRoot, PlaceStep, Skeleton, Statement};
use crate::types::{TypeId, TypeKind};
use std::collections::{BTreeMap, BTreeSet};
use trine_base::index::TypedIndex;

/// All stores to one member or variable.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Stored {
    /// Whether each of them stores what the code bounds itself, and they are more than one and the same constant.
    pub is_kept: bool,
    /// Constants that are stored, as bits of the member's width.
    pub constants: BTreeSet<u128>,
    /// The largest value that the code lets through where it cuts values out: 0 to this are stored.
    pub most: Option<u128>,
}

impl Stored {
    /// Whether one of the stores is known to store `bits`.
    #[must_use]
    pub fn may_be(&self, bits: u128) -> bool {
        self.constants.contains(&bits) || self.most.is_some_and(|most| bits <= most)
    }
}

/// The stores of a program.
#[derive(Clone, Debug, Default)]
pub struct Stores {
    /// By structure or union, and offset of the member in bits.
    pub members: BTreeMap<(TypeId, u64), Stored>,
    /// By symbol of the variable.
    pub variables: BTreeMap<String, Stored>,
}

impl ApiModel {
    /// What the code stores at `place` of a test; `None` where it stores nothing, or nothing is known.
    #[must_use]
    pub fn stored(&self, skeleton: &Skeleton, place: &Place) -> Option<&Stored> {
        let root = match place.root {
            PlaceRoot::Global(id) if place.steps.is_empty() => return self.stored_in_variable(id),
            PlaceRoot::Global(id) => self.globals.get(id)?.ty,
            PlaceRoot::Variable(variable) => match skeleton.statements.get(variable.position())? {
                Statement::Object { ty, .. } => *ty,
                _ => return None,
            },
        };
        let is_array = |statement: &Statement| matches!(statement, Statement::Object { count: Some(_), .. });
        let mut steps = place.steps.as_slice();
        if let PlaceRoot::Variable(variable) = place.root
            && is_array(&skeleton.statements[variable.position()])
        {
            steps = steps.get(1..)?;
        }
        let (mut ty, mut member) = (root, None);
        for step in steps {
            let resolved = self.types.resolve(ty);
            match (&self.types.types.get(resolved)?.kind, step) {
                (TypeKind::Record { fields, .. }, PlaceStep::Field(at)) => {
                    let field = fields.get(*at as usize)?;
                    member = Some((resolved, field.offset_bits));
                    ty = field.ty;
                }
                (TypeKind::Array { element, .. }, PlaceStep::Index(_)) => {
                    member = None;
                    ty = *element;
                }
                _ => return None,
            }
        }
        self.stores.members.get(&member?)
    }

    fn stored_in_variable(&self, id: GlobalVariableId) -> Option<&Stored> {
        self.stores.variables.get(&self.globals.get(id)?.symbol)
    }
}
