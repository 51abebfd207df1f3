//! What a conditional jump tests, in words of the source as far as bytecode has them.

use crate::class::{
    ArithmeticOp, BaseType, BranchTest, Code, Constant, FieldAccess, FieldType, Instruction, IntTest,
    InvokeKind, ShiftOp, StackOp, flags,
};
use crate::cover::filter::Subject;

/// Characters that the text of a condition has at most.
const MAX_LENGTH: usize = 120;

/// The code of the operands of a jump.
pub struct Operand<'a> {
    subject: Subject<'a>,
    start: usize,
    jump: usize,
}

/// A value in words, and whether it is put into brackets as a part of another.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Words {
    text: String,
    is_whole: bool,
    is_boolean: bool,
    is_char: bool,
}

fn whole(text: impl Into<String>) -> Words {
    Words { text: text.into(), is_whole: true, is_boolean: false, is_char: false }
}

fn of_type(text: String, ty: Option<&FieldType>) -> Words {
    let is = |base| ty == Some(&FieldType::Base(base));
    Words { text, is_whole: true, is_boolean: is(BaseType::Boolean), is_char: is(BaseType::Char) }
}

impl Words {
    /// As one side of a comparison with `other`: the number of a character is written as that where the other side is one.
    fn beside(&self, other: &Self) -> String {
        let byte = self.text.parse::<u8>().ok().filter(|byte| other.is_char && (b' '..=b'~').contains(byte));
        match byte {
            Some(byte @ (b'\'' | b'\\')) => format!("'\\{}'", char::from(byte)),
            Some(byte) => format!("'{}'", char::from(byte)),
            None => self.bracketed(),
        }
    }

    fn bracketed(&self) -> String {
        if self.is_whole { self.text.clone() } else { format!("({})", self.text) }
    }
}

impl<'a> Operand<'a> {
    /// The operands of `jump`, which begin at `start`.
    pub fn new(subject: Subject<'a>, start: usize, jump: usize) -> Self {
        Self { subject, start, jump }
    }

    /// Where a boolean is tested for itself: whether the jump is taken when it is true.
    pub fn is_boolean(&self, code: &Code) -> Option<bool> {
        let Instruction::Branch(test, _) = &code.instructions[self.jump].1 else { return None };
        let jumps = of_boolean(*test)?;
        let before = self.jump.checked_sub(1)?;
        let is_boolean = |ty: &FieldType| *ty == FieldType::Base(BaseType::Boolean);
        let gives_boolean = match &code.instructions[before].1 {
            Instruction::Invoke { ty, .. } | Instruction::InvokeDynamic { ty, .. } => {
                ty.result.as_ref().is_some_and(is_boolean)
            }
            Instruction::Field { access: FieldAccess::GetField | FieldAccess::GetStatic, ty, .. } => {
                is_boolean(ty)
            }
            Instruction::InstanceOf(_) => true,
            Instruction::Load(_, slot) => {
                self.variable(code, before, *slot).is_some_and(|variable| variable.is_boolean)
            }
            _ => false,
        };
        gives_boolean.then_some(jumps)
    }

    /// The test that is true when the jump is taken, or when it is not.
    pub fn text(&self, code: &Code, when_jumping: bool) -> String {
        self.told(code, when_jumping).unwrap_or_else(|| match &code.instructions[self.jump].1 {
            Instruction::Branch(test, _) => words_of_test(*test, when_jumping).to_owned(),
            _ => String::new(),
        })
    }

    /// `None` where the operands branch themselves.
    fn told(&self, code: &Code, when_jumping: bool) -> Option<String> {
        let mut stack: Vec<Words> = Vec::new();
        for index in self.start..self.jump {
            if let Instruction::Compare(_) = &code.instructions[index].1
                && index + 1 == self.jump
            {
                let (b, a) = (stack.pop()?, stack.pop()?);
                let Instruction::Branch(BranchTest::Zero(test), _) = &code.instructions[self.jump].1 else {
                    return None;
                };
                return fitting(format!(
                    "{} {} {}",
                    a.bracketed(),
                    relation(*test, when_jumping),
                    b.bracketed()
                ));
            }
            self.step(code, index, &mut stack)?;
        }
        let Instruction::Branch(test, _) = &code.instructions[self.jump].1 else { return None };
        let top = stack.pop()?;
        let two = |stack: &mut Vec<Words>, relation: &str| {
            let left = stack.pop()?;
            Some(format!("{} {relation} {}", left.beside(&top), top.beside(&left)))
        };
        let same = |same: bool| if same == when_jumping { "==" } else { "!=" };
        fitting(match test {
            BranchTest::Zero(IntTest::Equal | IntTest::NotEqual) if top.is_boolean => {
                let is_plain = of_boolean(*test) == Some(when_jumping);
                if is_plain { top.text } else { format!("!{}", top.bracketed()) }
            }
            BranchTest::Zero(test) => format!("{} {} 0", top.bracketed(), relation(*test, when_jumping)),
            BranchTest::Null(null) => format!("{} {} null", top.bracketed(), same(*null)),
            BranchTest::Ints(test) => two(&mut stack, relation(*test, when_jumping))?,
            BranchTest::Same(is_same) => two(&mut stack, same(*is_same))?,
        })
    }

    fn variable(&self, code: &Code, index: usize, slot: u16) -> Option<Words> {
        let (position, _) = code.instructions[index];
        let is_it = |variable: &&crate::class::LocalVariable| {
            variable.slot == slot && variable.start <= position && position < variable.end
        };
        if let Some(variable) = code.variables.iter().find(is_it) {
            return Some(of_type(variable.name.clone(), Some(&variable.ty)));
        }
        let mut at = u16::from(!self.subject.method.is(flags::STATIC));
        if at == 1 && slot == 0 {
            return Some(whole("this"));
        }
        for (number, ty) in self.subject.method.ty.parameters.iter().enumerate() {
            if at == slot {
                return Some(of_type(format!("parameter{}", number + 1), Some(ty)));
            }
            at += ty.slots();
        }
        None
    }

    /// Does in words what the instruction does with values; `None` for what is not put into words.
    fn step(&self, code: &Code, index: usize, stack: &mut Vec<Words>) -> Option<()> {
        let words = match &code.instructions[index].1 {
            Instruction::Nop | Instruction::Increment(..) | Instruction::CheckCast(_) => return Some(()),
            Instruction::Constant(constant) => whole(of_constant(constant)?),
            Instruction::Load(_, slot) => {
                let words =
                    self.variable(code, index, *slot).unwrap_or_else(|| whole(format!("variable{slot}")));
                match index.checked_sub(1).map(|before| &code.instructions[before].1) {
                    Some(Instruction::Increment(of, by)) if of == slot && index > self.start => match by {
                        1 => whole(format!("++{}", words.text)),
                        -1 => whole(format!("--{}", words.text)),
                        _ => words,
                    },
                    _ => words,
                }
            }
            Instruction::Store(_, slot) => {
                // An assignment whose value is used: a copy of it stays on the stack.
                let value = stack.pop()?;
                let copy = stack.last_mut().filter(|copy| **copy == value)?;
                let next = (index + 1).min(code.instructions.len() - 1);
                let name =
                    self.variable(code, next, *slot).map_or(format!("variable{slot}"), |words| words.text);
                copy.text = format!("{name} = {}", value.text);
                copy.is_whole = false;
                return Some(());
            }
            Instruction::Stack(StackOp::Dup) => stack.last()?.clone(),
            Instruction::ArrayLoad(_) => {
                let (at, array) = (stack.pop()?, stack.pop()?);
                whole(format!("{}[{}]", array.bracketed(), at.text))
            }
            // Arguments of a variable number: an array that is filled right away.
            Instruction::NewArray(_) => {
                stack.pop()?;
                whole("{…}")
            }
            Instruction::ArrayStore(_) => {
                let first = stack.len().checked_sub(3)?;
                stack.truncate(first);
                return Some(());
            }
            Instruction::ArrayLength => whole(format!("{}.length", stack.pop()?.bracketed())),
            Instruction::Arithmetic(op, _) => binary(stack, of_arithmetic(*op))?,
            Instruction::Shift(op, _) => binary(
                stack,
                match op {
                    ShiftOp::Left => "<<",
                    ShiftOp::Right => ">>",
                    ShiftOp::RightUnsigned => ">>>",
                },
            )?,
            Instruction::Negate(_) => Words {
                text: format!("-{}", stack.pop()?.bracketed()),
                is_whole: false,
                is_boolean: false,
                is_char: false,
            },
            Instruction::Convert(..) | Instruction::Narrow(_) => {
                Words { is_boolean: false, is_char: false, ..stack.pop()? }
            }
            Instruction::InstanceOf(ty) => Words {
                text: format!("{} instanceof {}", stack.pop()?.bracketed(), simple(&ty.as_source())),
                is_whole: false,
                is_boolean: true,
                is_char: false,
            },
            Instruction::Field { access: FieldAccess::GetStatic, class, name, ty } => {
                let owner =
                    if *class == self.subject.class.name { String::new() } else { simple(class) + "." };
                of_type(format!("{owner}{name}"), Some(ty))
            }
            Instruction::Field { access: FieldAccess::GetField, name, ty, .. } => {
                let object = stack.pop()?;
                of_type(with_owner(&object, name), Some(ty))
            }
            Instruction::Invoke { kind, class, name, ty, .. } if name != "<init>" => {
                let first = stack.len().checked_sub(ty.parameters.len())?;
                let arguments: Vec<String> = stack.drain(first..).map(|words| words.text).collect();
                let owner = match kind {
                    InvokeKind::Static if *class == self.subject.class.name => name.clone(),
                    InvokeKind::Static => format!("{}.{name}", simple(class)),
                    _ => with_owner(&stack.pop()?, name),
                };
                of_type(format!("{owner}({})", arguments.join(", ")), ty.result.as_ref())
            }
            _ => return None,
        };
        stack.push(words);
        Some(())
    }
}

fn fitting(text: String) -> Option<String> {
    (text.chars().count() <= MAX_LENGTH).then_some(text)
}

fn with_owner(object: &Words, name: &str) -> String {
    if object.text == "this" { name.to_owned() } else { format!("{}.{name}", object.bracketed()) }
}

fn binary(stack: &mut Vec<Words>, sign: &str) -> Option<Words> {
    let (b, a) = (stack.pop()?, stack.pop()?);
    let text = format!("{} {sign} {}", a.bracketed(), b.bracketed());
    Some(Words { text, is_whole: false, is_boolean: a.is_boolean && b.is_boolean, is_char: false })
}

fn of_arithmetic(op: ArithmeticOp) -> &'static str {
    match op {
        ArithmeticOp::Add => "+",
        ArithmeticOp::Subtract => "-",
        ArithmeticOp::Multiply => "*",
        ArithmeticOp::Divide => "/",
        ArithmeticOp::Remainder => "%",
        ArithmeticOp::And => "&",
        ArithmeticOp::Or => "|",
        ArithmeticOp::Xor => "^",
    }
}

/// The last part of the name of a class.
fn simple(name: &str) -> String {
    name.rsplit(['/', '.', '$']).next().unwrap_or(name).to_owned()
}

fn of_constant(constant: &Constant) -> Option<String> {
    Some(match constant {
        Constant::Int(value) => value.to_string(),
        Constant::Long(value) => format!("{value}L"),
        Constant::Float(value) => format!("{value:?}f"),
        Constant::Double(value) => format!("{value:?}"),
        Constant::String(units) => format!("{:?}", String::from_utf16_lossy(units)),
        Constant::Class(ty) => format!("{}.class", simple(&ty.as_source())),
        Constant::Null => "null".to_owned(),
        Constant::MethodType(_) | Constant::MethodHandle(_) | Constant::Dynamic { .. } => return None,
    })
}

/// What holds when a test of relations jumps, or when it does not.
fn relation(test: IntTest, jumps: bool) -> &'static str {
    match (test, jumps) {
        (IntTest::Equal, true) | (IntTest::NotEqual, false) => "==",
        (IntTest::NotEqual, true) | (IntTest::Equal, false) => "!=",
        (IntTest::Less, true) | (IntTest::GreaterOrEqual, false) => "<",
        (IntTest::GreaterOrEqual, true) | (IntTest::Less, false) => ">=",
        (IntTest::Greater, true) | (IntTest::LessOrEqual, false) => ">",
        (IntTest::LessOrEqual, true) | (IntTest::Greater, false) => "<=",
    }
}

/// Whether the test asks for a boolean: jumps when it is true, or when it is false.
fn of_boolean(test: BranchTest) -> Option<bool> {
    match test {
        BranchTest::Zero(IntTest::NotEqual) => Some(true),
        BranchTest::Zero(IntTest::Equal) => Some(false),
        _ => None,
    }
}

/// What holds of the operands when a test jumps, or when it does not.
fn words_of_test(test: BranchTest, jumps: bool) -> &'static str {
    let relation = |test: IntTest| match (test, jumps) {
        (IntTest::Equal, true) | (IntTest::NotEqual, false) => 0,
        (IntTest::NotEqual, true) | (IntTest::Equal, false) => 1,
        (IntTest::Less, true) | (IntTest::GreaterOrEqual, false) => 2,
        (IntTest::GreaterOrEqual, true) | (IntTest::Less, false) => 3,
        (IntTest::Greater, true) | (IntTest::LessOrEqual, false) => 4,
        (IntTest::LessOrEqual, true) | (IntTest::Greater, false) => 5,
    };
    const ZERO: [&str; 6] = [
        "the value is 0 or false",
        "the value is not 0 or true",
        "the value is below 0, or the left one is less",
        "the value is at least 0, or the left one is not less",
        "the value is above 0, or the left one is greater",
        "the value is at most 0, or the left one is not greater",
    ];
    const TWO: [&str; 6] = [
        "both numbers are equal",
        "the numbers differ",
        "the left number is less",
        "the left number is greater or equal",
        "the left number is greater",
        "the left number is less or equal",
    ];
    match test {
        BranchTest::Zero(test) => ZERO[relation(test)],
        BranchTest::Ints(test) => TWO[relation(test)],
        BranchTest::Same(same) if same == jumps => "both references are the same",
        BranchTest::Same(_) => "the references differ",
        BranchTest::Null(null) if null == jumps => "the reference is null",
        BranchTest::Null(_) => "the reference is not null",
    }
}
