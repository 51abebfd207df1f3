//! What a run of a function depends on in its program, as a fingerprint that can be compared with
//! that of another version of the program.
//!
//! ```text
//! function ──calls──> callees ──refer to──> globals ──addresses in initial contents──> …
//! ```
//!
//! Each function and global is described by its text form with names in place of numbers, because
//! numbers shift when anything is added elsewhere. String literals have no name of their own: their
//! content stands for them. The description of a function is that of the call graph below it, plus
//! every function of the program that has the type of an indirect call in it, since a test may hand
//! over a pointer to any of them.
//!
//! With [`Detail::Exact`] lines and columns count, and so do the addresses of all globals when the
//! code can tell them apart by anything but equality. With [`Detail::Meaning`] neither does.
//!
//! Not seen: addresses that are read as numbers through memory; calls through a pointer of another
//! type than the function has.
//!
//! Cost: text and hash of each function and global once, a call graph per fingerprint.

use super::call_graph::{CallGraph, used_constants};
use crate::function::Function;
use crate::ids::{FuncId, GlobalId};
use crate::instruction::{Callee, CastOp, IntPredicate, Op};
use crate::program::{Program, RelocationTarget};
use crate::types::{Constant, Signature, Type};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use trine_base::{FileId, Fingerprint, Fingerprinter};

/// What counts as a difference.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Detail {
    /// Everything that may change the result of a run or of what is said about it.
    Exact,
    /// What the code does, wherever it stands.
    Meaning,
}

/// Fingerprints of the functions of a program.
#[derive(Debug)]
pub struct Dependencies<'p> {
    program: &'p Program,
    detail: Detail,
    functions: BTreeMap<FuncId, Fingerprint>,
    globals: BTreeMap<GlobalId, Fingerprint>,
}

impl<'p> Dependencies<'p> {
    /// Of the functions of `program`.
    #[must_use]
    pub fn new(program: &'p Program, detail: Detail) -> Self {
        Self { program, detail, functions: BTreeMap::new(), globals: BTreeMap::new() }
    }

    /// The fingerprint of `root` and of all that its runs may use.
    pub fn fingerprint(&mut self, root: FuncId) -> Fingerprint {
        let functions = self.reached(root);
        let mut parts = BTreeSet::new();
        let mut globals = BTreeSet::new();
        let mut tells_addresses = false;
        for &function in &functions {
            parts.insert((self.program.callables[function].name.as_str(), self.of_function(function)));
            if let Some(body) = self.body(function) {
                self.collect_globals(body, &mut globals);
                tells_addresses |= tells_addresses_apart(body);
            }
        }
        for &global in &globals {
            parts.insert((self.program.globals[global].name.as_str(), self.of_global(global)));
        }
        let mut hash = Fingerprinter::default();
        hash.part(&self.program.callables[root].name);
        for (_, part) in parts {
            hash.bytes(&part.0.to_le_bytes());
        }
        if tells_addresses && self.detail == Detail::Exact {
            for global in self.program.globals.iter() {
                hash.part(&global.name);
                hash.bytes(&global.size_bytes.to_le_bytes());
            }
        }
        hash.finish()
    }

    fn body(&self, function: FuncId) -> Option<&'p Function> {
        let defined = self.program.callables[function].defined;
        defined.then(|| self.program.body(function).ok()).flatten().map(|body| &**body)
    }

    /// The call graph below `root`, with all that its indirect calls could be handed.
    fn reached(&self, root: FuncId) -> BTreeSet<FuncId> {
        let mut roots = BTreeSet::from([root]);
        loop {
            let list: Vec<_> = roots.iter().copied().collect();
            let reached: BTreeSet<_> = CallGraph::new(self.program, &list).functions().collect();
            let called: Vec<&Signature> =
                reached.iter().filter_map(|&function| self.body(function)).flat_map(indirect_calls).collect();
            let callables = self.program.callables.iter_enumerated();
            let handed = callables.filter(|(_, callable)| {
                callable.defined && called.iter().any(|signature| fits(signature, &callable.signature))
            });
            let before = roots.len();
            roots.extend(handed.map(|(id, _)| id));
            if roots.len() == before {
                return reached;
            }
        }
    }

    fn of_function(&mut self, function: FuncId) -> Fingerprint {
        if let Some(&known) = self.functions.get(&function) {
            return known;
        }
        let callable = &self.program.callables[function];
        let mut text = callable.to_string();
        if callable.defined {
            match self.program.body(function) {
                Ok(body) => text.push_str(&self.named(&body.to_string())),
                Err(error) => text.push_str(&error.what),
            }
        }
        let print = Fingerprint::of(text.as_bytes());
        self.functions.insert(function, print);
        print
    }

    fn of_global(&mut self, global: GlobalId) -> Fingerprint {
        if let Some(&known) = self.globals.get(&global) {
            return known;
        }
        let data = &self.program.globals[global];
        let text = match is_literal(&data.name) {
            true => self.name_of_global(global),
            false => self.named(&data.to_string()),
        };
        let print = Fingerprint::of(text.as_bytes());
        self.globals.insert(global, print);
        print
    }

    /// Globals that `body` refers to, and those that their initial contents lead to.
    fn collect_globals(&self, body: &Function, found: &mut BTreeSet<GlobalId>) {
        let mut work: Vec<GlobalId> = used_constants(body)
            .into_iter()
            .filter_map(|constant| match constant {
                Constant::Global(global, _) => Some(global),
                _ => None,
            })
            .collect();
        while let Some(global) = work.pop() {
            let Some(data) = self.program.globals.get(global).filter(|_| found.insert(global)) else {
                continue;
            };
            work.extend(data.relocations.iter().filter_map(|relocation| match relocation.target {
                RelocationTarget::Global(target, _) => Some(target),
                _ => None,
            }));
        }
    }

    fn name_of_global(&self, global: GlobalId) -> String {
        match self.program.globals.get(global) {
            Some(data) if is_literal(&data.name) => {
                let mut text = format!("literal {} {} ", data.size_bytes, data.align_bytes);
                data.bytes.iter().for_each(|byte| {
                    let _ = write!(text, "{byte:02x}");
                });
                text
            }
            Some(data) => format!("{:?}", data.name),
            None => "unknown".to_owned(),
        }
    }

    /// `text` with names in place of the numbers of functions, globals and files; without spans
    /// when only the meaning counts. Quoted names are left as they are.
    fn named(&self, text: &str) -> String {
        let mut out = String::with_capacity(text.len());
        let mut rest = text;
        while let Some(first) = rest.chars().next() {
            let length = match first {
                '"' => quoted_length(rest),
                '!' if self.detail == Detail::Meaning => {
                    rest = &rest[span_length(rest)..];
                    continue;
                }
                c if c.is_ascii_alphanumeric() => {
                    rest.find(|c: char| !c.is_ascii_alphanumeric()).unwrap_or(rest.len())
                }
                c => c.len_utf8(),
            };
            let (word, after) = rest.split_at(length);
            match self.name(word) {
                Some(name) => out.push_str(&name),
                None => out.push_str(word),
            }
            rest = after;
        }
        out
    }

    /// The name of what `fn3`, `global3` or `file3` stands for.
    fn name(&self, word: &str) -> Option<String> {
        let digits = word.find(|c: char| c.is_ascii_digit())?;
        let number: u32 = word[digits..].parse().ok()?;
        match &word[..digits] {
            "fn" => self.program.callables.get(FuncId(number)).map(|callable| format!("{:?}", callable.name)),
            "global" => Some(self.name_of_global(GlobalId(number))),
            "file" => self.program.files.get(FileId(number)).map(|path| format!("{path:?}")),
            _ => None,
        }
    }
}

/// Whether clang made the global for a string literal: `.str`, `.str.7`.
fn is_literal(name: &str) -> bool {
    name.starts_with(".str")
}

fn quoted_length(text: &str) -> usize {
    let mut escaped = false;
    for (at, c) in text.char_indices().skip(1) {
        match c {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            '"' => return at + 1,
            _ => {}
        }
    }
    text.len()
}

/// The length of `!file0:12:5..12:9` at the start of `text`.
fn span_length(text: &str) -> usize {
    let end = text[1..].find(|c: char| !(c.is_ascii_alphanumeric() || c == ':' || c == '.'));
    end.map_or(text.len(), |end| end + 1)
}

fn indirect_calls(body: &Function) -> impl Iterator<Item = &Signature> {
    body.blocks.iter().flat_map(|data| &data.insts).filter_map(|inst| match &inst.op {
        Op::Call { callee: Callee::Indirect(_, signature), .. } => Some(&**signature),
        _ => None,
    })
}

fn fits(a: &Signature, b: &Signature) -> bool {
    let types = |signature: &Signature| signature.params.iter().map(|param| param.ty).collect::<Vec<_>>();
    types(a) == types(b) && a.returns == b.returns && a.variadic == b.variadic
}

/// Whether `body` makes a number of an address, or orders addresses.
fn tells_addresses_apart(body: &Function) -> bool {
    let is_pointer = |value| body.values.get(value).is_some_and(|data| data.ty == Type::Ptr);
    body.blocks.iter().flat_map(|data| &data.insts).any(|inst| match &inst.op {
        Op::Cast(CastOp::PtrToInt, _) => true,
        Op::IntCompare(predicate, a, _) => {
            !matches!(predicate, IntPredicate::Eq | IntPredicate::Ne) && is_pointer(*a)
        }
        _ => false,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::parse_program;

    const HEAD: &str = r#"
        program
        file0: "a.c"
    "#;
    const LEAF: &str = r#"
        body FN = function "leaf"(i32) -> (i32) !file0:1:1 {
        block0(v0 "a": i32):
            v1 "b": i32 = load @GLOBAL !file0:2:9
            return v1
        }
    "#;
    const CALLER: &str = r#"
        body FN = function "caller"(i32) -> (i32) !file0:5:1 {
        block0(v0: i32):
            v1: i32 = call LEAF(v0)
            return v1
        }
    "#;

    fn prints(program: &str, detail: Detail) -> [Fingerprint; 2] {
        let program = parse_program(program).expect("the program is well-formed");
        let mut all = Dependencies::new(&program, detail);
        ["leaf", "caller"].map(|name| all.fingerprint(program.function_named(name).expect("defined")))
    }

    fn text(globals: &str, global: &str, leaf: &str) -> String {
        let callables = r#"
            fn0: "leaf"(i32) -> (i32) defined external
            fn1: "caller"(i32) -> (i32) defined external
        "#;
        let bodies = [leaf.replace("FN", "fn0"), CALLER.replace("FN", "fn1").replace("LEAF", "fn0")];
        format!("{HEAD}{globals}{callables}{}", bodies.concat().replace("GLOBAL", global))
    }

    #[test]
    fn numbers_do_not_count_but_names_contents_and_callees_do() {
        let x = r#"global0: "x" size 4 align 4 = "01000000""#;
        let before = text(x, "global0", LEAF);
        let pushed = text(
            r#"global0: "new" size 4 align 4
               global1: "x" size 4 align 4 = "01000000""#,
            "global1",
            LEAF,
        );
        let changed = text(r#"global0: "x" size 4 align 4 = "02000000""#, "global0", LEAF);
        for detail in [Detail::Exact, Detail::Meaning] {
            assert_eq!(prints(&before, detail), prints(&pushed, detail));
            let (old, new) = (prints(&before, detail), prints(&changed, detail));
            assert!(old[0] != new[0] && old[1] != new[1], "a callee's global counts for the caller");
        }
    }

    #[test]
    fn positions_count_only_when_asked_for() {
        let x = r#"global0: "x" size 4 align 4"#;
        let before = text(x, "global0", LEAF);
        let moved = text(x, "global0", &LEAF.replace("0:2:9", "0:3:9"));
        assert_eq!(prints(&before, Detail::Meaning), prints(&moved, Detail::Meaning));
        let (old, new) = (prints(&before, Detail::Exact), prints(&moved, Detail::Exact));
        assert!(old[0] != new[0] && old[1] != new[1]);
    }

    #[test]
    fn string_literals_are_known_by_their_content() {
        let a = text(r#"global0: ".str" size 2 align 1 constant = "6100""#, "global0", LEAF);
        let renamed = text(r#"global0: ".str.4" size 2 align 1 constant = "6100""#, "global0", LEAF);
        let other = text(r#"global0: ".str" size 2 align 1 constant = "6200""#, "global0", LEAF);
        assert_eq!(prints(&a, Detail::Exact), prints(&renamed, Detail::Exact));
        assert_ne!(prints(&a, Detail::Exact), prints(&other, Detail::Exact));
    }
}
