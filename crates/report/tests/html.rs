//! The page: well formed, self-contained, safe, and complete.

mod sample;

use std::collections::BTreeSet;
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
    assert!(pair.0.ends_with("<code>burner_may_start_when_mode_eq_MODE_AUTO_decides</code></a> <span "));
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
fn four_hundred_functions_stay_folded_and_small_enough() {
    let page = html::page(&sample::large(400).report());
    assert!(!page.contains("class=\"unit\" id=\"u0\" open"));
    assert_eq!(page.matches("<details class=\"unit\"").count(), 400);
    assert!(page.len() < 16_000_000, "{}", page.len());
}

#[test]
fn the_same_records_give_the_same_page() {
    assert_eq!(html::page(&sample::mcdc().report()), html::page(&sample::mcdc().report()));
}
