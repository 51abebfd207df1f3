//! Instructions that compute on values; the dispatch over all instructions.

use crate::ast::{
    ArithFlags, BinaryOp, CastOp, DebugLocation, DebugRecord, DebugRecordKind, FastMath, FloatPredicate,
    GetElementPtr, Instruction, IntPredicate, LandingPadClause, Op, Operand, TailKind, Terminator, TypeId,
    Value,
};
use crate::error::Reading;
use crate::lexer::Kind;

use super::Reader;

/// One line of a block.
#[derive(Debug)]
pub(super) enum Step {
    Instruction(Instruction),
    Terminator(Terminator),
}

/// An instruction and its location.
pub(super) type Read = (Op, Option<DebugLocation>);

/// Whether a word is the first of an instruction.
pub(super) fn is_opcode(word: &str) -> bool {
    BinaryOp::from_keyword(word).is_some()
        || CastOp::from_keyword(word).is_some()
        || matches!(
            word,
            "ret"
                | "br"
                | "switch"
                | "indirectbr"
                | "invoke"
                | "callbr"
                | "resume"
                | "unreachable"
                | "cleanupret"
                | "catchret"
                | "catchswitch"
                | "fneg"
                | "icmp"
                | "fcmp"
                | "getelementptr"
                | "load"
                | "store"
                | "alloca"
                | "fence"
                | "cmpxchg"
                | "atomicrmw"
                | "phi"
                | "select"
                | "call"
                | "tail"
                | "musttail"
                | "notail"
                | "va_arg"
                | "landingpad"
                | "catchpad"
                | "cleanuppad"
                | "freeze"
                | "extractvalue"
                | "insertvalue"
                | "extractelement"
                | "insertelement"
                | "shufflevector"
        )
}

/// Sets the fast-math flag of a word; `false` when it is none.
fn set_fast_math(flags: &mut FastMath, word: &str) -> bool {
    match word {
        "fast" => {
            *flags = FastMath {
                nnan: true,
                ninf: true,
                nsz: true,
                arcp: true,
                contract: true,
                afn: true,
                reassoc: true,
            }
        }
        "nnan" => flags.nnan = true,
        "ninf" => flags.ninf = true,
        "nsz" => flags.nsz = true,
        "arcp" => flags.arcp = true,
        "contract" => flags.contract = true,
        "afn" => flags.afn = true,
        "reassoc" => flags.reassoc = true,
        _ => return false,
    }
    true
}

fn set_arith(flags: &mut ArithFlags, word: &str) -> bool {
    match word {
        "nsw" => flags.nsw = true,
        "nuw" => flags.nuw = true,
        "exact" => flags.exact = true,
        "disjoint" => flags.disjoint = true,
        "nneg" => flags.nneg = true,
        "samesign" => flags.samesign = true,
        _ => return false,
    }
    true
}

impl<'m> Reader<'m> {
    /// The instruction at the current word.
    pub(super) fn instruction(&mut self) -> Reading<Read> {
        let word = self.word();
        if let Some(op) = BinaryOp::from_keyword(word) {
            return self.binary(op);
        }
        match word {
            "load" => self.load(),
            "store" => self.store(),
            "alloca" => self.alloca(),
            "getelementptr" => self.get_element_ptr(),
            "call" => self.call(TailKind::None),
            "tail" => self.call(TailKind::Tail),
            "musttail" => self.call(TailKind::MustTail),
            "notail" => self.call(TailKind::NoTail),
            "icmp" => self.icmp(),
            "fcmp" => self.fcmp(),
            "phi" => self.phi(),
            "select" => self.select(),
            "fneg" => self.fneg(),
            "fence" => self.fence(),
            "cmpxchg" => self.cmpxchg(),
            "atomicrmw" => self.atomic_rmw(),
            "va_arg" => self.va_arg(),
            "landingpad" => self.landing_pad(),
            "catchpad" | "cleanuppad" => self.funclet_pad(),
            "freeze" => self.freeze(),
            "extractvalue" => self.extract_value(),
            "insertvalue" => self.insert_value(),
            "extractelement" => self.extract_element(),
            "insertelement" => self.insert_element(),
            "shufflevector" => self.shuffle_vector(),
            _ => match CastOp::from_keyword(word) {
                Some(op) => self.cast(op),
                None => self.expected("an instruction"),
            },
        }
    }

    /// An operation without options of its own, and what follows it.
    pub(super) fn with_options(&mut self, op: Op) -> Reading<Read> {
        let options = self.options(false)?;
        Ok((op, options.dbg))
    }

    /// Words that are fast-math flags.
    pub(super) fn fast_math(&mut self) -> FastMath {
        let mut flags = FastMath::default();
        while set_fast_math(&mut flags, self.word()) {
            self.advance();
        }
        flags
    }

    /// Words that are flags of any kind, both kinds collected.
    fn flags(&mut self) -> (ArithFlags, FastMath) {
        let mut arith = ArithFlags::default();
        let mut fast_math = FastMath::default();
        while set_arith(&mut arith, self.word()) || set_fast_math(&mut fast_math, self.word()) {
            self.advance();
        }
        (arith, fast_math)
    }

    /// `T a, b`.
    fn operand_pair(&mut self) -> Reading<(Operand, Value)> {
        let lhs = self.operand()?;
        self.expect_punct(b',')?;
        let rhs = self.value(lhs.ty)?;
        Ok((lhs, rhs))
    }

    fn binary(&mut self, op: BinaryOp) -> Reading<Read> {
        self.advance();
        let (flags, fast_math) = self.flags();
        let (lhs, rhs) = self.operand_pair()?;
        self.with_options(Op::Binary { op, flags, fast_math, lhs, rhs })
    }

    fn fneg(&mut self) -> Reading<Read> {
        self.advance();
        let fast_math = self.fast_math();
        let operand = self.operand()?;
        self.with_options(Op::FNeg { fast_math, operand })
    }

    fn icmp(&mut self) -> Reading<Read> {
        self.advance();
        let samesign = self.flags().0.samesign;
        let Some(predicate) = IntPredicate::from_keyword(self.word()) else {
            return self.expected("a condition of icmp");
        };
        self.advance();
        let (lhs, rhs) = self.operand_pair()?;
        self.with_options(Op::ICmp { predicate, samesign, lhs, rhs })
    }

    fn fcmp(&mut self) -> Reading<Read> {
        self.advance();
        let fast_math = self.fast_math();
        let Some(predicate) = FloatPredicate::from_keyword(self.word()) else {
            return self.expected("a condition of fcmp");
        };
        self.advance();
        let (lhs, rhs) = self.operand_pair()?;
        self.with_options(Op::FCmp { predicate, fast_math, lhs, rhs })
    }

    fn cast(&mut self, op: CastOp) -> Reading<Read> {
        self.advance();
        let (flags, _) = self.flags();
        let operand = self.operand()?;
        self.expect_word("to")?;
        let to = self.ty()?;
        self.with_options(Op::Cast { op, flags, operand, to })
    }

    fn get_element_ptr(&mut self) -> Reading<Read> {
        self.advance();
        let flags = self.gep_flags()?;
        let source = self.ty()?;
        self.expect_punct(b',')?;
        let base = self.operand()?;
        let mut indices = Vec::new();
        let mut dbg = None;
        while self.eat_punct(b',') {
            if self.kind() == Kind::Meta {
                dbg = self.options(true)?.dbg;
                break;
            }
            self.eat_word("inrange");
            indices.push(self.operand()?);
        }
        Ok((Op::GetElementPtr(Box::new(GetElementPtr { flags, source, base, indices })), dbg))
    }

    fn phi(&mut self) -> Reading<Read> {
        self.advance();
        self.fast_math();
        let ty = self.ty()?;
        let mut incoming = Vec::new();
        loop {
            if self.kind() == Kind::Meta {
                return Ok((Op::Phi { ty, incoming }, self.options(true)?.dbg));
            }
            incoming.push(self.phi_edge(ty)?);
            if !self.eat_punct(b',') {
                return Ok((Op::Phi { ty, incoming }, None));
            }
        }
    }

    /// `[ v, %bb ]`.
    fn phi_edge(&mut self, ty: TypeId) -> Reading<(Value, crate::ast::BlockId)> {
        self.expect_punct(b'[')?;
        let value = self.value(ty)?;
        self.expect_punct(b',')?;
        let block = self.block_name()?;
        self.expect_punct(b']')?;
        Ok((value, block))
    }

    fn select(&mut self) -> Reading<Read> {
        self.advance();
        let fast_math = self.fast_math();
        let condition = self.operand()?;
        self.expect_punct(b',')?;
        let on_true = self.operand()?;
        self.expect_punct(b',')?;
        let on_false = self.operand()?;
        self.with_options(Op::Select { condition, on_true, on_false, fast_math })
    }

    fn freeze(&mut self) -> Reading<Read> {
        self.advance();
        let operand = self.operand()?;
        self.with_options(Op::Freeze { operand })
    }

    fn va_arg(&mut self) -> Reading<Read> {
        self.advance();
        let list = self.operand()?;
        self.expect_punct(b',')?;
        let ty = self.ty()?;
        self.with_options(Op::VaArg { list, ty })
    }

    /// `, 1, 2` and what follows them.
    fn index_path(&mut self) -> Reading<(Vec<u32>, Option<DebugLocation>)> {
        let mut indices = Vec::new();
        while self.eat_punct(b',') {
            if self.kind() == Kind::Meta {
                return Ok((indices, self.options(true)?.dbg));
            }
            indices.push(self.u32()?);
        }
        Ok((indices, None))
    }

    fn extract_value(&mut self) -> Reading<Read> {
        self.advance();
        let aggregate = self.operand()?;
        let (indices, dbg) = self.index_path()?;
        Ok((Op::ExtractValue { aggregate, indices }, dbg))
    }

    fn insert_value(&mut self) -> Reading<Read> {
        self.advance();
        let aggregate = self.operand()?;
        self.expect_punct(b',')?;
        let element = self.operand()?;
        let (indices, dbg) = self.index_path()?;
        Ok((Op::InsertValue { aggregate, element, indices }, dbg))
    }

    fn extract_element(&mut self) -> Reading<Read> {
        self.advance();
        let vector = self.operand()?;
        self.expect_punct(b',')?;
        let index = self.operand()?;
        self.with_options(Op::ExtractElement { vector, index })
    }

    fn insert_element(&mut self) -> Reading<Read> {
        self.advance();
        let vector = self.operand()?;
        self.expect_punct(b',')?;
        let element = self.operand()?;
        self.expect_punct(b',')?;
        let index = self.operand()?;
        self.with_options(Op::InsertElement { vector, element, index })
    }

    fn shuffle_vector(&mut self) -> Reading<Read> {
        self.advance();
        let lhs = self.operand()?;
        self.expect_punct(b',')?;
        let rhs = self.operand()?;
        self.expect_punct(b',')?;
        let mask = self.operand()?;
        self.with_options(Op::ShuffleVector { lhs, rhs, mask })
    }

    fn landing_pad(&mut self) -> Reading<Read> {
        self.advance();
        let ty = self.ty()?;
        let cleanup = self.eat_word("cleanup");
        let mut clauses = Vec::new();
        loop {
            match self.word() {
                "catch" => {
                    self.advance();
                    clauses.push(LandingPadClause::Catch(self.operand()?));
                }
                "filter" => {
                    self.advance();
                    clauses.push(LandingPadClause::Filter(self.operand()?));
                }
                _ => return self.with_options(Op::LandingPad { ty, cleanup, clauses }),
            }
        }
    }

    fn funclet_pad(&mut self) -> Reading<Read> {
        let is_catch = self.word() == "catchpad";
        self.advance();
        let within = self.pad("within")?;
        self.expect_punct(b'[')?;
        let mut args = Vec::new();
        while !self.eat_punct(b']') {
            if !args.is_empty() {
                self.expect_punct(b',')?;
            }
            args.push(self.operand()?);
        }
        self.with_options(if is_catch {
            Op::CatchPad { within, args }
        } else {
            Op::CleanupPad { within, args }
        })
    }

    /// `#dbg_declare(ptr %x, !12, !DIExpression(), !13)`.
    pub(super) fn debug_record(&mut self) -> Reading<Op> {
        let token = self.advance();
        let kind = match self.raw(token).strip_prefix("dbg_") {
            Some(name) => debug_kind(name),
            None => return self.fault("expected an instruction, found an attribute group"),
        };
        self.expect_punct(b'(')?;
        let mut operands = Vec::new();
        while !self.eat_punct(b')') {
            if !operands.is_empty() {
                self.expect_punct(b',')?;
            }
            operands.push(self.meta()?);
        }
        Ok(Op::Debug(Box::new(DebugRecord { kind, operands })))
    }
}

/// The record behind the last part of its name, in either form.
pub(super) fn debug_kind(name: &str) -> DebugRecordKind {
    match name {
        "declare" => DebugRecordKind::Declare,
        "value" => DebugRecordKind::Value,
        "assign" => DebugRecordKind::Assign,
        "label" => DebugRecordKind::Label,
        _ => DebugRecordKind::Other,
    }
}
