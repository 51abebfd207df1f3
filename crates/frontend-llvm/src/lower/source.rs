//! Bodies on demand, in bounded memory: what is read of the modules' debug information on the way is forgotten when it
//! becomes too much. What was read of a module's top level stays; its text is its source's to keep or to put away.

use super::body;
use super::coverage::{self, Mapping};
use super::linked::Linked;
use super::spans::FileTable;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, PoisonError, RwLock};
use trine_ir::{BodyError, BodySource, FuncId, Function, passes, verifier};

/// Debug information of so many nodes, some 200 bytes each, may be remembered before it is forgotten.
pub(crate) const REMEMBERED_NODES: usize = 10_000;

/// The linked modules as a source of bodies.
#[derive(Debug)]
pub(crate) struct Bodies {
    linked: RwLock<Arc<Linked>>,
    /// Their source files.
    files: FileTable,
    /// The coverage mapping of each module that has one.
    mappings: Vec<Option<Arc<Mapping>>>,
    /// Bodies lowered since nodes were last counted.
    uncounted: AtomicUsize,
    /// See [`REMEMBERED_NODES`].
    remembered_nodes: usize,
}

/// Bodies lowered between two counts of nodes.
const COUNTED_EVERY: usize = 32;

impl Bodies {
    /// Bodies of `linked`, whose source files and coverage mappings are given.
    pub fn new(
        linked: &Arc<Linked>,
        files: FileTable,
        mappings: Vec<Option<Arc<Mapping>>>,
        remembered_nodes: usize,
    ) -> Self {
        // The first body asks for a count: who described the program's types has read much that no body needs.
        let (linked, uncounted) = (RwLock::new(Arc::clone(linked)), AtomicUsize::new(COUNTED_EVERY));
        Self { linked, files, mappings, uncounted, remembered_nodes }
    }

    /// The modules; what was read of them before is forgotten from time to time.
    fn linked(&self) -> Arc<Linked> {
        if self.uncounted.fetch_add(1, Ordering::Relaxed) >= COUNTED_EVERY {
            self.uncounted.store(0, Ordering::Relaxed);
            self.forget();
        }
        Arc::clone(&self.linked.read().unwrap_or_else(PoisonError::into_inner))
    }

    /// Forgets the nodes of all modules, if there are too many.
    fn forget(&self) {
        let mut linked = self.linked.write().unwrap_or_else(PoisonError::into_inner);
        if self.count(&linked) > self.remembered_nodes {
            *linked = Arc::new(linked.forgetful());
        }
    }

    fn count(&self, linked: &Linked) -> usize {
        linked.units.iter().map(|unit| unit.module.remembered_nodes()).sum()
    }
}

impl BodySource for Bodies {
    fn lower(&self, id: FuncId) -> Result<Function, BodyError> {
        let linked = &*self.linked();
        let fail = |what: String| BodyError { what, span: None };
        let origin = linked.functions.get(id).copied().flatten();
        let (unit, source) =
            origin.ok_or_else(|| fail("no body: the function is not part of the program".into()))?;
        if !linked.callables[id].defined {
            return Err(fail("no body: the function is declared only".into()));
        }
        let lowered = body::lower(linked, &self.files, id, unit, source)?;
        let mut function = lowered.function;
        if let Some(Some(mapping)) = self.mappings.get(unit) {
            let mapped = (&*linked.units[unit].module, &**mapping);
            coverage::annotate(&mut function, &lowered.increments, mapped, &self.files);
        }
        passes::run_for(&mut function, linked.target());
        match verifier::verify(&function).first() {
            None => Ok(function),
            Some(violation) => Err(BodyError {
                what: format!("our bug: the lowered body is not well-formed: {violation}"),
                span: function.span,
            }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ll::Module;
    use crate::lower::link;
    use std::collections::BTreeMap;
    use std::fmt::Write as _;
    use trine_base::index::TypedIndex;

    /// A module of many functions, each with debug information of its own.
    fn text(functions: usize) -> String {
        let mut text = String::from("!llvm.dbg.cu = !{!0}\n");
        let mut nodes = String::from(
            "!0 = distinct !DICompileUnit(language: DW_LANG_C11, file: !1, emissionKind: FullDebug)\n\
             !1 = !DIFile(filename: \"a.c\", directory: \"/\")\n!2 = !DISubroutineType(types: !{null})\n",
        );
        for at in 0..functions {
            let (program, place) = (3 + 2 * at, 4 + 2 * at);
            let _ = writeln!(
                text,
                "define i32 @f{at}(i32 %x) !dbg !{program} {{\n  %y = add i32 %x, {at}, !dbg !{place}\n  \
                 ret i32 %y, !dbg !{place}\n}}"
            );
            let _ = writeln!(
                nodes,
                "!{program} = distinct !DISubprogram(name: \"f{at}\", file: !1, line: {at}, type: !2, unit: !0)\n\
                 !{place} = !DILocation(line: {at}, column: 3, scope: !{program})"
            );
        }
        text + &nodes
    }

    fn bodies(functions: usize, remembered_nodes: usize) -> Bodies {
        let module = Arc::new(Module::parse(text(functions), "a.ll").unwrap());
        let linked = Arc::new(link::link(vec![module], &BTreeMap::new()));
        Bodies::new(&linked, FileTable::default(), vec![None], remembered_nodes)
    }

    #[test]
    fn what_is_remembered_of_debug_information_is_bounded_and_changes_no_body() {
        let functions = 1000;
        let (bounded, unbounded) = (bodies(functions, 100), bodies(functions, usize::MAX));
        let mut most = 0;
        for at in 0..functions {
            let id = FuncId::from_position(at);
            let (one, other) = (bounded.lower(id).unwrap(), unbounded.lower(id).unwrap());
            assert_eq!(format!("{one:?}"), format!("{other:?}"));
            most = most.max(bounded.count(&bounded.linked.read().unwrap()));
        }
        let all = unbounded.count(&unbounded.linked.read().unwrap());
        assert!(all > 2000, "{all} nodes");
        assert!(most < 100 + 4 * COUNTED_EVERY, "{most} nodes");
    }
}
