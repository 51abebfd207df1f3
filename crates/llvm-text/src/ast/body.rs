//! The body of one function: blocks, locals, and the operands that refer to them.
//!
//! ```text
//!  locals: [ v0 = %x (param) | v1 = %x.addr | v2 = %0 | … ]      dense, parameters first
//!  blocks: [ block0 = entry  | block1 = land.lhs.true | … ]      in the order of the text
//! ```
//!
//! Numbers: LLVM numbers unnamed parameters, blocks and results with one counter; the number is kept in
//! [`LocalName::Number`] for messages, while [`LocalId`] and [`BlockId`] are dense.

use super::{BlockId, Constant, Instruction, LocalId, Meta, Terminator, TypeId};

/// The name or number a local or block has in the text.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum LocalName {
    /// `%x`, without `%`, escapes resolved.
    Name(Box<str>),
    /// `%12`.
    Number(u32),
}

impl std::fmt::Display for LocalName {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            LocalName::Name(name) => write!(f, "%{name}"),
            LocalName::Number(number) => write!(f, "%{number}"),
        }
    }
}

/// A parameter or instruction result.
#[derive(Clone, Debug, PartialEq)]
pub struct Local {
    /// Its name or number.
    pub name: LocalName,
    /// Its type.
    pub ty: TypeId,
}

/// A function body.
#[derive(Clone, Debug, PartialEq)]
pub struct Body {
    /// The function's parameters, then the results of its instructions (in order of first mention).
    pub locals: Vec<Local>,
    /// Blocks in the order of the text; the entry is the first.
    pub blocks: Vec<Block>,
}

/// A basic block.
#[derive(Clone, Debug, PartialEq)]
pub struct Block {
    /// Its label.
    pub name: LocalName,
    /// Everything before the terminator, debug records included.
    pub instructions: Vec<Instruction>,
    /// How it ends.
    pub terminator: Terminator,
}

/// A value with its type.
#[derive(Clone, Debug, PartialEq)]
pub struct Operand {
    /// Its type.
    pub ty: TypeId,
    /// The value.
    pub value: Value,
}

/// What an instruction may use.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// A parameter or the result of an instruction.
    Local(LocalId),
    /// A constant, global symbols included.
    Constant(Constant),
    /// `metadata …`: an operand of an intrinsic.
    Metadata(Box<Meta>),
    /// `label %bb` as an argument.
    Block(BlockId),
}

impl Body {
    /// The local behind an id.
    pub fn local(&self, id: LocalId) -> &Local {
        &self.locals[id.index()]
    }

    /// The block behind an id.
    pub fn block(&self, id: BlockId) -> &Block {
        &self.blocks[id.index()]
    }

    /// The block with this label, as `blockaddress` names it. Linear in the number of blocks.
    pub fn block_named(&self, name: &LocalName) -> Option<BlockId> {
        self.blocks.iter().position(|block| block.name == *name).map(BlockId::from_index)
    }

    /// How many instructions the body has, terminators included, debug records not.
    pub fn instruction_count(&self) -> usize {
        self.blocks
            .iter()
            .map(|block| 1 + block.instructions.iter().filter(|i| !i.is_debug_record()).count())
            .sum()
    }
}
