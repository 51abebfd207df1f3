//! Java tests for real, in JVMs of their own and in one that stays: compiled, run by JUnit under JaCoCo's agent, counters read.

use trine_native::jdk::junit::Suite;
use trine_native::jdk::{Counted, Jars, JdkTools, Limits, Sources, TestServer, Verdict};
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

/// A class with an initialiser, and a test that runs into one of two branches.
fn suite_in(folder: &TemporaryFolder, name: &str, body: &str) -> (std::path::PathBuf, Sources) {
    let source = format!(
        "package p;\nimport static org.junit.jupiter.api.Assertions.*;\nimport org.junit.jupiter.api.Test;\n\
         class {name} {{\n    @Test void one() {{ {body} }}\n}}\n"
    );
    let file = folder.write(&format!("{name}/p/{name}.java"), &source).unwrap();
    let into = folder.path().join(format!("{name}-classes"));
    (into.clone(), Sources { files: vec![file], into, ..Sources::default() })
}

#[test]
fn one_server_judges_each_suite_as_a_jvm_of_its_own_would() {
    let (tools, jars) = (JdkTools::find().unwrap(), Jars::find().unwrap());
    let folder = TemporaryFolder::new().unwrap();
    let text = "package p;\npublic class Count {\n    static int calls = start();\n    static int start() {\n        return 5;\n    }\n    \
                static int next(boolean twice) {\n        return twice ? calls += 2 : ++calls;\n    }\n}\n";
    let classes = folder.path().join("classes");
    let count = folder.write("src/p/Count.java", text).unwrap();
    let sources = Sources { files: vec![count], into: classes.clone(), ..Sources::default() };
    let mut server = TestServer::start(&tools, &jars, Limits::default()).unwrap();
    assert!(server.compile(&sources, folder.path()).unwrap().succeeded);
    let executed = folder.path().join("jacoco.exec");
    // Static state, properties and counts of the first suite are not there for the second.
    for (name, body) in [
        ("FirstTest", "System.setProperty(\"a\", \"b\"); assertEquals(7, Count.next(true));"),
        ("SecondTest", "assertNull(System.getProperty(\"a\")); assertEquals(6, Count.next(false));"),
    ] {
        let (tests, mut sources) = suite_in(&folder, name, body);
        sources.class_path = vec![classes.clone(), jars.junit.clone()];
        let compiled = server.compile(&sources, folder.path()).unwrap();
        assert!(compiled.succeeded, "{compiled:?}");
        let path = [tests, classes.clone()];
        let results = server.test(&format!("p.{name}"), &path, &executed, folder.path()).unwrap();
        let [result] = &results[..] else { panic!("{results:?}") };
        assert_eq!((result.name.as_str(), &result.verdict), ("one", &Verdict::Passed));
        let report = server.coverage(&executed, std::slice::from_ref(&classes), folder.path()).unwrap();
        let [class] = &report.classes[..] else { panic!("{report:?}") };
        assert_eq!(class.counters["BRANCH"], Counted { missed: 1, covered: 1 });
        assert_eq!(class.counters["LINE"], Counted { missed: 1, covered: 3 });
    }
    // What does not compile, and what fails, is told as the tools alone tell it.
    let (_, sources) = suite_in(&folder, "WrongTest", "int a = \"\";");
    let sources = Sources { class_path: vec![jars.junit.clone()], ..sources };
    let compiled = server.compile(&sources, folder.path()).unwrap();
    assert_eq!(compiled, tools.compile(&sources, folder.path()).unwrap());
    assert!(!compiled.succeeded);
    let (tests, sources) = suite_in(&folder, "ExitTest", "System.exit(3);");
    let sources = Sources { class_path: vec![jars.junit.clone()], ..sources };
    assert!(server.compile(&sources, folder.path()).unwrap().succeeded);
    assert!(server.test("p.ExitTest", &[tests], &executed, folder.path()).is_err());
    // It is gone now, and says so.
    assert!(server.compile(&sources, folder.path()).is_err());
}
