//! The pages in a real browser: they render without a message on its console, and what the script promises works.
//!
//! Pages are written into a temporary folder and opened from there, as a user opens them. Where a test does something on a page, a script is
//! added to a copy of it that does so and leaves what it found in an attribute of the body.

mod sample;

use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};
use trine_fixtures::browser::session::Session;
use trine_fixtures::browser::{browser, open};
use trine_report::html;

/// A folder that is removed at its end.
struct Folder(PathBuf);

impl Folder {
    fn new() -> Self {
        static COUNT: AtomicUsize = AtomicUsize::new(0);
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        let path = std::env::temp_dir().join(format!("trine-browser-{}-{number}", std::process::id()));
        std::fs::create_dir_all(&path).unwrap();
        Self(path)
    }

    fn write(&self, name: &str, text: &str) -> PathBuf {
        let path = self.0.join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(&path, text).unwrap();
        path
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// What `script` found on the page of `sample`: it returns a text.
fn found(browser: &str, sample: &sample::Sample, anchor: &str, script: &str) -> String {
    let folder = Folder::new();
    let page = html::page(&sample.report());
    let act = format!("<script>document.body.dataset.found = (() => {{ {script} }})();</script></body>");
    let page = folder.write("page.html", &page.replace("</body>", &act));
    let (document, console) = open(browser, &page, anchor);
    assert!(console.is_empty(), "{console:?}");
    let (_, rest) = document.split_once("data-found=\"").expect("the script ran to its end");
    rest.split('"').next().unwrap().to_owned()
}

#[test]
fn pages_render_without_a_message_on_the_console() {
    let Some(browser) = browser() else { return };
    for sample in [sample::mcdc(), sample::branch(), sample::hostile()] {
        let folder = Folder::new();
        let page = folder.write("index.html", &html::page(&sample.report()));
        let (document, console) = open(browser, &page, "");
        assert!(console.is_empty(), "{console:?}");
        // What the script shows when it ran: the filter of the overview.
        assert!(document.contains("<p class=\"controls\" data-script=\"\">"));
    }
}

#[test]
fn the_pages_of_a_project_load_their_style_and_script_from_disk() {
    let Some(browser) = browser() else { return };
    let folder = Folder::new();
    let files = sample::site(&sample::large(100).report());
    files.iter().for_each(|(path, text)| _ = folder.write(path, text));
    for path in ["index.html", "files/f0.html", "units/u0.html", "units/u7.html"] {
        let (document, console) = open(browser, &folder.0.join(path), "");
        assert!(console.is_empty(), "{path}: {console:?}");
        assert!(
            path.starts_with("units/") || document.contains("<p class=\"controls\" data-script=\"\">"),
            "{path}"
        );
        assert!(
            !path.starts_with("units/") || document.contains("class=\"graph live\""),
            "{path}: no graph came alive"
        );
    }
}

#[test]
fn a_goal_leads_to_its_test_and_the_test_back_to_its_goal() {
    let Some(browser) = browser() else { return };
    let steps = "
        const goal = document.getElementById('u0g1');
        const test = goal.querySelector('td:last-child a');
        const row = document.getElementById(test.hash.slice(1));
        const back = [...row.querySelectorAll('a')].map((link) => link.hash);
        return row.id + ' ' + back.includes('#u0g1');";
    let sample = sample::mcdc();
    let found = found(browser, &sample, "", steps);
    assert!(found.starts_with('t') && found.ends_with(" true"), "{found}");
}

#[test]
fn a_link_opens_the_folded_function_that_it_leads_into() {
    let Some(browser) = browser() else { return };
    let steps = "
        const unit = document.getElementById('u5');
        return unit.open + ' ' + document.getElementById('u6').open;";
    assert_eq!(found(browser, &sample::large(24), "#u5g3", steps), "true false");
}

#[test]
fn the_path_of_a_chosen_test_is_highlighted_and_no_other() {
    let Some(browser) = browser() else { return };
    let steps = "
        const figure = document.querySelector('figure.graph');
        const choice = figure.querySelector('select');
        choice.value = '@ 1 2';
        choice.dispatchEvent(new Event('change'));
        const on = (name) => [...figure.querySelectorAll('.on[data-' + name + ']')].map((e) => e.dataset[name]).join(',');
        const chosen = on('edge') + ' ' + on('block') + ' ' + figure.classList.contains('chosen');
        choice.value = '';
        choice.dispatchEvent(new Event('change'));
        return chosen + ' ' + figure.classList.contains('chosen');";
    assert_eq!(found(browser, &sample::mcdc(), "", steps), "1,2 0,2,3 true false");
}

#[test]
fn zooming_changes_the_view_and_fit_restores_it() {
    let Some(browser) = browser() else { return };
    let steps = "
        const figure = document.querySelector('figure.graph');
        for (let up = figure; up; up = up.parentElement) if (up.tagName === 'DETAILS') up.open = true;
        const svg = figure.querySelector('svg');
        const button = (name) => figure.querySelector('button[data-zoom=' + name + ']').click();
        button('fit');
        const whole = svg.getAttribute('viewBox');
        button('in');
        const near = svg.getAttribute('viewBox');
        button('fit');
        return (near !== whole) + ' ' + (svg.getAttribute('viewBox') === whole);";
    assert_eq!(found(browser, &sample::mcdc(), "", steps), "true true");
}

#[test]
fn the_filter_hides_rows_and_their_functions() {
    let Some(browser) = browser() else { return };
    let steps = "
        const filter = document.getElementById('filter');
        filter.value = 'function_3';
        filter.dispatchEvent(new Event('input'));
        const shown = (selector) => [...document.querySelectorAll(selector)].filter((e) => !e.hidden).length;
        return shown('table.overview tbody tr') + ' ' + shown('details.unit');";
    assert_eq!(found(browser, &sample::large(24), "", steps), "1 1");
}

#[test]
fn rows_that_are_made_of_data_are_those_that_were_written_and_all_units_are_found() {
    let Some(browser) = browser() else { return };
    let folder = Folder::new();
    sample::site(&sample::sized(120, 2).report())
        .iter()
        .for_each(|(path, text)| _ = folder.write(path, text));
    let mut session = Session::start(browser, 1300, 1000).unwrap();
    session.open(&folder.0.join("index.html"), "").unwrap();
    let rows = "const rows = () => [...document.querySelectorAll('table.overview tbody tr')]
        .filter((row) => !row.hidden).map((row) => row.outerHTML.replace(/flex-grow: ?(\\d+);?/g, 'flex-grow:$1'));
        const filter = document.getElementById('filter');
        const type = (text) => { filter.value = text; filter.dispatchEvent(new Event('input')); return rows(); };";
    let evaluate = |session: &mut Session, body: &str| {
        session.evaluate(&format!("(() => {{ {rows} {body} }})()")).unwrap()
    };
    let same = "const written = rows(); return written.length + ' ' + (type('').join() === written.join());";
    assert_eq!(evaluate(&mut session, same), "50 true");
    // The last unit has no row of its own at first.
    let last = "const had = rows().some((row) => row.includes('function_110<'));
        const found = type('function_110');
        return had + ' ' + found.length + ' ' + found[0].includes('href=\"units/u110.html#u110\"');";
    assert_eq!(evaluate(&mut session, last), "false 1 true");
    let none = "return type('no such unit').length + ' ' + document.getElementById('shown').textContent;";
    assert_eq!(evaluate(&mut session, none), "0 0 found");
    let sorted = "type(''); document.querySelectorAll('table.overview button')[0].click();
        return document.querySelector('table.overview tbody tr th').textContent;";
    assert_eq!(evaluate(&mut session, sorted), "function_0");
    assert_eq!(session.console(), Vec::<String>::new());
}

#[test]
fn pages_of_a_large_project_take_little_of_the_processor() {
    let Some(browser) = browser() else { return };
    let folder = Folder::new();
    sample::site(&sample::sized(800, 4).report())
        .iter()
        .for_each(|(path, text)| _ = folder.write(path, text));
    let mut session = Session::start(browser, 1300, 1000).unwrap();
    // Times of the page's own thread, which other load of the machine does not change: a fourth of what a reader may wait for the
    // first view, and half of it for the others.
    for (path, bound) in [("index.html", 500.0), ("files/f3.html", 100.0), ("units/u42.html", 100.0)] {
        let mut times = [0.0; 3].map(|_| session.open(&folder.0.join(path), "").unwrap().processor_ms);
        times.sort_by(f64::total_cmp);
        assert!(times[1] < bound, "{path}: {times:?} ms");
    }
}

#[test]
fn goals_that_are_covered_can_be_hidden() {
    let Some(browser) = browser() else { return };
    let steps = "
        const box = document.querySelector('input[data-only-open]');
        const rows = [...box.closest('details').querySelectorAll('table.goals tbody tr')];
        box.checked = true;
        box.dispatchEvent(new Event('change'));
        const shown = rows.filter((row) => !row.hidden);
        const open = rows.filter((row) => row.classList.contains('unknown'));
        return (shown.length === open.length && shown.length < rows.length) + ' ' + shown.every((row) => open.includes(row));";
    assert_eq!(found(browser, &sample::branch(), "", steps), "true true");
}

#[test]
fn a_graph_of_a_hundred_blocks_is_drawn_so_that_no_text_leaves_its_block() {
    let Some(browser) = browser() else { return };
    let steps = "
        for (const details of document.querySelectorAll('details')) details.open = true;
        const blocks = [...document.querySelector('figure.graph').querySelectorAll('.block')];
        const wide = blocks.filter((block) => {
            const box = block.querySelector('rect').getBBox();
            return [...block.querySelectorAll('text')].some((text) => {
                const own = text.getBBox();
                return own.x < box.x || own.x + own.width > box.x + box.width + 0.5;
            });
        });
        return blocks.length + ' ' + wide.length;";
    assert_eq!(found(browser, &sample::large(1), "", steps), "100 0");
}
