//! `trine java --seeds`: what the user's own tests cover is known, and only tests that add to it are written.

use crate::support::TestFolder;
use crate::support::java::{compile, compile_with, ended_with, jdk, text};
use std::fs;
use trine_native::jdk::Jars;

/// No search comes near to the code: 64 bits depend on each letter.
const GATE: &str = "package p;
public class Gate {
  private int opened;
  public boolean open(String code) {
    if (mixed(code) == 5712249100676100238L) {
      opened++;
      return true;
    }
    return false;
  }
  private static long mixed(String code) {
    long mixed = 7;
    for (char letter : code.toCharArray()) {
      mixed = (mixed ^ letter) * 0x9E3779B97F4A7C15L;
      mixed ^= mixed >>> 29;
    }
    return mixed;
  }
  public int level(int a) { return a < 0 ? -1 : a > 9 ? 1 : 0; }
}
";

/// `level` with numbers above 9 is left to us; one test fails, one is disabled, one needs a parameter.
const PART: &str = "package p;
import static org.junit.jupiter.api.Assertions.*;
import org.junit.jupiter.api.*;
class GateTest {
  private Gate gate;
  @BeforeAll static void first() { System.setProperty(\"gate\", \"y\"); }
  @BeforeEach void make() { gate = new Gate(); }
  @AfterEach void leave() { assertNotNull(gate); }
  @Test void opensByItsCode() { assertEquals(\"y\", System.getProperty(\"gate\")); assertTrue(gate.open(\"password\")); }
  @Test void staysShut() { assertFalse(gate.open(\"other\")); }
  @Test void low() { assertEquals(-1, gate.level(-5)); assertEquals(0, gate.level(3)); }
  @Test void isWrong() { assertEquals(7, gate.level(10)); }
  @Test @Disabled void isLeftOut() { gate.level(11); }
  @Test void isGiven(TestInfo info) { gate.level(12); }
}
class NeighbourTest {
  @Test void isAboutSomethingElse() { }
}
";

const REST: &str = "package p;
public class OldGateTest extends junit.framework.TestCase {
  private Gate gate;
  public OldGateTest(String name) { super(name); }
  protected void setUp() { gate = new Gate(); }
  public void testHigh() { assertEquals(1, gate.level(10)); }
}
";

/// Enough of JUnit 3 for a test that is compiled against it.
const JUNIT_3: &str = "package junit.framework;
public abstract class TestCase {
  private final String name;
  public TestCase(String name) { this.name = name; }
  protected void setUp() throws Exception { }
  protected void tearDown() throws Exception { if (name == null) throw new IllegalStateException(); }
  public static void assertEquals(int a, int b) { if (a != b) throw new AssertionError(); }
}
";

/// A place with the class compiled to `classes`, and its tests to `tests`.
fn place(name: &str, tests: &[(&str, &str)]) -> TestFolder {
    let place = TestFolder::new(name, &[]);
    compile(&place, &[("p/Gate.java", GATE)], &[]);
    fs::create_dir_all(place.0.join("tests")).expect("a folder");
    if !tests.is_empty() {
        let junit = Jars::find().expect("jars").junit_path();
        let path = std::env::join_paths([place.0.join("classes")].into_iter().chain(junit)).expect("a path");
        let path = path.into_string().expect("text");
        compile_with(&jdk(), &place, tests, &["-d", "tests", "-cp", &path]);
    }
    place
}

fn run(place: &TestFolder, more: &[&str]) -> String {
    let mut all = vec!["java", "-cp", "classes", "p.Gate", "--budget", "800evals"];
    all.extend(more);
    let output = place.run(&all);
    ended_with(&output, 0);
    text(&output.stdout) + &text(&output.stderr)
}

#[test]
fn only_what_the_users_tests_leave_open_is_tested() {
    let place = place("java_seeds_part", &[("p/GateTest.java", PART)]);
    let without = run(&place, &["--out", "without"]);
    assert!(!without.contains("your tests"), "{without}");
    let said = run(&place, &["--seeds", "tests", "--out", "with"]);
    assert!(said.contains("your tests 3 of 6 pass here"), "{said}");
    for part in [
        "`p.GateTest.isWrong` covers is not counted: it fails in our machine: `org.opentest4j.AssertionFailedError`",
        "`p.GateTest.isLeftOut` covers is not counted: it is disabled",
        "`p.GateTest.isGiven` covers is not counted: it has parameters or a result",
    ] {
        assert!(said.contains(part), "`{part}` is missing in:\n{said}");
    }
    let open = |out: &str| place.json(&format!("{out}/run.json"))["units"][0]["goals"]["unknown"].clone();
    assert_eq!(open("with"), 0, "{said}");
    assert!(open("without").as_u64() > Some(0), "the search alone does not find the code");
    let goals = fs::read_to_string(place.0.join("with/goals.json")).expect("goals");
    assert!(goals.contains("p.GateTest.opensByItsCode"), "{goals}");
    let tests = fs::read_to_string(place.0.join("with/tests/p/GateTest.java"))
        .or_else(|_| fs::read_to_string(place.0.join("with/tests/p/GateGeneratedTest.java")))
        .expect("a test for large numbers");
    assert_eq!(tests.matches("@Test").count(), 1, "{tests}");
    assert!(tests.contains("level(") && !tests.contains("open("), "{tests}");
    ended_with(&place.run(&["replay", "with"]), 0);
}

#[test]
fn nothing_is_written_where_the_users_tests_cover_all() {
    let tests =
        [("p/GateTest.java", PART), ("p/OldGateTest.java", REST), ("junit/framework/TestCase.java", JUNIT_3)];
    let place = place("java_seeds_all", &tests);
    let said = run(&place, &["--seeds", "tests"]);
    assert!(said.contains("your tests 4 of 7 pass here"), "{said}");
    let unit = place.json("trine-out/run.json")["units"][0].clone();
    assert_eq!((unit["tests"].clone(), unit["goals"]["unknown"].clone()), (0.into(), 0.into()), "{said}");
    assert_eq!(unit["own_tests"]["goals"], unit["goals"]["total"], "{said}");
    assert!(!place.0.join("trine-out/tests/p").exists(), "no test class is written");
}

#[test]
fn the_same_bytes_with_any_number_of_workers_and_a_new_run_for_new_tests() {
    let place = place("java_seeds_bytes", &[("p/GateTest.java", PART)]);
    for (jobs, out) in [("1", "one"), ("4", "four")] {
        run(&place, &["--seeds", "tests", "--jobs", jobs, "--out", out]);
    }
    for file in ["goals.json", "suite.json"] {
        let read = |out: &str| fs::read(place.0.join(out).join(file)).expect("a file");
        assert!(read("one") == read("four"), "{file} depends on the number of workers");
    }
    let again = |out: &str| place.json(&format!("{out}/run.json"))["taken_over"].clone();
    run(&place, &["--seeds", "tests", "--out", "one"]);
    assert_eq!(again("one"), 1, "nothing changed");
    let other = PART.replace("staysShut", "remainsShut");
    let junit = Jars::find().expect("jars").junit_path();
    let path = std::env::join_paths([place.0.join("classes")].into_iter().chain(junit)).expect("a path");
    compile_with(
        &jdk(),
        &place,
        &[("p/GateTest.java", &other)],
        &["-d", "tests", "-cp", path.to_str().expect("text")],
    );
    run(&place, &["--seeds", "tests", "--out", "one"]);
    assert_ne!(again("one"), 1, "the tests changed");
}

/// Only an office stamps tickets, for its clerk and three times, and nothing that a vault takes leads to one.
const VAULT: &str = "package p;
public class Vault {
  private final q.Office.Ticket ticket;
  public Vault(q.Office.Ticket ticket) { this.ticket = ticket; }
  public int open(int turn) {
    if (!ticket.isStamped()) return -1;
    return turn > 41 ? 1 : 0;
  }
}
";

const OFFICE: &str = "package q;
public class Office {
  public static class Ticket {
    private int stamps;
    private Ticket() { }
    public boolean isStamped() { return stamps == 3; }
  }
  private final Ticket ticket = new Ticket();
  private String clerk = \"\";
  public Office hire(String clerk) { this.clerk = clerk; return this; }
  public void stamp(String by) { if (clerk.equals(by) && by.hashCode() == -1670921743) ticket.stamps++; }
  public Ticket ticket() { return ticket; }
}
";

const VAULT_TEST: &str = "package p;
import static org.junit.jupiter.api.Assertions.*;
import org.junit.jupiter.api.*;
class VaultTest {
  @Test void isClosed() {
    q.Office office = new q.Office().hire(\"Bartleby\");
    for (int i = 0; i < 3; i++) office.stamp(\"Bartleby\");
    assertEquals(0, new Vault(office.ticket()).open(3));
  }
}
";

#[test]
fn the_search_begins_with_what_the_users_tests_do() {
    let place = TestFolder::new("java_seeds_carved", &[]);
    let sources = [("p/Vault.java", VAULT), ("q/Office.java", OFFICE)];
    compile(&place, &sources, &[]);
    fs::create_dir_all(place.0.join("tests")).expect("a folder");
    let junit = Jars::find().expect("jars").junit_path();
    let path = std::env::join_paths([place.0.join("classes")].into_iter().chain(junit)).expect("a path");
    let path = path.into_string().expect("text");
    compile_with(&jdk(), &place, &[("p/VaultTest.java", VAULT_TEST)], &["-d", "tests", "-cp", &path]);
    let output =
        place.run(&["java", "-cp", "classes", "p.Vault", "--budget", "400evals", "--seeds", "tests"]);
    ended_with(&output, 0);
    let said = text(&output.stdout) + &text(&output.stderr);
    let goals = place.json("trine-out/run.json")["units"][0]["goals"].clone();
    assert_eq!(goals["unknown"], 0, "{said}");
    let tests = fs::read_to_string(place.0.join("trine-out/tests/p/VaultGeneratedTest.java"))
        .or_else(|_| fs::read_to_string(place.0.join("trine-out/tests/p/VaultTest.java")))
        .expect("a test for large turns");
    assert!(tests.contains("hire(\"Bartleby\")"), "{tests}");
    ended_with(&place.run(&["replay", "trine-out"]), 0);
}

#[test]
fn a_place_without_tests_is_refused() {
    let place = place("java_seeds_none", &[]);
    for (seeds, what) in
        [("tests", "there is no JUnit test in `tests`"), ("nowhere", "`nowhere` is not there")]
    {
        let output = place.run(&["java", "-cp", "classes", "p.Gate", "--seeds", seeds]);
        ended_with(&output, 1);
        let said = text(&output.stderr);
        for part in [what, "--seeds: ", "= note: nothing was tested", "--seeds target/test-classes"] {
            assert!(said.contains(part), "`{part}` is missing in:\n{said}");
        }
        assert!(!place.0.join("trine-out").exists(), "no folder is made for nothing");
    }
    // The class itself is no test of it.
    let output = place.run(&["java", "-cp", "classes", "p.Gate", "--seeds", "classes"]);
    ended_with(&output, 1);
}
