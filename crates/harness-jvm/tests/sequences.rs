//! Sequences over a compiled class: what they give, how they end, what they show.

mod carved;
mod common;

use common::{Model, stage};
use trine_harness_jvm::{Calls, Variation};
use trine_machine::Ignore;
use trine_testcase::objects::{Action, Ended, Operand, Seen, Shown, StepId};

const SOURCE: &str = r#"
package shop;
public class Account {
    public enum Kind { SMALL, LARGE { @Override public String toString() { return "large"; } } }
    public interface Rates { int of(String name); default int twice(String name) { return 2 * of(name); } }
    public static int opened;
    private final String owner;
    private long balance;
    private int asked;
    public Account(String owner, long balance) {
        if (balance < 0) throw new IllegalArgumentException("negative");
        this.owner = owner; this.balance = balance; opened++;
    }
    public boolean withdraw(int amount) {
        if (amount > balance) throw new TooLittle();
        balance -= amount;
        return balance == 0;
    }
    static class TooLittle extends IllegalStateException { }
    public long getBalance() { return balance; }
    public int asked() { return ++asked; }
    public String owner() { return owner; }
    public Kind kind() { return balance > 99 ? Kind.LARGE : Kind.SMALL; }
    public Account self() { return this; }
    public int hash() { return System.identityHashCode(this); }
    public byte shift(byte by, char mark) { return (byte) (by - mark); }
    public int rate(Rates rates) { return rates.of(owner) * 100 + rates.twice("x"); }
    public static Object box(Object of) { return of; }
    public int[] digits(int[] into) { into[0] = 7; return into; }
    public static void spin() { while (true) { opened++; } }
    @Override public String toString() { return owner + ":" + balance; }
}
class Nested extends Account {
    Nested() { super("n", 5); }
    @Override public String owner() { return "nested"; }
}
"#;

fn model() -> Model {
    let mut model = Model::new("shop");
    model.class("shop/Account").constructor("(Ljava/lang/String;J)V");
    for (name, descriptor) in [
        ("withdraw", "(I)Z"),
        ("getBalance", "()J"),
        ("asked", "()I"),
        ("owner", "()Ljava/lang/String;"),
        ("kind", "()Lshop/Account$Kind;"),
        ("self", "()Lshop/Account;"),
        ("hash", "()I"),
        ("shift", "(BC)B"),
        ("rate", "(Lshop/Account$Rates;)I"),
        ("digits", "([I)[I"),
    ] {
        model.method(name, descriptor);
    }
    model.static_method("box", "(Ljava/lang/Object;)Ljava/lang/Object;");
    model.static_method("spin", "()V");
    model.class("shop/Nested").constructor("()V");
    model.class("shop/Account$Rates").method("of", "(Ljava/lang/String;)I");
    model.class("shop/Account$Kind").constant("SMALL").constant("LARGE");
    model
}

#[test]
fn steps_give_values_that_later_steps_use() {
    let model = model();
    let mut stage = stage("values", SOURCE, &model);
    let mut test = model.sequence();
    let account = test.call("shop/Account", "<init>", None, &["\"Ada\"", "100"]);
    test.call("shop/Account", "withdraw", Some(account), &["30"]);
    let left = test.call("shop/Account", "getBalance", Some(account), &[]);
    let shifted = test.call("shop/Account", "shift", Some(account), &["-3", "'A'"]);
    let sequence = test.finish();
    stage.reset();
    let run = stage.run(&sequence, &mut Ignore);
    assert_eq!(run.ended, Ended::Returned);
    assert_eq!(run.values[left.0 as usize], 70);
    assert_eq!(run.values[shifted.0 as usize] as u32 as i32, -68);
    assert!(run.steps < 5_000, "{}", run.steps);
    let classes = stage.classes(&sequence, &run);
    assert_eq!(classes[0].1, stage.api().class_named("shop/Account"));
    assert_eq!(classes[1].1, None);
}

#[test]
fn calls_select_by_the_class_of_the_receiver() {
    let model = model();
    let mut stage = stage("dispatch", SOURCE, &model);
    let mut test = model.sequence();
    let nested = test.call("shop/Nested", "<init>", None, &[]);
    test.call("shop/Account", "owner", Some(nested), &[]);
    let sequence = test.finish();
    let (_, shown) = stage.record(&sequence);
    let owner = shown.iter().find(|shown| shown.shown == Shown::Result(StepId(1))).unwrap();
    assert_eq!(owner.seen, Seen::Text("nested".encode_utf16().collect()));
}

#[test]
fn what_calls_change_is_told_of_those_that_return() {
    let model = model();
    let mut stage = stage("modifiers", SOURCE, &model);
    let mut test = model.sequence();
    let account = test.call("shop/Account", "<init>", None, &["\"Ada\"", "10"]);
    test.call("shop/Account", "getBalance", Some(account), &[]);
    for amount in ["3", "0", "8"] {
        test.call("shop/Account", "withdraw", Some(account), &[amount]);
    }
    let sequence = test.finish();
    let methods: Vec<_> = sequence.steps.steps.iter().filter_map(|step| step.action.member()).collect();
    stage.reset();
    stage.run(&sequence, &mut Ignore);
    assert_eq!(stage.calls().count(), 0, "nobody looks");
    for _ in 0..2 {
        stage.reset();
        stage.run_looking(&sequence, &mut Ignore);
    }
    let mut calls: Vec<_> = stage.calls().collect();
    calls.sort_unstable_by_key(|&(method, _)| method);
    let mut expected = [
        (methods[1], Calls { all: 2, changing: 0 }),
        // In each run the first takes something, the second nothing, and the third throws.
        (methods[2], Calls { all: 4, changing: 2 }),
    ];
    expected.sort_unstable_by_key(|&(method, _)| method);
    assert_eq!(calls, expected);
}

#[test]
fn objects_that_calls_changed_have_sizes() {
    let mut model = model();
    model.class("java/util/ArrayList").constructor("()V");
    model.method("add", "(Ljava/lang/Object;)Z").method("size", "()I");
    model.api.subjects.pop();
    let mut stage = stage("sizes", SOURCE, &model);
    let mut sizes = |adds: &[&str]| {
        let mut test = model.sequence();
        let list = test.call("java/util/ArrayList", "<init>", None, &[]);
        test.call("java/util/ArrayList", "size", Some(list), &[]);
        for value in adds {
            test.call("java/util/ArrayList", "add", Some(list), &[value]);
        }
        let sequence = test.finish();
        stage.reset();
        let run = stage.run_looking(&sequence, &mut Ignore);
        stage.sizes(&sequence, &run)
    };
    assert_eq!(sizes(&[]), [], "looking changes nothing");
    let (one, three) = (sizes(&["\"a\""]), sizes(&["\"a\"", "\"b\"", "\"c\""]));
    let (StepId(list), least) = one[0];
    // The list, its array, and an element; then two more.
    assert_eq!((one.len(), list, least), (1, 0, 3));
    assert_eq!(three, [(StepId(0), 5)]);
}

#[test]
fn an_exception_ends_a_sequence_and_is_named_as_a_test_may() {
    let model = model();
    let mut stage = stage("exceptions", SOURCE, &model);
    let mut test = model.sequence();
    let account = test.call("shop/Account", "<init>", None, &["\"Ada\"", "1"]);
    test.call("shop/Account", "withdraw", Some(account), &["2"]);
    test.call("shop/Account", "getBalance", Some(account), &[]);
    let sequence = test.finish();
    stage.reset();
    let run = stage.run(&sequence, &mut Ignore);
    assert_eq!(
        run.ended,
        Ended::Threw {
            step: StepId(1),
            class: "shop/Account$TooLittle".to_owned(),
            named: "shop/Account$TooLittle".to_owned(),
            thrown_in: "shop/Account.withdraw(I)Z".to_owned(),
        }
    );
    let mut test = model.sequence();
    let null = test.call("shop/Account", "box", None, &["null"]);
    test.call("shop/Account", "self", Some(null), &[]);
    stage.reset();
    let run = stage.run(&test.finish(), &mut Ignore);
    let Ended::Threw { step, class, thrown_in, .. } = run.ended else { panic!("{run:?}") };
    assert_eq!((step, &*class, &*thrown_in), (StepId(1), "java/lang/NullPointerException", ""));
}

#[test]
fn only_pure_and_stable_queries_are_expected() {
    let model = model();
    let mut stage = stage("queries", SOURCE, &model);
    let mut test = model.sequence();
    let account = test.call("shop/Account", "<init>", None, &["\"Ada\"", "100"]);
    test.call("shop/Account", "withdraw", Some(account), &["1"]);
    let about = model.member("shop/Account", "withdraw");
    let sequence = test.finish();
    let test = stage.finish(&sequence, about, &[Variation::number(1)]).unwrap();
    let seen = |name: &str| {
        let member = model.member("shop/Account", name);
        let found = test.expectations.iter().find(|shown| shown.shown == Shown::Query(account, member));
        found.map(|found| found.seen.clone())
    };
    assert_eq!(seen("asked"), None, "it changes what it gives");
    assert_eq!(seen("hash"), None, "another start of a JVM gives another one");
    assert_eq!(seen("self"), Some(Seen::Same(account)));
    assert_eq!(seen("kind"), Some(Seen::Constant(model.member("shop/Account$Kind", "SMALL"))));
    assert!(matches!(seen("getBalance"), Some(Seen::Leaf(_, 99))));
    let told = Seen::Described("Ada:99".encode_utf16().collect());
    assert_eq!(test.expectations[0].shown, Shown::Result(account));
    assert_eq!(test.expectations[0].seen, told);
    // Replayed one after the other, statics stay, objects are new.
    stage.reset();
    for _ in 0..2 {
        let replay = stage.replay(&test, &mut Ignore);
        assert_eq!(replay.run.ended, Ended::Returned);
        let expected: Vec<_> = test.expectations.iter().map(|shown| Some(shown.seen.clone())).collect();
        assert_eq!(replay.seen, expected);
    }
}

#[test]
fn what_the_last_call_asked_is_not_asked_once_more() {
    let model = model();
    let mut stage = stage("asked", SOURCE, &model);
    let mut test = model.sequence();
    let account = test.call("shop/Account", "<init>", None, &["\"Ada\"", "100"]);
    let balance = test.call("shop/Account", "getBalance", Some(account), &[]);
    let (_, shown) = stage.record(&test.finish());
    let asked = Shown::Query(account, model.member("shop/Account", "getBalance"));
    assert!(shown.iter().all(|one| one.shown != asked), "{shown:?}");
    assert!(shown.iter().any(|one| one.shown == Shown::Result(balance)), "{shown:?}");
}

#[test]
fn mocks_answer_in_order_and_keep_default_methods() {
    let model = model();
    let mut stage = stage("mocks", SOURCE, &model);
    let mut test = model.sequence();
    let account = test.call("shop/Account", "<init>", None, &["\"Ada\"", "100"]);
    let of = model.member("shop/Account$Rates", "of");
    let (five, nine) = (test.operand("5"), test.operand("9"));
    let rates = test.push(
        Action::Mock { constructed: None, answers: vec![(of, vec![five, nine])] },
        "Lshop/Account$Rates;",
    );
    let rate = test.call_with("shop/Account", "rate", Some(account), vec![Operand::Step(rates)]);
    let again = test.call_with("shop/Account", "rate", Some(account), vec![Operand::Step(rates)]);
    let sequence = test.finish();
    stage.reset();
    let run = stage.run(&sequence, &mut Ignore);
    assert_eq!(run.ended, Ended::Returned);
    assert_eq!(run.values[rate.0 as usize], 518);
    assert_eq!(run.values[again.0 as usize], 918);
}

#[test]
fn wrappers_constants_arrays_and_class_objects_are_passed() {
    let model = model();
    let mut stage = stage("operands", SOURCE, &model);
    let mut test = model.sequence();
    let account = test.call("shop/Account", "<init>", None, &["\"Ada\"", "100"]);
    let large = Operand::Constant(model.member("shop/Account$Kind", "LARGE"));
    let constant = test.call_with("shop/Account", "box", None, vec![large]);
    let boxed = test.boxed("1000");
    let boxed = test.call_with("shop/Account", "box", None, vec![boxed]);
    let class = Operand::ClassObject(common::ty("Ljava/util/Map;"));
    let class = test.call_with("shop/Account", "box", None, vec![class]);
    let (one, two) = (test.operand("1"), test.operand("2"));
    let array = test.push(Action::Array { elements: vec![one, two] }, "[I");
    let digits = test.call_with("shop/Account", "digits", Some(account), vec![Operand::Step(array)]);
    let sequence = test.finish();
    let (run, shown) = stage.record(&sequence);
    assert_eq!(run.ended, Ended::Returned);
    let seen = |of: Shown| shown.iter().find(|shown| shown.shown == of).map(|shown| shown.seen.clone());
    assert_eq!(
        seen(Shown::Result(constant)),
        Some(Seen::Constant(model.member("shop/Account$Kind", "LARGE")))
    );
    assert!(matches!(seen(Shown::Result(boxed)), Some(Seen::Boxed(_, 1000))));
    assert_eq!(seen(Shown::Result(class)), Some(Seen::ClassObject(common::ty("Ljava/util/Map;"))));
    assert_eq!(seen(Shown::Result(digits)), Some(Seen::Same(array)));
    let Some(Seen::Elements(elements)) = seen(Shown::Elements(array)) else { panic!("{shown:?}") };
    assert!(matches!(elements[..], [Seen::Leaf(_, 7), Seen::Leaf(_, 2)]));
}

#[test]
fn what_does_not_end_reaches_a_limit_and_the_next_run_is_whole() {
    let model = model();
    let mut stage = stage("limits", SOURCE, &model);
    stage.limit_steps(100_000);
    let mut test = model.sequence();
    test.call("shop/Account", "spin", None, &[]);
    stage.reset();
    let run = stage.run(&test.finish(), &mut Ignore);
    assert!(matches!(run.ended, Ended::Limit { step: StepId(0), .. }), "{run:?}");
    let mut test = model.sequence();
    test.call("shop/Account", "<init>", None, &["\"Ada\"", "-1"]);
    stage.reset();
    let run = stage.run(&test.finish(), &mut Ignore);
    assert!(matches!(run.ended, Ended::Threw { .. }), "{run:?}");
}

const TABLES: &str = r#"
package shop;
public class Account {
    static int made;
    static final int[] TABLE = table();
    static int[] table() {
        int[] table = new int[200_000];
        for (int i = 1; i < table.length; i++) table[i] = table[i - 1] + 1;
        made++;
        return table;
    }
    public static int last() { return TABLE[TABLE.length - 1] + Tables.one + made++; }
    // What is settled for the sake of formats starts a thread.
    static String shown() { return String.format("%d", made); }
}
class Tables {
    static int one = Account.made;
}
class Broken {
    static int two = 1 / (Account.made - Account.made);
}
"#;

#[test]
fn initialisers_that_ran_in_advance_leave_what_they_leave_in_each_run() {
    let mut model = Model::new("shop");
    model.class("shop/Account").static_method("last", "()I");
    let mut stage = stage("settled", TABLES, &model);
    let mut writer = model.sequence();
    writer.call("shop/Account", "last", None, &[]);
    let sequence = writer.finish();
    stage.reset();
    let whole = stage.run(&sequence, &mut Ignore);
    let classes = ["shop/Broken", "shop/Account", "shop/Tables"].map(str::to_owned);
    assert_eq!(stage.settle(&classes, &mut Ignore), ["shop/Account", "shop/Tables"]);
    for _ in 0..2 {
        stage.reset_settled();
        assert_eq!(stage.begun().iter().filter(|class| class.starts_with("shop/")).count(), 2);
        let settled = stage.run(&sequence, &mut Ignore);
        assert_eq!((settled.ended, &settled.values), (whole.ended.clone(), &whole.values));
        assert!(settled.steps * 100 < whole.steps, "{} of {}", settled.steps, whole.steps);
        stage.reset();
        assert_eq!(stage.run(&sequence, &mut Ignore), whole);
    }
}

const HASHED: &str = r#"
package shop;
import java.util.HashMap;
import java.util.Map;
public class Account {
    static final Object[] KEYS = new Object[16];
    static final Map<Object, Integer> KNOWN = new HashMap<>();
    static {
        for (int i = 0; i < KEYS.length; i++) {
            KEYS[i] = new Object();
            KNOWN.put(KEYS[i], i);
        }
    }
    public static int found() {
        int found = 0;
        for (Object key : KEYS) {
            found += KNOWN.containsKey(key) ? 1 : 0;
        }
        return found;
    }
}
"#;

#[test]
fn tables_that_initialisers_filled_by_identity_hashes_are_found_in_other_worlds() {
    let mut model = Model::new("shop");
    model.class("shop/Account").static_method("found", "()I");
    let mut stage = stage("hashed", HASHED, &model);
    let mut writer = model.sequence();
    writer.call("shop/Account", "found", None, &[]);
    let sequence = writer.finish();
    assert_eq!(stage.settle(&["shop/Account".to_owned()], &mut Ignore), ["shop/Account"]);
    for world in 0..5 {
        stage.vary(Variation::number(world));
        stage.reset_settled();
        let settled = stage.run(&sequence, &mut Ignore);
        assert_eq!((settled.ended, settled.values), (Ended::Returned, vec![16]), "world {world}");
    }
}

const BEGINNING_THREADS: &str = r#"
package shop;
public class Account {
    static final java.lang.ref.Cleaner CLEANER = java.lang.ref.Cleaner.create();
    static final String THREAD = Thread.currentThread().getName();
    public static int one() { return 1; }
}
class Working {
    static int done;
    static { new Thread(() -> done++).start(); }
}
"#;

#[test]
fn initialisers_whose_threads_somebody_may_wait_for_do_not_run_in_advance() {
    let mut model = Model::new("shop");
    model.class("shop/Account").static_method("one", "()I");
    let mut stage = stage("begins-threads", BEGINNING_THREADS, &model);
    let classes = ["shop/Working", "shop/Account"].map(str::to_owned);
    // That a class asks for the main thread begins none, and nobody waits for a cleaner.
    assert_eq!(stage.settle(&classes, &mut Ignore), ["shop/Account"]);
}

const WARMED: &str = r#"
package shop;
public class Account {
    static int calls;
    public static int twice(int count) { return java.util.stream.IntStream.range(0, count).map(i -> 2 * i).sum(); }
    public static int counted() { return twice(2) + ++calls; }
    public static int fails() { return Integer.parseInt(String.valueOf(twice(0)) + "x"); }
    public static String zoned() { return System.setProperty("shop.zone", "east"); }
}
"#;

#[test]
fn a_warm_machine_has_done_what_the_class_library_does_once_and_nothing_that_can_be_seen() {
    let mut model = Model::new("shop");
    model.class("shop/Account").static_method("twice", "(I)I").static_method("counted", "()I");
    model.static_method("fails", "()I").static_method("zoned", "()Ljava/lang/String;");
    let mut stage = stage("warm", WARMED, &model);
    let of = |name: &str, args: &[&str]| {
        let mut writer = model.sequence();
        writer.call("shop/Account", name, None, args);
        writer.finish()
    };
    let sequences =
        [of("counted", &[]), of("twice", &["3"]), of("fails", &[]), of("zoned", &[]), of("counted", &[])];
    stage.settle(&["shop/Account".to_owned()], &mut Ignore);
    let runs = |stage: &mut trine_harness_jvm::Stage| -> Vec<trine_harness_jvm::Run> {
        let one = |sequence| {
            stage.reset_settled();
            stage.run(sequence, &mut Ignore)
        };
        sequences.iter().map(one).collect()
    };
    let cold = runs(&mut stage);
    assert_eq!(stage.warm(&sequences, &|_| false), 2, "those that count and set a property leave something");
    let warm = runs(&mut stage);
    for (cold, warm) in cold.iter().zip(&warm) {
        assert_eq!((&cold.ended, &cold.values), (&warm.ended, &warm.values));
    }
    assert!(warm[1].steps * 10 < cold[1].steps, "{} of {}", warm[1].steps, cold[1].steps);
    assert_eq!(stage.warm(&sequences[1..2], &|_| true), 1, "nothing is left to be initialised");
}

const SLEEPER: &str = r#"
package shop;
public class Account {
    public static void sleep(long milliseconds) throws InterruptedException { Thread.sleep(milliseconds); }
}
"#;

#[test]
fn a_test_that_waits_for_long_is_none() {
    let mut model = Model::new("shop");
    model.class("shop/Account").static_method("sleep", "(J)V");
    let mut stage = stage("sleeper", SLEEPER, &model);
    for (milliseconds, waits) in [("20", false), ("86400000", true)] {
        let mut writer = model.sequence();
        writer.call("shop/Account", "sleep", None, &[milliseconds]);
        stage.reset();
        let run = stage.run(&writer.finish(), &mut Ignore);
        assert_eq!(matches!(run.ended, Ended::Limit { .. }), waits, "{:?}", run.ended);
        assert!(waits || run.ended == Ended::Returned);
    }
}
