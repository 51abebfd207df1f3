//! The files of a project, by folder, with what is covered in each; and the page of one file.

use super::links::Home;
use super::markup::{bar, counts, escape};
use super::{Page, overview, unit};
use crate::words;
use std::collections::BTreeMap;
use trine_record::GoalCounts;

#[derive(Default)]
struct Sum {
    goals: GoalCounts,
    units: usize,
    tests: usize,
}

impl Sum {
    fn add(&mut self, other: &Self) {
        self.goals.add(other.goals);
        self.units += other.units;
        self.tests += other.tests;
    }
}

/// The section: one part per folder, one row per file.
pub fn section(page: &Page<'_, '_>) -> String {
    let mut folders: BTreeMap<&str, BTreeMap<&str, Sum>> = BTreeMap::new();
    for unit in &page.report.run.units {
        let (folder, name) = unit.file.rsplit_once(['/', '\\']).unwrap_or((".", &unit.file));
        let file = folders.entry(folder).or_default().entry(name).or_default();
        file.add(&Sum { goals: unit.goals, units: 1, tests: unit.tests });
    }
    let parts: String = folders.iter().map(|(folder, files)| part(page, folder, files)).collect();
    format!("<section id=\"files\">\n<h2>Files</h2>\n{parts}</section>\n")
}

fn part(page: &Page<'_, '_>, folder: &str, files: &BTreeMap<&str, Sum>) -> String {
    let mut total = Sum::default();
    files.values().for_each(|file| total.add(file));
    let rows: String = files.iter().map(|(name, sum)| row(page, folder, name, sum)).collect();
    format!(
        "<details class=\"unit folder\" open=\"\"><summary><h4 class=\"path\">{}/</h4> <span class=\"line-of\">{}</span> {} \
         <span class=\"share\">{}</span> <span class=\"counts\">{}</span></summary>\n\
         <div class=\"body scroll\"><table class=\"files\"><tbody>\n{rows}</tbody></table></div>\n</details>\n",
        escape(folder),
        words::plural(files.len(), "file"),
        bar(&total.goals),
        words::percent(&total.goals),
        counts(&total.goals),
    )
}

fn row(page: &Page<'_, '_>, folder: &str, name: &str, sum: &Sum) -> String {
    let path = if folder == "." { name.to_owned() } else { format!("{folder}/{name}") };
    let shown = match page.links.file(&path) {
        Some(file) => {
            format!("<a href=\"{}\">{}</a>", page.links.href(Home::File(file), "overview"), escape(name))
        }
        None => escape(name),
    };
    format!(
        "<tr><th scope=\"row\">{shown}</th><td class=\"coverage\"><span>{}<b>{}</b></span></td><td>{}</td>\
         <td class=\"number\">{}</td><td class=\"number\">{}</td></tr>\n",
        bar(&sum.goals),
        words::percent(&sum.goals),
        counts(&sum.goals),
        words::plural(sum.units, words::unit(page.report.run.language)),
        words::plural(sum.tests, "test"),
    )
}

/// The page of the file at `path`, but for its head and foot.
pub fn file(page: &Page<'_, '_>, path: &str) -> String {
    let units = page.report.run.units.iter().enumerate();
    let units: Vec<usize> = units.filter(|(_, unit)| unit.file == path).map(|(number, _)| number).collect();
    let rest = unit::rest_of(page, path);
    let rest = if rest.is_empty() { rest } else { format!("<h2>Lines outside of the units</h2>\n{rest}") };
    format!(
        "{}<main>\n<h1>{}</h1>\n{}{rest}</main>\n",
        trail(page, None),
        escape(path),
        overview::of_units(page, &units, "")
    )
}

/// Where a page stands: the way back to the first page, and of a unit to its file.
pub fn trail(page: &Page<'_, '_>, unit: Option<usize>) -> String {
    let mut steps = vec![format!("<a href=\"{}\">All files</a>", page.links.href(Home::Index, "overview"))];
    if let Some(number) = unit {
        let record = &page.report.run.units[number];
        let file = match page.links.file(&record.file) {
            Some(file) => {
                format!(
                    "<a href=\"{}\">{}</a>",
                    page.links.href(Home::File(file), "overview"),
                    escape(&record.file)
                )
            }
            None => escape(&record.file),
        };
        steps.push(file);
        steps.push(format!("<b>{}</b>", escape(&record.function)));
        let others = page.report.run.units.len();
        if number > 0 {
            steps.push(format!("<a href=\"{}\">previous</a>", page.links.unit_href(number - 1)));
        }
        if number + 1 < others {
            steps.push(format!("<a href=\"{}\">next</a>", page.links.unit_href(number + 1)));
        }
    }
    format!("<nav class=\"trail\" aria-label=\"Where this page stands\">{}</nav>\n", steps.join("\n"))
}
