//! How long the pages of a large project take in a browser, and how large they are: `cargo run -p trine-report --example page_times`.
//!
//! A made-up project of 2,000 functions (or as many as the first argument says) is written into a folder (the second argument), and its
//! pages are opened in one headless Chromium, the first page in one that has just begun. Times are from the start of the navigation until
//! the page is read and laid out, its script has run, and it is drawn: what goes by, and what the page itself takes of the processor, which
//! does not depend on what else the machine does.

#[path = "../tests/sample/mod.rs"]
mod sample;

use std::path::{Path, PathBuf};
use trine_fixtures::browser::browser;
use trine_fixtures::browser::session::{Session, Took};
use trine_report::html::Site;

/// Pages that are opened after the first: every so many.
const OPENED: usize = 40;
/// Repetitions of each; the median counts.
const REPETITIONS: usize = 5;

fn main() -> std::io::Result<()> {
    let mut arguments = std::env::args().skip(1);
    let functions = arguments.next().and_then(|number| number.parse().ok()).unwrap_or(2000);
    let folder = arguments.next().map_or_else(|| std::env::temp_dir().join("trine-pages"), PathBuf::from);
    let Some(browser) = browser() else { return Ok(()) };
    let sizes = write(functions, &folder)?;
    let total: usize = sizes.iter().map(|(_, bytes)| bytes).sum();
    let (largest, bytes) = sizes.iter().max_by_key(|(_, bytes)| *bytes).cloned().unwrap_or_default();
    println!(
        "{functions} functions: {} files, {:.1} MB, the largest {largest} with {:.2} MB",
        sizes.len(),
        mega(total),
        mega(bytes)
    );
    let first: Vec<Took> = (0..REPETITIONS)
        .map(|_| Session::start(browser, 1300, 1000)?.open(&folder.join("index.html"), ""))
        .collect::<std::io::Result<_>>()?;
    println!("first view, a browser that has just begun: {}", shown(median(first)));
    let mut session = Session::start(browser, 1300, 1000)?;
    let again = times(&mut session, &folder.join("index.html"))?;
    println!("first view once more: {}", shown(again));
    let pages: Vec<&String> = sizes
        .iter()
        .map(|(path, _)| path)
        .filter(|path| path.ends_with(".html") && *path != "index.html")
        .collect();
    let step = (pages.len() / OPENED).max(1);
    let is_opened = |at: usize, page: &str| at.is_multiple_of(step) || !page.starts_with("units/");
    let mut all = Vec::new();
    for (_, page) in pages.iter().enumerate().filter(|(at, page)| is_opened(*at, page)) {
        let took = times(&mut session, &folder.join(page))?;
        println!("{page}: {}", shown(took));
        all.push(took);
    }
    println!("pages after it: {} of them; median {}", all.len(), shown(median(all.clone())));
    let worst = |of: fn(&Took) -> f64| all.iter().map(of).fold(0.0, f64::max);
    let worst = Took { wall_ms: worst(|took| took.wall_ms), processor_ms: worst(|took| took.processor_ms) };
    println!("worst {}", shown(worst));
    Ok(())
}

fn mega(bytes: usize) -> f64 {
    bytes as f64 / 1e6
}

fn shown(took: Took) -> String {
    format!("{:.0} ms, of the processor {:.0} ms", took.wall_ms, took.processor_ms)
}

/// The median of each kind of time.
fn median(times: Vec<Took>) -> Took {
    let middle = |of: fn(&Took) -> f64| {
        let mut values: Vec<f64> = times.iter().map(of).collect();
        values.sort_by(f64::total_cmp);
        values.get(values.len() / 2).copied().unwrap_or_default()
    };
    Took { wall_ms: middle(|took| took.wall_ms), processor_ms: middle(|took| took.processor_ms) }
}

/// What the page takes, the median of some.
fn times(session: &mut Session, page: &Path) -> std::io::Result<Took> {
    let times: Vec<Took> =
        (0..REPETITIONS).map(|_| session.open(page, "")).collect::<std::io::Result<_>>()?;
    Ok(median(times))
}

/// Writes the report; gives its files with their sizes.
fn write(functions: usize, folder: &Path) -> std::io::Result<Vec<(String, usize)>> {
    // 16 goals and 10 blocks each.
    let sample = sample::sized(functions, 4);
    let report = sample.report();
    let mut sizes = Vec::new();
    Site::new(&report).for_each_file(|path, content| {
        let mut text = String::new();
        content(&mut |part| {
            text.push_str(part);
            Ok::<(), std::io::Error>(())
        })?;
        let at = folder.join(path);
        std::fs::create_dir_all(at.parent().unwrap_or(folder))?;
        std::fs::write(at, &text)?;
        sizes.push((path.to_owned(), text.len()));
        Ok(())
    })?;
    Ok(sizes)
}
