//! Fields and methods of loaded classes, by the class that declares them and their position in its file.

use super::{Class, ClassId, Hierarchy};
use crate::class::Method;

/// A field, by the class that declares it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct FieldId {
    /// The class.
    pub class: ClassId,
    /// Position in its file.
    pub position: usize,
}

/// A method, by the class that declares it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct MethodId {
    /// The class.
    pub class: ClassId,
    /// Position in its file.
    pub position: usize,
}

impl MethodId {
    /// Class and method; `None` while the class is being loaded and not in the hierarchy yet.
    pub(super) fn in_hierarchy(self, hierarchy: &Hierarchy) -> Option<(&Class, &Method)> {
        let class = hierarchy.classes.get(self.class)?;
        Some((class, &class.file.methods[self.position]))
    }
}
