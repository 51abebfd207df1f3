//! `--mocks mockito`: what tests implement is made by Mockito, which gives in a real JVM what anonymous classes give in the machine.

use crate::support::TestFolder;
use crate::support::java::{compile, ended_with, text};
use std::fs;
use std::path::PathBuf;

const CLOCK: &str = "package p;\npublic interface Clock {\n  long now();\n  String zone(String region);\n  String zone(Integer region);\n  java.util.List<String> names();\n}\n";
/// With a constructor, methods with bodies, and checked exceptions.
const GATE: &str = "package p;\npublic abstract class Gate<T> {\n  private final int limit = 3;\n  public abstract int people(T of, int hour) throws java.io.IOException;\n  protected abstract boolean isOpen();\n  public int limit() { return limit; }\n}\n";
/// Mockito cannot be told of variable arguments as others are.
const RING: &str = "package p;\npublic interface Ring {\n  int sum(int... positions);\n  int size();\n  default boolean isEmpty() { return size() == 0; }\n}\n";
const SERVICE: &str = "package p;\npublic class Service {\n  private final Clock clock;\n  public Service(Clock clock) { this.clock = clock; }\n  public String greet() {\n    long first = clock.now();\n    long second = clock.now();\n    if (second < first) return \"backwards\";\n    return first > 100 && second > first + 7 ? \"late\" : \"fine\";\n  }\n  public int zones(String region) {\n    if (clock.names() == null) return -1;\n    String zone = clock.zone(region);\n    return zone != null && zone.equals(\"CET\") ? 2 : clock.names().size();\n  }\n  public static int pass(Gate<String> gate) throws java.io.IOException {\n    if (!gate.isOpen()) return 0;\n    return gate.people(\"all\", 8) > gate.limit() ? -1 : gate.people(\"all\", 9);\n  }\n  public static int sum(Ring ring) { return ring.isEmpty() ? -1 : ring.sum(1, 2) == 7 ? 7 : 0; }\n}\n";

/// The jars of Mockito, which the set-up of the tests fetches.
fn mockito() -> Vec<PathBuf> {
    let home = std::env::var_os("HOME").map(PathBuf::from).expect("there is a home");
    let repository = home.join(".m2/repository");
    let jars = [
        "org/mockito/mockito-core/5.20.0/mockito-core-5.20.0.jar",
        "net/bytebuddy/byte-buddy/1.17.7/byte-buddy-1.17.7.jar",
        "net/bytebuddy/byte-buddy-agent/1.17.7/byte-buddy-agent-1.17.7.jar",
        "org/objenesis/objenesis/3.3/objenesis-3.3.jar",
    ];
    let jars: Vec<PathBuf> = jars.iter().map(|jar| repository.join(jar)).collect();
    for jar in &jars {
        assert!(jar.is_file(), "{} is missing: scripts/setup.sh --tests fetches it", jar.display());
    }
    jars
}

#[test]
fn mockito_stands_in_where_it_is_asked_for_and_everything_is_covered_as_without_it() {
    let place = TestFolder::new("java_mocks", &[]);
    let sources =
        [("p/Clock.java", CLOCK), ("p/Gate.java", GATE), ("p/Ring.java", RING), ("p/Service.java", SERVICE)];
    compile(&place, &sources, &[]);
    let class_path: Vec<String> = std::iter::once("classes".to_owned())
        .chain(mockito().iter().map(|jar| jar.display().to_string()))
        .collect();
    let class_path = class_path.join(":");
    for framework in ["junit5", "junit4", "testng"] {
        let output = place.run(&[
            "java",
            "-cp",
            &class_path,
            "p.Service",
            "--mocks",
            "mockito",
            "--framework",
            framework,
            "--budget",
            "8000evals",
            "--fail-on",
            "never",
            "--out",
            framework,
        ]);
        ended_with(&output, 0);
        let run = place.json(&format!("{framework}/run.json"));
        assert_eq!(run["native"]["passed"], run["native"]["tests"], "{}", run["native"]);
        assert_eq!(run["native"]["disagreements"].as_array().map(Vec::len), Some(0), "{}", run["native"]);
        let said = text(&output.stdout);
        assert!(said.contains("100.0%"), "{said}");
        assert!(!said.contains("dropped"), "{said}");
        let test = fs::read_to_string(place.0.join(framework).join("tests/p/ServiceTest.java"))
            .expect("tests were written");
        for written in [
            "= mock(Clock.class);",
            "when(clock.now()).thenReturn(",
            "mock(Gate.class, withSettings().useConstructor().defaultAnswer(CALLS_REAL_METHODS));",
            "when(gate.people(any(), anyInt())).thenReturn(",
            "new Ring() {",
        ] {
            assert!(test.contains(written), "`{written}` is not in:\n{test}");
        }
        assert!(!test.contains("new Clock() {") && !test.contains("new Gate<"), "{test}");
        // What is zero or null anyway is not told, and what repeats the last answer neither.
        assert!(
            !test.contains("thenReturn(0, 0)") && !test.contains("isOpen()).thenReturn(false);"),
            "{test}"
        );
    }
}

#[test]
fn mockito_that_is_not_there_is_named_with_the_next_step() {
    let place = TestFolder::new("java_mocks_without", &[]);
    compile(&place, &[("p/Clock.java", CLOCK)], &[]);
    let output = place.run(&["java", "-cp", "classes", "p.Clock", "--mocks", "mockito"]);
    ended_with(&output, 1);
    let said = text(&output.stderr);
    assert!(said.contains("Mockito 2 or newer is neither on the class path nor among"), "{said}");
    assert!(said.contains("nothing was tested") && said.contains("with -cp as well"), "{said}");
}
