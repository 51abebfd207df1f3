//! Search, dynamic symbolic execution and both together on classes: goals covered by each, with equal budgets and seeds.
//!
//! `cargo run -p trine-campaign --profile dev --example strategies -- CLASSPATH BUDGET SEED CLASS…`

use std::path::PathBuf;
use trine_campaign::java::{
    Algorithm, Assertions, Classes, Criterion, Framework, Settings, Strategy, outcome,
};

const STRATEGIES: [(&str, Strategy); 3] =
    [("search", Strategy::Search), ("dse", Strategy::Dse), ("hybrid", Strategy::Hybrid)];

fn main() -> Result<(), String> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [path, budget, seed, classes @ ..] = &args[..] else {
        return Err("CLASSPATH BUDGET SEED CLASS…".to_owned());
    };
    let home = std::env::var_os("JAVA_HOME").ok_or("JAVA_HOME is not set")?;
    let settings = Settings {
        jdk: PathBuf::from(home),
        class_path: path.split(':').map(PathBuf::from).collect(),
        own: Vec::new(),
        test_libraries: Vec::new(),
        tests_into: None,
        sources: Vec::new(),
        criterion: Criterion::Branch,
        exceptions: false,
        budget: budget.parse().map_err(|error: trine_base::budget::BudgetError| error.to_string())?,
        strategy: Strategy::Hybrid,
        algorithm: Algorithm::default(),
        assertions: Assertions::All,
        seed: seed.parse().map_err(|_| format!("seed {seed}"))?,
        jobs: 1,
        steps: 500_000,
        memory_bytes: 256 << 20,
        framework: Framework::JUnit5,
        release: 17,
        native: false,
    };
    println!(
        "{:<48} {:>6} {:>16} {:>16} {:>16}   models (other way)",
        "class", "goals", "search", "dse", "hybrid"
    );
    let mut sums = [0.0; 3];
    for class in classes {
        let found = Classes::new(&settings).and_then(|all| all.named(class));
        let named = found.map_err(|_| format!("no class {class}"))?;
        let mut cells = Vec::new();
        let (mut goals, mut models) = (0, String::new());
        for (at, (_, strategy)) in STRATEGIES.into_iter().enumerate() {
            let settings = Settings { strategy, ..settings.clone() };
            let outcome = outcome(&named, &settings);
            let outcome = outcome.map_err(|failure| failure.what)?;
            goals = outcome.goals.len();
            sums[at] += outcome.covered() as f64 / goals.max(1) as f64 / classes.len() as f64;
            cells.push(format!("{} in {:.1} s", outcome.covered(), outcome.milliseconds as f64 / 1000.0));
            if let Some(solving) = outcome.solving {
                let (run, other) = outcome.models;
                models.push_str(&format!("{run} ({other}) of {} queries  ", solving.queries));
            }
        }
        println!("{class:<48} {goals:>6} {:>16} {:>16} {:>16}   {models}", cells[0], cells[1], cells[2]);
    }
    println!("mean coverage of goals: search {:.3}, dse {:.3}, hybrid {:.3}", sums[0], sums[1], sums[2]);
    Ok(())
}
