//! Small modules of LLVM IR that ask of the runtime what std asks of it, one thing at a time.

use trine_rust_runtime::{Ending, Limits, LoadError, Outcome, RustProgram};

const HEAD: &str = r#"target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"
declare i64 @write(i32, ptr, i64)
declare void @exit(i32)
declare i32 @pthread_create(ptr, ptr, ptr, ptr)
declare i32 @pthread_join(i64, ptr)
declare i64 @syscall(i64, ...)
declare i32 @__cxa_thread_atexit_impl(ptr, ptr, ptr)
declare i32 @_Unwind_RaiseException(ptr)
declare i32 @rust_eh_personality(...)
declare i32 @clock_nanosleep(i32, i32, ptr, ptr)
declare ptr @llvm.threadlocal.address.p0(ptr)
declare void @llvm.x86.sse2.pause()
@letters = constant [8 x i8] c"abcdefgh"
define void @print(i64 %which) {
  %at = getelementptr i8, ptr @letters, i64 %which
  %written = call i64 @write(i32 1, ptr %at, i64 1)
  ret void
}
define void @destroy(ptr %value) {
  %which = ptrtoint ptr %value to i64
  call void @print(i64 %which)
  ret void
}
"#;

fn load(text: &str) -> RustProgram {
    RustProgram::load("test.ll", format!("{HEAD}{text}"), Limits::default())
        .unwrap_or_else(|error| panic!("{error}"))
}

fn run(text: &str) -> Outcome {
    load(text).run(&["test"], b"")
}

fn printed(text: &str) -> String {
    let outcome = run(text);
    assert_eq!(outcome.ending, Ending::Exited(0));
    String::from_utf8(outcome.stdout).expect("letters")
}

#[test]
fn what_main_returns_is_the_exit_code() {
    let outcome =
        run("define i32 @main(i32 %count, ptr %all) {\n  %code = add i32 %count, 6\n  ret i32 %code\n}");
    assert_eq!(outcome.ending, Ending::Exited(7));
    let outcome =
        run("define i32 @main(i32 %count, ptr %all) {\n  call void @exit(i32 -1)\n  unreachable\n}");
    assert_eq!(outcome.ending, Ending::Exited(255));
}

#[test]
fn thread_local_values_are_destroyed_in_reverse_order_at_the_end() {
    let text = "define i32 @main(i32 %count, ptr %all) {
  %a = call i32 @__cxa_thread_atexit_impl(ptr @destroy, ptr inttoptr (i64 1 to ptr), ptr null)
  %b = call i32 @__cxa_thread_atexit_impl(ptr @destroy, ptr inttoptr (i64 2 to ptr), ptr null)
  call void @print(i64 0)
  ret i32 0
}";
    assert_eq!(printed(text), "acb");
}

#[test]
fn an_exception_is_caught_by_the_landing_pad_of_a_caller() {
    let text = "
define void @raises(ptr %exception) personality ptr @rust_eh_personality {
  %code = invoke i32 @_Unwind_RaiseException(ptr %exception) to label %never unwind label %clean
never:
  unreachable
clean:
  %pad = landingpad { ptr, i32 } cleanup
  call void @print(i64 0)
  resume { ptr, i32 } %pad
}
define i32 @main(i32 %count, ptr %all) personality ptr @rust_eh_personality {
  %exception = alloca [32 x i8]
  invoke void @raises(ptr %exception) to label %never unwind label %caught
never:
  ret i32 1
caught:
  %pad = landingpad { ptr, i32 } catch ptr null
  %object = extractvalue { ptr, i32 } %pad, 0
  %same = icmp eq ptr %object, %exception
  %which = select i1 %same, i64 1, i64 2
  call void @print(i64 %which)
  ret i32 0
}";
    assert_eq!(printed(text), "ab");
}

const THREADS: &str = "
@word = global i32 0
@local = thread_local global i32 5
define void @start(ptr %names, i64 %which, ptr %function) {
  %place = getelementptr i64, ptr %names, i64 %which
  %argument = inttoptr i64 %which to ptr
  %code = call i32 @pthread_create(ptr %place, ptr null, ptr %function, ptr %argument)
  ret void
}
define void @join(ptr %names, i64 %which) {
  %place = getelementptr i64, ptr %names, i64 %which
  %name = load i64, ptr %place
  %code = call i32 @pthread_join(i64 %name, ptr null)
  ret void
}
";

#[test]
fn each_thread_has_its_own_local_and_thread_local_variables() {
    let text = "
define ptr @body(ptr %argument) {
  %mine = alloca i64
  %which = ptrtoint ptr %argument to i64
  store i64 %which, ptr %mine
  %local = call ptr @llvm.threadlocal.address.p0(ptr @local)
  %before = load i32, ptr %local
  %add = trunc i64 %which to i32
  %after = add i32 %before, %add
  store i32 %after, ptr %local
  %ignored = call i64 (i64, ...) @syscall(i64 24)
  %again = call ptr @llvm.threadlocal.address.p0(ptr @local)
  %now = load i32, ptr %again
  %sum = sub i32 %now, 5
  %value = zext i32 %sum to i64
  %kept = load i64, ptr %mine
  %same = icmp eq i64 %value, %kept
  %letter = select i1 %same, i64 %kept, i64 7
  call void @print(i64 %letter)
  ret ptr null
}
define i32 @main(i32 %count, ptr %all) {
  %names = alloca [3 x i64]
  call void @start(ptr %names, i64 0, ptr @body)
  call void @start(ptr %names, i64 1, ptr @body)
  call void @start(ptr %names, i64 2, ptr @body)
  call void @join(ptr %names, i64 2)
  call void @join(ptr %names, i64 1)
  call void @join(ptr %names, i64 0)
  %local = call ptr @llvm.threadlocal.address.p0(ptr @local)
  %own = load i32, ptr %local
  %code = sub i32 %own, 5
  ret i32 %code
}";
    assert_eq!(printed(&format!("{THREADS}{text}")), "abc");
}

#[test]
fn a_futex_waits_for_its_word_and_its_wake() {
    let text = "
define ptr @body(ptr %argument) {
  %differs = call i64 (i64, ...) @syscall(i64 202, ptr @word, i32 128, i32 1, ptr null)
  %refused = icmp eq i64 %differs, -1
  %first = select i1 %refused, i64 0, i64 7
  call void @print(i64 %first)
  %waited = call i64 (i64, ...) @syscall(i64 202, ptr @word, i32 128, i32 0, ptr null)
  %word = load i32, ptr @word
  %letter = zext i32 %word to i64
  call void @print(i64 %letter)
  ret ptr null
}
define i32 @main(i32 %count, ptr %all) {
  %names = alloca [1 x i64]
  call void @start(ptr %names, i64 0, ptr @body)
  %ignored = call i64 (i64, ...) @syscall(i64 24)
  call void @print(i64 1)
  store i32 2, ptr @word
  %woken = call i64 (i64, ...) @syscall(i64 202, ptr @word, i32 129, i32 1)
  %letter = add i64 %woken, 3
  call void @print(i64 %letter)
  call void @join(ptr %names, i64 0)
  ret i32 0
}";
    assert_eq!(printed(&format!("{THREADS}{text}")), "abec");
}

#[test]
fn threads_that_sleep_go_on_in_the_order_of_their_times() {
    let text = "
define ptr @body(ptr %argument) {
  %which = ptrtoint ptr %argument to i64
  %time = alloca [2 x i64]
  %seconds = sub i64 10, %which
  store i64 %seconds, ptr %time
  %at = getelementptr i64, ptr %time, i64 1
  store i64 0, ptr %at
  %code = call i32 @clock_nanosleep(i32 1, i32 0, ptr %time, ptr null)
  call void @print(i64 %which)
  ret ptr null
}
define i32 @main(i32 %count, ptr %all) {
  %names = alloca [2 x i64]
  call void @start(ptr %names, i64 0, ptr @body)
  call void @start(ptr %names, i64 1, ptr @body)
  call void @join(ptr %names, i64 0)
  call void @join(ptr %names, i64 1)
  ret i32 0
}";
    assert_eq!(printed(&format!("{THREADS}{text}")), "ba");
}

#[test]
fn a_pause_lets_the_thread_run_that_is_waited_for() {
    let text = "
define ptr @body(ptr %argument) {
  store i32 1, ptr @word
  ret ptr null
}
define i32 @main(i32 %count, ptr %all) {
  %names = alloca [1 x i64]
  call void @start(ptr %names, i64 0, ptr @body)
  br label %wait
wait:
  call void @llvm.x86.sse2.pause()
  %word = load i32, ptr @word
  %set = icmp eq i32 %word, 1
  br i1 %set, label %done, label %wait
done:
  ret i32 0
}";
    assert_eq!(run(&format!("{THREADS}{text}")).ending, Ending::Exited(0));
}

#[test]
fn a_deadlock_ends_the_run_and_is_named() {
    let text = "define i32 @main(i32 %count, ptr %all) {
  %word = alloca i32
  store i32 0, ptr %word
  %waited = call i64 (i64, ...) @syscall(i64 202, ptr %word, i32 128, i32 0, ptr null)
  ret i32 0
}";
    let Ending::Unsupported(what) = run(text).ending else { panic!("no end") };
    assert!(what.starts_with("a deadlock"), "{what}");
}

#[test]
fn unknown_functions_and_system_calls_are_named() {
    let text = "declare i32 @fork_a_lot()\ndefine i32 @main(i32 %count, ptr %all) {\n  %code = call i32 @fork_a_lot()\n  ret i32 %code\n}";
    let Ending::Unsupported(what) = run(text).ending else { panic!("no end") };
    assert!(what.contains("`fork_a_lot`") && what.contains("in main"), "{what}");
    let text = "define i32 @main(i32 %count, ptr %all) {\n  %code = call i64 (i64, ...) @syscall(i64 999)\n  ret i32 0\n}";
    let Ending::Unsupported(what) = run(text).ending else { panic!("no end") };
    assert!(what.contains("system call number 999"), "{what}");
}

#[test]
fn a_module_without_main_is_refused_with_the_next_step() {
    let error =
        RustProgram::load("test.ll", HEAD.to_owned(), Limits::default()).expect_err("there is no main");
    assert!(matches!(error, LoadError::NoMain { .. }));
    assert!(error.to_string().contains("--emit=llvm-ir"), "{error}");
}

#[test]
fn accesses_of_unsafe_code_are_checked() {
    let text = "define i32 @main(i32 %count, ptr %all) {\n  %place = alloca [4 x i8]\n  %beyond = getelementptr i8, ptr %place, i64 4\n  store i8 1, ptr %beyond\n  ret i32 0\n}";
    let Ending::Fault(what) = run(text).ending else { panic!("no fault") };
    assert!(what.contains("offset 4 of an object of 4 bytes"), "{what}");
}

#[test]
fn integers_of_256_bits_are_added_multiplied_and_compared() {
    let body = |check: &str| {
        format!(
            "@a = global i256 340282366920938463463374607431768211457
@b = global i256 -3
define i32 @main(i32 %count, ptr %all) {{
  %a = load volatile i256, ptr @a
  %b = load volatile i256, ptr @b
{check}
  %code = zext i1 %holds to i32
  ret i32 %code
}}"
        )
    };
    let checks = [
        "  %x = mul i256 %a, %a\n  %holds = icmp eq i256 %x, 680564733841876926926749214863536422913",
        "  %x = mul i256 %a, %b\n  %y = add i256 %a, %a\n  %z = add i256 %y, %a\n  %w = add i256 %x, %z\n  %holds = icmp eq i256 %w, 0",
        "  %x = sub i256 %b, %a\n  %y = sub i256 %x, %b\n  %z = add i256 %y, %a\n  %holds = icmp ule i256 %z, 0",
        "  %holds = icmp slt i256 %b, %a",
        "  %holds = icmp ugt i256 %b, %a",
        "  %x = add i256 %a, 1\n  %holds = icmp sgt i256 %x, %a",
        "  %x = sub i256 %a, 1\n  %holds = icmp ne i256 %x, %a",
        "  %holds = icmp sge i256 %a, %a",
    ];
    for check in checks {
        assert_eq!(run(&body(check)).ending, Ending::Exited(1), "{check}");
    }
}

#[test]
fn assembly_that_code_hides_values_and_divides_with_is_understood() {
    let text = "define i32 @main(i32 %count, ptr %all) {
  %hidden = call ptr asm sideeffect alignstack inteldialect \"/*${0:q}*/\", \"=&r,0,~{memory}\"(ptr %all)
  %same = icmp eq ptr %hidden, %all
  %both = call { i64, i64 } asm inteldialect \"div ${2:q}\", \"=&{dx},=&{ax},r,0,1,~{flags}\"(i64 10, i64 1, i64 5)
  %rest = extractvalue { i64, i64 } %both, 0
  %quotient = extractvalue { i64, i64 } %both, 1
  %right = icmp eq i64 %quotient, 1844674407370955162
  %all.right = and i1 %same, %right
  %code = trunc i64 %rest to i32
  %told = select i1 %all.right, i32 %code, i32 100
  ret i32 %told
}";
    assert_eq!(run(text).ending, Ending::Exited(1));
}

#[test]
fn vectors_of_bits_are_words_in_memory() {
    let text = "define i32 @main(i32 %count, ptr %all) {
  %place = alloca i16
  %bits = icmp ult <16 x i8> <i8 0, i8 1, i8 2, i8 3, i8 4, i8 5, i8 6, i8 7, i8 8, i8 9, i8 10, i8 11, i8 12, i8 13, i8 14, i8 15>, splat (i8 3)
  store <16 x i1> %bits, ptr %place
  %word = load i16, ptr %place
  %again = load <16 x i1>, ptr %place
  %third = extractelement <16 x i1> %again, i64 2
  %fourth = extractelement <16 x i1> %again, i64 3
  %a = zext i16 %word to i32
  %b = select i1 %third, i32 %a, i32 100
  %c = select i1 %fourth, i32 200, i32 %b
  ret i32 %c
}";
    assert_eq!(run(text).ending, Ending::Exited(7));
}

#[test]
fn runs_of_a_loaded_program_are_the_same() {
    let mut program =
        load("define i32 @main(i32 %count, ptr %all) {\n  call void @print(i64 3)\n  ret i32 %count\n}");
    let first = program.run(&["a", "b"], b"");
    assert_eq!((first.ending.clone(), first.stdout.as_slice()), (Ending::Exited(2), &b"d"[..]));
    assert_eq!(program.run(&["a", "b"], b""), first);
}
