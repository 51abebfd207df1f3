//! Writes the reports of made-up runs into a folder, to look at them: `cargo run -p trine-report
//! --example sample -- FOLDER`.

#[path = "../tests/sample/mod.rs"]
mod sample;

use std::path::Path;

fn main() -> std::io::Result<()> {
    let Some(folder) = std::env::args().nth(1) else {
        eprintln!("usage: sample FOLDER");
        std::process::exit(1);
    };
    let runs = [
        ("mcdc", sample::mcdc()),
        ("branch", sample::branch()),
        ("hostile", sample::hostile()),
        ("large", sample::large(400)),
    ];
    for (name, run) in &runs {
        let report = run.report();
        let path = Path::new(&folder).join(name);
        std::fs::write(path.with_extension("html"), trine_report::html::page(&report))?;
        std::fs::write(path.with_extension("info"), trine_report::lcov::tracefile(&report))?;
        std::fs::write(path.with_extension("txt"), trine_report::terminal::summary(&report, false))?;
        std::fs::write(path.with_extension("goals.txt"), trine_report::listing::goals(&report, false))?;
    }
    Ok(())
}
