//! Goals of classes under test in the machine: a distance is 0 exactly when the goal is covered, and falls as a run comes closer.

#[allow(dead_code, reason = "sequences are the matter of another test")]
use std::sync::Arc;
use trine_fixtures::java;
use trine_frontend_jvm::cover::{Criterion, Goal, UnitCover};
use trine_frontend_jvm::{ClassFile, Found, Jdk};
use trine_harness_jvm::{ComparisonObserver, GoalObserver};
use trine_ir::mutants::{Mutant, Operator, Selection, mutants};
use trine_jdk::Launcher;
use trine_testcase::objects::{Compared, Parsed};

const SOURCE: &str = r#"
public class Door {
    private static int opened;
    static boolean isLate(int hour) { if (hour > 20) { return true; } return false; }
    static String open(int code, String name) {
        if (code == 4711) {
            if (name.equals("sesame")) { opened++; return "open"; }
            if (name.startsWith("door")) return "knock";
            return "name";
        }
        return "code";
    }
    static void evening(int hour) {
        if (isLate(hour)) { hidden(hour); }
    }
    private static void hidden(int hour) {
        if (hour == 23) { opened = 0; }
    }
    static class Pin {
        final int depth;
        final Pin next;
        Pin(int depth, Pin next) { this.depth = depth; this.next = next; }
        boolean fits(Object key) { return key.equals(depth); }
    }
    static class Blank extends Pin {
        Blank(Pin next) { super(0, next); }
        boolean fits(Object key) { return false; }
    }
    static Pin look(Pin from, Object key) {
        for (Pin pin = from; pin != null; pin = pin.next) { if (pin.fits(key)) return pin; }
        return null;
    }
    static Pin find(Object key) { return look(new Pin(10, new Pin(400, new Blank(null))), key); }
    static void pick(int key) { if (find(key) != null) { opened++; } }
    static int nested(int code) {
        if (code > 7) { return code == 4711 ? 1 : 2; }
        return 3;
    }
    static void post(String name) {
        java.util.Map<String, Integer> names = new java.util.HashMap<>();
        for (String known : "Anna Berta Caesar".split(" ")) { names.put(known, 1); }
        if (java.util.Collections.unmodifiableMap(names).containsKey(name)) { opened++; }
    }
    static void sit(String name) {
        java.util.List<String> names = new java.util.ArrayList<>(java.util.Arrays.asList("Anna Berta Caesar".split(" ")));
        if (java.util.Collections.unmodifiableList(names).contains(name)) { opened++; }
    }
    static void ask(String name) {
        if (java.util.Set.of("Anna", "Berta", "Caesar").contains(name)) { opened++; }
    }
    static int last(int code) {
        if (code > 7) { return Integer.parseInt("no number " + code); }
        return 3;
    }
    static int deep(int code) {
        if (code > 7) { return Integer.parseInt("no number " + code) > 0 ? 1 : 2; }
        return 3;
    }
    static void never(int x) { if (x > 0) { opened = x; } }
    public static void main(String[] args) {
        switch (args[0]) {
            case "open": open(Integer.parseInt(args[1]), args[2]); break;
            case "pick": pick(Integer.parseInt(args[1])); break;
            case "nested": nested(Integer.parseInt(args[1])); break;
            case "post": post(args[1]); break;
            case "sit": sit(args[1]); break;
            case "ask": ask(args[1]); break;
            case "last": last(Integer.parseInt(args[1])); break;
            case "deep": deep(Integer.parseInt(args[1])); break;
            case "evening": evening(Integer.parseInt(args[1])); break;
            default: break;
        }
    }
}
"#;

struct Door {
    launcher: Launcher,
    observer: GoalObserver,
    goals: Arc<[Goal]>,
    unit: Arc<UnitCover>,
}

fn door(name: &str) -> Door {
    let (home, folder) = (java::home(), java::compiled(&format!("goals-{name}"), "Door", SOURCE));
    let bytes = std::fs::read(folder.join("Door.class")).unwrap().into();
    let found = Found { bytes, origin: "Door.class".to_owned(), module: None };
    let unit = Arc::new(UnitCover::new(&[ClassFile::read("Door", found).unwrap()]).unwrap());
    let goals: Arc<[Goal]> = unit.goals(Criterion::Branch).into();
    let jdk = Jdk::open(&home).unwrap();
    let (path, probed) = (std::slice::from_ref(&folder), ["Door".to_owned()]);
    let mut launcher = Launcher::probing(jdk, path, trine_jdk::config(), probed).unwrap();
    let observer = GoalObserver::new(launcher.parts().1, &unit, Arc::clone(&goals));
    Door { launcher, observer, goals, unit }
}

impl Door {
    /// The distances to all goals of a run with these arguments.
    fn run(&mut self, args: &str) -> Vec<f64> {
        let args: Vec<String> = args.split(' ').map(str::to_owned).collect();
        self.observer.clear();
        self.launcher.run_observed("Door", &args, &[], &mut self.observer).unwrap();
        let distances: Vec<f64> = (0..self.goals.len()).map(|goal| self.observer.distance(goal)).collect();
        for (goal, distance) in self.goals.iter().zip(&distances) {
            let covered = goal.is_covered(self.observer.passed());
            assert_eq!(*distance == 0.0, covered, "{args:?}: {goal:?} {distance}");
        }
        distances
    }

    /// The goal with this branch of the `nth` instruction with branches of a method.
    fn goal(&self, method: &str, nth: usize, branch: u32) -> usize {
        let of = |goal: &Goal| &self.unit.classes[goal.class].methods[goal.method];
        let mut positions: Vec<u32> =
            self.goals.iter().filter(|goal| of(goal).name == method).map(|goal| goal.position).collect();
        positions.dedup();
        let is_it = |goal: &Goal| {
            of(goal).name == method
                && goal.position == positions[nth]
                && goal.branch.is_none_or(|(at, _)| at == branch)
        };
        self.goals.iter().position(is_it).unwrap()
    }
}

#[test]
fn distances_fall_as_numbers_and_strings_come_closer() {
    let mut door = door("closer");
    // `if (!equals) goto`: control falls through when the string is the one wanted.
    let (code, name, prefix) = (door.goal("open", 0, 0), door.goal("open", 1, 0), door.goal("open", 2, 0));
    let runs = [
        "open 1 x",
        "open 4000 x",
        "open 4711 x",
        "open 4711 sesxxx",
        "open 4711 sesamf",
        "open 4711 sesame",
    ];
    let distances: Vec<Vec<f64>> = runs.iter().map(|args| door.run(args)).collect();
    let of = |goal: usize| distances.iter().map(|all| all[goal]).collect::<Vec<f64>>();
    assert!(of(code)[0] > of(code)[1] && of(code)[1] > 0.0 && of(code)[2..] == [0.0; 4], "{:?}", of(code));
    assert!(of(name).windows(2).all(|pair| pair[0] > pair[1]), "{:?}", of(name));
    assert_eq!(of(name)[5], 0.0);
    assert!(door.run("open 4711 do")[prefix] < of(prefix)[2]);
    assert_eq!(door.run("open 4711 doors")[prefix], 0.0);
}

#[test]
fn a_branch_on_what_a_call_found_is_as_far_as_the_search_was_inside() {
    let mut door = door("found");
    // `if (find == null) goto`: control falls through when something was found.
    let found = door.goal("pick", 0, 0);
    let runs = ["evening 3", "pick 9000", "pick 1000", "pick 402", "pick 401", "pick 9"];
    let distances: Vec<f64> = runs.iter().map(|args| door.run(args)[found]).collect();
    assert!(distances[..5].windows(2).all(|pair| pair[0] > pair[1]), "{distances:?}");
    assert_eq!(distances[5], distances[4], "each is one away from a pin");
    assert_eq!(door.run("pick 10")[found], 0.0);
    assert_eq!(door.run("pick 400")[found], 0.0);
}

#[test]
fn runs_that_come_to_a_branch_are_within_its_reach_though_its_probe_stands_behind_another_one() {
    let mut door = door("reach");
    let (outer, inner) = (door.goal("nested", 0, 0), door.goal("nested", 1, 0));
    assert_eq!(door.observer.reach(outer), None, "its method did not run");
    let distance = door.run("nested 3")[outer];
    assert!(distance > 1.0, "the probe is behind the inner branch: {distance}");
    assert!(door.observer.reach(outer).is_some_and(|reach| distance <= reach));
    assert_eq!(door.observer.reach(inner), Some(1.0));
    assert!(door.run("nested 8")[inner] <= 1.0);
}

#[test]
fn a_key_that_a_table_lacks_is_as_far_as_the_nearest_one() {
    let mut door = door("keys");
    for (method, nth) in [("post", 1), ("sit", 0), ("ask", 0)] {
        let found = door.goal(method, nth, 0);
        let names = ["x", "Ber", "Bertz", "Bertb", "Berta"];
        let distances: Vec<f64> =
            names.iter().map(|name| door.run(&format!("{method} {name}"))[found]).collect();
        assert!(distances.windows(2).all(|pair| pair[0] > pair[1]), "{method}: {distances:?}");
        assert_eq!(distances[4], 0.0);
    }
}

#[test]
fn a_run_that_ends_behind_the_branch_and_before_its_probe_was_cut_off() {
    let mut door = door("last");
    let (number, none) = (door.goal("last", 0, 0), door.goal("last", 0, 1));
    assert!(!door.observer.was_cut_off(number), "its method did not run");
    for (args, expected) in [("last 3", [false, false]), ("last 8", [true, false])] {
        door.run(args);
        assert_eq!([number, none].map(|goal| door.observer.was_cut_off(goal)), expected, "{args}");
    }
    assert!(door.run("last 3")[none] == 0.0, "covered, not cut off");
}

#[test]
fn a_run_that_ends_on_the_right_way_before_a_further_branch_was_cut_off() {
    let mut door = door("deep");
    let (outer, inner) = (door.goal("deep", 0, 0), door.goal("deep", 1, 0));
    for (args, expected) in [("deep 3", [false, false]), ("deep 8", [true, true])] {
        let distances = door.run(args);
        assert_eq!([outer, inner].map(|goal| door.observer.was_cut_off(goal)), expected, "{args}");
        assert!(distances[outer] > 0.0, "{args}");
    }
}

#[test]
fn methods_that_were_not_entered_are_as_far_as_their_nearest_call() {
    let mut door = door("calls");
    let (hidden, never) = (door.goal("hidden", 0, 0), door.goal("never", 0, 0));
    let runs = ["open 1 x", "evening 3", "evening 19", "evening 22", "evening 23"];
    let distances: Vec<f64> = runs.iter().map(|args| door.run(args)[hidden]).collect();
    assert!(distances.windows(2).all(|pair| pair[0] > pair[1]), "{distances:?}");
    assert_eq!(distances[4], 0.0);
    assert_eq!(door.run("evening 23")[never], f64::INFINITY);
}

#[test]
fn a_run_tells_what_it_compared() {
    let mut door = door("compared");
    let mut observer = ComparisonObserver::new(door.launcher.parts().1, &door.unit);
    let mut compared = |args: &str| {
        let args: Vec<String> = args.split(' ').map(str::to_owned).collect();
        door.launcher.run_observed("Door", &args, &[], &mut observer).unwrap();
        observer.take()
    };
    let units = |text: &str| text.encode_utf16().collect::<Vec<u16>>();
    let wrong = compared("open 3 x");
    assert!(wrong.contains(&Compared::Integers(3, 4711)), "{wrong:?}");
    assert!(wrong.contains(&Compared::Parsed(units("3"), Parsed::Integer)), "{wrong:?}");
    let near = compared("open 4711 sesa");
    assert!(near.contains(&Compared::Strings(units("sesa"), units("sesame"))), "{near:?}");
    assert!(near.contains(&Compared::Strings(units("sesa"), units("door"))), "{near:?}");
}

#[test]
fn a_mutant_runs_in_the_place_of_its_function_until_it_is_restored() {
    let mut door = door("mutants");
    // How far a helper was from answering otherwise is no longer asked once both of its answers were seen.
    ["evening 3", "evening 21"].iter().for_each(|args| _ = door.run(args));
    let usual = door.run("evening 21");
    let program = Arc::clone(&door.launcher.parts().1.program);
    let is_late = |name: &str| name.starts_with("Door.isLate");
    let mut rng = trine_base::Stream::new(1, "mutants");
    let selection = Selection {
        is_meant: &is_late,
        is_covered: &|_, _| true,
        is_statement: &|_, _| false,
        as_written: false,
    };
    let all = mutants(&program, &selection, 100, &mut rng);
    let relational = |mutant: &&Mutant| matches!(mutant.operator, Operator::Relational(_));
    assert_eq!(all.iter().filter(relational).count(), 2, "{all:?}");
    assert!(all.iter().any(|mutant| mutant.operator == Operator::Return), "{all:?}");
    let mut noticed = 0;
    for mutant in &all {
        let body = mutant.body(&program).unwrap();
        let was = door.launcher.parts().0.substitute(mutant.function, &body).unwrap();
        noticed += usize::from(door.run("evening 21") != usual);
        door.launcher.parts().0.restore(was);
        assert_eq!(door.run("evening 21"), usual, "{mutant:?}");
    }
    assert!(noticed > 0 && noticed < all.len(), "{noticed} of {all:?}");
}
