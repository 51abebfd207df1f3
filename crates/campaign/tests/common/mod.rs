//! One class, compiled and tested: what tests of the Java part share.

use trine_campaign::java::{
    self, Algorithm, Assertions, ClassOutcome, Classes, Criterion, Framework, Mocks, Settings, Strategy,
};
use trine_fixtures::java as classes;
use trine_native::jdk::JdkTools;

/// Compiles `source`, which declares the class `Subject`.
pub fn compiled(name: &str, source: &str) -> Settings {
    let folder = classes::compiled(&format!("campaign-{name}"), "Subject", source);
    let tools = JdkTools::find().unwrap();
    Settings {
        jdk: tools.home,
        class_path: vec![folder],
        own: Vec::new(),
        test_libraries: Vec::new(),
        seeds: Vec::new(),
        tests_into: None,
        sources: Vec::new(),
        criterion: Criterion::Branch,
        exceptions: false,
        algorithm: Algorithm::default(),
        assertions: Assertions::All,
        max_mutants: 0,
        tells_values: false,
        budget: "4000evals".parse().unwrap(),
        strategy: Strategy::Hybrid,
        paths: None,
        seed: 1,
        jobs: 1,
        steps: 200_000,
        memory_bytes: 64 << 20,
        framework: Framework::JUnit5,
        mocks: Mocks::Own,
        release: 17,
        native: false,
    }
}

/// Runs the class `Subject`.
pub fn outcome(settings: &Settings) -> ClassOutcome {
    let named = Classes::new(settings).unwrap().named("Subject").unwrap_or_else(|_| panic!("a class"));
    java::outcome(&named, settings).unwrap_or_else(|failure| panic!("{}", failure.what))
}
