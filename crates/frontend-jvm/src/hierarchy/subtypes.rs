//! Which values are instances of which types (JVMS, `instanceof` and `checkcast`).

use super::{ClassId, Hierarchy, LinkageError};
use crate::class::FieldType;

impl Hierarchy {
    /// Whether `class` is `above`, extends it or implements it.
    #[must_use]
    pub fn is_subclass(&self, class: ClassId, above: ClassId) -> bool {
        if class == above {
            return true;
        }
        if self.class(above).is_interface() {
            return self.class(class).all_interfaces.contains(&above);
        }
        let steps = self.class(class).depth.checked_sub(self.class(above).depth);
        let chain = std::iter::successors(Some(class), |&id| self.class(id).superclass);
        steps.is_some_and(|steps| chain.clone().nth(steps) == Some(above))
    }

    /// Whether a value of the reference type `ty` can be assigned to `above`.
    ///
    /// # Errors
    /// When a class that one of them names cannot be loaded.
    pub fn is_assignable(&mut self, ty: &FieldType, above: &FieldType) -> Result<bool, LinkageError> {
        Ok(match (ty, above) {
            (FieldType::Class(class), FieldType::Class(above)) => {
                let (class, above) = (self.load(class)?, self.load(above)?);
                self.is_subclass(class, above)
            }
            (FieldType::Array(_), FieldType::Class(above)) => {
                matches!(above.as_str(), "java/lang/Object" | "java/lang/Cloneable" | "java/io/Serializable")
            }
            (FieldType::Array(element), FieldType::Array(above)) => match (&**element, &**above) {
                (FieldType::Base(element), FieldType::Base(above)) => element == above,
                (FieldType::Base(_), _) | (_, FieldType::Base(_)) => false,
                (element, above) => self.is_assignable(element, above)?,
            },
            _ => false,
        })
    }
}
