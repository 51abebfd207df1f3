//! Reads the code of a method: instructions with their positions, handlers, lines and names of variables.

use super::ClassFile;
use super::constant::Constant;
use super::descriptor::{BaseType, FieldType, MethodType};
use super::instruction::{
    ArithmeticOp, ArrayKind, BranchTest, Comparison, FieldAccess, Instruction, IntTest, InvokeKind, Kind,
    ShiftOp, StackOp,
};
use super::read::{Flaw, LINE_NUMBERS, class_name, each_attribute, item, member, no_type, text};
use crate::error::JvmError;
use noak::reader::attributes::{ArrayType, RawInstruction as Raw};
use noak::reader::{AttributeContent, attributes, cpool};

type Result<T> = std::result::Result<T, Flaw>;
type Pool<'a> = cpool::ConstantPool<'a>;

/// The code of a method.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Code {
    /// Words that the operand stack has at most.
    pub max_stack: u16,
    /// Words of local variables, arguments included.
    pub max_locals: u16,
    /// Instructions, each with its position in bytes.
    pub instructions: Vec<(u32, Instruction)>,
    /// Exception handlers; the first that fits is taken.
    pub handlers: Vec<Handler>,
    /// Source lines: from this position on, by rising position.
    pub lines: Vec<(u32, u16)>,
    /// Names of local variables.
    pub variables: Vec<LocalVariable>,
}

/// An exception handler.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Handler {
    /// First position that it guards.
    pub start: u32,
    /// First position behind that it does not.
    pub end: u32,
    /// Where it begins, with the exception on the stack.
    pub target: u32,
    /// The class it catches; `None` for all.
    pub catches: Option<String>,
}

/// A local variable with a name, for a stretch of the code.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LocalVariable {
    /// First position where it has its value.
    pub start: u32,
    /// First position behind.
    pub end: u32,
    /// Its word among the local variables.
    pub slot: u16,
    /// Its name.
    pub name: String,
    /// Its type.
    pub ty: FieldType,
}

impl Code {
    /// The index of the instruction at `position`.
    #[must_use]
    pub fn index_of(&self, position: u32) -> Option<usize> {
        self.instructions.binary_search_by_key(&position, |&(at, _)| at).ok()
    }

    /// The source line of the instruction at `position`.
    #[must_use]
    pub fn line_at(&self, position: u32) -> Option<u16> {
        let behind = self.lines.partition_point(|&(start, _)| start <= position);
        self.lines[..behind].last().map(|&(_, line)| line)
    }
}

impl ClassFile {
    /// The code of the method at `position` in [`ClassFile::methods`]; `None` when it is abstract or native.
    ///
    /// # Errors
    /// When it is damaged: a jump into the middle of an instruction, a reference to what is not there.
    pub fn code(&self, position: usize) -> std::result::Result<Option<Code>, JvmError> {
        if let Some(made) = &self.made {
            return Ok(made.get(position).cloned().flatten());
        }
        self.read_code(position).map_err(|Flaw(reason)| {
            let method = self.methods.get(position);
            let method = method.map_or_else(String::new, |method| format!("{}{}", method.name, method.ty));
            JvmError::BadClass {
                class: self.name.clone(),
                origin: self.origin.clone(),
                reason: format!("method `{method}`: {reason}"),
            }
        })
    }

    fn read_code(&self, position: usize) -> Result<Option<Code>> {
        let class = self.reader()?;
        let pool = class.pool();
        let Some(method) = class.methods().iter().nth(position) else { return Ok(None) };
        let mut found = None;
        each_attribute(pool, &method?.attributes(), |content| {
            if let AttributeContent::Code(code) = content {
                found = Some(code);
            }
            Ok(())
        })?;
        let code = found.map(|code| read(pool, &code)).transpose()?;
        if let Some(code) = &code {
            check(code)?;
        }
        Ok(code)
    }
}

fn read<'a>(pool: &Pool<'a>, code: &attributes::Code<'a>) -> Result<Code> {
    let mut read = Code { max_stack: code.max_stack(), max_locals: code.max_locals(), ..Code::default() };
    for each in code.raw_instructions() {
        let (position, raw) = each?;
        let position = position.as_u32();
        read.instructions.push((position, instruction(pool, position, raw)?));
    }
    for handler in code.exception_handlers() {
        read.handlers.push(Handler {
            start: handler.start().as_u32(),
            end: handler.end().as_u32(),
            target: handler.handler().as_u32(),
            catches: handler.catch_type().map(|index| class_name(pool, index)).transpose()?,
        });
    }
    each_attribute(pool, &code.attributes(), |content| {
        if let AttributeContent::LocalVariableTable(table) = content {
            for variable in table.locals().iter() {
                let variable = variable?;
                let descriptor = text(pool.retrieve(variable.descriptor())?);
                read.variables.push(LocalVariable {
                    start: variable.range().start.as_u32(),
                    end: variable.range().end.as_u32(),
                    slot: variable.index(),
                    name: text(pool.retrieve(variable.name())?),
                    ty: FieldType::parse(&descriptor).ok_or_else(|| no_type(&descriptor))?,
                });
            }
        }
        Ok(())
    })?;
    read.lines = line_numbers(pool, code)?;
    Ok(read)
}

/// The tables of line numbers: position and line, two bytes each, behind their number (JVMS 4.7.12).
fn line_numbers(pool: &Pool<'_>, code: &attributes::Code<'_>) -> Result<Vec<(u32, u16)>> {
    let mut lines = Vec::new();
    for attribute in code.attributes().iter() {
        let attribute = attribute?;
        if pool.retrieve(attribute.name())?.as_bytes() != LINE_NUMBERS.as_bytes() {
            continue;
        }
        let numbers = attribute.content().chunks_exact(2).map(|pair| u16::from_be_bytes([pair[0], pair[1]]));
        let numbers: Vec<u16> = numbers.collect();
        let Some((&count, entries)) = numbers.split_first() else {
            return Err("a table of lines is empty".into());
        };
        if entries.len() != 2 * usize::from(count) {
            return Err("a table of lines is not as long as it says".into());
        }
        lines.extend(entries.chunks_exact(2).map(|entry| (u32::from(entry[0]), entry[1])));
    }
    lines.sort_by_key(|&(start, _)| start);
    Ok(lines)
}

/// What everything above relies on: jumps and handlers stand at instructions, variables are within their number.
fn check(code: &Code) -> Result<()> {
    let Some((last, instruction)) = code.instructions.last() else {
        return Err("it has no instruction".into());
    };
    if !instruction.ends_block() {
        return Err(Flaw(format!("control runs off its end behind the instruction at {last}")));
    }
    let end = last + 1;
    let begins = |position: u32| code.index_of(position).is_some();
    for (position, instruction) in &code.instructions {
        if let Some(target) = instruction.targets().find(|&target| !begins(target)) {
            return Err(Flaw(format!(
                "the jump at {position} goes to {target}, where no instruction begins"
            )));
        }
        let slot = match instruction {
            Instruction::Load(kind, slot) | Instruction::Store(kind, slot) => {
                Some(*slot).zip(Some(slots(*kind)))
            }
            Instruction::Increment(slot, _) | Instruction::ReturnFromSubroutine(slot) => Some((*slot, 1)),
            _ => None,
        };
        if let Some((slot, count)) = slot
            && u32::from(slot) + count > u32::from(code.max_locals)
        {
            return Err(Flaw(format!(
                "the instruction at {position} uses variable {slot}, which there is not"
            )));
        }
    }
    for handler in &code.handlers {
        let ends = begins(handler.end) || handler.end >= end;
        if !begins(handler.start) || !ends || !begins(handler.target) || handler.start >= handler.end {
            return Err(Flaw(format!(
                "the handler of {} to {} at {} does not stand at instructions",
                handler.start, handler.end, handler.target
            )));
        }
    }
    Ok(())
}

fn slots(kind: Kind) -> u32 {
    if matches!(kind, Kind::Long | Kind::Double) { 2 } else { 1 }
}

/// The position that an offset leads to.
fn target(position: u32, offset: i32) -> Result<u32> {
    position
        .checked_add_signed(offset)
        .ok_or_else(|| Flaw(format!("the jump at {position} leads before the code")))
}

#[allow(clippy::too_many_lines, reason = "one arm for each opcode")]
fn instruction<'a>(pool: &Pool<'a>, position: u32, raw: Raw<'a>) -> Result<Instruction> {
    use Instruction as I;
    let constant =
        |index: cpool::Index<cpool::Item<'a>>| Ok::<_, Flaw>(I::Constant(item(pool, pool.get(index)?)?));
    let class_type = |index: cpool::Index<cpool::Class<'a>>| {
        let name = class_name(pool, index)?;
        FieldType::of_class_name(&name).ok_or_else(|| no_type(&name))
    };
    let branch =
        |test: BranchTest, offset: i16| Ok::<_, Flaw>(I::Branch(test, target(position, offset.into())?));
    Ok(match raw {
        Raw::Nop => I::Nop,
        Raw::AConstNull => I::Constant(Constant::Null),
        Raw::IConstM1 => int(-1),
        Raw::IConst0 => int(0),
        Raw::IConst1 => int(1),
        Raw::IConst2 => int(2),
        Raw::IConst3 => int(3),
        Raw::IConst4 => int(4),
        Raw::IConst5 => int(5),
        Raw::BIPush { value } => int(value.into()),
        Raw::SIPush { value } => int(value.into()),
        Raw::LConst0 => I::Constant(Constant::Long(0)),
        Raw::LConst1 => I::Constant(Constant::Long(1)),
        Raw::FConst0 => I::Constant(Constant::Float(0.0)),
        Raw::FConst1 => I::Constant(Constant::Float(1.0)),
        Raw::FConst2 => I::Constant(Constant::Float(2.0)),
        Raw::DConst0 => I::Constant(Constant::Double(0.0)),
        Raw::DConst1 => I::Constant(Constant::Double(1.0)),
        Raw::LdC { index } | Raw::LdCW { index } | Raw::LdC2W { index } => constant(index)?,

        Raw::ILoad { index } => I::Load(Kind::Int, index.into()),
        Raw::ILoadW { index } => I::Load(Kind::Int, index),
        Raw::ILoad0 => I::Load(Kind::Int, 0),
        Raw::ILoad1 => I::Load(Kind::Int, 1),
        Raw::ILoad2 => I::Load(Kind::Int, 2),
        Raw::ILoad3 => I::Load(Kind::Int, 3),
        Raw::LLoad { index } => I::Load(Kind::Long, index.into()),
        Raw::LLoadW { index } => I::Load(Kind::Long, index),
        Raw::LLoad0 => I::Load(Kind::Long, 0),
        Raw::LLoad1 => I::Load(Kind::Long, 1),
        Raw::LLoad2 => I::Load(Kind::Long, 2),
        Raw::LLoad3 => I::Load(Kind::Long, 3),
        Raw::FLoad { index } => I::Load(Kind::Float, index.into()),
        Raw::FLoadW { index } => I::Load(Kind::Float, index),
        Raw::FLoad0 => I::Load(Kind::Float, 0),
        Raw::FLoad1 => I::Load(Kind::Float, 1),
        Raw::FLoad2 => I::Load(Kind::Float, 2),
        Raw::FLoad3 => I::Load(Kind::Float, 3),
        Raw::DLoad { index } => I::Load(Kind::Double, index.into()),
        Raw::DLoadW { index } => I::Load(Kind::Double, index),
        Raw::DLoad0 => I::Load(Kind::Double, 0),
        Raw::DLoad1 => I::Load(Kind::Double, 1),
        Raw::DLoad2 => I::Load(Kind::Double, 2),
        Raw::DLoad3 => I::Load(Kind::Double, 3),
        Raw::ALoad { index } => I::Load(Kind::Reference, index.into()),
        Raw::ALoadW { index } => I::Load(Kind::Reference, index),
        Raw::ALoad0 => I::Load(Kind::Reference, 0),
        Raw::ALoad1 => I::Load(Kind::Reference, 1),
        Raw::ALoad2 => I::Load(Kind::Reference, 2),
        Raw::ALoad3 => I::Load(Kind::Reference, 3),
        Raw::IStore { index } => I::Store(Kind::Int, index.into()),
        Raw::IStoreW { index } => I::Store(Kind::Int, index),
        Raw::IStore0 => I::Store(Kind::Int, 0),
        Raw::IStore1 => I::Store(Kind::Int, 1),
        Raw::IStore2 => I::Store(Kind::Int, 2),
        Raw::IStore3 => I::Store(Kind::Int, 3),
        Raw::LStore { index } => I::Store(Kind::Long, index.into()),
        Raw::LStoreW { index } => I::Store(Kind::Long, index),
        Raw::LStore0 => I::Store(Kind::Long, 0),
        Raw::LStore1 => I::Store(Kind::Long, 1),
        Raw::LStore2 => I::Store(Kind::Long, 2),
        Raw::LStore3 => I::Store(Kind::Long, 3),
        Raw::FStore { index } => I::Store(Kind::Float, index.into()),
        Raw::FStoreW { index } => I::Store(Kind::Float, index),
        Raw::FStore0 => I::Store(Kind::Float, 0),
        Raw::FStore1 => I::Store(Kind::Float, 1),
        Raw::FStore2 => I::Store(Kind::Float, 2),
        Raw::FStore3 => I::Store(Kind::Float, 3),
        Raw::DStore { index } => I::Store(Kind::Double, index.into()),
        Raw::DStoreW { index } => I::Store(Kind::Double, index),
        Raw::DStore0 => I::Store(Kind::Double, 0),
        Raw::DStore1 => I::Store(Kind::Double, 1),
        Raw::DStore2 => I::Store(Kind::Double, 2),
        Raw::DStore3 => I::Store(Kind::Double, 3),
        Raw::AStore { index } => I::Store(Kind::Reference, index.into()),
        Raw::AStoreW { index } => I::Store(Kind::Reference, index),
        Raw::AStore0 => I::Store(Kind::Reference, 0),
        Raw::AStore1 => I::Store(Kind::Reference, 1),
        Raw::AStore2 => I::Store(Kind::Reference, 2),
        Raw::AStore3 => I::Store(Kind::Reference, 3),
        Raw::IInc { index, value } => I::Increment(index.into(), value.into()),
        Raw::IIncW { index, value } => I::Increment(index, value),

        Raw::BALoad => I::ArrayLoad(ArrayKind::Byte),
        Raw::CALoad => I::ArrayLoad(ArrayKind::Char),
        Raw::SALoad => I::ArrayLoad(ArrayKind::Short),
        Raw::IALoad => I::ArrayLoad(ArrayKind::Int),
        Raw::LALoad => I::ArrayLoad(ArrayKind::Long),
        Raw::FALoad => I::ArrayLoad(ArrayKind::Float),
        Raw::DALoad => I::ArrayLoad(ArrayKind::Double),
        Raw::AALoad => I::ArrayLoad(ArrayKind::Reference),
        Raw::BAStore => I::ArrayStore(ArrayKind::Byte),
        Raw::CAStore => I::ArrayStore(ArrayKind::Char),
        Raw::SAStore => I::ArrayStore(ArrayKind::Short),
        Raw::IAStore => I::ArrayStore(ArrayKind::Int),
        Raw::LAStore => I::ArrayStore(ArrayKind::Long),
        Raw::FAStore => I::ArrayStore(ArrayKind::Float),
        Raw::DAStore => I::ArrayStore(ArrayKind::Double),
        Raw::AAStore => I::ArrayStore(ArrayKind::Reference),
        Raw::ArrayLength => I::ArrayLength,

        Raw::Pop => I::Stack(StackOp::Pop),
        Raw::Pop2 => I::Stack(StackOp::Pop2),
        Raw::Dup => I::Stack(StackOp::Dup),
        Raw::DupX1 => I::Stack(StackOp::DupX1),
        Raw::DupX2 => I::Stack(StackOp::DupX2),
        Raw::Dup2 => I::Stack(StackOp::Dup2),
        Raw::Dup2X1 => I::Stack(StackOp::Dup2X1),
        Raw::Dup2X2 => I::Stack(StackOp::Dup2X2),
        Raw::Swap => I::Stack(StackOp::Swap),

        Raw::IAdd => I::Arithmetic(ArithmeticOp::Add, Kind::Int),
        Raw::LAdd => I::Arithmetic(ArithmeticOp::Add, Kind::Long),
        Raw::FAdd => I::Arithmetic(ArithmeticOp::Add, Kind::Float),
        Raw::DAdd => I::Arithmetic(ArithmeticOp::Add, Kind::Double),
        Raw::ISub => I::Arithmetic(ArithmeticOp::Subtract, Kind::Int),
        Raw::LSub => I::Arithmetic(ArithmeticOp::Subtract, Kind::Long),
        Raw::FSub => I::Arithmetic(ArithmeticOp::Subtract, Kind::Float),
        Raw::DSub => I::Arithmetic(ArithmeticOp::Subtract, Kind::Double),
        Raw::IMul => I::Arithmetic(ArithmeticOp::Multiply, Kind::Int),
        Raw::LMul => I::Arithmetic(ArithmeticOp::Multiply, Kind::Long),
        Raw::FMul => I::Arithmetic(ArithmeticOp::Multiply, Kind::Float),
        Raw::DMul => I::Arithmetic(ArithmeticOp::Multiply, Kind::Double),
        Raw::IDiv => I::Arithmetic(ArithmeticOp::Divide, Kind::Int),
        Raw::LDiv => I::Arithmetic(ArithmeticOp::Divide, Kind::Long),
        Raw::FDiv => I::Arithmetic(ArithmeticOp::Divide, Kind::Float),
        Raw::DDiv => I::Arithmetic(ArithmeticOp::Divide, Kind::Double),
        Raw::IRem => I::Arithmetic(ArithmeticOp::Remainder, Kind::Int),
        Raw::LRem => I::Arithmetic(ArithmeticOp::Remainder, Kind::Long),
        Raw::FRem => I::Arithmetic(ArithmeticOp::Remainder, Kind::Float),
        Raw::DRem => I::Arithmetic(ArithmeticOp::Remainder, Kind::Double),
        Raw::IAnd => I::Arithmetic(ArithmeticOp::And, Kind::Int),
        Raw::LAnd => I::Arithmetic(ArithmeticOp::And, Kind::Long),
        Raw::IOr => I::Arithmetic(ArithmeticOp::Or, Kind::Int),
        Raw::LOr => I::Arithmetic(ArithmeticOp::Or, Kind::Long),
        Raw::IXor => I::Arithmetic(ArithmeticOp::Xor, Kind::Int),
        Raw::LXor => I::Arithmetic(ArithmeticOp::Xor, Kind::Long),
        Raw::INeg => I::Negate(Kind::Int),
        Raw::LNeg => I::Negate(Kind::Long),
        Raw::FNeg => I::Negate(Kind::Float),
        Raw::DNeg => I::Negate(Kind::Double),
        Raw::IShL => I::Shift(ShiftOp::Left, Kind::Int),
        Raw::LShL => I::Shift(ShiftOp::Left, Kind::Long),
        Raw::IShR => I::Shift(ShiftOp::Right, Kind::Int),
        Raw::LShR => I::Shift(ShiftOp::Right, Kind::Long),
        Raw::IUShR => I::Shift(ShiftOp::RightUnsigned, Kind::Int),
        Raw::LUShR => I::Shift(ShiftOp::RightUnsigned, Kind::Long),

        Raw::I2L => I::Convert(Kind::Int, Kind::Long),
        Raw::I2F => I::Convert(Kind::Int, Kind::Float),
        Raw::I2D => I::Convert(Kind::Int, Kind::Double),
        Raw::L2I => I::Convert(Kind::Long, Kind::Int),
        Raw::L2F => I::Convert(Kind::Long, Kind::Float),
        Raw::L2D => I::Convert(Kind::Long, Kind::Double),
        Raw::F2I => I::Convert(Kind::Float, Kind::Int),
        Raw::F2L => I::Convert(Kind::Float, Kind::Long),
        Raw::F2D => I::Convert(Kind::Float, Kind::Double),
        Raw::D2I => I::Convert(Kind::Double, Kind::Int),
        Raw::D2L => I::Convert(Kind::Double, Kind::Long),
        Raw::D2F => I::Convert(Kind::Double, Kind::Float),
        Raw::I2B => I::Narrow(BaseType::Byte),
        Raw::I2C => I::Narrow(BaseType::Char),
        Raw::I2S => I::Narrow(BaseType::Short),

        Raw::LCmp => I::Compare(Comparison::Long),
        Raw::FCmpL => I::Compare(Comparison::FloatLess),
        Raw::FCmpG => I::Compare(Comparison::FloatGreater),
        Raw::DCmpL => I::Compare(Comparison::DoubleLess),
        Raw::DCmpG => I::Compare(Comparison::DoubleGreater),

        Raw::IfEq { offset } => branch(BranchTest::Zero(IntTest::Equal), offset)?,
        Raw::IfNe { offset } => branch(BranchTest::Zero(IntTest::NotEqual), offset)?,
        Raw::IfLt { offset } => branch(BranchTest::Zero(IntTest::Less), offset)?,
        Raw::IfGe { offset } => branch(BranchTest::Zero(IntTest::GreaterOrEqual), offset)?,
        Raw::IfGt { offset } => branch(BranchTest::Zero(IntTest::Greater), offset)?,
        Raw::IfLe { offset } => branch(BranchTest::Zero(IntTest::LessOrEqual), offset)?,
        Raw::IfICmpEq { offset } => branch(BranchTest::Ints(IntTest::Equal), offset)?,
        Raw::IfICmpNe { offset } => branch(BranchTest::Ints(IntTest::NotEqual), offset)?,
        Raw::IfICmpLt { offset } => branch(BranchTest::Ints(IntTest::Less), offset)?,
        Raw::IfICmpGe { offset } => branch(BranchTest::Ints(IntTest::GreaterOrEqual), offset)?,
        Raw::IfICmpGt { offset } => branch(BranchTest::Ints(IntTest::Greater), offset)?,
        Raw::IfICmpLe { offset } => branch(BranchTest::Ints(IntTest::LessOrEqual), offset)?,
        Raw::IfACmpEq { offset } => branch(BranchTest::Same(true), offset)?,
        Raw::IfACmpNe { offset } => branch(BranchTest::Same(false), offset)?,
        Raw::IfNull { offset } => branch(BranchTest::Null(true), offset)?,
        Raw::IfNonNull { offset } => branch(BranchTest::Null(false), offset)?,
        Raw::Goto { offset } => I::Goto(target(position, offset.into())?),
        Raw::GotoW { offset } => I::Goto(target(position, offset)?),
        Raw::JSr { offset } => I::JumpToSubroutine(target(position, offset.into())?),
        Raw::JSrW { offset } => I::JumpToSubroutine(target(position, offset)?),
        Raw::Ret { index } => I::ReturnFromSubroutine(index.into()),
        Raw::RetW { index } => I::ReturnFromSubroutine(index),
        Raw::TableSwitch(switch) => {
            // A hostile table may claim four thousand million cases; the code has room for few.
            if switch.high() < switch.low() || i64::from(switch.high()) - i64::from(switch.low()) > 1 << 16 {
                return Err(Flaw(format!("the table of the switch at {position} does not fit the code")));
            }
            let cases = switch.pairs().map(|pair| Ok((pair.key(), target(position, pair.offset())?)));
            let cases = cases.collect::<Result<_>>()?;
            I::Switch { default: target(position, switch.default_offset())?, cases }
        }
        Raw::LookupSwitch(switch) => {
            let cases = switch.pairs().map(|pair| Ok((pair.key(), target(position, pair.offset())?)));
            let cases: Vec<_> = cases.collect::<Result<_>>()?;
            if !cases.is_sorted_by(|one, next| one.0 < next.0) {
                return Err(Flaw(format!("the keys of the switch at {position} do not rise")));
            }
            I::Switch { default: target(position, switch.default_offset())?, cases }
        }
        Raw::IReturn => I::Return(Some(Kind::Int)),
        Raw::LReturn => I::Return(Some(Kind::Long)),
        Raw::FReturn => I::Return(Some(Kind::Float)),
        Raw::DReturn => I::Return(Some(Kind::Double)),
        Raw::AReturn => I::Return(Some(Kind::Reference)),
        Raw::Return => I::Return(None),

        Raw::GetField { index } => field(pool, FieldAccess::GetField, index)?,
        Raw::PutField { index } => field(pool, FieldAccess::PutField, index)?,
        Raw::GetStatic { index } => field(pool, FieldAccess::GetStatic, index)?,
        Raw::PutStatic { index } => field(pool, FieldAccess::PutStatic, index)?,
        Raw::InvokeVirtual { index } => {
            let method = pool.get(index)?.clone();
            invoke(pool, InvokeKind::Virtual, &cpool::Item::MethodRef(method))?
        }
        Raw::InvokeSpecial { index } => invoke(pool, InvokeKind::Special, pool.get(index)?)?,
        Raw::InvokeStatic { index } => invoke(pool, InvokeKind::Static, pool.get(index)?)?,
        Raw::InvokeInterface { index, .. } => {
            let method = pool.get(index)?.clone();
            invoke(pool, InvokeKind::Interface, &cpool::Item::InterfaceMethodRef(method))?
        }
        Raw::InvokeDynamic { index } => {
            let dynamic = pool.get(index)?;
            let member = pool.retrieve(dynamic.name_and_type)?;
            let descriptor = text(member.descriptor);
            I::InvokeDynamic {
                bootstrap: dynamic.bootstrap_method_attr,
                name: text(member.name),
                ty: MethodType::parse(&descriptor).ok_or_else(|| no_type(&descriptor))?,
            }
        }

        Raw::New { index } => I::New(class_name(pool, index)?),
        Raw::NewArray { atype } => I::NewArray(FieldType::Base(element(atype))),
        Raw::ANewArray { index } => I::NewArray(class_type(index)?),
        Raw::MultiANewArray { index, dimensions } => I::NewMultiArray(class_type(index)?, dimensions),
        Raw::AThrow => I::Throw,
        Raw::CheckCast { index } => I::CheckCast(class_type(index)?),
        Raw::InstanceOf { index } => I::InstanceOf(class_type(index)?),
        Raw::MonitorEnter => I::MonitorEnter,
        Raw::MonitorExit => I::MonitorExit,
    })
}

fn int(value: i32) -> Instruction {
    Instruction::Constant(Constant::Int(value))
}

fn element(ty: ArrayType) -> BaseType {
    match ty {
        ArrayType::Boolean => BaseType::Boolean,
        ArrayType::Char => BaseType::Char,
        ArrayType::Float => BaseType::Float,
        ArrayType::Double => BaseType::Double,
        ArrayType::Byte => BaseType::Byte,
        ArrayType::Short => BaseType::Short,
        ArrayType::Int => BaseType::Int,
        ArrayType::Long => BaseType::Long,
    }
}

fn field<'a>(
    pool: &Pool<'a>,
    access: FieldAccess,
    index: cpool::Index<cpool::FieldRef<'a>>,
) -> Result<Instruction> {
    let (class, (name, descriptor), _) = member(pool, &cpool::Item::FieldRef(pool.get(index)?.clone()))?;
    let ty = FieldType::parse(&descriptor).ok_or_else(|| no_type(&descriptor))?;
    Ok(Instruction::Field { access, class, name, ty })
}

fn invoke(pool: &Pool<'_>, kind: InvokeKind, item: &cpool::Item<'_>) -> Result<Instruction> {
    let (class, (name, descriptor), is_interface) = member(pool, item)?;
    let ty = MethodType::parse(&descriptor).ok_or_else(|| no_type(&descriptor))?;
    Ok(Instruction::Invoke { kind, class, name, ty, is_interface })
}
