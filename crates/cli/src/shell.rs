//! Completions for shells and the manual page, made from the arguments that the command takes.

use crate::args::Cli;
use clap::CommandFactory;
use clap_complete::Shell;

/// The script that completes `trine` in `shell`.
pub fn completions(shell: Shell) -> String {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Cli::command(), "trine", &mut script);
    String::from_utf8_lossy(&script).into_owned()
}

/// The manual pages of the command and its subcommands, one after the other, for `man -l`.
pub fn manual() -> String {
    let mut command = Cli::command();
    command.build();
    let mut text = page(&command);
    for sub in command.get_subcommands().filter(|sub| sub.get_name() != "help") {
        text.push_str(&page(sub));
    }
    text
}

fn page(command: &clap::Command) -> String {
    let mut page = Vec::new();
    // Writing into memory does not fail.
    let _ = clap_mangen::Man::new(command.clone()).render(&mut page);
    String::from_utf8_lossy(&page).into_owned()
}
