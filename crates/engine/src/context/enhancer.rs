//! The enhanced fitness of the targets of one unit: analysed when first aimed at, and kept.

use std::collections::HashMap;
use std::sync::Arc;
use trine_coverage::Target;
use trine_ir::{Function, Program};
use trine_search::enhanced::{EnhancedFitness, EnhancedModel, Settings};

/// Analyses targets of one function.
#[derive(Debug)]
pub struct Enhancer {
    program: Arc<Program>,
    function: Arc<Function>,
    model: Option<EnhancedModel>,
    /// Looked up only, never iterated over.
    known: HashMap<Target, Option<Arc<EnhancedFitness>>>,
}

impl Enhancer {
    /// An enhancer of `function`, a body of `program`; nothing is analysed yet.
    #[must_use]
    pub fn new(program: Arc<Program>, function: Arc<Function>) -> Self {
        Self { program, function, model: None, known: HashMap::new() }
    }

    /// The enhanced fitness of `target`; `None` where there is none.
    pub fn fitness(&mut self, target: &Target) -> Option<Arc<EnhancedFitness>> {
        if let Some(known) = self.known.get(target) {
            return known.clone();
        }
        let model = self.model.get_or_insert_with(|| {
            let program = Some(Arc::clone(&self.program));
            EnhancedModel::new(program, Arc::clone(&self.function), Settings::default())
        });
        let fitness = model.target(target).map(Arc::new);
        self.known.insert(target.clone(), fitness.clone());
        fitness
    }
}
