//! Programs that mean no good: each ends at a limit or with an exception, and leaves nothing behind for the next one.

use std::path::PathBuf;
use trine_fixtures::java;
use trine_frontend_jvm::Jdk;
use trine_jdk::{Ending, Launcher, Outcome};
use trine_machine::Config;

/// Bytes of objects that a program may make.
const MEMORY: u64 = 96 << 20;

const SOURCE: &str = r#"
import java.util.*;
import java.util.concurrent.*;

public class Hostile {
    static Object kept;

    public static class Plain {
        static int count;
        public static void main(String[] args) throws Exception {
            Object monitor = new Object();
            Thread thread = new Thread(() -> { synchronized (monitor) { count++; monitor.notifyAll(); } });
            synchronized (monitor) {
                thread.start();
                while (count == 0) monitor.wait();
            }
            thread.join();
            List<String> words = new ArrayList<>(Arrays.asList("c", "a", "b"));
            Collections.sort(words);
            System.out.println(count + " " + words + " " + Thread.activeCount());
        }
    }
    public static class EndlessLoop {
        public static void main(String[] args) { for (;;) { } }
    }
    public static class EndlessLoopInThread {
        public static void main(String[] args) throws Exception {
            Object monitor = new Object();
            Thread thread = new Thread(() -> { synchronized (monitor) { for (;;) { } } });
            thread.start();
            thread.join();
        }
    }
    public static class EndlessRecursion {
        static int f(int n) { return f(n + 1) + 1; }
        public static void main(String[] args) { System.out.println(f(0)); }
    }
    public static class CaughtRecursion {
        static void f() { try { f(); } finally { f(); } }
        public static void main(String[] args) { f(); }
    }
    public static class SmallObjects {
        public static void main(String[] args) {
            List<Object> all = new LinkedList<>();
            kept = all;
            for (;;) all.add(new int[2]);
        }
    }
    public static class Garbage {
        public static void main(String[] args) { for (;;) kept = new byte[100]; }
    }
    public static class LargeArrays {
        public static void main(String[] args) {
            List<Object> all = new ArrayList<>();
            for (;;) all.add(new long[1 << 16]);
        }
    }
    public static class LargestArray {
        public static void main(String[] args) { System.out.println(new long[Integer.MAX_VALUE].length); }
    }
    public static class ManyDimensions {
        public static void main(String[] args) { System.out.println(new int[9999][9999][9999].length); }
    }
    public static class CaughtMemory {
        public static void main(String[] args) {
            List<Object> all = new ArrayList<>();
            for (;;) {
                try { all.add(new byte[1 << 20]); } catch (OutOfMemoryError error) { kept = error; }
            }
        }
    }
    public static class DeepMonitors {
        static int enter(Object monitor, int depth) {
            synchronized (monitor) { return depth == 0 ? 0 : 1 + enter(monitor, depth - 1); }
        }
        public static void main(String[] args) {
            int depth = 0;
            for (int i = 0; i < 40; i++) depth += enter(new Object(), 2000);
            System.out.println(depth);
        }
    }
    public static class WaitsForEver {
        public static void main(String[] args) throws Exception {
            Object monitor = new Object();
            synchronized (monitor) { monitor.wait(); }
        }
    }
    public static class Deadlock {
        public static void main(String[] args) throws Exception {
            Object a = new Object(), b = new Object();
            CountDownLatch both = new CountDownLatch(2);
            Thread one = new Thread(() -> meet(a, b, both)), other = new Thread(() -> meet(b, a, both));
            one.start();
            other.start();
            one.join();
            other.join();
        }
        static void meet(Object first, Object second, CountDownLatch both) {
            synchronized (first) {
                both.countDown();
                try { both.await(); } catch (InterruptedException e) { throw new IllegalStateException(e); }
                synchronized (second) { System.out.println("unreachable"); }
            }
        }
    }
    public static class ThreadsWithoutEnd {
        public static void main(String[] args) {
            for (;;) new Thread(() -> { for (;;) Thread.yield(); }).start();
        }
    }
    public static class BusyThreads {
        static volatile boolean never;
        public static void main(String[] args) {
            for (int i = 0; i < 50; i++) new Thread(() -> { while (!never) { } }).start();
            while (!never) { }
        }
    }
    public static class EndlessString {
        public static void main(String[] args) {
            String text = "abc";
            for (;;) text += text;
        }
    }
    public static class EndlessOutput {
        public static void main(String[] args) { for (;;) System.out.println("again and again"); }
    }
    public static class EndlessNames {
        public static void main(String[] args) { for (int i = 0; ; i++) ("name" + i).intern(); }
    }
    public static class InitialisesItself {
        static class A { static int a = B.b + 1; }
        static class B { static int b = A.a + 1; }
        public static void main(String[] args) { System.out.println(A.a + " " + B.b); }
    }
    public static class FailsToInitialise {
        static class A { static int a = 1 / Integer.parseInt("0"); }
        public static void main(String[] args) {
            for (int i = 0; i < 2; i++) {
                try { System.out.println(A.a); } catch (Throwable thrown) { System.out.println(thrown); }
            }
        }
    }
    public static class SlowPattern {
        public static void main(String[] args) {
            System.out.println("aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!".matches("(a|aa)+"));
        }
    }
    public static class CyclicCause {
        public static void main(String[] args) {
            Exception a = new Exception("a"), b = new Exception("b", a);
            a.initCause(b);
            a.printStackTrace();
            throw new IllegalStateException(a);
        }
    }
}
"#;

fn booted() -> Launcher {
    let folder: PathBuf = java::compiled("hostile", "Hostile", SOURCE);
    let config = Config { steps: 30_000_000, memory_bytes: MEMORY, depth: 4_000, ..trine_jdk::config() };
    let jdk = Jdk::open(&java::home()).unwrap_or_else(|error| panic!("{error}"));
    Launcher::new(jdk, &[folder], config).unwrap_or_else(|error| panic!("{error}"))
}

fn run(launcher: &mut Launcher, name: &str) -> Outcome {
    launcher.run(&format!("Hostile${name}"), &[], &[]).unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// The class of what ended a program, by what it left on standard error.
fn thrown(outcome: &Outcome) -> String {
    let err = String::from_utf8_lossy(&outcome.err).into_owned();
    let line = err.lines().find(|line| line.contains("Exception")).unwrap_or_default().to_owned();
    line.split_whitespace()
        .find(|word| word.starts_with("java."))
        .unwrap_or(&line)
        .trim_end_matches(':')
        .to_owned()
}

/// Every program, then a plain one, which must not notice.
fn ends(cases: &[(&str, &str)]) {
    let mut launcher = booted();
    let plain = run(&mut launcher, "Plain");
    assert_eq!(String::from_utf8_lossy(&plain.out), "1 [a, b, c] 1\n");
    for (name, expected) in cases {
        let outcome = run(&mut launcher, name);
        let found = match &outcome.ending {
            Ending::Code(0) => format!("prints {}", String::from_utf8_lossy(&outcome.out).trim_end()),
            Ending::Code(_) => format!("throws {}", thrown(&outcome)),
            Ending::Limit(what) => (*what).to_owned(),
            Ending::Unsupported(what) => what.lines().next().unwrap_or_default().to_owned(),
        };
        assert!(found.contains(expected), "{name}: expected `{expected}`, found `{found}`");
        let after = run(&mut launcher, "Plain");
        assert_eq!(
            (after.ending, &after.out, after.steps),
            (plain.ending.clone(), &plain.out, plain.steps),
            "after {name}"
        );
    }
}

#[test]
fn endless_programs_end_at_the_limit_of_steps() {
    let steps = "the limit of steps";
    ends(&[
        ("EndlessLoop", steps),
        ("EndlessLoopInThread", steps),
        ("CaughtRecursion", steps),
        ("CaughtMemory", steps),
        ("BusyThreads", steps),
        ("SlowPattern", steps),
    ]);
}

#[test]
fn what_takes_memory_without_end_is_an_error_of_java() {
    let memory = "throws java.lang.OutOfMemoryError";
    ends(&[
        ("SmallObjects", memory),
        ("Garbage", memory),
        ("LargeArrays", memory),
        ("LargestArray", memory),
        ("ManyDimensions", memory),
        ("EndlessString", memory),
        ("EndlessNames", memory),
        ("EndlessOutput", "the limit of"),
        ("ThreadsWithoutEnd", "the limit of steps"),
    ]);
}

#[test]
fn what_waits_for_ever_is_told() {
    ends(&[("WaitsForEver", "wait for each other, for ever"), ("Deadlock", "wait for each other, for ever")]);
}

#[test]
fn deep_and_circular_programs_do_what_java_does() {
    ends(&[
        ("EndlessRecursion", "throws java.lang.StackOverflowError"),
        ("DeepMonitors", "prints 80000"),
        ("InitialisesItself", "prints 2 1"),
        (
            "FailsToInitialise",
            "prints java.lang.ExceptionInInitializerError\njava.lang.NoClassDefFoundError: Could not initialize class",
        ),
        ("CyclicCause", "throws java.lang.IllegalStateException"),
    ]);
}

#[test]
fn a_program_is_the_same_on_a_fork_whose_brother_was_cut_off() {
    let mut launcher = booted();
    let mut fork = launcher.fork();
    let plain = run(&mut launcher, "Plain");
    assert!(matches!(run(&mut launcher, "EndlessLoopInThread").ending, Ending::Limit(_)));
    let there = run(&mut fork, "Plain");
    assert_eq!((there.out, there.steps), (plain.out, plain.steps));
}
