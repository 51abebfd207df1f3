//! Java tests for real: compiled, run by JUnit under JaCoCo's agent, counters read.

use trine_native::jdk::junit::Suite;
use trine_native::jdk::{Counted, Jars, JdkTools, Limits, Sources, Verdict};
use trine_native::temporary::TemporaryFolder;

const SIGN: &str =
    "package p;\npublic class Sign {\n    static int of(int x) {\n        return x < 0 ? -1 : 1;\n    }\n}\n";

const TESTS: &str = r#"package p;
import static org.junit.jupiter.api.Assertions.assertEquals;
import org.junit.jupiter.api.Test;
class SignTest {
    @Test void below() { assertEquals(-1, Sign.of(-5)); }
    @Test void wrong() { assertEquals(3, Sign.of(-1)); }
}
"#;

#[test]
fn tests_are_compiled_and_run_and_counters_read() {
    let (tools, jars) = (JdkTools::find().unwrap(), Jars::find().unwrap());
    let folder = TemporaryFolder::new().unwrap();
    let (classes, tests) = (folder.path().join("classes"), folder.path().join("tests"));
    let sign = folder.write("src/p/Sign.java", SIGN).unwrap();
    let sources = Sources { files: vec![sign], into: classes.clone(), ..Sources::default() };
    let compiled = tools.compile(&sources, folder.path()).unwrap();
    assert!(compiled.succeeded && compiled.messages.is_empty(), "{compiled:?}");
    let sources = Sources {
        files: vec![folder.write("test/p/SignTest.java", TESTS).unwrap()],
        class_path: vec![classes.clone(), jars.junit.clone()],
        into: tests.clone(),
        release: None,
    };
    let compiled = tools.compile(&sources, folder.path()).unwrap();
    assert!(compiled.succeeded, "{compiled:?}");

    let executed = folder.path().join("jacoco.exec");
    let suite = Suite {
        tests: vec![tests],
        class_path: vec![classes.clone()],
        executed: Some(executed.clone()),
        ..Suite::default()
    };
    let run = tools.test(&jars, &suite, folder.path(), Limits::default()).unwrap();
    let mut verdicts: Vec<(&str, bool)> =
        run.tests.iter().map(|test| (test.name.as_str(), test.verdict == Verdict::Passed)).collect();
    verdicts.sort_unstable();
    assert_eq!(verdicts, [("below", true), ("wrong", false)], "{}", run.output);
    let failed = run.tests.iter().find(|test| test.name == "wrong").unwrap();
    assert!(
        matches!(&failed.verdict, Verdict::Failed { message, .. } if message == "expected: <3> but was: <-1>"),
        "{failed:?}"
    );

    let report = tools.coverage(&jars.report, &executed, &[classes], folder.path()).unwrap();
    let [class] = &report.classes[..] else { panic!("one class: {report:?}") };
    assert_eq!(class.counters["BRANCH"], Counted { missed: 1, covered: 1 });
    assert_eq!(report.files["p/Sign.java"][&4].1, Counted { missed: 1, covered: 1 });
}

#[test]
fn a_source_that_is_refused_has_its_message() {
    let tools = JdkTools::find().unwrap();
    let folder = TemporaryFolder::new().unwrap();
    let file = folder.write("A.java", "class A { int f() { return \"a\"; } }\n").unwrap();
    let sources = Sources { files: vec![file], into: folder.path().join("classes"), ..Sources::default() };
    let compiled = tools.compile(&sources, folder.path()).unwrap();
    assert!(!compiled.succeeded);
    assert!(compiled.messages[0].contains("A.java:1: error: incompatible types"), "{compiled:?}");
}
