//! Which crate may depend on which: dependencies point down only.
//!
//! ```text
//!   7  cli
//!   6  campaign
//!   5  engine   emit   report   dse-jvm
//!   4  search   sequences   dse   refutation   judge   inputs   inputs-c   harness-jvm
//!   3  coverage   harness   invariants   jdk   jit   rust-runtime
//!   2  frontend-llvm   frontend-jvm   lift   machine   native   solver
//!   1  ir   testcase   record   expr
//!   0  base   features   llvm-text   c-library                            dev: filetests   fixtures   javac-checks   statistics   study   xtask
//! ```
//!
//! Crates of one layer do not know each other, but for [`PEERS`]. Front ends are known to `campaign`, that of LLVM IR to `rust-runtime`, that of class files to `cli`, `harness-jvm` and `jdk`, and to dev
//! crates only: all else speaks IR and API model. Nothing in the product depends on a dev crate, but for
//! tests, which may use one. All other rules hold for the dependencies of tests and benches too: a test that
//! needs more belongs into a dev crate.
//!
//! To add a crate: give it a row here and one in the index of `ARCHITECTURE.md`.

use crate::finding::Finding;
use crate::tree::Crate;
use std::fmt;

/// Where a crate stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Layer {
    /// Part of the product; 0 is the lowest.
    Product(u8),
    /// Serves development only.
    Dev,
}

impl fmt::Display for Layer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Product(number) => write!(f, "{number}"),
            Self::Dev => f.write_str("dev"),
        }
    }
}

/// The layer of every crate, those that are planned included.
const LAYERS: [(&str, Layer); 40] = [
    ("base", Layer::Product(0)),
    ("c-library", Layer::Product(0)),
    ("features", Layer::Product(0)),
    ("llvm-text", Layer::Product(0)),
    ("expr", Layer::Product(1)),
    ("ir", Layer::Product(1)),
    ("record", Layer::Product(1)),
    ("testcase", Layer::Product(1)),
    ("frontend-jvm", Layer::Product(2)),
    ("frontend-llvm", Layer::Product(2)),
    ("lift", Layer::Product(2)),
    ("machine", Layer::Product(2)),
    ("native", Layer::Product(2)),
    ("solver", Layer::Product(2)),
    ("coverage", Layer::Product(3)),
    ("harness", Layer::Product(3)),
    ("invariants", Layer::Product(3)),
    ("jdk", Layer::Product(3)),
    ("jit", Layer::Product(3)),
    ("rust-runtime", Layer::Product(3)),
    ("dse", Layer::Product(4)),
    ("inputs", Layer::Product(4)),
    ("inputs-c", Layer::Product(4)),
    ("judge", Layer::Product(4)),
    ("refutation", Layer::Product(4)),
    ("harness-jvm", Layer::Product(4)),
    ("search", Layer::Product(4)),
    ("sequences", Layer::Product(4)),
    ("dse-jvm", Layer::Product(5)),
    ("emit", Layer::Product(5)),
    ("engine", Layer::Product(5)),
    ("report", Layer::Product(5)),
    ("campaign", Layer::Product(6)),
    ("cli", Layer::Product(7)),
    ("filetests", Layer::Dev),
    ("fixtures", Layer::Dev),
    ("javac-checks", Layer::Dev),
    ("statistics", Layer::Dev),
    ("study", Layer::Dev),
    ("xtask", Layer::Dev),
];

/// Edges inside of one layer that are allowed: from, to.
const PEERS: [(&str, &str); 4] =
    [("base", "features"), ("harness-jvm", "search"), ("inputs-c", "inputs"), ("record", "testcase")];

/// Crates of the product that only these others, and dev crates, may depend on.
const RESTRICTED: [(&str, &[&str]); 4] = [
    ("inputs-c", &["campaign", "cli"]),
    ("frontend-jvm", &["campaign", "cli", "dse-jvm", "harness-jvm", "jdk"]),
    ("frontend-llvm", &["campaign", "rust-runtime"]),
    ("llvm-text", &["campaign", "frontend-llvm"]),
];

/// Crates that are handed a language, and the one that their own tests hand them.
const TEST_LANGUAGES: [(&str, &str); 1] = [("engine", "inputs-c")];

/// The layer of a crate, if it is in the table.
pub fn layer_of(name: &str) -> Option<Layer> {
    LAYERS.iter().find(|(known, _)| *known == name).map(|(_, layer)| *layer)
}

/// Checks the edges of all crates.
pub fn check(crates: &[Crate]) -> Vec<Finding> {
    let mut findings = Vec::new();
    for from in crates {
        let Some(layer) = layer_of(&from.name) else {
            findings.push(Finding::new(
                &from.manifest_path,
                1,
                format!("crate `{}` has no layer", from.name),
                "give it a row in crates/xtask/src/layers.rs",
            ));
            continue;
        };
        let is_for_tests = |to: &&String| TEST_LANGUAGES.contains(&(from.name.as_str(), to.as_str()));
        let of_tests = from.dev_dependencies.iter().filter(|to| layer_of(to) != Some(Layer::Dev));
        let of_tests = of_tests.filter(|to| !is_for_tests(to));
        for to in from.dependencies.iter().chain(of_tests) {
            if let Some(reason) = objection(&from.name, layer, to) {
                findings.push(Finding::new(
                    &from.manifest_path,
                    line_of(&from.manifest, to),
                    format!("`{}` must not depend on `{to}`: {reason}", from.name),
                    "move what is shared down a layer, or pass it in as data or as a closure",
                ));
            }
        }
    }
    findings
}

/// Why an edge is not allowed; `None` when it is.
fn objection(from: &str, layer: Layer, to: &str) -> Option<String> {
    let Some(target) = layer_of(to) else {
        return Some("it has no layer".to_owned());
    };
    if layer == Layer::Dev {
        return None;
    }
    if target == Layer::Dev {
        return Some("it serves development only".to_owned());
    }
    if let Some((_, allowed)) = RESTRICTED.iter().find(|(name, _)| *name == to)
        && !allowed.contains(&from)
    {
        return Some(format!("only {} and dev crates may", allowed.join(", ")));
    }
    if target == layer && PEERS.contains(&(from, to)) {
        return None;
    }
    (target >= layer).then(|| format!("layer {layer} to layer {target}, and edges point down only"))
}

/// The line of a manifest that names the dependency.
fn line_of(manifest: &str, dependency: &str) -> usize {
    let package = format!("trine-{dependency}");
    let names_it = |line: &str| {
        line.trim_start()
            .strip_prefix(&package)
            .is_some_and(|rest| !rest.starts_with(|c: char| c.is_alphanumeric() || c == '-' || c == '_'))
    };
    manifest.lines().position(names_it).map_or(1, |index| index + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn crate_with(name: &str, dependencies: &[&str]) -> Crate {
        let lines: String = dependencies.iter().map(|to| format!("trine-{to}.workspace = true\n")).collect();
        Crate {
            name: name.to_owned(),
            manifest_path: format!("crates/{name}/Cargo.toml"),
            manifest: format!("[dependencies]\n{lines}"),
            dependencies: dependencies.iter().map(|to| (*to).to_owned()).collect(),
            dev_dependencies: Vec::new(),
        }
    }

    fn messages(name: &str, dependencies: &[&str]) -> Vec<String> {
        check(&[crate_with(name, dependencies)]).into_iter().map(|finding| finding.message).collect()
    }

    #[test]
    fn edges_down_are_allowed() {
        assert!(messages("coverage", &["base", "ir", "machine", "record"]).is_empty());
        assert!(messages("campaign", &["base", "frontend-llvm", "engine", "native"]).is_empty());
    }

    #[test]
    fn edges_up_and_sideways_are_found() {
        assert_eq!(
            messages("machine", &["coverage"]),
            ["`machine` must not depend on `coverage`: layer 2 to layer 3, and edges point down only"]
        );
        assert_eq!(messages("search", &["dse"]).len(), 1);
        assert_eq!(messages("testcase", &["record"]).len(), 1);
    }

    #[test]
    fn record_may_know_test_cases() {
        assert!(messages("record", &["testcase"]).is_empty());
    }

    #[test]
    fn front_ends_are_for_who_loads_programs_and_dev_crates() {
        assert_eq!(
            messages("engine", &["frontend-llvm"]),
            ["`engine` must not depend on `frontend-llvm`: only campaign, rust-runtime and dev crates may"]
        );
        assert_eq!(messages("machine", &["frontend-llvm"]).len(), 1);
        assert!(messages("study", &["frontend-llvm"]).is_empty());
    }

    #[test]
    fn the_product_does_not_depend_on_dev_crates() {
        assert_eq!(messages("cli", &["study"]).len(), 1);
        assert!(messages("study", &["filetests"]).is_empty());
    }

    #[test]
    fn tests_may_use_dev_crates_and_keep_to_the_layers_otherwise() {
        let with = |to: &str| Crate { dev_dependencies: vec![to.to_owned()], ..crate_with("machine", &[]) };
        assert!(check(&[with("filetests")]).is_empty());
        assert_eq!(check(&[with("engine")]).len(), 1);
        assert_eq!(check(&[with("novelty")]).len(), 1);
    }

    #[test]
    fn a_finding_points_at_the_line_of_the_dependency() {
        let findings = check(&[crate_with("search", &["base", "dse"])]);
        assert_eq!((findings[0].path.as_str(), findings[0].line), ("crates/search/Cargo.toml", 3));
    }

    #[test]
    fn a_crate_without_a_row_is_found() {
        assert_eq!(messages("novelty", &[]), ["crate `novelty` has no layer"]);
        assert_eq!(messages("cli", &["novelty"]), ["`cli` must not depend on `novelty`: it has no layer"]);
    }

    #[test]
    fn the_table_is_consistent() {
        for (name, allowed) in RESTRICTED {
            assert!(layer_of(name).is_some() && allowed.iter().all(|from| layer_of(from).is_some()));
        }
        for (from, to) in PEERS {
            assert_eq!(layer_of(from), layer_of(to));
        }
    }
}
