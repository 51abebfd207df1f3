//! What observers and domains are told.

mod common;

use common::{function, machine};
use trine_base::Span;
use trine_ir::{FuncId, IntPredicate, RegionId, Type};
use trine_machine::domain::{Binary, IntCompare, MemoryAccess, Operand};
use trine_machine::{
    Activation, BranchEvent, Concrete, Domain, Fault, Ignore, Memory, NoStubs, Observer, Predicate,
    TerminationReason,
};

const CALLS: &str = r#"program
file0: "a.c"
fn0: "f"(i32) -> (i32) defined
fn1: "g"(i32) -> (i32) defined
fn2: "abort"() -> () external
body fn0 = function "f"(i32) -> (i32) {
    site0: branch
    site1: switch 3
    region0: !file0:1:1..9:2
    region1: !file0:3:1..4:2
block0(v0: i32) regions(region0):
    v1: i1 = icmp.sgt v0, 10:i32
    branch v1, block1, block2, site0
block1 regions(region1):
    v2: i32 = call fn1(v0)
    return v2
block2:
    switch v0 [1: 0, 2: 1] default 2 [block3, block4, block5], site1
block3:
    call fn2()
    return 1:i32
block4:
    v3: i32 = load null
    return v3
block5:
    return 3:i32
}
body fn1 = function "g"(i32) -> (i32) {
    site0: branch
block0(v0: i32):
    v1: i32 = and v0, 1:i32
    v2: i1 = trunc v1
    branch v2, block1, block2, site0
block1:
    return 1:i32
block2:
    return 2:i32
}
"#;

#[derive(Default)]
struct Log(Vec<String>);

impl Observer<Concrete> for Log {
    const REGIONS: bool = true;

    fn branch(&mut self, event: &BranchEvent<()>) {
        let how = match event.predicate {
            Predicate::IntCompare { predicate, width, a, b, .. } => format!("{predicate:?} i{width} {a} {b}"),
            Predicate::FloatCompare { predicate, a, b, .. } => format!("{predicate:?} {a} {b}"),
            Predicate::Flag { value, .. } => format!("flag {value}"),
            Predicate::Switch { value, width, .. } => format!("switch i{width} {value}"),
        };
        self.0.push(format!(
            "{} {} outcome {} edge {}: {how}",
            event.function, event.site, event.outcome, event.edge
        ));
    }
    fn regions(&mut self, function: FuncId, regions: &[RegionId], _: Activation) {
        self.0.push(format!("{function} {regions:?}"));
    }
    fn call(&mut self, function: FuncId, activation: Activation) {
        self.0.push(format!("call {function} #{} depth {}", activation.number, activation.depth));
    }
    fn returned(&mut self, function: FuncId, activation: Activation) {
        self.0.push(format!("return {function} #{} depth {}", activation.number, activation.depth));
    }
    fn external(&mut self, function: FuncId, _: Option<Span>) {
        self.0.push(format!("external {function}"));
    }
    fn fault(&mut self, fault: &Fault) {
        self.0.push(format!("fault: {}", fault.kind));
    }
}

fn log(argument: u128) -> Vec<String> {
    let mut machine = machine(CALLS);
    let mut log = Log::default();
    let f = function(&machine, "f");
    machine.run(f, &[argument], &mut Concrete, &mut log, &mut NoStubs);
    log.0
}

#[test]
fn a_run_tells_calls_regions_and_branches_in_order() {
    assert_eq!(
        log(13),
        [
            "call fn0 #0 depth 0",
            "fn0 [region0]",
            "fn0 site0 outcome 0 edge 0: Sgt i32 13 10",
            "fn0 [region1]",
            "call fn1 #1 depth 1",
            "fn1 site0 outcome 0 edge 5: flag true",
            "return fn1 #1 depth 1",
            "return fn0 #0 depth 0",
        ]
    );
}

#[test]
fn a_run_that_fails_tells_the_fault_last() {
    assert_eq!(
        log(2)[2..],
        [
            "fn0 site0 outcome 1 edge 1: Sgt i32 2 10",
            "fn0 site1 outcome 1 edge 3: switch i32 2",
            "fault: read through a null pointer",
        ]
    );
    assert_eq!(log(1)[4..], ["external fn2", "fault: the program aborted"]);
}

#[test]
fn edges_are_numbered_in_order_of_decoding_and_found_again() {
    let mut machine = machine(CALLS);
    let (f, g) = (function(&machine, "f"), function(&machine, "g"));
    machine.prepare(g).unwrap();
    machine.prepare(f).unwrap();
    assert_eq!(machine.edges().count(), 7);
    for (edge, origin) in machine.edges().iter() {
        let first = machine.edges().first_edge(origin.function, origin.site).unwrap();
        assert_eq!(first + origin.outcome, edge);
        assert_eq!(machine.edges().origin(edge), Some(origin));
    }
}

/// Gives every value the set of arguments it depends on, as bits, through memory too.
#[derive(Default)]
struct Taint {
    memory: std::collections::BTreeMap<u64, u8>,
    compared: Vec<(IntPredicate, u8)>,
}

impl Domain for Taint {
    type Shadow = u8;
    const TRACKS: bool = true;

    fn argument(&mut self, index: usize, _: Type, _: u128) -> u8 {
        1 << index
    }
    fn binary(&mut self, event: &Binary<u8>) -> u8 {
        event.a.shadow | event.b.shadow
    }
    fn int_compare(&mut self, event: &IntCompare<u8>) -> u8 {
        let both = event.a.shadow | event.b.shadow;
        self.compared.push((event.predicate, both));
        both
    }
    fn load(&mut self, event: &MemoryAccess<u8>, _: &Memory) -> u8 {
        self.memory.get(&(event.address.bits as u64)).copied().unwrap_or(0)
    }
    fn store(&mut self, event: &MemoryAccess<u8>) {
        self.memory.insert(event.address.bits as u64, event.value.shadow);
    }
    fn shim(&mut self, _: &'static str, operands: &[Operand<u8>], _: u128, _: &Memory) -> u8 {
        operands.iter().fold(0, |all, operand| all | operand.shadow)
    }
}

#[derive(Default)]
struct Shadows(Vec<u8>);

impl Observer<Taint> for Shadows {
    fn branch(&mut self, event: &BranchEvent<u8>) {
        match event.predicate {
            Predicate::IntCompare { shadow, .. }
            | Predicate::FloatCompare { shadow, .. }
            | Predicate::Flag { shadow, .. }
            | Predicate::Switch { shadow, .. } => self.0.push(shadow),
        }
    }
}

#[test]
fn shadows_travel_through_memory_calls_returns_and_block_parameters() {
    let text = r#"program
fn0: "f"(i32, i32, i32) -> (i32) defined
fn1: "add"(i32, i32) -> (i32) defined
fn2: "id"(i128) -> (i128) defined
body fn0 = function "f"(i32, i32, i32) -> (i32) {
    site0: branch
    site1: branch
    site2: branch
block0(v0: i32, v1: i32, v2: i32):
    v3: ptr = stackalloc 4 align 4
    store v0 -> v3
    v4: i32 = load v3
    v5: i32 = call fn1(v4, v1)
    v6: i1 = icmp.eq v5, 7:i32
    branch v6, block1(v2, v5), block1(v5, v2), site0
block1(v7: i32, v8: i32):
    v9: i1 = icmp.ult v7, v7
    branch v9, block2, block2, site1
block2:
    v10: i128 = zext v8
    v11: i128 = call fn2(v10)
    v12: i128 = add v11, v11
    v13: i1 = icmp.ne v12, 0:i128
    branch v13, block3, block3, site2
block3:
    return 0:i32
}
body fn1 = function "add"(i32, i32) -> (i32) {
block0(v0: i32, v1: i32):
    v2: i32 = add v0, v1
    return v2
}
body fn2 = function "id"(i128) -> (i128) {
block0(v0: i128):
    return v0
}
"#;
    let mut machine = machine(text);
    let f = function(&machine, "f");
    for (args, expected) in [([3, 4, 9], [0b011, 0b100]), ([3, 3, 9], [0b011, 0b011])] {
        let (mut domain, mut shadows) = (Taint::default(), Shadows::default());
        let outcome = machine.run(f, &args, &mut domain, &mut shadows, &mut NoStubs);
        assert_eq!(outcome.reason, TerminationReason::Returned);
        assert_eq!(shadows.0[..2], expected);
        // zext has no hook in this domain, so nothing is known behind it.
        assert_eq!(shadows.0[2], 0);
        assert_eq!(domain.compared[0], (IntPredicate::Eq, 0b011));
    }
}

#[test]
fn the_same_program_runs_alike_with_and_without_shadows() {
    let text = include_str!("programs/crc.ir");
    let mut machine = machine(text);
    let f = FuncId(0);
    let concrete = machine.run(f, &[100], &mut Concrete, &mut Ignore, &mut NoStubs);
    machine.reset();
    let tracked = machine.run(f, &[100], &mut Taint::default(), &mut Ignore, &mut NoStubs);
    assert_eq!(concrete, tracked);
}

#[test]
fn the_programs_of_the_benchmark_compute_what_they_should() {
    let run = |text, argument: u128| {
        let mut machine = machine(text);
        let args = [argument, argument, argument];
        let count = machine.program().callables[FuncId(0)].signature.params.len();
        let outcome = machine.run(FuncId(0), &args[..count], &mut Concrete, &mut Ignore, &mut NoStubs);
        outcome.returns.first()
    };
    assert_eq!(run(include_str!("programs/fib.ir"), 15), Some(610));
    assert_eq!(run(include_str!("programs/sieve.ir"), 1000), Some(168));
    assert_eq!(run(include_str!("programs/triangle.ir"), 5), Some(3));
    let crc = (0..100u32)
        .fold(u32::MAX, |crc, byte| (0..8).fold(crc ^ byte, |crc, _| crc >> 1 ^ (0xEDB8_8320 * (crc & 1))));
    assert_eq!(run(include_str!("programs/crc.ir"), 100), Some(u128::from(!crc)));
    let hash = (0..1000i32).fold(7u32, |acc, i| {
        let next = acc.wrapping_mul(31).wrapping_add(i as u32) ^ acc >> 7;
        if next & 12 == 0 { next.wrapping_add(3) } else { next }
    });
    assert_eq!(run(include_str!("programs/loop.ir"), 1000), Some(u128::from(hash)));
}
