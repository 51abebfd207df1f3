//! Projects of cross compilers: compiled for their target where it is modelled and its compiler is installed, else for the host; big-endian
//! ones are refused.

use crate::support::TestFolder;

const UNIT: &str = "\
#define STATUS (*(volatile unsigned *)0x40004400u)
#define DATA (*(volatile unsigned *)0x40004404u)
int send(char character)
{
    while (!(STATUS & 0x80u))
        ;
    if (character < 0)
        return -1;
    DATA = (unsigned)character;
    return 0;
}
";

fn project(name: &str, command: &str) -> TestFolder {
    let commands =
        format!(r#"[{{"directory": ".", "file": "uart.c", "command": "{command} -c uart.c -o uart.o"}}]"#);
    TestFolder::new(
        &format!("cross_targets/{name}"),
        &[("uart.c", UNIT.as_bytes()), ("compile_commands.json", commands.as_bytes())],
    )
}

const RUN: [&str; 8] = ["c", "-p", ".", "--budget", "500evals", "--steps", "20000", "--no-native"];

#[test]
fn commands_of_an_arm_compiler_are_used_for_the_host_with_a_warning() {
    let command =
        "/sdk/bin/arm-none-eabi-gcc -mcpu=cortex-m4 -mthumb -mfloat-abi=hard --specs=nano.specs -Os";
    let output = project("arm", command).run(&RUN);
    let told =
        String::from_utf8_lossy(&output.stderr).into_owned() + &String::from_utf8_lossy(&output.stdout);
    assert!(told.contains("warning[target]: 1 files are compiled for `arm-none-eabi`"), "{told}");
    // Plain characters have no sign there: the condition on one cannot hold.
    assert!(told.contains("send: 3/4 goals covered"), "{told}");
}

#[test]
fn a_big_endian_project_is_refused() {
    let output = project("big_endian", "arm-none-eabi-gcc -mbig-endian").run(&RUN);
    let told = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{told}");
    assert!(told.contains("big-endian"), "{told}");
}

/// What of this depends on the target: sizes, alignment, a pointer in a word.
const SIZED: &str = "\
#include <stdint.h>
struct link { struct link *next; int64_t stamp; char tag; };
int sized(const struct link *link, uint32_t where)
{
    if (sizeof(struct link) > 24u)
        return -1;
    if ((uint32_t)link->next == where && where)
        return 1;
    return (int)sizeof(long) + link->tag;
}
";

/// What a run of `command` on this unit says on both streams.
fn sized(name: &str, command: &str) -> (Option<i32>, String) {
    let commands =
        format!(r#"[{{"directory": ".", "file": "sized.c", "command": "{command} -c sized.c -o sized.o"}}]"#);
    let files = [("sized.c", SIZED.as_bytes()), ("compile_commands.json", commands.as_bytes())];
    let place = TestFolder::new(&format!("cross_targets/{name}"), &files);
    let output = place.run(&["c", "-p", ".", "--budget", "2000evals", "--fail-on", "never"]);
    let told =
        [output.stderr, output.stdout].map(|text| String::from_utf8_lossy(&text).into_owned()).concat();
    (output.status.code(), told)
}

fn is_installed(program: &str) -> bool {
    std::process::Command::new(program).arg("--version").output().is_ok_and(|output| output.status.success())
}

#[test]
fn a_project_for_i386_has_its_sizes_and_runs_natively() {
    let (code, told) = sized("i386", "gcc -m32 -O2");
    assert_eq!(code, Some(0), "{told}");
    assert!(told.contains("sized: 4/5 goals covered"), "{told}");
    assert!(!told.contains("warning[target]"), "{told}");
    if told.contains("no 32-bit C library") {
        eprintln!("skipped: no 32-bit C library, so the tests were replayed by the machine only");
    } else {
        assert!(told.contains("passed") && !told.contains("machine only"), "{told}");
    }
}

#[test]
fn a_project_for_arm_has_its_sizes_and_runs_under_the_emulator() {
    if !is_installed("arm-linux-gnueabi-gcc") {
        eprintln!("skipped: no arm-linux-gnueabi-gcc");
        return;
    }
    let (code, told) = sized("arm_linux", "arm-linux-gnueabi-gcc -mcpu=cortex-a7 -mthumb -mfloat-abi=soft");
    assert_eq!(code, Some(0), "{told}");
    assert!(told.contains("sized: 4/5 goals covered"), "{told}");
    // Results depend on the target, so the host does not give them.
    let by = if is_installed("qemu-arm") { "it passes under qemu-arm" } else { "it holds on the target" };
    assert!(told.contains(by), "{told}");
}
