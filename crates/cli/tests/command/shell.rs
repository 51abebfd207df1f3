//! Completions and manual page: the shell takes the one, `man` shows the other.

use std::io::Write;
use std::process::{Command, Stdio};

fn trine(args: &[&str]) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_trine")).args(args).output().expect("the command runs");
    assert!(output.status.success(), "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("text")
}

#[test]
fn bash_completes_subcommands_and_options() {
    let script = trine(&["completions", "bash"]);
    let asked = "\nCOMP_WORDS=(trine c --crit); COMP_CWORD=2; _trine trine --crit c; printf '%s\\n' \"${COMPREPLY[@]}\"\n";
    let mut bash =
        Command::new("bash").stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("bash starts");
    bash.stdin.take().expect("a pipe").write_all((script + asked).as_bytes()).expect("bash reads");
    let output = bash.wait_with_output().expect("bash ends");
    assert_eq!(String::from_utf8_lossy(&output.stdout).trim(), "--criterion");
}

#[test]
fn the_manual_has_every_subcommand_with_its_options() {
    let manual = trine(&["manual"]);
    for title in [".TH trine ", ".TH trine-c ", ".TH trine-replay "] {
        assert!(manual.contains(title), "no page `{title}`");
    }
    assert!(manual.contains("\\-\\-criterion"), "the options of `trine c` are missing");
}
