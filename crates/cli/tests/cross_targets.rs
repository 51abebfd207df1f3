//! Projects of cross compilers: their commands are used for the host, and big-endian ones are refused.

mod support;

use support::Place;

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

fn project(name: &str, command: &str) -> Place {
    let commands =
        format!(r#"[{{"directory": ".", "file": "uart.c", "command": "{command} -c uart.c -o uart.o"}}]"#);
    Place::new(
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
