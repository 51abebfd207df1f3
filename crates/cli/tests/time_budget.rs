//! A budget of time bounds a unit as a whole: search, proof, simplification and replay.

mod support;

use std::fs;
use std::process::Command;
use std::time::Duration;
use support::{TRINE, finish_within, fresh_folder};

const LIMIT: Duration = Duration::from_secs(120);
const BUDGET_MS: u64 = 2000;
/// A busy machine may stop a worker at the wrong moment: one attempt of these must do.
const ATTEMPTS: usize = 3;

/// Functions that keep every phase busy: a goal that is never reached, thousands of leaves, many different
/// crashes, long runs, and an input space just small enough for a proof.
const UNIT: &str = "\
struct cell { int value; unsigned weight; char text[6]; };
int hard(unsigned a, unsigned b)
{
    if (a * a + 3u == b * b * 7u + 1u && (a ^ b) == 0x13371337u)
        return 1;
    return 0;
}
int wide(struct cell cells[200], int n)
{
    int sum = 0;
    for (int i = 0; i < n; i++)
        sum += cells[i].value * (int)cells[i].weight + cells[i + 1].text[cells[i].value & 7];
    if (sum == 77777777)
        return 1;
    return sum / (cells[2].value - cells[3].value);
}
int slow(unsigned short a)
{
    unsigned x = a;
    for (int i = 0; i < 20000; i++)
        x = x * 1103515245u + 12345u;
    if (x == 1u)
        return 1;
    return 0;
}
";

/// Objects of thousands of leaves: a run takes milliseconds without executing much, a shape as long to make.
const LARGE: &str = "\
struct tree { unsigned short code, length; };
struct state {
    struct tree literals[573], distances[61], lengths[39];
    int heap[573]; unsigned char depth[573]; unsigned char *window; struct tree *kept; unsigned size, used;
};
int scan(struct state *s, int most)
{
    int last = -1, runs = 0;
    for (int i = 0; i <= most; i++) {
        if (s->literals[i].length == last && runs < 7)
            runs++;
        else if (s->heap[i] > s->depth[i] && s->distances[i & 31].code == 4711)
            runs = 0;
        else if (s->lengths[i & 31].length != s->kept[i].length)
            s->used++;
        last = s->literals[i].length;
    }
    if (s->window[s->used] == 93 && s->size * s->size == 7u)
        return -1;
    return runs;
}
";

#[test]
fn a_unit_ends_within_its_time_and_a_fifth_of_it() {
    check("time_budget", UNIT, 3, "search");
}

#[test]
fn so_does_one_whose_paths_are_explored() {
    check("time_budget_dse", UNIT, 3, "dse");
    check("time_budget_hybrid", LARGE, 1, "hybrid");
}

#[test]
fn large_objects_do_not_stretch_the_time() {
    check("time_budget_large", LARGE, 1, "search");
}

/// Runs `text`, whose first function has a goal out of reach of search; a solver may be done with it early.
fn check(folder: &str, text: &str, functions: usize, strategy: &str) {
    let folder = fresh_folder(folder);
    fs::write(folder.join("unit.c"), text).expect("a fresh folder can be written");
    let attempt = || {
        let mut command = Command::new(TRINE);
        command.args(["c", "unit.c", "--budget", "2s", "--no-native", "--quiet", "--fresh", "--jobs", "1"]);
        command.args(["--strategy", strategy]);
        let output = finish_within(command.current_dir(&folder), LIMIT).expect("the run ends");
        assert!(matches!(output.status.code(), Some(0 | 2)), "{}", String::from_utf8_lossy(&output.stderr));
        let text = fs::read_to_string(folder.join("trine-out/run.json")).expect("the run wrote it");
        let run: serde_json::Value = serde_json::from_str(&text).expect("records are JSON");
        let units = run["units"].as_array().expect("a list");
        units.iter().map(|unit| unit["milliseconds"].as_u64().expect("a number")).collect::<Vec<_>>()
    };
    let mut all = Vec::new();
    for _ in 0..ATTEMPTS {
        let times = attempt();
        assert_eq!(times.len(), functions);
        // A part is kept for making the tests simple, which may need less.
        assert!(
            strategy != "search" || times[0] >= BUDGET_MS * 9 / 10,
            "the search used its time: {times:?}"
        );
        if times.iter().all(|&time| time <= BUDGET_MS * 6 / 5) {
            return;
        }
        all.push(times);
    }
    panic!("milliseconds: {all:?}");
}
