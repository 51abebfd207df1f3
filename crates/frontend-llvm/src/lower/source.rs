//! Bodies on demand.

use super::body;
use super::coverage::{self, Mapping};
use super::link::Linked;
use super::spans::FileTable;
use std::sync::Arc;
use trine_ir::{BodyError, BodySource, FuncId, Function, passes, verifier};

/// The linked modules as a source of bodies.
#[derive(Debug)]
pub(crate) struct Bodies {
    /// The modules.
    pub linked: Arc<Linked>,
    /// Their source files.
    pub files: FileTable,
    /// The coverage mapping of each module that has one.
    pub mappings: Vec<Option<Arc<Mapping>>>,
}

impl BodySource for Bodies {
    fn lower(&self, id: FuncId) -> Result<Function, BodyError> {
        let fail = |what: String| BodyError { what, span: None };
        let origin = self.linked.functions.get(id).copied().flatten();
        let (unit, source) =
            origin.ok_or_else(|| fail("no body: the function is not part of the program".into()))?;
        if !self.linked.callables[id].defined {
            return Err(fail("no body: the function is declared only".into()));
        }
        let lowered = body::lower(&self.linked, &self.files, id, unit, source)?;
        let mut function = lowered.function;
        if let Some(Some(mapping)) = self.mappings.get(unit) {
            coverage::annotate(&mut function, &lowered.increments, mapping, &self.files);
        }
        passes::run(&mut function);
        match verifier::verify(&function).first() {
            None => Ok(function),
            Some(violation) => Err(BodyError {
                what: format!("our bug: the lowered body is not well-formed: {violation}"),
                span: function.span,
            }),
        }
    }
}
