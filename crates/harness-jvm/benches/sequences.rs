//! What a run of 15 calls costs, with a reset and without: on a class of ours, and on three of the class library.

#![allow(missing_docs)]

#[path = "../tests/common/mod.rs"]
#[allow(dead_code)]
mod common;

use common::{Model, stage};
use criterion::{Criterion, criterion_group, criterion_main};
use trine_machine::Ignore;

const SOURCE: &str = "package p; public class Account { private long sum; \
    public Account(String owner, long sum) { this.sum = sum + owner.length(); } \
    public long add(int by) { sum += by; return sum; } }";

fn sequences(criterion: &mut Criterion) {
    let mut model = Model::new("p");
    model.class("p/Account").constructor("(Ljava/lang/String;J)V").method("add", "(I)J");
    let mut stage = stage("bench", SOURCE, &model);
    let mut test = model.sequence();
    let account = test.call("p/Account", "<init>", None, &["\"Ada\"", "1"]);
    for _ in 0..14 {
        test.call("p/Account", "add", Some(account), &["5"]);
    }
    let sequence = test.finish();
    stage.reset();
    criterion.bench_function("15 calls without reset", |bench| {
        bench.iter(|| stage.run(&sequence, &mut Ignore).steps);
    });
    criterion.bench_function("15 calls and reset", |bench| {
        bench.iter(|| {
            stage.reset();
            stage.run(&sequence, &mut Ignore).steps
        });
    });
    criterion.bench_function("reset", |bench| bench.iter(|| stage.reset()));
    library(criterion, "java/util/ArrayList", "add", "(Ljava/lang/Object;)Z", "\"Ada\"");
    library(criterion, "java/util/HashSet", "add", "(Ljava/lang/Object;)Z", "\"Ada\"");
    library(criterion, "java/util/BitSet", "flip", "(I)V", "70");
}

/// An object of a class of the JDK, made and worked on by 14 calls of a method, with a reset after each sequence.
fn library(criterion: &mut Criterion, class: &str, method: &str, descriptor: &str, value: &str) {
    let mut model = Model::new("p");
    model.class(class).constructor("()V").method(method, descriptor);
    let mut stage = stage("bench", SOURCE, &model);
    let mut test = model.sequence();
    let object = test.call(class, "<init>", None, &[]);
    for _ in 0..14 {
        test.call(class, method, Some(object), &[value]);
    }
    let sequence = test.finish();
    criterion.bench_function(&format!("15 calls of {class}.{method} and reset"), |bench| {
        bench.iter(|| {
            stage.reset();
            stage.run(&sequence, &mut Ignore).steps
        });
    });
}

criterion_group!(benches, sequences);
criterion_main!(benches);
