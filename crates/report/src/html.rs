//! `report/index.html`: one self-contained file, to read, print and archive.
//!
//! Everything is in the page: style, script, source text. A content security policy forbids it to
//! load anything, so a hostile name in the code under test can at worst look odd. The script only
//! sorts, filters and shows hints; without it all content is there. Each line of source appears
//! once: inside the function it belongs to, or in the rest of its file.
//!
//! ```text
//! header     what was run, how to repeat it, the result in one line
//! overview   one row per function                         native run, findings, not handled
//! functions  per file, per function: source with marks, MC/DC pairs, goals, tests, progress
//! ```
//!
//! Not drawn yet: control-flow graphs, which records do not hold. Cost: linear in goals, tests
//! and lines of source.

mod chart;
mod findings;
mod goals;
mod header;
mod independence;
mod lines;
mod links;
mod markup;
mod native;
mod overview;
mod paths;
mod slices;
mod source;
mod tests_list;
mod unit;

use crate::Report;
use lines::Lines;
use links::Links;

const STYLE: &str = include_str!("../assets/report.css");
const SCRIPT: &str = include_str!("../assets/report.js");
/// Nothing may be loaded, from anywhere.
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; \
                      base-uri 'none'; form-action 'none'";

/// The page, as one text.
#[must_use]
pub fn page(report: &Report<'_>) -> String {
    let mut page = String::new();
    let Ok(()) = for_each_part(report, |part| {
        page.push_str(part);
        Ok::<(), std::convert::Infallible>(())
    });
    page
}

/// Calls `write` with the parts of the page in order, of which the largest is that of a source file: the page of a project
/// need not be in memory as a whole.
///
/// # Errors
/// The first one of `write`; the parts after it are not made.
pub fn for_each_part<E>(report: &Report<'_>, mut write: impl FnMut(&str) -> Result<(), E>) -> Result<(), E> {
    let page = Page { report, links: Links::new(report), lines: Lines::new(report) };
    write(&format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\"/>\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"{POLICY}\"/>\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n\
         <meta name=\"color-scheme\" content=\"light dark\"/>\n\
         <title>{}</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n",
        markup::escape(&header::title(report)),
    ))?;
    write(&header::header(report))?;
    write("<main>\n")?;
    write(&native::trouble(report))?;
    write(&overview::section(report))?;
    write(&native::section(report))?;
    write(&findings::section(&page))?;
    write(&findings::unsupported(&page))?;
    unit::section(&page, &mut write)?;
    write("</main>\n")?;
    write(&header::footer(report))?;
    write(&format!("<script>\n{SCRIPT}</script>\n</body>\n</html>\n"))
}

/// What the parts of the page share.
struct Page<'p, 'a> {
    report: &'p Report<'a>,
    links: Links<'a>,
    lines: Lines<'a>,
}
