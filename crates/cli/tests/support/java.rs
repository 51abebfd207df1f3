//! Java classes for tests: sources compiled by the JDK at hand.

use super::TestFolder;
use std::path::PathBuf;
use std::process::Output;
use trine_native::jdk::JdkTools;

/// The JDK that the tests use where they do not ask for another.
pub fn jdk() -> JdkTools {
    JdkTools::find().unwrap_or_else(|error| panic!("{error}"))
}

/// The installed JDK of this release; `None` where there is none, which is said.
pub fn jdk_of(release: u32) -> Option<JdkTools> {
    let found = JdkTools::installed().into_iter().find(|tools| tools.release == release);
    if found.is_none() {
        eprintln!("no JDK {release} is installed: this part is skipped");
    }
    found
}

/// Writes `sources` below `src` of `place`, and compiles them into `classes` with `options`.
pub fn compile(place: &TestFolder, sources: &[(&str, &str)], options: &[&str]) {
    compile_with(&jdk(), place, sources, options);
}

/// The same with another JDK.
pub fn compile_with(jdk: &JdkTools, place: &TestFolder, sources: &[(&str, &str)], options: &[&str]) {
    for (path, text) in sources {
        place.write(&format!("src/{path}"), text);
    }
    let files: Vec<PathBuf> = sources.iter().map(|(path, _)| place.0.join("src").join(path)).collect();
    let mut javac = jdk.command("javac");
    javac.args(["-g", "-proc:none", "-nowarn", "-J-Xmx256m", "-d", "classes", "-cp", "classes"]);
    let output = javac.args(options).args(&files).current_dir(&place.0).output().expect("javac runs");
    assert!(output.status.success(), "{}", text(&output.stderr));
}

/// What a command printed.
pub fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// Requires that the command ended with `code`.
pub fn ended_with(output: &Output, code: i32) {
    let said = text(&output.stderr);
    assert_eq!(output.status.code(), Some(code), "{}{said}", text(&output.stdout));
}
