//! What a run of a short sequence costs, with a reset and without.

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
}

criterion_group!(benches, sequences);
criterion_main!(benches);
