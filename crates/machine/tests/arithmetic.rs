//! Integer operations at many widths on edge values, against arithmetic on lists of bits.

mod common;

use common::{machine, run};
use std::fmt::Write;
use trine_machine::{FaultKind, Machine, RunOutcome, TerminationReason};

const WIDTHS: [u32; 10] = [1, 7, 8, 16, 31, 32, 33, 64, 65, 128];
const BINARY: [&str; 13] =
    ["add", "sub", "mul", "and", "or", "xor", "shl", "lshr", "ashr", "udiv", "sdiv", "urem", "srem"];
const PREDICATES: [&str; 10] = ["eq", "ne", "ugt", "uge", "ult", "ule", "sgt", "sge", "slt", "sle"];

/// A number as its bits, lowest first.
type Bits = Vec<bool>;

fn to_bits(value: u128, width: u32) -> Bits {
    (0..width).map(|bit| bit < 128 && value >> bit & 1 == 1).collect()
}

fn from_bits(bits: &[bool]) -> u128 {
    bits.iter().enumerate().map(|(position, &bit)| u128::from(bit) << position).sum()
}

fn add(a: &[bool], b: &[bool], mut carry: bool) -> Bits {
    let mut sum = Bits::new();
    for (&x, &y) in a.iter().zip(b) {
        sum.push(x ^ y ^ carry);
        carry = x && y || carry && (x || y);
    }
    sum
}

fn not(a: &[bool]) -> Bits {
    a.iter().map(|bit| !bit).collect()
}

fn negate(a: &[bool]) -> Bits {
    add(&not(a), &to_bits(0, a.len() as u32), true)
}

fn shift_left(a: &[bool], amount: usize) -> Bits {
    (0..a.len()).map(|position| position >= amount && a[position - amount]).collect()
}

fn shift_right(a: &[bool], amount: usize, fill: bool) -> Bits {
    (0..a.len()).map(|position| a.get(position + amount).copied().unwrap_or(fill)).collect()
}

fn multiply(a: &[bool], b: &[bool]) -> Bits {
    let mut product = to_bits(0, a.len() as u32);
    for (position, _) in b.iter().enumerate().filter(|(_, bit)| **bit) {
        product = add(&product, &shift_left(a, position), false);
    }
    product
}

/// Whether a < b, highest bit first.
fn below(a: &[bool], b: &[bool]) -> bool {
    a.iter().rev().lt(b.iter().rev())
}

/// Long division: quotient and remainder. One bit more than the width is kept in between.
fn divide(a: &[bool], b: &[bool]) -> (Bits, Bits) {
    let width = a.len();
    let mut divisor = b.to_vec();
    divisor.push(false);
    let mut rest = vec![false; width + 1];
    let mut quotient = vec![false; width];
    for position in (0..width).rev() {
        rest = shift_left(&rest, 1);
        rest[0] = a[position];
        if !below(&rest, &divisor) {
            rest = add(&rest, &not(&divisor), true);
            quotient[position] = true;
        }
    }
    rest.pop();
    (quotient, rest)
}

/// The result, or what the operation is at fault with.
fn reference(op: &str, width: u32, a: u128, b: u128) -> Result<u128, FaultKind> {
    let (x, y) = (to_bits(a, width), to_bits(b, width));
    let sign = |bits: &[bool]| bits[width as usize - 1];
    let magnitude = |bits: &[bool]| if sign(bits) { negate(bits) } else { bits.to_vec() };
    let signed = |bits: Bits, negative| if negative { negate(&bits) } else { bits };
    let smallest = shift_left(&to_bits(1, width), width as usize - 1);
    let minus_one = not(&to_bits(0, width));
    if matches!(op, "shl" | "lshr" | "ashr") && b >= u128::from(width) {
        return Err(FaultKind::InvalidShift { amount: u64::try_from(b).unwrap_or(u64::MAX), width });
    }
    if matches!(op, "udiv" | "sdiv" | "urem" | "srem") && b == 0 {
        return Err(FaultKind::DivisionByZero);
    }
    if matches!(op, "sdiv" | "srem") && x == smallest && y == minus_one {
        return Err(FaultKind::DivisionOverflow);
    }
    let pairs = || x.iter().zip(&y);
    let result = match op {
        "add" => add(&x, &y, false),
        "sub" => add(&x, &not(&y), true),
        "mul" => multiply(&x, &y),
        "and" => pairs().map(|(x, y)| *x && *y).collect(),
        "or" => pairs().map(|(x, y)| *x || *y).collect(),
        "xor" => pairs().map(|(x, y)| x != y).collect(),
        "shl" => shift_left(&x, b as usize),
        "lshr" => shift_right(&x, b as usize, false),
        "ashr" => shift_right(&x, b as usize, sign(&x)),
        "udiv" => divide(&x, &y).0,
        "urem" => divide(&x, &y).1,
        "sdiv" => signed(divide(&magnitude(&x), &magnitude(&y)).0, sign(&x) != sign(&y)),
        _ => signed(divide(&magnitude(&x), &magnitude(&y)).1, sign(&x)),
    };
    Ok(from_bits(&result))
}

fn holds(predicate: &str, width: u32, a: u128, b: u128) -> bool {
    let (mut x, mut y) = (to_bits(a, width), to_bits(b, width));
    if predicate.starts_with('s') {
        let top = width as usize - 1;
        (x[top], y[top]) = (!x[top], !y[top]);
    }
    match &predicate[predicate.len() - 2..] {
        "eq" => x == y,
        "ne" => x != y,
        "gt" => below(&y, &x),
        "ge" => !below(&x, &y),
        "lt" => below(&x, &y),
        _ => !below(&y, &x),
    }
}

fn edge_values(width: u32) -> Vec<u128> {
    let mask = u128::MAX >> (128 - width);
    let top = 1u128 << (width - 1);
    let width = u128::from(width);
    let mut values: Vec<u128> = vec![0, 1, 2, 3, 5, 0x5555, top, top - 1, top + 1, mask, mask - 1];
    values.extend([width - 1, width, width + 1, 0x0123_4567_89AB_CDEF_FEDC_BA98_7654_3210]);
    values.iter_mut().for_each(|value| *value &= mask);
    values.sort_unstable();
    values.dedup();
    values
}

/// A program with a function for each of `names` at each width: `add32(i32, i32)`.
fn table(names: &[&str], line: impl Fn(&str, u32) -> (String, String)) -> Machine {
    let (mut heads, mut bodies, mut count) = (String::new(), String::new(), 0);
    for name in names {
        for width in WIDTHS {
            let (signature, body) = line(name, width);
            writeln!(heads, "fn{count}: \"{name}{width}\"{signature} defined").unwrap();
            writeln!(bodies, "body fn{count} = function \"{name}{width}\"{signature} {{\n{body}}}").unwrap();
            count += 1;
        }
    }
    machine(&format!("program\n{heads}\n{bodies}"))
}

fn outcome(outcome: &RunOutcome) -> Result<u128, FaultKind> {
    match &outcome.reason {
        TerminationReason::Returned => Ok(outcome.returns.first().unwrap()),
        TerminationReason::Fault(fault) => Err(fault.kind.clone()),
        other => panic!("{other:?}"),
    }
}

#[test]
fn operations_of_two_operands_agree_with_arithmetic_on_bits() {
    let mut machine = table(&BINARY, |op, w| {
        (
            format!("(i{w}, i{w}) -> (i{w})"),
            format!("block0(v0: i{w}, v1: i{w}):\n v2: i{w} = {op} v0, v1\n return v2\n"),
        )
    });
    for op in BINARY {
        for width in WIDTHS {
            for a in edge_values(width) {
                for b in edge_values(width) {
                    let got = outcome(&run(&mut machine, &format!("{op}{width}"), &[a, b]));
                    assert_eq!(got, reference(op, width, a, b), "{op} i{width} {a:#x}, {b:#x}");
                }
            }
        }
    }
}

#[test]
fn adding_a_constant_agrees_with_adding_a_register() {
    for width in WIDTHS {
        for b in edge_values(width) {
            let text = common::function_text(
                &format!("(i{width}) -> (i{width})"),
                &format!("block0(v0: i{width}):\n v1: i{width} = add v0, 0x{b:x}:i{width}\n return v1"),
            );
            let mut machine = machine(&text);
            for a in edge_values(width) {
                let got = outcome(&run(&mut machine, "f", &[a]));
                assert_eq!(got, reference("add", width, a, b), "i{width} {a:#x} + {b:#x}");
            }
        }
    }
}

#[test]
fn comparisons_agree_with_the_order_of_bits_as_values_and_in_branches() {
    let value = |p: &str, w: u32| {
        (
            format!("(i{w}, i{w}) -> (i1)"),
            format!("block0(v0: i{w}, v1: i{w}):\n v2: i1 = icmp.{p} v0, v1\n return v2\n"),
        )
    };
    let branch = |p: &str, w: u32| {
        let body = format!(
            "site0: branch\nblock0(v0: i{w}, v1: i{w}):\n v2: i1 = icmp.{p} v0, v1\n branch v2, \
             block1(1:i1), block1(0:i1), site0\nblock1(v3: i1):\n return v3\n"
        );
        (format!("(i{w}, i{w}) -> (i1)"), body)
    };
    let mut machines = [table(&PREDICATES, value), table(&PREDICATES, branch)];
    for predicate in PREDICATES {
        for width in WIDTHS {
            for a in edge_values(width) {
                for b in edge_values(width) {
                    let expected = Ok(u128::from(holds(predicate, width, a, b)));
                    for machine in &mut machines {
                        let got = outcome(&run(machine, &format!("{predicate}{width}"), &[a, b]));
                        assert_eq!(got, expected, "{predicate} i{width} {a:#x}, {b:#x}");
                    }
                }
            }
        }
    }
}

#[test]
fn a_branch_on_a_constant_agrees_with_one_on_a_register() {
    for predicate in PREDICATES {
        for width in [1, 8, 32, 33, 64, 65] {
            for b in edge_values(width) {
                let text = common::function_text(
                    &format!("(i{width}) -> (i1)"),
                    &format!(
                        "site0: branch\nblock0(v0: i{width}):\n v1: i1 = icmp.{predicate} v0, \
                         0x{b:x}:i{width}\n branch v1, block1, block2, site0\nblock1:\n return 1:i1\n\
                         block2:\n return 0:i1"
                    ),
                );
                let mut machine = machine(&text);
                for a in edge_values(width) {
                    let got = outcome(&run(&mut machine, "f", &[a]));
                    let expected = u128::from(holds(predicate, width, a, b));
                    assert_eq!(got, Ok(expected), "{predicate} i{width} {a:#x}, {b:#x}");
                }
            }
        }
    }
}

#[test]
fn integers_are_extended_and_cut_bit_by_bit() {
    for from in WIDTHS {
        for to in WIDTHS {
            let casts: &[&str] = match from.cmp(&to) {
                std::cmp::Ordering::Less => &["zext", "sext"],
                std::cmp::Ordering::Greater => &["trunc"],
                std::cmp::Ordering::Equal => continue,
            };
            for cast in casts {
                let text = common::function_text(
                    &format!("(i{from}) -> (i{to})"),
                    &format!("block0(v0: i{from}):\n v1: i{to} = {cast} v0\n return v1"),
                );
                let mut machine = machine(&text);
                for value in edge_values(from) {
                    let mut bits = to_bits(value, from);
                    let fill = *cast == "sext" && bits[from as usize - 1];
                    bits.resize(to as usize, fill);
                    let got = outcome(&run(&mut machine, "f", &[value]));
                    assert_eq!(got, Ok(from_bits(&bits)), "{cast} i{from} {value:#x} to i{to}");
                }
            }
        }
    }
}

#[test]
fn signed_overflow_is_a_fault_only_when_asked_for_and_marked() {
    for (op, width) in ["add", "sub", "mul"].iter().flat_map(|op| WIDTHS.map(|width| (op, width))) {
        let text = |mark: &str| {
            common::function_text(
                &format!("(i{width}, i{width}) -> (i{width})"),
                &format!(
                    "block0(v0: i{width}, v1: i{width}):\n v2: i{width} = {op}{mark} v0, v1\n return v2"
                ),
            )
        };
        let asked = trine_machine::Config { signed_overflow_faults: true, ..Default::default() };
        let mut checked = common::machine_with(&text(".nsw"), asked.clone());
        let mut unmarked = common::machine_with(&text(""), asked);
        let mut wrapping = common::machine_with(&text(".nsw"), Default::default());
        for a in edge_values(width) {
            for b in edge_values(width) {
                let exact = |bits: u128| {
                    let mut bits = to_bits(bits, width);
                    let sign = bits[width as usize - 1];
                    bits.resize(300, sign);
                    bits
                };
                let wide = match *op {
                    "add" => add(&exact(a), &exact(b), false),
                    "sub" => add(&exact(a), &not(&exact(b)), true),
                    _ => multiply(&exact(a), &exact(b)),
                };
                let sign = wide[width as usize - 1];
                let fits = wide[width as usize..].iter().all(|&bit| bit == sign);
                let wrapped = reference(op, width, a, b);
                let expected = if fits { wrapped.clone() } else { Err(FaultKind::SignedOverflow) };
                assert_eq!(outcome(&run(&mut checked, "f", &[a, b])), expected, "{op} i{width} {a} {b}");
                assert_eq!(outcome(&run(&mut unmarked, "f", &[a, b])), wrapped);
                assert_eq!(outcome(&run(&mut wrapping, "f", &[a, b])), wrapped);
            }
        }
    }
}
