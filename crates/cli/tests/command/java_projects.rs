//! `trine java -p`: Maven and Gradle projects, asked for class paths, built on request, tests written into them.

use crate::support::TestFolder;
use crate::support::java::{compile_with, ended_with, jdk, text};
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::process::Command;

const POM: &str = r#"<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>com.acme</groupId><artifactId>bank</artifactId><version>1</version>
  <properties>
    <maven.compiler.source>8</maven.compiler.source><maven.compiler.target>8</maven.compiler.target>
    <project.build.sourceEncoding>UTF-8</project.build.sourceEncoding>
  </properties>
  <dependencies>
    <dependency><groupId>commons-codec</groupId><artifactId>commons-codec</artifactId><version>1.11</version></dependency>
    <dependency><groupId>junit</groupId><artifactId>junit</artifactId><version>4.13.2</version><scope>test</scope></dependency>
  </dependencies>
</project>
"#;
const ACCOUNT: &str = "package com.acme;\nimport org.apache.commons.codec.digest.DigestUtils;\npublic class Account {\n  private long balance;\n  public boolean withdraw(long amount) {\n    if (amount <= 0) throw new IllegalArgumentException();\n    if (amount > balance) return false;\n    balance -= amount;\n    return true;\n  }\n  public void deposit(long amount) { if (amount > 0) balance += amount; }\n  public int kind() { return DigestUtils.class == null ? 0 : 1; }\n}\n";

fn units(place: &TestFolder, out: &str) -> Vec<String> {
    let run = place.json(&format!("{out}/run.json"));
    let units = run["units"].as_array().expect("units").iter();
    units.map(|unit| unit["function"].as_str().unwrap_or_default().to_owned()).collect()
}

#[test]
fn a_maven_project_is_asked_built_and_given_its_tests() {
    let place = TestFolder::new("java_maven", &[]);
    place.write("bank/pom.xml", POM);
    place.write("bank/src/main/java/com/acme/Account.java", ACCOUNT);
    // A test of the user's own is not overwritten.
    place.write("bank/src/test/java/com/acme/AccountTest.java", "package com.acme;\nclass AccountTest { }\n");
    let arguments = ["java", "-p", "bank/pom.xml", "--budget", "2000evals", "--out", "out"];
    let output = place.run(&arguments);
    ended_with(&output, 1);
    let said = text(&output.stderr);
    assert!(
        said.contains("no compiled classes in `bank/target/classes`") && said.contains("--build"),
        "{said}"
    );
    let output = place.run(&[&arguments[..], &["--build", "--into-project"]].concat());
    ended_with(&output, 0);
    assert_eq!(units(&place, "out"), ["com.acme.Account"], "classes of libraries are not tested");
    let run = place.json("out/run.json");
    assert_eq!(run["native"]["passed"], run["native"]["tests"], "{}", text(&output.stderr));
    assert_ne!(run["native"]["tests"], 0);
    assert_eq!(run["units"][0]["file"], "bank/src/main/java/com/acme/Account.java");
    let written = place.0.join("bank/src/test/java/com/acme/AccountGeneratedTest.java");
    let test = fs::read_to_string(&written).expect("the test is in the project");
    assert!(test.contains("class AccountGeneratedTest"), "{test}");
    let own = fs::read_to_string(place.0.join("bank/src/test/java/com/acme/AccountTest.java"))
        .expect("it is there");
    assert_eq!(own, "package com.acme;\nclass AccountTest { }\n");
    // The second time the file is known as ours.
    let output = place.run(&[&arguments[..], &["--into-project"]].concat());
    ended_with(&output, 0);
    assert!(text(&output.stderr).contains("1 of 1 classes: results taken over"), "{}", text(&output.stderr));
    assert!(!place.0.join("bank/src/test/java/com/acme/AccountGenerated2Test.java").exists());
}

#[test]
fn a_module_of_a_maven_project_uses_siblings_that_nobody_installed() {
    let place = TestFolder::new("java_modules", &[]);
    let module = |name: &str, more: &str| {
        let head = "<modelVersion>4.0.0</modelVersion>\n<parent><groupId>com.acme.modules</groupId><artifactId>all</artifactId><version>1</version></parent>";
        place.write(
            &format!("all/{name}/pom.xml"),
            format!("<project>{head}\n<artifactId>{name}</artifactId>{more}</project>\n"),
        );
    };
    place.write(
        "all/pom.xml",
        "<project><modelVersion>4.0.0</modelVersion>\n<groupId>com.acme.modules</groupId><artifactId>all</artifactId><version>1</version>\n\
         <packaging>pom</packaging><modules><module>rates</module><module>bank</module></modules>\n\
         <properties><maven.compiler.source>8</maven.compiler.source><maven.compiler.target>8</maven.compiler.target>\
         <project.build.sourceEncoding>UTF-8</project.build.sourceEncoding></properties></project>\n",
    );
    module("rates", "");
    let dependency = "<dependency><groupId>com.acme.modules</groupId><artifactId>rates</artifactId><version>1</version></dependency>";
    module("bank", &format!("<dependencies>{dependency}</dependencies>"));
    place.write(
        "all/rates/src/main/java/rates/Rate.java",
        "package rates;\npublic class Rate { public static int of(int years) { return years > 5 ? 3 : 1; } }\n",
    );
    place.write(
        "all/bank/src/main/java/bank/Deposit.java",
        "package bank;\npublic class Deposit { public int interest(int sum, int years) { if (sum < 0) { return 0; } return sum * rates.Rate.of(years) / 100; } }\n",
    );
    let output = place.run(&[
        "java",
        "-p",
        "all/bank",
        "--build",
        "--budget",
        "500evals",
        "--fail-on",
        "never",
        "--out",
        "out",
    ]);
    ended_with(&output, 0);
    assert_eq!(units(&place, "out"), ["bank.Deposit"], "siblings are libraries");
    let run = place.json("out/run.json");
    assert_eq!(run["units"][0]["goals"]["unknown"], 0, "{}", text(&output.stderr));
    assert_eq!(run["native"]["passed"], run["native"]["tests"]);
}

#[test]
fn gradle_itself_answers_the_init_script() {
    let is_there =
        Command::new("gradle").arg("--version").output().is_ok_and(|output| output.status.success());
    if !is_there {
        eprintln!("no gradle is installed: skipped");
        return;
    }
    let place = TestFolder::new("java_real_gradle", &[]);
    place.write("app/settings.gradle", "rootProject.name = 'app'\n");
    place.write("app/build.gradle", "apply plugin: 'java'\ndependencies { implementation files('lib') }\n");
    place.write("app/src/main/java/com/acme/Sum.java", "package com.acme;\npublic class Sum { public int of(int a) { return a > 3 ? lib.Lib.twice(a) : a; } }\n");
    compile_with(
        &jdk(),
        &place,
        &[(
            "lib/Lib.java",
            "package lib;\npublic class Lib { public static int twice(int a) { return 2 * a; } }\n",
        )],
        &["-d", "app/lib"],
    );
    let output = place.run(&["java", "-p", "app", "--build", "--budget", "500evals", "--out", "out"]);
    ended_with(&output, 0);
    assert_eq!(units(&place, "out"), ["com.acme.Sum"]);
    let run = place.json("out/run.json");
    assert_eq!(run["units"][0]["file"], "app/src/main/java/com/acme/Sum.java");
    assert_eq!(run["units"][0]["goals"]["unknown"], 0, "the library is on the class path");
}

#[test]
fn a_gradle_project_is_asked_by_an_init_script() {
    let place = TestFolder::new("java_gradle", &[]);
    place.write("app/build.gradle", "plugins { id 'java' }\n");
    place.write("app/src/main/java/com/acme/Sum.java", "package com.acme;\npublic class Sum { public int of(int a) { return a > 3 ? lib.Lib.twice(a) : a; } }\n");
    // A stand-in for the wrapper: it checks what it is asked, and answers as the script would.
    let wrapper = r#"#!/bin/sh
echo "$@" >> asked
case " $* " in
*" classes "*) mkdir -p build/classes/java/main && cp -r ../compiled/com build/classes/java/main/ && exit 0 ;;
*" --init-script "*" trineLayout "*) ;;
*) echo "asked for something else: $*" >&2; exit 1 ;;
esac
script=$(echo "$*" | sed 's/.*--init-script \([^ ]*\).*/\1/')
grep -q sourceSets "$script" || { echo "no script" >&2; exit 1; }
here=$(pwd)
printf 'classes=%s/build/classes/java/main\nlibrary=%s/../libs\nsource=%s/src/main/java\ntest-source=%s/src/test/java\n' "$here" "$here" "$here" "$here" > "$TRINE_LAYOUT"
"#;
    place.write("app/gradlew", wrapper);
    let path = place.0.join("app/gradlew");
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).expect("it can be made executable");
    compile_with(
        &jdk(),
        &place,
        &[(
            "lib/Lib.java",
            "package lib;\npublic class Lib { public static int twice(int a) { return 2 * a; } }\n",
        )],
        &["-d", "libs"],
    );
    let javac = jdk()
        .command("javac")
        .args(["-g", "-d", "compiled", "-cp", "libs", "app/src/main/java/com/acme/Sum.java"])
        .current_dir(&place.0)
        .status();
    assert!(javac.expect("javac runs").success());
    let arguments =
        ["java", "com.acme.Sum#of", "-p", "app", "--build", "--budget", "1000evals", "--out", "out"];
    let output = place.run(&arguments);
    ended_with(&output, 0);
    assert_eq!(units(&place, "out"), ["com.acme.Sum"]);
    let run = place.json("out/run.json");
    assert_eq!(run["units"][0]["file"], "app/src/main/java/com/acme/Sum.java");
    assert_eq!(run["units"][0]["goals"]["unknown"], 0, "the library is on the class path");
    let asked = fs::read_to_string(place.0.join("app/asked")).expect("the wrapper was run");
    assert_eq!(asked.lines().count(), 2, "built, then asked: {asked}");
    // What the build tool complains about is passed on.
    place.write("app/gradlew", "#!/bin/sh\necho 'FAILURE: Build failed' >&2\nexit 1\n");
    let output = place.run(&arguments);
    ended_with(&output, 1);
    let said = text(&output.stderr);
    assert!(said.contains("gradlew fails for") && said.contains("FAILURE: Build failed"), "{said}");
}

#[test]
fn what_is_no_project_is_refused_with_the_next_step() {
    let place = TestFolder::new("java_no_project", &[]);
    place.write(
        "parent/pom.xml",
        "<project><modules><module>core</module><module>web</module></modules></project>",
    );
    for (path, what, help) in [
        ("nowhere", "`nowhere` is not there", "check the path behind -p"),
        (".", "`.` is no project", "name a pom.xml or build.gradle"),
        ("parent", "it is the parent of core, web", "parent/core"),
    ] {
        let output = place.run(&["java", "-p", path]);
        ended_with(&output, 1);
        let said = text(&output.stderr);
        assert!(
            said.contains(what) && said.contains(help) && said.contains("= note: nothing was tested"),
            "{said}"
        );
    }
    let output = place.run(&["java", "com.acme.A", "--build"]);
    ended_with(&output, 1);
}

#[test]
fn only_classes_that_changed_since_a_revision_and_their_users_are_tested() {
    let place = TestFolder::new("java_changed", &[]);
    let class = |name: &str, body: &str| {
        place.write(&format!("src/p/{name}.java"), format!("package p;\npublic class {name} {{ {body} }}\n"));
    };
    class("A", "public static int a(int x) { return x > 1 ? 1 : 2; }");
    class("B", "public static int b(int x) { return x > 7 ? A.a(x) : 2; }");
    class("C", "public static int c(int x) { return x > 5 ? 1 : 2; }");
    let javac = || {
        let files = ["src/p/A.java", "src/p/B.java", "src/p/C.java"];
        let status =
            jdk().command("javac").args(["-g", "-d", "classes"]).args(files).current_dir(&place.0).status();
        assert!(status.expect("javac runs").success());
    };
    javac();
    let git = |arguments: &[&str]| {
        let who = ["-c", "user.name=a", "-c", "user.email=a@b.c", "-c", "commit.gpgsign=false"];
        let status = Command::new("git").args(who).args(arguments).current_dir(&place.0).status();
        assert!(status.expect("git runs").success());
    };
    git(&["init", "--quiet"]);
    place.write(".gitignore", "classes\nout\n");
    git(&["add", "."]);
    git(&["commit", "--quiet", "-m", "first"]);
    let arguments = [
        "java",
        "-cp",
        "classes",
        "--only",
        "p.*",
        "--no-native",
        "--budget",
        "300evals",
        "--changed-since",
        "HEAD",
        "--out",
        "out",
    ];
    let output = place.run(&arguments);
    ended_with(&output, 0);
    assert!(text(&output.stderr).contains("0 of 3 classes changed since HEAD"), "{}", text(&output.stderr));
    class("A", "public static int a(int x) { return x > 2 ? 1 : 2; }");
    javac();
    let output = place.run(&arguments);
    ended_with(&output, 0);
    assert!(text(&output.stderr).contains("2 of 3 classes changed since HEAD"), "{}", text(&output.stderr));
    assert_eq!(units(&place, "out"), ["p.A", "p.B"]);
    let output = place.run(&["java", "-cp", "classes", "p.A", "--changed-since", "nowhere"]);
    ended_with(&output, 1);
    assert!(text(&output.stderr).contains("--changed-since"), "{}", text(&output.stderr));
}
