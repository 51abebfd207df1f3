//! How long the pages of a large project take in a browser, and how large they are: `cargo run -p trine-report --example page_times`.
//!
//! A made-up project of 2,000 functions (or as many as the first argument says) is written into a folder (the second argument), and its
//! pages are opened in headless Chromium. Times are from the start of the navigation until all of the page is
//! read, its script has run, and it is laid out.

#[path = "../tests/sample/mod.rs"]
mod sample;

use std::path::{Path, PathBuf};
use trine_fixtures::browser::{allowing_scripts, browser, open_in_real_time};
use trine_report::html::Site;

/// Pages of units that are opened: every so many.
const OPENED: usize = 12;
/// Repetitions of each; the median counts.
const REPETITIONS: usize = 3;

/// At the end of the page, behind its own script: what came before is laid out.
const TIME: &str = "<script>void document.body.offsetHeight; \
    document.body.dataset.found = Math.round(performance.now());</script></body>";

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
    let first = time(browser, &folder.join("index.html"))?;
    println!("first view: {first} ms");
    let pages: Vec<&String> = sizes
        .iter()
        .map(|(path, _)| path)
        .filter(|path| path.ends_with(".html") && *path != "index.html")
        .collect();
    let step = (pages.len() / OPENED).max(1);
    let mut times = Vec::new();
    for page in pages.iter().step_by(step) {
        let took = time(browser, &folder.join(page))?;
        println!("{page}: {took} ms");
        times.push(took);
    }
    times.sort_unstable();
    let worst = times.last().copied().unwrap_or_default();
    println!(
        "pages after it: median {} ms, worst {worst} ms of {}",
        times.get(times.len() / 2).copied().unwrap_or_default(),
        times.len()
    );
    Ok(())
}

fn mega(bytes: usize) -> f64 {
    bytes as f64 / 1e6
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

/// Milliseconds until the page is there, the median of some.
fn time(browser: &str, page: &Path) -> std::io::Result<u64> {
    let text = std::fs::read_to_string(page)?;
    let copy = page.with_file_name("timed.html");
    std::fs::write(&copy, allowing_scripts(&text).replace("</body>", TIME))?;
    let mut times: Vec<u64> = (0..REPETITIONS)
        .map(|_| {
            let (document, _) = open_in_real_time(browser, &copy);
            let found = document.split_once("data-found=\"").and_then(|(_, rest)| rest.split('"').next());
            found.and_then(|found| found.parse().ok()).unwrap_or(u64::MAX)
        })
        .collect();
    std::fs::remove_file(&copy)?;
    times.sort_unstable();
    Ok(times[times.len() / 2])
}
