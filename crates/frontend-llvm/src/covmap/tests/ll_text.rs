//! The little of textual LLVM IR that these tests need, read line by line: coverage globals, blocks, terminators,
//! counter increments. A conditional step (`increment.step` with a widened condition) becomes a real branch, as the
//! lowering makes it.
//!
//! Source: LLVM Language Reference. Not handled: everything else.
//! Cost: linear.

use std::collections::HashMap;

use crate::covmap::flow::FlowGraph;
use crate::covmap::{FunctionRecord, RecordHeader, UnitHeader, UnitMapping, name_hash};

pub(super) struct Module {
    pub(super) records: Vec<FunctionRecord>,
    /// Control-flow graphs by name hash: with branches on constants as they are, and as jumps.
    pub(super) graphs: HashMap<u64, [FlowGraph; 2]>,
}

pub(super) fn parse(text: &str) -> Module {
    let unit = text.lines().find(|l| l.starts_with("@__llvm_coverage_mapping")).map(parse_unit).unwrap();
    let records =
        text.lines().filter(|l| l.starts_with("@__covrec_")).map(|l| parse_record(l, &unit)).collect();
    let names: HashMap<&str, Vec<u8>> = text
        .lines()
        .filter(|l| l.starts_with("@__profn_") || l.starts_with("@\"__profn_"))
        .map(|l| (l.split(" = ").next().unwrap(), string_bytes(l)))
        .collect();
    let mut graphs = HashMap::new();
    for function in text.split("\ndefine ").skip(1) {
        let body = function.split("\n}\n").next().unwrap();
        let graph = [false, true].map(|fold| parse_function(body, fold));
        let Some((_, profile)) = body.split_once("@llvm.instrprof.increment(ptr ") else { continue };
        graphs.insert(name_hash(&names[profile.split(", i64").next().unwrap()]), graph);
    }
    Module { records, graphs }
}

/// The bytes of the first `c"..."` in the line. LLVM writes a backslash as two, other odd bytes in hexadecimal.
fn string_bytes(line: &str) -> Vec<u8> {
    let start = line.find(" c\"").unwrap() + 3;
    let text = &line.as_bytes()[start..];
    let (mut bytes, mut at) = (Vec::new(), 0);
    while text[at] != b'"' {
        if text[at] == b'\\' && text[at + 1] != b'\\' {
            let code = std::str::from_utf8(&text[at + 1..at + 3]).unwrap();
            bytes.push(u8::from_str_radix(code, 16).unwrap());
            at += 3;
        } else {
            bytes.push(text[at]);
            at += if text[at] == b'\\' { 2 } else { 1 };
        }
    }
    bytes
}

/// All `iN value` initialisers behind the last `{` that is followed by one.
fn integers(line: &str, start: &str) -> Vec<i64> {
    let values = line.split_once(start).unwrap().1.split(", [").next().unwrap();
    let values = values.trim_end_matches([' ', '}']).split(", ");
    values.map(|v| v.trim().split(' ').nth(1).unwrap().parse().unwrap()).collect()
}

fn parse_unit(line: &str) -> UnitMapping {
    let n = integers(line, "} { { i32, i32, i32, i32 } { ");
    let word = |i: usize| n[i] as u32;
    let header =
        UnitHeader { n_records: word(0), filenames_size: word(1), coverage_size: word(2), version: word(3) };
    UnitMapping::decode(&header, &string_bytes(line)).unwrap()
}

fn parse_record(line: &str, unit: &UnitMapping) -> FunctionRecord {
    let n = integers(line, "}> <{ ");
    let header = RecordHeader {
        name_hash: n[0] as u64,
        data_len: n[1] as u32,
        func_hash: n[2] as u64,
        filenames_ref: n[3] as u64,
    };
    FunctionRecord::decode(&header, &string_bytes(line), unit).unwrap()
}

#[derive(Default)]
struct Reader {
    names: Vec<String>,
    edges: Vec<(usize, String)>,
    increments: Vec<(usize, u32)>,
}

impl Reader {
    fn open(&mut self, name: &str) -> usize {
        self.names.push(name.to_string());
        self.names.len() - 1
    }

    /// Splits the current block: a branch around a block that bumps the counter.
    fn step(&mut self, block: usize, counter: u32) -> usize {
        let names = [format!("step{block}.true"), format!("step{block}.false"), format!("step{block}.end")];
        let [yes, no, end] = names.clone().map(|n| self.open(&n));
        self.edges.extend([(block, names[0].clone()), (block, names[1].clone())]);
        self.edges.extend([(yes, names[2].clone()), (no, names[2].clone())]);
        self.increments.push((yes, counter));
        end
    }

    fn finish(self) -> FlowGraph {
        let number: HashMap<&str, usize> =
            self.names.iter().enumerate().map(|(i, n)| (n.as_str(), i)).collect();
        let mut edges = Vec::new();
        for (from, to) in &self.edges {
            let edge = (*from, number[to.as_str()]);
            if !edges.contains(&edge) {
                edges.push(edge);
            }
        }
        FlowGraph { entry: 0, blocks: self.names.len(), edges, increments: self.increments }
    }
}

/// With `fold`, a branch on a constant is a jump.
fn parse_function(body: &str, fold: bool) -> FlowGraph {
    let mut reader = Reader::default();
    let mut block = 0;
    let mut in_terminator = false;
    for line in body.lines().skip(1) {
        let code = line.trim();
        if !line.starts_with(' ') {
            let Some((label, _)) = line.split_once(':') else { continue };
            block = reader.open(label.trim_matches('"'));
            continue;
        }
        in_terminator |= ["br ", "switch ", "indirectbr "].iter().any(|t| code.starts_with(t));
        if in_terminator {
            let targets =
                code.split("label %").skip(1).map(|t| t.split([',', ' ', ']', '!']).next().unwrap());
            let constant = ["br i1 true", "br i1 false"].iter().position(|c| fold && code.starts_with(c));
            let taken = targets.enumerate().filter(|(side, _)| constant.is_none_or(|c| c == *side));
            reader.edges.extend(taken.map(|(_, t)| (block, t.trim_matches('"').to_string())));
            in_terminator = code.ends_with('[') || (code.starts_with("i") && !code.contains(']'));
        } else if code.contains("@llvm.instrprof.increment(") {
            reader.increments.push((block, counter_of(code)));
        } else if code.contains("@llvm.instrprof.increment.step(") {
            block = reader.step(block, counter_of(code));
        }
    }
    reader.finish()
}

/// The fourth operand of an increment.
fn counter_of(call: &str) -> u32 {
    let operand = call.split(", i32 ").nth(2).unwrap();
    operand.split([',', ')']).next().unwrap().parse().unwrap()
}
