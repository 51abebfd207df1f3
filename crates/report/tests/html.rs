//! The page: well formed, self-contained, safe, and complete.

mod sample;

use std::collections::{BTreeMap, BTreeSet};
use trine_report::html;

/// Checks that tags balance and that attributes are quoted; returns every tag's text. Scripts and
/// styles are skipped whole.
fn tags(page: &str) -> Vec<String> {
    let mut rest = page.strip_prefix("<!DOCTYPE html>").expect("a doctype");
    let (mut open, mut seen) = (Vec::new(), Vec::new());
    while let Some(start) = rest.find('<') {
        assert!(!rest[..start].contains('>'), "a stray > in {:?}", &rest[..start]);
        let end = start + rest[start..].find('>').expect("a tag ends");
        let tag = &rest[start + 1..end];
        rest = &rest[end + 1..];
        let name = tag.trim_start_matches('/').split([' ', '/']).next().unwrap();
        if tag.starts_with('/') {
            assert_eq!(open.pop().as_deref(), Some(name), "before {:?}", &rest[..rest.len().min(80)]);
        } else if !tag.ends_with('/') {
            open.push(name.to_owned());
        }
        assert!(tag.matches('"').count().is_multiple_of(2), "{tag}");
        if matches!(tag, "script" | "style") {
            rest = &rest[rest.find(&format!("</{tag}>")).unwrap()..];
        }
        seen.push(tag.to_owned());
    }
    assert!(open.is_empty(), "left open: {open:?}");
    seen
}

fn attributes<'t>(tags: &'t [String], name: &str) -> Vec<&'t str> {
    let wanted = format!(" {name}=\"");
    let value =
        |tag: &'t String| tag.split_once(wanted.as_str()).map(|(_, rest)| rest.split('"').next().unwrap());
    tags.iter().filter_map(value).collect()
}

fn samples() -> [sample::Sample; 4] {
    [sample::mcdc(), sample::branch(), sample::hostile(), sample::large(24)]
}

#[test]
fn tags_balance_ids_are_unique_and_links_lead_somewhere() {
    for sample in samples() {
        let tags = tags(&html::page(&sample.report()));
        let ids = attributes(&tags, "id");
        let unique: BTreeSet<_> = ids.iter().copied().collect();
        assert_eq!(ids.len(), unique.len(), "an id twice");
        for link in attributes(&tags, "href") {
            assert!(unique.contains(link.strip_prefix('#').expect("links stay on the page")), "{link}");
        }
    }
}

#[test]
fn nothing_is_loaded_from_anywhere() {
    for sample in samples() {
        let page = html::page(&sample.report());
        let tags = tags(&page);
        assert!(attributes(&tags, "src").is_empty());
        assert!(!page.contains("@import") && !page.contains("url(") && !page.contains("://"));
        assert!(page.contains("default-src 'none'"));
    }
}

#[test]
fn hostile_names_and_texts_stay_text() {
    let page = html::page(&sample::hostile().report());
    let tags = tags(&page);
    let count = |name: &str| tags.iter().filter(|tag| tag.split(' ').next() == Some(name)).count();
    assert_eq!((count("script"), count("img")), (1, 0));
    assert!(!page.contains("<script>alert") && !page.contains("onerror=alert(1)>"));
    assert!(page.contains("&lt;/script&gt;&lt;script&gt;alert(1)"));
    assert!(page.contains("[U+202E]") && !page.contains('\u{202e}'));
    assert!(page.chars().all(|c| matches!(c, '\n' | '\t') || !c.is_control()));
}

#[test]
fn every_condition_carries_its_outcomes_where_it_stands() {
    let page = html::page(&sample::branch().report());
    let line = page.split_once("id=\"f0L15\"").unwrap().1.split("\n</span>").next().unwrap();
    let (before, after) =
        line.split_once("bit &lt; 8<span class=\"signs\">").expect("marks behind the condition");
    assert!(before.contains("for (int bit = 0; ") && after.ends_with("; bit++)</code>"));
    assert!(after.contains("class=\"sign covered\" href=\"#u0g4\""));
    assert!(after.contains("class=\"sign infeasible\" href=\"#u0g5\""));
    assert!(after.contains("no way in the graph leads there"));
}

#[test]
fn every_line_of_source_is_shown_once() {
    for sample in [sample::mcdc(), sample::large(24)] {
        let page = html::page(&sample.report());
        for (number, text) in sample.sources.values().enumerate() {
            for (line, content) in text.lines().enumerate() {
                let shown = page.matches(&format!("id=\"f{number}L{}\"", line + 1)).count();
                assert!(shown == 1 || (shown == 0 && content.trim().is_empty()), "f{number}L{}", line + 1);
            }
        }
    }
}

#[test]
fn an_independence_pair_names_its_two_tests_and_a_gap_its_reason() {
    let page = html::page(&sample::mcdc().report());
    assert!(page.contains("Decision at <a href=\"#f0L21\">line 21</a>, 4 of 5 conditions shown:"));
    assert!(page.contains(
        "<code>(mode == MODE_AUTO || (mode == MODE_MANUAL &amp;&amp; now-&gt;demand)) &amp;&amp; now-&gt;pressure &gt; \
         PRESSURE_MIN &amp;&amp; !now-&gt;lockout</code>"
    ));
    let pair = page.split_once("class=\"against\"").unwrap();
    assert!(
        pair.0
            .replace("<wbr/>", "")
            .ends_with("<code>burner_may_start_when_mode_eq_MODE_AUTO_decides</code></a> <span ")
    );
    assert!(page.contains("both evaluations in one test"));
    assert!(
        page.contains("a vector with <code>now-&gt;lockout</code> true was seen, its counterpart was not")
    );
    assert!(page.contains("Proof: every caller passes <code>false</code>"));
}

#[test]
fn facts_native_run_findings_and_limits_are_on_the_page() {
    let page = html::page(&sample::mcdc().report());
    for fact in [
        "masking MC/DC",
        "20000evals",
        "clang version 19.1.7",
        "trine c --criterion mcdc --seed 7",
        "80.9%",
        "13 of 13 tests passed",
        "✗ differ",
        "✓ agree",
        "division-by-zero",
        "Unstated preconditions",
        "<strong>Not handled:</strong> inline assembly.",
        "6 of 7 goals covered in 20,000 evaluations",
    ] {
        assert!(page.contains(fact), "{fact}");
    }
}

#[test]
fn a_small_run_is_one_page() {
    let sample = sample::mcdc();
    let files = sample::site(&sample.report());
    assert_eq!(files.keys().collect::<Vec<_>>(), ["index.html"]);
    assert_eq!(files["index.html"], html::page(&sample.report()));
}

#[test]
fn a_project_of_two_thousand_functions_has_small_pages_whose_links_lead_somewhere() {
    // 16 goals and 10 blocks each.
    let sample = sample::sized(2000, 4);
    let files = sample::site(&sample.report());
    assert_eq!(files.keys().filter(|path| path.starts_with("units/")).count(), 2000);
    let size: usize = files.values().map(String::len).sum();
    assert!(size < 50_000_000, "{size}");
    let mut ids = BTreeMap::new();
    for (path, text) in &files {
        assert!(text.len() < 2_000_000, "{path}: {}", text.len());
        if path.ends_with(".html") {
            let tags = tags(text);
            let of_page = attributes(&tags, "id").into_iter().map(str::to_owned).collect::<BTreeSet<_>>();
            ids.insert(path.clone(), (tags, of_page));
        }
    }
    for (path, (tags, _)) in &ids {
        let folder = path.rsplit_once('/').map_or("", |(folder, _)| folder);
        for link in attributes(tags, "href") {
            let (file, id) = link.split_once('#').unwrap_or((link, ""));
            let target = match file.strip_prefix("../") {
                _ if file.is_empty() => path.clone(),
                Some(file) => file.to_owned(),
                None if folder.is_empty() => file.to_owned(),
                None => format!("{folder}/{file}"),
            };
            assert!(files.contains_key(&target), "{path}: {link}");
            assert!(id.is_empty() || ids[&target].1.contains(id), "{path}: {link}");
        }
    }
}

#[test]
fn the_same_records_give_the_same_page() {
    assert_eq!(html::page(&sample::mcdc().report()), html::page(&sample::mcdc().report()));
}

/// The cells of the rows of the tables of class `class`, without their tags.
fn cells(page: &str, class: &str) -> Vec<Vec<Vec<String>>> {
    let plain = |markup: &str| {
        let mut text = String::new();
        let mut inside = false;
        for c in markup.chars() {
            match c {
                '<' => inside = true,
                '>' => inside = false,
                c if !inside => text.push(c),
                _ => {}
            }
        }
        text.trim().to_owned()
    };
    let begin = format!("<table class=\"{class}\">");
    let tables = page.split(&begin).skip(1);
    let body =
        |table: &str| table.split("<tbody>").nth(1).unwrap().split("</tbody>").next().unwrap().to_owned();
    let row = |row: &str| row.split("<td").skip(1).map(|cell| plain(&format!("<td{cell}"))).collect();
    tables.map(|table| body(table).split("<tr").skip(1).map(row).collect()).collect()
}

#[test]
fn truth_vectors_of_the_record_stand_on_the_page_in_source_order() {
    let sample = sample::mcdc();
    let page = html::page(&sample.report());
    let tables = cells(&page, "plain vectors");
    assert_eq!(tables.len(), 1, "one decision has vectors");
    let record = &sample.run.units[0].flow.decisions[0];
    assert_eq!(tables[0].len(), record.vectors.len());
    for (row, vector) in tables[0].iter().zip(&record.vectors) {
        let letters: String = row[1..row.len() - 2].iter().map(|cell| cell.replace('–', "-")).collect();
        assert_eq!(letters, vector.values);
        assert_eq!(row[row.len() - 2], if vector.outcome { "T" } else { "F" });
        assert_eq!(row[row.len() - 1], vector.tests.join(", "));
    }
}

#[test]
fn pairs_name_their_vectors_and_a_missing_half_is_written_out() {
    let page = html::page(&sample::mcdc().report());
    assert!(page.contains("v5 and v1 (masking only)"));
    assert!(page.contains("v3 and v1 (masking and unique cause)"));
    assert!(page.contains("missing half: <code>T – T T F → F</code>"));
}

#[test]
fn a_graph_has_every_block_and_edge_and_the_paths_of_its_tests() {
    let sample = sample::mcdc();
    let page = html::page(&sample.report());
    let graph = &sample.run.units[0].flow.graphs[0];
    assert_eq!(page.matches("data-block=").count(), graph.blocks.len());
    assert_eq!(page.matches("data-edge=").count(), graph.edges.len());
    assert!(page.contains("<option value=\"@ 1 2\">burner_may_start_when_demand_decides</option>"));
    // Block 1 is entered and left by no edge; block 2 is never left by its F edge.
    assert!(page.contains("<g class=\"block covered\" data-block=\"1\">"));
    assert!(page.contains("<g class=\"block partial\" data-block=\"2\">"));
    assert!(page.contains("<g class=\"edge open\" data-edge=\"3\""));
}

#[test]
fn sources_are_named_with_their_hashes() {
    let sample = sample::branch();
    let page = html::page(&sample.report());
    let hash = trine_record::source::sha256(sample.sources["src/crc.c"].as_bytes());
    assert!(page.contains(&format!("<td>src/crc.c</td><td><code>{hash}</code></td>")));
}

#[test]
fn goals_that_are_open_stand_together_with_what_would_help() {
    let page = html::page(&sample::mcdc().report());
    let section = page.split("<section id=\"open\">").nth(1).unwrap().split("</section>").next().unwrap();
    assert!(
        section.contains("a larger <code>--budget</code>") || section.contains("a larger --budget"),
        "{section}"
    );
    assert!(section.contains("crc32:8"), "{section}");
}
