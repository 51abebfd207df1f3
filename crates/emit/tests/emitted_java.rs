//! Emitted Java: compiled with all warnings as errors, run by the frameworks themselves, and looked at.

mod java;

use java::model::model;
use java::native;
use java::sequence::{Growing, described, seen, seen_bool, seen_double, seen_int, seen_long, seen_text};
use trine_emit::junit::{Framework, Options, Written, write};
use trine_testcase::objects::{
    Action, ClassApi, ClassUse, Ended, ObjectTest, Operand, Primitive, Seen, Shown, StepId, TypeUse,
};

/// Classes with what makes tests hard to write.
const SOURCE: &str = r#"
package com.example;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.Comparator;
import java.util.List;
import java.util.function.IntSupplier;

class Account {
    static int count;
    public String owner;
    private long balance;

    Account(String owner, long balance) {
        if (balance < 0) {
            throw new IllegalArgumentException("negative");
        }
        this.owner = owner;
        this.balance = balance;
        count++;
    }

    boolean withdraw(long amount) {
        if (amount < 0) {
            throw new IllegalArgumentException();
        }
        if (amount > balance) {
            return false;
        }
        balance -= amount;
        return true;
    }

    void close() throws IOException {
        if (balance != 0) {
            throw new IOException();
        }
    }

    void open() throws FileNotFoundException { }

    long getBalance() { return balance; }

    boolean isEmpty() { return balance == 0; }

    Account self() { return this; }

    @Deprecated
    int old() { return 7; }

    static Account of(String text) { return text.isEmpty() ? null : new Account(text, 0); }

    void transfer(Account other, long amount) { balance -= amount; other.balance += amount; }

    @Override
    public String toString() { return owner + ":" + balance; }
}

class Box<T extends Comparable<T>> {
    private final T value;
    Box(T value) { this.value = value; }
    T get() { return value; }
    static <E> E identity(E value) { return value; }
    List<T> list() { return List.of(value); }
}

class Over {
    static int take(Object value) { return 1; }
    static int take(String value) { return 2; }
    static int take(int value) { return 3; }
    static int take(long value) { return 4; }
    static int only(Object value) { return 5; }
    static int pick(String value) { return 6; }
    static int pick(Integer value) { return 7; }
    static int small(byte value) { return value; }
    static byte tiny() { return -3; }
    static char letter(char c) { return Character.toUpperCase(c); }
    static float half(float value) { return value / 2; }
    static double not() { return Double.NaN; }
    static Integer wrapped(int value) { return value; }
    static Object object(int value) { return value; }
    static Boolean truth() { return true; }
    static int sum(int... values) { int sum = 0; for (int value : values) sum += value; return sum; }
    static int count(String first, Object... rest) { return rest == null ? -1 : rest.length; }
    static int lists(List<String>[] lists) { return lists.length; }
    static int[] squares(int n) { int[] all = new int[n]; for (int i = 0; i < n; i++) all[i] = i * i; return all; }
    static double[] halves() { return new double[] {0.5, -0.0, Double.NaN}; }
    static Object[] mixed() { return new Object[] {"a", null, new Account("Ada", 3)}; }
    static int deep(int[][] rows) { return rows[1][0]; }
    static Class<?> kind() { return String.class; }
    static String text(String text) { return text; }
    static Color next(Color color) { return color == Color.RED ? Color.DARK_BLUE : Color.RED; }
}

enum Color { RED, DARK_BLUE }

class Outer {
    private final int base;
    Outer(int base) { this.base = base; }
    class Inner {
        private final int more;
        Inner(int more) { this.more = more; }
        int sum() { return base + more; }
    }
    static class Nested {
        int value = 4;
    }
}

abstract class Shape {
    abstract double area();
    protected abstract String name(int... values);
    double twice() { return area() + area(); }
}

interface Source { int next(); default int sum() { return next() + next() + next(); } }

interface Visitor {
    int visit(int value);
    int visit(String text);
    <E extends Comparable<E>> List<E> all(Class<E> kind);
    default int total() { return visit(1) + visit(2) + visit("") + visit("x"); }
}

class Pick {
    static <E> List<E> of(Class<E> kind) { return kind == null ? List.of() : null; }
    static <E> List<E> of(String name) { return null; }
}

class Uses {
    static int total(Visitor visitor) { return visitor.total(); }
    static int call(IntSupplier supplier) { return supplier.getAsInt(); }
    static int compare(Comparator<String> comparator, String one, String two) { return comparator.compare(one, two); }
    static double area(Shape shape) { return shape.twice(); }
    static int sum(Source source) { return source.sum(); }
}
"#;

const MODEL: &str = "
class com/example/Account
  new(String owner, long balance)
  boolean withdraw(long amount)
  void close() throws java/io/IOException
  void open() throws java/io/FileNotFoundException
  long getBalance()
  boolean isEmpty()
  com/example/Account self()
  @Deprecated int old()
  static com/example/Account of(String text)
  void transfer(com/example/Account other, long amount)
  String owner
  static int count
class com/example/Box<T extends Comparable>
  new(T value)
  T get()
  static <E> E identity(E value)
  java/util/List<T> list()
class com/example/Over
  static int take(Object value)
  static int take(String value)
  static int take(int value)
  static int take(long value)
  static int only(Object value)
  static int pick(String value)
  static int pick(Integer value)
  static int small(byte value)
  static byte tiny()
  static char letter(char c)
  static float half(float value)
  static double not()
  static Integer wrapped(int value)
  static Object object(int value)
  static Boolean truth()
  static int sum(int... values)
  static int count(String first, Object... rest)
  static int lists(java/util/List<String>[] lists)
  static int[] squares(int n)
  static double[] halves()
  static Object[] mixed()
  static int deep(int[][] rows)
  static Class<?> kind()
  static String text(String text)
  static com/example/Color next(com/example/Color color)
enum com/example/Color
  constant RED
  constant DARK_BLUE
class com/example/Outer
  new(int base)
inner class com/example/Outer$Inner
  new(int more)
  int sum()
class com/example/Outer$Nested
  new()
  int value
abstract class com/example/Shape
  new()
  abstract double area()
  abstract String name(int... values)
  double twice()
interface com/example/Source
  abstract int next()
  int sum()
interface com/example/Visitor
  abstract int visit(int value)
  abstract int visit(String text)
  abstract <E extends java/lang/Comparable<E>> java/util/List<E> all(java/lang/Class<E> kind)
  int total()
class com/example/Pick
  static <E> java/util/List<E> of(java/lang/Class<E> kind)
  static <E> java/util/List<E> of(String name)
class com/example/Uses
  static int total(com/example/Visitor visitor)
  static int call(java/util/function/IntSupplier supplier)
  static int compare(java/util/Comparator<String> comparator, String one, String two)
  static double area(com/example/Shape shape)
  static int sum(com/example/Source source)
interface java/util/function/IntSupplier
  abstract int getAsInt()
interface java/util/Comparator<T>
  abstract int compare(T left, T right)
interface java/util/List<T>
  int size()
class java/lang/Class<T>
interface java/lang/Comparable<T>
class java/io/FileNotFoundException implements java/io/IOException
class java/io/IOException implements java/lang/Exception
class java/util/ArrayList<E> implements java/util/List<E>
  new()
";

fn api() -> ClassApi {
    model("com.example", MODEL)
}

type Builder = fn(&mut Growing<'_>);

/// Tests: what each is about, and its sequence.
const TESTS: &[(&str, Builder)] = &[
    ("Account.withdraw", |s| {
        let account = ada(s, 100);
        let amount = vec![s.long(30)];
        let result = s.call(account, "Account.withdraw", amount);
        s.result(result, seen_bool(true));
        s.query(account, "Account.getBalance", seen_long(70));
        s.query(account, "Account.owner", seen_text("Ada"));
    }),
    ("Account.withdraw", |s| {
        let account = ada(s, 0);
        let amount = vec![s.long(1)];
        let result = s.call(account, "Account.withdraw", amount);
        s.result(result, seen_bool(false));
    }),
    ("Account.withdraw", |s| {
        let account = ada(s, 0);
        let amount = vec![s.long(i64::MAX)];
        let result = s.call(account, "Account.withdraw", amount);
        s.result(result, seen_bool(false));
    }),
    ("Account.withdraw", |s| {
        let account = ada(s, 100);
        let amount = vec![s.long(-1)];
        s.call(account, "Account.withdraw", amount);
        s.throws("java/lang/IllegalArgumentException");
        s.query(account, "Account.getBalance", seen_long(100));
    }),
    ("Account.new", |s| {
        let args = vec![Operand::Null, s.long(i64::MIN)];
        s.create("Account.new", args);
        s.throws("java/lang/IllegalArgumentException");
    }),
    ("Account.new", |s| {
        let account = ada(s, 5);
        s.result(account, described("Ada:5"));
    }),
    ("Account.close", |s| {
        let account = ada(s, 0);
        s.call(account, "Account.open", vec![]);
        s.call(account, "Account.close", vec![]);
        s.query(account, "Account.isEmpty", seen_bool(true));
    }),
    ("Account.open", |s| {
        let account = ada(s, 0);
        s.call(account, "Account.open", vec![]);
    }),
    ("Account.close", |s| {
        let account = ada(s, 1);
        s.call(account, "Account.close", vec![]);
        s.throws("java/io/IOException");
    }),
    ("Account.getBalance", |s| {
        let account = ada(s, 3);
        let balance = s.call(account, "Account.getBalance", vec![]);
        s.result(balance, seen_long(3));
        s.query(account, "Account.getBalance", seen_long(3));
        s.query(account, "Account.isEmpty", seen_bool(false));
    }),
    ("Account.self", |s| {
        let account = ada(s, 1);
        let same = s.call(account, "Account.self", vec![]);
        s.result(same, Seen::Same(account));
    }),
    ("Account.old", |s| {
        let account = ada(s, 1);
        let old = s.call(account, "Account.old", vec![]);
        s.result(old, seen_int(7));
    }),
    ("Account.of", |s| {
        let text = vec![s.text("")];
        let account = s.call_static("Account.of", text);
        s.result(account, Seen::Null);
    }),
    ("Account.of", |s| {
        let text = vec![s.text("a\"b\u{e9}\\")];
        let account = s.call_static("Account.of", text);
        s.result(account, Seen::NotNull);
        s.query(account, "Account.owner", seen_text("a\"b\u{e9}\\"));
    }),
    ("Account.transfer", |s| {
        let account = ada(s, 5);
        let other = ada(s, 0);
        let args = vec![Operand::Step(other), s.long(5)];
        s.call(account, "Account.transfer", args);
        s.query(account, "Account.isEmpty", seen_bool(true));
        s.query(other, "Account.isEmpty", seen_bool(false));
    }),
    ("Account.transfer", |s| {
        let account = ada(s, 5);
        let other = ada(s, 0);
        let args = vec![Operand::Step(other), s.long(5)];
        s.call(account, "Account.transfer", args);
        s.query(account, "Account.getBalance", seen_long(0));
    }),
    ("Box.get", |s| {
        let value = vec![s.boxed(5)];
        let of_ints = s.new_as("Box.new", value, Some("com/example/Box<Integer>"));
        let value = s.call_as(Some(of_ints), "Box.get", vec![], Some("Integer"));
        s.result(value, Seen::Boxed(Primitive::Int, 5));
    }),
    ("Box.list", |s| {
        let value = vec![s.text("x")];
        let texts = s.new_as("Box.new", value, Some("com/example/Box<String>"));
        let list = s.call_as(Some(texts), "Box.list", vec![], Some("java/util/List<String>"));
        s.result(list, described("[x]"));
        s.query(list, "List.size", seen_int(1));
    }),
    ("Box.identity", |s| {
        let value = vec![s.text("x")];
        let same = s.call_as(None, "Box.identity", value, Some("String"));
        s.result(same, seen_text("x"));
    }),
    ("Over.take", |s| {
        let (text, null) = (vec![s.text("x")], vec![Operand::Null]);
        let on_text = overloaded(s, "String", text);
        let on_null = overloaded(s, "Object", null.clone());
        let text_null = overloaded(s, "String", null);
        let (boxed, text) = (vec![s.boxed(1)], vec![s.text("y")]);
        let on_boxed = overloaded(s, "Object", boxed);
        let on_object = overloaded(s, "Object", text);
        let (int, long) = (vec![s.int(-1)], vec![s.long(-1)]);
        let on_int = overloaded(s, "int", int);
        let on_long = overloaded(s, "long", long);
        for (step, value) in [
            (on_text, 2),
            (on_null, 1),
            (text_null, 2),
            (on_boxed, 1),
            (on_object, 1),
            (on_int, 3),
            (on_long, 4),
        ] {
            s.result(step, seen_int(value));
        }
    }),
    ("Over.only", |s| {
        for arg in [Operand::Null, s.boxed(-1), s.text("x")] {
            let step = s.call_static("Over.only", vec![arg]);
            s.result(step, seen_int(5));
        }
    }),
    ("Over.pick", |s| {
        let step = s.call_static("Over.pick", vec![Operand::Null]);
        s.result(step, seen_int(6));
    }),
    ("Over.small", |s| {
        let arg = s.value(Primitive::Byte, 0xfe);
        let step = s.call_static("Over.small", vec![arg]);
        s.result(step, seen_int(-2));
        let step = s.call_static("Over.tiny", vec![]);
        s.result(step, seen(Primitive::Byte, 0xfd));
        let arg = s.value(Primitive::Char, u128::from(b'a'));
        let step = s.call_static("Over.letter", vec![arg]);
        s.result(step, seen(Primitive::Char, u128::from(b'A')));
    }),
    ("Over.half", |s| {
        let arg = s.value(Primitive::Float, u128::from(3.0f32.to_bits()));
        let step = s.call_static("Over.half", vec![arg]);
        s.result(step, seen(Primitive::Float, u128::from(1.5f32.to_bits())));
        let step = s.call_static("Over.not", vec![]);
        s.result(step, seen_double(f64::NAN));
        let step = s.call_static("Over.halves", vec![]);
        s.result(step, Seen::Elements(vec![seen_double(0.5), seen_double(-0.0), seen_double(f64::NAN)]));
    }),
    ("Over.wrapped", |s| {
        for (path, value) in [("Over.wrapped", 5), ("Over.object", -5)] {
            let arg = vec![s.int(value)];
            let step = s.call_static(path, arg);
            s.result(step, Seen::Boxed(Primitive::Int, u128::from(value as u32)));
        }
        let step = s.call_static("Over.truth", vec![]);
        s.result(step, Seen::Boxed(Primitive::Boolean, 1));
    }),
    ("Over.sum", |s| {
        let elements = vec![s.int(1), s.int(2)];
        let values = s.array("int[]", elements);
        let step = s.call_static("Over.sum", vec![Operand::Step(values)]);
        s.result(step, seen_int(3));
        let values = s.array("int[]", vec![]);
        let step = s.call_static("Over.sum", vec![Operand::Step(values)]);
        s.result(step, seen_int(0));
    }),
    ("Over.count", |s| {
        let elements = vec![s.text("a"), s.boxed(2), Operand::Null];
        for (elements, count) in [(elements, 3), (vec![Operand::Null], 1)] {
            let rest = s.array("Object[]", elements);
            let args = vec![s.text("f"), Operand::Step(rest)];
            let step = s.call_static("Over.count", args);
            s.result(step, seen_int(count));
        }
        let args = vec![s.text("f"), Operand::Null];
        let step = s.call_static("Over.count", args);
        s.result(step, seen_int(-1));
    }),
    ("Over.lists", |s| {
        let value = vec![s.text("x")];
        let of_text = s.new_as("Box.new", value, Some("com/example/Box<String>"));
        let list = s.call_as(Some(of_text), "Box.list", vec![], Some("java/util/List<String>"));
        let lists = s.array("java/util/List<String>[]", vec![Operand::Step(list), Operand::Null]);
        let step = s.call_static("Over.lists", vec![Operand::Step(lists)]);
        s.result(step, seen_int(2));
    }),
    ("Over.squares", |s| {
        let args = vec![s.int(3)];
        let step = s.call_static("Over.squares", args);
        s.result(step, Seen::Elements(vec![seen_int(0), seen_int(1), seen_int(4)]));
        let args = vec![s.int(0)];
        let step = s.call_static("Over.squares", args);
        s.result(step, Seen::Elements(vec![]));
    }),
    ("Over.mixed", |s| {
        let step = s.call_static("Over.mixed", vec![]);
        s.result(step, Seen::Elements(vec![seen_text("a"), Seen::Null, described("Ada:3")]));
    }),
    ("Over.deep", |s| {
        let (first, second) = (vec![s.int(1), s.int(2)], vec![s.int(3)]);
        let (first, second) = (s.array("int[]", first), s.array("int[]", second));
        let rows = s.array("int[][]", vec![Operand::Step(first), Operand::Step(second)]);
        let step = s.call_static("Over.deep", vec![Operand::Step(rows)]);
        s.result(step, seen_int(3));
        s.expect(Shown::Elements(second), Seen::Elements(vec![seen_int(3)]));
    }),
    ("Over.kind", |s| {
        let step = s.call_static("Over.kind", vec![]);
        s.result(step, Seen::ClassObject(TypeUse::Class(ClassUse::plain("java/lang/String"))));
    }),
    ("Over.text", |s| {
        let long = "=".repeat(100);
        let args = vec![s.text(&long)];
        let step = s.call_static("Over.text", args);
        s.result(step, seen_text(&long));
    }),
    ("Over.next", |s| {
        let (red, blue) = (s.member("Color.RED"), s.member("Color.DARK_BLUE"));
        let step = s.call_static("Over.next", vec![Operand::Constant(red)]);
        s.result(step, Seen::Constant(blue));
    }),
    ("Inner.sum", |s| {
        let args = vec![s.int(1)];
        let outer = s.create("Outer.new", args);
        let args = vec![s.int(2)];
        let constructor = s.member("Inner.new");
        let action = Action::New { constructor, outer: Some(Operand::Step(outer)), args };
        let inner = s.push(action, Some("com/example/Outer$Inner"));
        let sum = s.call(inner, "Inner.sum", vec![]);
        s.result(sum, seen_int(3));
        let nested = s.create("Nested.new", vec![]);
        let (field, value) = (s.member("Nested.value"), s.int(-4));
        s.push(Action::Set { field, receiver: Some(Operand::Step(nested)), value }, None);
        s.query(nested, "Nested.value", seen_int(-4));
    }),
    ("Uses.call", |s| {
        let answers = vec![("IntSupplier.getAsInt", vec![s.int(5)])];
        let supplier = s.mock("java/util/function/IntSupplier", answers);
        let step = s.call_static("Uses.call", vec![Operand::Step(supplier)]);
        s.result(step, seen_int(5));
    }),
    ("Uses.compare", |s| {
        let comparator = s.mock("java/util/Comparator<String>", vec![]);
        let args = vec![Operand::Step(comparator), s.text("a"), s.text("b")];
        let step = s.call_static("Uses.compare", args);
        s.result(step, seen_int(0));
    }),
    ("Uses.area", |s| {
        let value = s.value(Primitive::Double, u128::from(2.5f64.to_bits()));
        let shape = s.mock("com/example/Shape", vec![("Shape.area", vec![value])]);
        let step = s.call_static("Uses.area", vec![Operand::Step(shape)]);
        s.result(step, seen_double(5.0));
    }),
    ("Uses.sum", |s| {
        let answers = vec![("Source.next", vec![s.int(5), s.int(6)])];
        let source = s.mock("com/example/Source", answers);
        let step = s.call_static("Uses.sum", vec![Operand::Step(source)]);
        s.result(step, seen_int(17));
    }),
    ("Uses.total", |s| {
        let (of_numbers, of_texts) =
            (s.overload("Visitor", "visit", "int"), s.overload("Visitor", "visit", "String"));
        let answers = vec![(of_numbers, vec![s.int(1), s.int(2)]), (of_texts, vec![s.int(30), s.int(40)])];
        let visitor = s.push(Action::Mock { constructed: None, answers }, Some("com/example/Visitor"));
        let step = s.call_static("Uses.total", vec![Operand::Step(visitor)]);
        s.result(step, seen_int(73));
    }),
    ("Pick.of", |s| {
        let method = s.member("Pick.of");
        let action = Action::Call { method, receiver: None, args: vec![Operand::Null] };
        let list = s.push(action, Some("java/util/List<Integer>"));
        s.query(list, "List.size", seen_int(0));
    }),
    ("Uses.call", |s| {
        let step = s.call_static("Uses.call", vec![Operand::Null]);
        s.throws("java/lang/NullPointerException");
        let _ = step;
    }),
];

fn ada(s: &mut Growing<'_>, balance: i64) -> StepId {
    let args = vec![s.text("Ada"), s.long(balance)];
    s.create("Account.new", args)
}

/// A call of the overload of `take` with this parameter.
fn overloaded(s: &mut Growing<'_>, parameter: &str, args: Vec<Operand>) -> StepId {
    let method = s.overload("Over", "take", parameter);
    s.push(Action::Call { method, receiver: None, args }, Some("int"))
}

fn tests(api: &ClassApi) -> Vec<ObjectTest> {
    let build = |(about, build): &(&str, Builder)| {
        let mut growing = Growing::new(api);
        build(&mut growing);
        growing.test(about)
    };
    TESTS.iter().map(build).collect()
}

fn written(framework: Framework, release: u32) -> Written {
    let api = api();
    let written = write(&api, &tests(&api), &Options { framework, release, ..Options::default() });
    assert_eq!(written.skipped, []);
    written
}

/// Compares with a file beside this one; `TRINE_UPDATE=1` writes it.
fn golden(name: &str, text: &str) {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden").join(name);
    if std::env::var_os("TRINE_UPDATE").is_some() {
        std::fs::create_dir_all(path.parent().expect("a folder")).expect("folders are made");
        std::fs::write(&path, text).expect("goldens are written");
    }
    let expected = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(expected == text, "{name} differs (TRINE_UPDATE=1 accepts it):\n{text}");
}

#[test]
fn the_source_is_as_reviewed() {
    golden("junit5/AccountTest.java.txt", &written(Framework::JUnit5, 17).text);
    golden("junit4/AccountTest.java.txt", &written(Framework::JUnit4, 8).text);
    golden("testng/AccountTest.java.txt", &written(Framework::TestNg, 11).text);
}

#[test]
fn it_compiles_without_warnings_and_passes_under_junit_5() {
    passes(Framework::JUnit5, 17);
}

#[test]
fn it_compiles_for_java_8_and_passes_under_junit_4() {
    passes(Framework::JUnit4, 8);
}

#[test]
fn it_compiles_and_passes_under_testng() {
    passes(Framework::TestNg, 11);
}

/// The classes, each in a file of its own, with package and imports.
fn sources() -> Vec<(String, String)> {
    let (imports, classes) = SOURCE.split_once("\n\nclass ").expect("imports come first");
    let classes = format!("\n\nclass {classes}");
    let mut files: Vec<String> = Vec::new();
    for part in classes.split("\n\n") {
        if part.starts_with(' ') {
            let last = files.last_mut().expect("a class comes first");
            last.push_str(&format!("\n\n{part}"));
        } else if !part.is_empty() {
            files.push(part.to_owned());
        }
    }
    let name = |text: &str| {
        let mut words = text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
        words.find(|word| word.starts_with(|c: char| c.is_uppercase())).expect("a name").to_owned()
    };
    files
        .iter()
        .map(|text| (format!("com/example/{}.java", name(text)), format!("{imports}\n\n{text}")))
        .collect()
}

fn passes(framework: Framework, release: u32) {
    let written = written(framework, release);
    let sources = sources();
    let sources: Vec<(&str, &str)> =
        sources.iter().map(|(path, text)| (path.as_str(), text.as_str())).collect();
    let passed = native::run(&sources, &[&written], framework, release);
    assert_eq!(passed, TESTS.len());
}

#[test]
fn a_test_that_does_not_end_is_skipped_with_a_reason() {
    let api = api();
    let mut all = tests(&api);
    all[0].ended = Ended::Limit { step: StepId(1), what: "100 steps".to_owned() };
    let written = write(&api, &all, &Options::default());
    assert_eq!(written.skipped, [(0, "it does not end within 100 steps".to_owned())]);
    assert_eq!((written.names.len(), written.names[0].as_deref()), (TESTS.len(), None));
}

#[test]
fn names_that_are_taken_are_avoided() {
    let api = api();
    let neighbours = ["AccountTest", "AccountGeneratedTest", "Test"].map(str::to_owned).into();
    let written = write(&api, &tests(&api)[..1], &Options { neighbours, ..Options::default() });
    assert_eq!(written.path, "com/example/AccountGenerated2Test.java");
    assert!(written.text.contains("    @org.junit.jupiter.api.Test\n"), "{}", written.text);
}

#[test]
fn tests_of_equal_calls_are_named_by_what_was_done_with_the_object_before() {
    let api = api();
    let build = |build: Builder| {
        let mut growing = Growing::new(&api);
        build(&mut growing);
        growing.test("Account.withdraw")
    };
    let tests = [
        build(|s| {
            let account = ada(s, 0);
            let amount = vec![s.long(7)];
            let result = s.call(account, "Account.withdraw", amount);
            s.result(result, seen_bool(false));
        }),
        build(|s| {
            let account = ada(s, 0);
            s.call(account, "Account.open", vec![]);
            let amount = vec![s.long(7)];
            let result = s.call(account, "Account.withdraw", amount);
            s.result(result, seen_bool(false));
        }),
    ];
    let names = write(&api, &tests, &Options::default()).names;
    let names: Vec<&str> = names.iter().flatten().map(String::as_str).collect();
    assert_eq!(names, ["withdrawReturnsFalseFor7OfAdaAndZero", "withdrawReturnsFalseFor7AfterOpen"]);
}
