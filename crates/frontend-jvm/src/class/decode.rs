//! An opcode with its operands, as `noak` reads it, becomes an instruction: the same thing said by many opcodes is one here.
//!
//! One function for each group of the JVM specification's section 2.11; each knows its own opcodes and leaves the others to the next.

use super::constant::Constant;
use super::descriptor::{BaseType, FieldType, MethodType};
use super::instruction::{
    ArithmeticOp, ArrayKind, BranchTest, Comparison, FieldAccess, Instruction, IntTest, InvokeKind, Kind,
    ShiftOp, StackOp,
};
use super::read::{Flaw, class_name, item, member, no_type, text};
use noak::reader::attributes::{ArrayType, RawInstruction as Raw};
use noak::reader::cpool;

type Result<T> = std::result::Result<T, Flaw>;
type Pool<'a> = cpool::ConstantPool<'a>;

/// The instruction `raw` at `position` in bytes.
pub fn instruction<'a>(pool: &Pool<'a>, position: u32, raw: &Raw<'a>) -> Result<Instruction> {
    let plain = load(raw)
        .or_else(|| store(raw))
        .or_else(|| constant(raw))
        .or_else(|| element_access(raw))
        .or_else(|| operand_stack(raw))
        .or_else(|| arithmetic(raw))
        .or_else(|| conversion(raw))
        .or_else(|| end(raw));
    if let Some(instruction) = plain {
        return Ok(instruction);
    }
    match jump(position, raw)? {
        Some(instruction) => Ok(instruction),
        None => reference(pool, position, raw),
    }
}

/// Constants that stand in the opcode or behind it.
fn constant(raw: &Raw<'_>) -> Option<Instruction> {
    use Instruction as I;
    Some(match *raw {
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
        _ => return None,
    })
}

/// Local variables to the operand stack; and their increments.
fn load(raw: &Raw<'_>) -> Option<Instruction> {
    use Instruction as I;
    Some(match *raw {
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
        Raw::IInc { index, value } => I::Increment(index.into(), value.into()),
        Raw::IIncW { index, value } => I::Increment(index, value),
        _ => return None,
    })
}

/// The operand stack to local variables.
fn store(raw: &Raw<'_>) -> Option<Instruction> {
    use Instruction as I;
    Some(match *raw {
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
        _ => return None,
    })
}

/// Elements of arrays.
fn element_access(raw: &Raw<'_>) -> Option<Instruction> {
    use Instruction as I;
    Some(match *raw {
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
        _ => return None,
    })
}

/// Exchanges on the operand stack.
fn operand_stack(raw: &Raw<'_>) -> Option<Instruction> {
    use Instruction as I;
    Some(match *raw {
        Raw::Pop => I::Stack(StackOp::Pop),
        Raw::Pop2 => I::Stack(StackOp::Pop2),
        Raw::Dup => I::Stack(StackOp::Dup),
        Raw::DupX1 => I::Stack(StackOp::DupX1),
        Raw::DupX2 => I::Stack(StackOp::DupX2),
        Raw::Dup2 => I::Stack(StackOp::Dup2),
        Raw::Dup2X1 => I::Stack(StackOp::Dup2X1),
        Raw::Dup2X2 => I::Stack(StackOp::Dup2X2),
        Raw::Swap => I::Stack(StackOp::Swap),
        _ => return None,
    })
}

/// Arithmetic and comparisons that give a number.
fn arithmetic(raw: &Raw<'_>) -> Option<Instruction> {
    use Instruction as I;
    Some(match *raw {
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
        Raw::LCmp => I::Compare(Comparison::Long),
        Raw::FCmpL => I::Compare(Comparison::FloatLess),
        Raw::FCmpG => I::Compare(Comparison::FloatGreater),
        Raw::DCmpL => I::Compare(Comparison::DoubleLess),
        Raw::DCmpG => I::Compare(Comparison::DoubleGreater),
        _ => return None,
    })
}

/// Numbers of one type as another.
fn conversion(raw: &Raw<'_>) -> Option<Instruction> {
    use Instruction as I;
    Some(match *raw {
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
        _ => return None,
    })
}

/// The end of a method, of a monitor, or of what is regular.
fn end(raw: &Raw<'_>) -> Option<Instruction> {
    use Instruction as I;
    Some(match *raw {
        Raw::IReturn => I::Return(Some(Kind::Int)),
        Raw::LReturn => I::Return(Some(Kind::Long)),
        Raw::FReturn => I::Return(Some(Kind::Float)),
        Raw::DReturn => I::Return(Some(Kind::Double)),
        Raw::AReturn => I::Return(Some(Kind::Reference)),
        Raw::Return => I::Return(None),
        Raw::AThrow => I::Throw,
        Raw::MonitorEnter => I::MonitorEnter,
        Raw::MonitorExit => I::MonitorExit,
        _ => return None,
    })
}

/// Jumps, switches and subroutines.
fn jump(position: u32, raw: &Raw<'_>) -> Result<Option<Instruction>> {
    use Instruction as I;
    let branch =
        |test: BranchTest, offset: i16| Ok::<_, Flaw>(I::Branch(test, target(position, offset.into())?));
    Ok(Some(match *raw {
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
        Raw::TableSwitch(ref switch) => {
            // A hostile table may claim four thousand million cases; the code has room for few.
            if switch.high() < switch.low() || i64::from(switch.high()) - i64::from(switch.low()) > 1 << 16 {
                return Err(Flaw(format!("the table of the switch at {position} does not fit the code")));
            }
            let cases = switch.pairs().map(|pair| Ok((pair.key(), target(position, pair.offset())?)));
            let cases = cases.collect::<Result<_>>()?;
            I::Switch { default: target(position, switch.default_offset())?, cases }
        }
        Raw::LookupSwitch(ref switch) => {
            let cases = switch.pairs().map(|pair| Ok((pair.key(), target(position, pair.offset())?)));
            let cases: Vec<_> = cases.collect::<Result<_>>()?;
            if !cases.is_sorted_by(|one, next| one.0 < next.0) {
                return Err(Flaw(format!("the keys of the switch at {position} do not rise")));
            }
            I::Switch { default: target(position, switch.default_offset())?, cases }
        }
        _ => return Ok(None),
    }))
}

/// What names something in the pool of constants: constants, fields, methods, classes.
fn reference<'a>(pool: &Pool<'a>, position: u32, raw: &Raw<'a>) -> Result<Instruction> {
    use Instruction as I;
    let constant =
        |index: cpool::Index<cpool::Item<'a>>| Ok::<_, Flaw>(I::Constant(item(pool, pool.get(index)?)?));
    let class_type = |index: cpool::Index<cpool::Class<'a>>| {
        let name = class_name(pool, index)?;
        FieldType::of_class_name(&name).ok_or_else(|| no_type(&name))
    };
    Ok(match *raw {
        Raw::LdC { index } | Raw::LdCW { index } | Raw::LdC2W { index } => constant(index)?,
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
        Raw::CheckCast { index } => I::CheckCast(class_type(index)?),
        Raw::InstanceOf { index } => I::InstanceOf(class_type(index)?),
        _ => return Err(Flaw(format!("the opcode at {position} is not known"))),
    })
}

/// The position that an offset leads to.
fn target(position: u32, offset: i32) -> Result<u32> {
    position
        .checked_add_signed(offset)
        .ok_or_else(|| Flaw(format!("the jump at {position} leads before the code")))
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
