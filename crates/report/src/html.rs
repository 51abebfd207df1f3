//! The report as HTML, to read, print and archive: one self-contained page, or for a project many that are loaded one at a time.
//!
//! Nothing is loaded from anywhere but the folder of the report: of a single page nothing at all, style and script are in it; many
//! pages share one file of each. A content security policy says so to the browser, so a hostile name in the code under test can at worst
//! look odd. The script only sorts, filters, zooms and shows hints; without it all content is there. Each line of source appears once:
//! with the function it belongs to, or in the rest of its file.
//!
//! ```text
//! index.html      what was run, how to repeat it, the result in one line; the units, native run, findings, goals that are open
//!                 one page: and all that follows
//! files/f3.html   the units of a file, and the lines that belong to none
//! units/u12.html  source with marks, control flow, MC/DC pairs and truth vectors, goals, tests, progress
//! ```
//!
//! Cost: linear in goals, tests and lines of source, and the drawing of control-flow graphs.

mod chart;
mod findings;
mod folders;
mod goals;
mod graph;
mod header;
mod independence;
mod lines;
mod links;
mod markup;
mod mutants;
mod native;
mod open_goals;
mod overview;
mod paths;
mod slices;
mod source;
mod tests_list;
mod truth_vectors;
mod unit;

use crate::Report;
use lines::Lines;
use links::{Home, Links};

const STYLE: &str = include_str!("../assets/report.css");
const SCRIPT: &str = include_str!("../assets/report.js");
/// Nothing may be loaded, from anywhere.
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; \
                      base-uri 'none'; form-action 'none'";
/// Of many pages: only files beside them. A folder that is opened from a disk has no origin, so that its scheme is named too.
const POLICY_OF_MANY: &str = "default-src 'none'; style-src 'self' file: 'unsafe-inline'; script-src 'self' file:; \
                              base-uri 'none'; form-action 'none'";
/// Units that one page has at most, and bytes that it may have by a rough count.
const UNITS_ON_ONE_PAGE: usize = 60;
const BYTES_OF_ONE_PAGE: usize = 1_500_000;
/// Folders of the report that hold pages.
pub const FOLDERS: [&str; 2] = ["files", "units"];

/// Everything on one page, as one text, however large it is.
#[must_use]
pub fn page(report: &Report<'_>) -> String {
    let site = Site::with_pages(report, false);
    let mut page = String::new();
    let Ok(()) = site.write(Home::Index, &mut |part| {
        page.push_str(part);
        Ok::<(), std::convert::Infallible>(())
    });
    page
}

/// The pages of a report, and what they share.
pub struct Site<'p, 'a> {
    page: Page<'p, 'a>,
    is_split: bool,
}

/// What the parts of the pages share.
struct Page<'p, 'a> {
    report: &'p Report<'a>,
    links: Links<'a>,
    lines: Lines<'a>,
    /// Marks of mutants, by file and line.
    mutants: std::collections::BTreeMap<(&'a str, u32), String>,
}

impl<'p, 'a> Site<'p, 'a> {
    /// The pages of `report`: one, if that is not too large.
    #[must_use]
    pub fn new(report: &'p Report<'a>) -> Self {
        Self::with_pages(
            report,
            report.run.units.len() > UNITS_ON_ONE_PAGE || rough_size(report) > BYTES_OF_ONE_PAGE,
        )
    }

    fn with_pages(report: &'p Report<'a>, is_split: bool) -> Self {
        let page = Page {
            report,
            links: Links::new(report, is_split),
            lines: Lines::new(report),
            mutants: mutants::marks(report.run.units.iter()),
        };
        Self { page, is_split }
    }

    /// Calls `begin` with the path of each file of the report, in order, and the writer that it gives with the parts of that file: none
    /// of them need be in memory as a whole.
    ///
    /// # Errors
    /// The first one of `begin`.
    pub fn for_each_file<E>(
        &self,
        mut begin: impl FnMut(
            &str,
            &dyn Fn(&mut dyn FnMut(&str) -> Result<(), E>) -> Result<(), E>,
        ) -> Result<(), E>,
    ) -> Result<(), E> {
        if self.is_split {
            begin("report.css", &|write| write(STYLE))?;
            begin("report.js", &|write| write(SCRIPT))?;
            for path in unit::files(&self.page) {
                if let Some(file) = self.page.links.file(path) {
                    let home = Home::File(file);
                    begin(&home.path(), &|write| self.write(home, write))?;
                }
            }
            for unit in 0..self.page.report.run.units.len() {
                let home = Home::Unit(unit);
                begin(&home.path(), &|write| self.write(home, write))?;
            }
        }
        begin(&Home::Index.path(), &|write| self.write(Home::Index, write))
    }

    fn write<E>(&self, home: Home, write: &mut dyn FnMut(&str) -> Result<(), E>) -> Result<(), E> {
        let page = &self.page;
        page.links.write_on(home);
        write(&self.head(home))?;
        match home {
            Home::Index => self.index(write)?,
            Home::File(_) => {
                let path = unit::files(page)
                    .into_iter()
                    .find(|path| page.links.file(path).map(Home::File) == Some(home));
                if let Some(path) = path {
                    write(&folders::file(page, path))?;
                }
            }
            Home::Unit(number) => {
                write(&folders::trail(page, Some(number)))?;
                write("<main>\n")?;
                write(&unit::alone(page, number))?;
                write("</main>\n")?;
            }
        }
        write(&header::footer(page.report))?;
        if self.is_split {
            write(&format!(
                "<script src=\"{}\"></script>\n</body>\n</html>\n",
                page.links.to_folder("report.js")
            ))
        } else {
            write(&format!("<script>\n{SCRIPT}</script>\n</body>\n</html>\n"))
        }
    }

    fn head(&self, home: Home) -> String {
        let (policy, style) = match self.is_split {
            true => (
                POLICY_OF_MANY,
                format!("<link rel=\"stylesheet\" href=\"{}\"/>", self.page.links.to_folder("report.css")),
            ),
            false => (POLICY, format!("<style>\n{STYLE}</style>")),
        };
        let mut title = header::title(self.page.report);
        if let Home::Unit(number) = home {
            title = format!("{} · {title}", self.page.report.run.units[number].function);
        }
        format!(
            "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\"/>\n\
             <meta http-equiv=\"Content-Security-Policy\" content=\"{policy}\"/>\n\
             <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n\
             <meta name=\"color-scheme\" content=\"light dark\"/>\n\
             <title>{}</title>\n{style}\n</head>\n<body>\n",
            markup::escape(&title),
        )
    }

    fn index<E>(&self, write: &mut dyn FnMut(&str) -> Result<(), E>) -> Result<(), E> {
        let page = &self.page;
        write(&header::header(page.report, self.is_split))?;
        write("<main>\n")?;
        write(&native::trouble(page.report))?;
        if self.is_split {
            write(&folders::section(page))?;
        }
        write(&overview::section(page))?;
        write(&native::section(page.report))?;
        write(&findings::section(page))?;
        write(&findings::unsupported(page))?;
        write(&open_goals::section(page))?;
        if !self.is_split {
            unit::section(page, write)?;
        }
        write("</main>\n")
    }
}

/// Bytes of the report as one page, roughly.
fn rough_size(report: &Report<'_>) -> usize {
    let sources: usize = report.sources.values().map(|text| text.len() + 110 * text.lines().count()).sum();
    let goals: usize = report.goals.iter().map(Vec::len).sum();
    let graphs = report.run.units.iter().flat_map(|unit| &unit.flow.graphs);
    let drawn: usize = graphs.map(|graph| 650 * graph.blocks.len() + 350 * graph.edges.len()).sum();
    sources + 800 * goals + 600 * report.suite.tests.len() + drawn
}
