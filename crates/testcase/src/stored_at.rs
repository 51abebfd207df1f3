//! Which stores of the code a place of a test stands for: the member of a structure, or the variable, that a value is put into.

use crate::api::{ApiModel, GlobalVariableId};
use crate::stored::Stored;
use crate::test_case::{Place, PlaceRoot, PlaceStep, Skeleton, Statement};
use crate::types::TypeKind;
use trine_base::index::TypedIndex;

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
