//! The command line that runs a case: what its directives ask for, as arguments of `trine`.

use crate::case::Case;
use std::path::Path;
use trine_record::Criterion;

impl Case {
    /// The arguments of `trine` for a run of this case, one worker, without `--out`.
    ///
    /// `strategy` is one of [`Case::strategies`]; what follows its dash chooses the algorithm (`search-ga`) or the
    /// kind of AVM (`search-lattice`). Paths below `root`, the folder that the command will run in, are relative to it.
    #[must_use]
    pub fn arguments(&self, criterion: Criterion, strategy: &str, root: &Path) -> Vec<String> {
        self.arguments_with_seed(criterion, strategy, root, self.seed)
    }

    /// The same with another seed than the case states.
    #[must_use]
    pub fn arguments_with_seed(
        &self,
        criterion: Criterion,
        strategy: &str,
        root: &Path,
        seed: u64,
    ) -> Vec<String> {
        let (strategy, variant) = strategy.split_once('-').unwrap_or((strategy, "pattern"));
        let (algorithm, avm) = if variant == "ga" { ("ga", "pattern") } else { ("avm", variant) };
        let relative = |path: &Path| path.strip_prefix(root).unwrap_or(path).display().to_string();
        let mut arguments = vec!["c".to_owned(), relative(&self.path), "--function".to_owned()];
        arguments.extend(self.entry.iter().chain(&self.unsupported).cloned());
        for (option, value) in [
            ("--criterion", criterion.to_string()),
            ("--strategy", strategy.to_owned()),
            ("--algorithm", algorithm.to_owned()),
            ("--avm", avm.to_owned()),
            ("--budget", self.budget.to_string()),
            ("--seed", seed.to_string()),
            ("--jobs", "1".to_owned()),
        ] {
            arguments.extend([option.to_owned(), value]);
        }
        arguments.extend(self.options.iter().cloned());
        if let Some(settings) = &self.settings {
            arguments.extend(["--settings".to_owned(), relative(settings)]);
        }
        arguments
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_variant_of_a_strategy_chooses_the_algorithm() {
        let path = Path::new("/project/cases/a.c");
        let case = Case::parse(path, "//@ entry: f\n//@ strategies: search-ga\nint f;\n").unwrap();
        let arguments = case.arguments(Criterion::Branch, &case.strategies[2], Path::new("/project"));
        assert_eq!(
            arguments.join(" "),
            "c cases/a.c --function f --criterion branch --strategy search --algorithm ga --avm pattern \
             --budget 20000evals --seed 1 --jobs 1"
        );
    }
}
