//! Reads the code of a method: instructions with their positions, handlers, lines and names of variables.

use super::ClassFile;
use super::decode::instruction;
use super::descriptor::FieldType;
use super::instruction::{Instruction, Kind};
use super::read::{Flaw, LINE_NUMBERS, class_name, each_attribute, no_type, text};
use crate::error::JvmError;
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
        let decoded = self.bytes.decoded()?;
        let pool = decoded.class.pool();
        let Some(method) = decoded.methods.get(position) else { return Ok(None) };
        let mut found = None;
        each_attribute(pool, &method.attributes(), |content| {
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
        read.instructions.push((position, instruction(pool, position, &raw)?));
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
