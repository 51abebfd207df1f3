//! Reports of real runs, of C and of Java, in a real browser: every page renders without a message on the console, a goal leads to its test,
//! the path of a test is highlighted, filters work.
//!
//! `TRINE_REPORTS` names further output folders, with `:` between them, whose reports are opened as well.

mod support;

use std::path::{Path, PathBuf};
use support::java::compile;
use support::{TestFolder, examples, workspace};
use trine_fixtures::browser::{browser, found};

/// Looks at a page as a reader would, and says what is wrong with it, and what there was to look at.
const LOOK: &str = r#"
    const all = (selector, root = document) => [...root.querySelectorAll(selector)];
    const wrong = [];
    for (const link of all("a[href^='#']")) {
        // Links in drawings have no hash of their own.
        const target = decodeURIComponent(link.getAttribute('href').slice(1));
        if (target && !document.getElementById(target)) wrong.push('no target ' + target);
    }
    let navigated = 0;
    for (const row of all('tr[id].covered')) {
        const link = row.querySelector('td:last-child a');
        if (!link || link.pathname !== location.pathname) continue;
        const test = document.getElementById(link.hash.slice(1));
        if (!test) { wrong.push('no test for ' + row.id); continue; }
        link.click();
        navigated += 1;
        if (navigated >= 25) break;
    }
    // What is folded has no size.
    for (const part of all('details')) part.open = true;
    for (const figure of all('figure.graph')) {
        const labels = all('text.label', figure).map((label) => label.getBBox());
        const blocks = all('.block rect', figure).map((block) => block.getBBox());
        const covers = (a, b) => a.x + 1 < b.x + b.width && b.x + 1 < a.x + a.width && a.y + 2 < b.y + b.height && b.y + 2 < a.y + a.height;
        const covering = labels.filter((a, at) => [...labels.slice(at + 1), ...blocks].some((b) => covers(a, b)));
        if (covering.length > 0) wrong.push(figure.id + ': ' + covering.length + ' of ' + labels.length + ' labels cover something');
    }
    let highlighted = 0;
    for (const figure of all('figure.graph')) {
        const choice = figure.querySelector('select');
        for (const option of choice ? [...choice.options].slice(1, 4) : []) {
            choice.value = option.value;
            choice.dispatchEvent(new Event('change'));
            const wanted = option.value.split(' ').filter((edge) => edge !== '@' && edge !== '').length;
            const on = all('.on[data-edge]', figure).length;
            if (on !== wanted) wrong.push(figure.id + ': ' + on + ' of ' + wanted + ' edges highlighted');
            highlighted += 1;
        }
    }
    let filtered = 0;
    const filter = document.getElementById('filter');
    const rows = all('table.overview tbody tr');
    if (filter && rows.length > 1) {
        const name = rows[0].cells[0].textContent;
        filter.value = name;
        filter.dispatchEvent(new Event('input'));
        const shown = rows.filter((row) => !row.hidden);
        filtered = rows.length - shown.length;
        if (shown.length === 0 || !shown.every((row) => row.textContent.toLowerCase().includes(name.toLowerCase())))
            wrong.push('filter shows ' + shown.length + ' of ' + rows.length);
    }
    return navigated + ' ' + highlighted + ' ' + filtered + ' ' + wrong.slice(0, 5).join('; ');
"#;

/// The pages below a folder.
fn pages(folder: &Path) -> Vec<PathBuf> {
    let mut pages = Vec::new();
    for entry in std::fs::read_dir(folder).expect("the report is there").flatten() {
        let path = entry.path();
        if path.is_dir() {
            pages.extend(self::pages(&path));
        } else if path.extension().is_some_and(|ending| ending == "html") {
            pages.push(path);
        }
    }
    pages.sort();
    pages
}

/// Opens every page of the report in `out`; gives how often goals led to tests, paths were highlighted, and rows filtered away.
fn look(browser: &str, out: &Path) -> [usize; 3] {
    let mut sum = [0; 3];
    for page in pages(&out.join("report")) {
        let (said, console) = found(browser, &page, "", LOOK);
        assert!(console.is_empty(), "{}: {console:?}", page.display());
        let mut words = said.splitn(4, ' ');
        for part in &mut sum {
            *part += words.next().and_then(|word| word.parse::<usize>().ok()).expect("a number");
        }
        assert_eq!(words.next(), Some(""), "{}", page.display());
    }
    sum
}

#[test]
fn the_examples_of_c_are_rendered_and_their_pages_work() {
    let Some(browser) = browser() else { return };
    let place = TestFolder::new("browser_c", &[]);
    let mut sum = [0; 3];
    for example in examples() {
        let path = example.display().to_string();
        let output = place.run(&[
            "c",
            &path,
            "--criterion",
            "mcdc",
            "--budget",
            "1500evals",
            "--no-native",
            "--out",
            "out",
        ]);
        assert!(
            matches!(output.status.code(), Some(0 | 2)),
            "{path}: {}",
            String::from_utf8_lossy(&output.stderr)
        );
        let seen = look(browser, &place.0.join("out"));
        sum.iter_mut().zip(seen).for_each(|(sum, seen)| *sum += seen);
    }
    assert!(sum.iter().all(|&count| count > 0), "{sum:?}");
}

#[test]
fn the_examples_of_java_are_rendered_and_their_pages_work() {
    let Some(browser) = browser() else { return };
    let place = TestFolder::new("browser_java", &[]);
    let sources = sources_of(&workspace().join("examples/java"));
    let sources: Vec<(&str, &str)> =
        sources.iter().map(|(path, text)| (path.as_str(), text.as_str())).collect();
    compile(&place, &sources, &[]);
    let output = place.run(&[
        "java",
        "-cp",
        "classes",
        "--only",
        "com.example.*",
        "--budget",
        "400evals",
        "--no-native",
        "--out",
        "out",
    ]);
    assert!(matches!(output.status.code(), Some(0 | 2)), "{}", String::from_utf8_lossy(&output.stderr));
    let seen = look(browser, &place.0.join("out"));
    assert!(seen.iter().all(|&count| count > 0), "{seen:?}");
}

#[test]
fn reports_of_further_runs_are_rendered_and_their_pages_work() {
    let (Some(browser), Some(folders)) = (browser(), std::env::var_os("TRINE_REPORTS")) else { return };
    for folder in std::env::split_paths(&folders) {
        let seen = look(browser, &folder);
        println!(
            "{}: {} pages, goals to tests, paths, rows filtered: {seen:?}",
            folder.display(),
            pages(&folder.join("report")).len()
        );
    }
}

/// The sources below `folder`, by their paths in it.
fn sources_of(folder: &Path) -> Vec<(String, String)> {
    let mut found = Vec::new();
    let mut open = vec![folder.to_owned()];
    while let Some(at) = open.pop() {
        for entry in std::fs::read_dir(&at).expect("the examples are there").flatten() {
            let path = entry.path();
            if path.is_dir() {
                open.push(path);
            } else if path.extension().is_some_and(|ending| ending == "java") {
                let name = path.strip_prefix(folder).expect("it lies below").display().to_string();
                found.push((name, std::fs::read_to_string(&path).expect("it can be read")));
            }
        }
    }
    found.sort();
    found
}
