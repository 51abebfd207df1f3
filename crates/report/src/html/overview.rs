//! The overview: one row per function, to sort and filter.

use super::Page;
use super::markup::{bar, escape};
use super::unit::share;
use crate::{Report, words};
use trine_record::{GoalCounts, Language, UnitRecord, UnitStatus};

const COLUMNS: [(&str, &str); 10] = [
    ("Function", "text"),
    ("Place", "text"),
    ("Coverage", "number"),
    ("Covered", "number"),
    ("Infeasible", "number"),
    ("Unknown", "number"),
    ("Tests", "number"),
    ("Findings", "number"),
    ("Evaluations", "number"),
    ("Time", "number"),
];

/// Rows that stand in a table at once: of more units, those with the most open goals, and the others as data for the script. A browser
/// lays out some thousand rows a second.
const MAX_ROWS: usize = 50;

/// The section of all units.
pub fn section(page: &Page<'_, '_>) -> String {
    let all: Vec<usize> = (0..page.report.run.units.len()).collect();
    of_units(page, &all, &total(page.report))
}

/// The section of these units, with a row behind them.
pub fn of_units(page: &Page<'_, '_>, units: &[usize], total: &str) -> String {
    let report = page.report;
    let head: String = COLUMNS
        .iter()
        .map(|(name, kind)| match (*name, report.run.language) {
            ("Function", Language::Java) => column("Class", kind),
            _ => column(name, kind),
        })
        .collect();
    let mut units: Vec<Row> = units.iter().map(|&number| Row::new(page, number)).collect();
    // Of a page of a report of one page, parts are shown and hidden with their rows: all stand there.
    let (more, data) = match page.links.is_split() && units.len() > MAX_ROWS {
        true => {
            units.sort_by_key(|row| (std::cmp::Reverse(row.goals.unknown), row.number));
            let data: Vec<String> = units.iter().map(Row::data).collect();
            let data =
                format!("<script type=\"application/json\" id=\"units\">[{}]</script>\n", data.join(",\n"));
            (more(page, &units), data)
        }
        false => (String::new(), String::new()),
    };
    let shown = if data.is_empty() { units.len() } else { MAX_ROWS };
    let rows: String = units.iter().take(shown).map(Row::markup).collect();
    format!(
        "<section id=\"overview\">\n<h2>Overview</h2>\n{}{LEGEND}\
         <div class=\"scroll\"><table class=\"overview sortable\">\n<thead><tr>{head}</tr></thead>\n\
         <tbody>\n{rows}</tbody>\n<tfoot>\n{total}</tfoot>\n</table></div>\n{more}{data}</section>\n",
        controls(),
    )
}

/// What stands under a table that has not all rows: that it has not, and links to all, folded away.
fn more(page: &Page<'_, '_>, units: &[Row]) -> String {
    let kind = words::plural(units.len(), words::unit(page.report.run.language));
    let link = |row: &Row| format!("<a href=\"{}\">{}</a>", row.href, escape(&row.name));
    let links: Vec<String> = units.iter().map(link).collect();
    format!(
        "<p class=\"note\">The {MAX_ROWS} with the most open goals; filter or sort to see others.</p>\n\
         <details class=\"all-units\"><summary>All {kind}</summary><p>{}</p></details>\n",
        links.join("\n")
    )
}

const LEGEND: &str = "<p class=\"legend\" aria-label=\"Legend\">\
     <span><i class=\"key covered\"></i>covered</span> \
     <span><i class=\"key unknown\"></i>unknown</span> \
     <span><i class=\"key infeasible\"></i>infeasible, proved</span></p>\n";

fn controls() -> String {
    "<p class=\"controls\" data-script=\"\" hidden=\"\">\
     <label>Filter <input type=\"search\" id=\"filter\" placeholder=\"function or file\" autocomplete=\"off\"/></label> \
     <label><input type=\"checkbox\" id=\"only-unknown\"/> only with unknown goals</label> \
     <span id=\"shown\" role=\"status\"></span></p>\n"
        .to_owned()
}

fn column(name: &str, kind: &str) -> String {
    format!(
        "<th scope=\"col\" class=\"{kind}\"><button type=\"button\" data-sort=\"{kind}\">{name}</button></th>"
    )
}

/// What a row says of a unit.
struct Row {
    number: usize,
    href: String,
    name: String,
    package: String,
    file: String,
    place: String,
    goals: GoalCounts,
    /// The covered share, by which rows are sorted, and as it is shown.
    rank: f64,
    share: String,
    tests: usize,
    findings: usize,
    evaluations: u64,
    milliseconds: u64,
}

impl Row {
    fn new(page: &Page<'_, '_>, number: usize) -> Self {
        let report = page.report;
        let unit = &report.run.units[number];
        let short = words::short_name(report.run.language, &unit.function);
        Self {
            number,
            href: page.links.unit_href(number),
            name: short.to_owned(),
            package: unit.function.strip_suffix(short).unwrap_or_default().trim_end_matches('.').to_owned(),
            file: unit.file.clone(),
            place: format!("{}:{}", place(report, unit), unit.line),
            goals: unit.goals,
            rank: match unit.status {
                UnitStatus::Done => unit.goals.ratio(),
                UnitStatus::Pending | UnitStatus::Unsupported { .. } => -1.0,
            },
            share: share(unit),
            tests: unit.tests,
            findings: report.findings_of(unit).count(),
            evaluations: unit.evaluations,
            milliseconds: unit.milliseconds,
        }
    }

    fn markup(&self) -> String {
        let GoalCounts { covered, infeasible, unknown, .. } = self.goals;
        let numbers = [covered, infeasible, unknown, self.tests, self.findings];
        let numbers: String = numbers.iter().map(|&number| cell(number as u64, &count(number))).collect();
        format!(
            "<tr data-unknown=\"{unknown}\"><th scope=\"row\"><a href=\"{}\">{}</a></th><td class=\"place\" title=\"{}\">{}</td>\
             <td class=\"coverage\" data-value=\"{:.4}\"><span>{}<b>{}</b></span></td>{numbers}{}{}</tr>\n",
            self.href,
            self.shown_name(),
            escape(&self.file),
            escape(&self.place),
            self.rank,
            bar(&self.goals),
            self.share,
            cell(self.evaluations, &words::grouped(self.evaluations)),
            cell(self.milliseconds, &words::duration(self.milliseconds)),
        )
    }

    /// The name; of a class with its package under it.
    fn shown_name(&self) -> String {
        match self.package.as_str() {
            "" => escape(&self.name),
            package => format!("{}<span class=\"package\"> {}</span>", escape(&self.name), escape(package)),
        }
    }

    /// The same for the script, which makes rows of it.
    fn data(&self) -> String {
        let GoalCounts { covered, infeasible, unknown, .. } = self.goals;
        let texts = [&self.href, &self.name, &self.package, &self.file, &self.place, &self.share];
        let texts: Vec<String> = texts.into_iter().map(|text| string(text)).collect();
        format!(
            "[{},\"{:.4}\",{covered},{infeasible},{unknown},{},{},{},{},{}]",
            texts.join(","),
            self.rank,
            self.tests,
            self.findings,
            self.evaluations,
            self.milliseconds,
            string(&words::duration(self.milliseconds)),
        )
    }
}

/// A text of JSON that nothing in a page ends.
fn string(text: &str) -> String {
    let mut written = String::from("\"");
    for c in text.chars() {
        match c {
            '"' | '\\' => written.extend(['\\', c]),
            // `</script>` would end the data.
            '<' | '>' | '&' => written += &format!("\\u{:04x}", u32::from(c)),
            c if c.is_control() => written += &format!("\\u{:04x}", u32::from(c)),
            c => written.push(c),
        }
    }
    written + "\""
}

/// The file; of Java without the folders that its package says already.
fn place<'a>(report: &Report<'_>, unit: &'a UnitRecord) -> &'a str {
    match report.run.language {
        Language::C => &unit.file,
        Language::Java => unit.file.rsplit('/').next().unwrap_or(&unit.file),
    }
}

fn total(report: &Report<'_>) -> String {
    let units = &report.run.units;
    let totals = report.totals();
    let tests = report.suite.tests.len();
    let numbers = [totals.covered, totals.infeasible, totals.unknown, tests, report.run.findings.len()];
    let numbers: String = numbers.iter().map(|&number| cell(number as u64, &count(number))).collect();
    let evaluations: u64 = units.iter().map(|unit| unit.evaluations).sum();
    let milliseconds: u64 = units.iter().map(|unit| unit.milliseconds).sum();
    format!(
        "<tr><th scope=\"row\">Total</th><td class=\"place\">{}</td><td class=\"coverage\"><span>{}<b>{}</b></span></td>\
         {numbers}{}{}</tr>\n",
        words::plural(units.len(), words::unit(report.run.language)),
        bar(&totals),
        words::percent(&totals),
        cell(evaluations, &words::grouped(evaluations)),
        cell(milliseconds, &words::duration(milliseconds)),
    )
}

fn count(number: usize) -> String {
    if number == 0 { "<span class=\"zero\">0</span>".to_owned() } else { words::grouped(number as u64) }
}

fn cell(value: u64, text: &str) -> String {
    format!("<td class=\"number\" data-value=\"{value}\">{text}</td>")
}

#[cfg(test)]
mod tests {
    use super::string;

    #[test]
    fn data_for_the_script_cannot_end_its_element() {
        assert_eq!(string("a\"b\\c</script>\u{1}"), "\"a\\\"b\\\\c\\u003c/script\\u003e\\u0001\"");
    }
}
