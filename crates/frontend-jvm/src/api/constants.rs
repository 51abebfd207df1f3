//! Constants mined from the code of the classes under test.

use super::class::erased;
use super::library::Library;
use crate::class::{BaseType, Constant, FieldType, Instruction, flags};
use crate::{ClassFile, Code};
use std::sync::Arc;
use trine_testcase::objects::types::OBJECT;
use trine_testcase::objects::{ClassApi, Constants};

/// Lists grow no longer than this: the tables of a generated class say little.
const MAX_CONSTANTS: usize = 400;

impl Library<'_> {
    /// The constants that the code of the classes under test in `api` mentions, that of their lambdas and anonymous classes included.
    #[must_use]
    pub fn constants(&self, api: &ClassApi) -> Constants {
        constants(self, api)
    }
}

/// The constants of the classes under test in `api`, and of what is nested in them.
fn constants(library: &Library<'_>, api: &ClassApi) -> Constants {
    let mut mined = Constants::default();
    let mut files: Vec<Arc<ClassFile>> = Vec::new();
    let subjects = api.subjects.iter().map(|&id| api.classes[id].name.clone());
    let mut names: Vec<String> = subjects.collect();
    let mut next = 0;
    while let Some(name) = names.get(next).cloned() {
        next += 1;
        let Ok(file) = library.file(&name) else { continue };
        let nested = file.attributes.inner_classes.iter().map(|inner| &inner.name);
        let nested =
            nested.filter(|inner| inner.strip_prefix(&name).is_some_and(|rest| rest.starts_with('$')));
        let above = file.superclass.iter().filter(|_| file.module.is_none());
        for name in nested.chain(above) {
            if !names.contains(name) && library.file(name).is_ok_and(|file| file.module.is_none()) {
                names.push(name.clone());
            }
        }
        files.push(file);
    }
    for file in files {
        for position in 0..file.methods.len() {
            // Damaged code is told about where it is run.
            if let Ok(Some(code)) = file.code(position) {
                of_code(&code, &mut mined);
            }
        }
        let values = file.fields.iter().filter(|field| field.is(flags::STATIC));
        values.filter_map(|field| field.constant.as_ref()).for_each(|value| constant(value, &mut mined));
    }
    mined
}

/// Names of the classes that the code of `files` tests for or casts to, each once.
pub(super) fn tested(files: &[Arc<ClassFile>]) -> Vec<String> {
    let mut found = Vec::new();
    for file in files {
        for position in 0..file.methods.len() {
            let Ok(Some(code)) = file.code(position) else { continue };
            for (_, instruction) in &code.instructions {
                if let Instruction::InstanceOf(FieldType::Class(name))
                | Instruction::CheckCast(FieldType::Class(name)) = instruction
                    && !found.contains(name)
                {
                    found.push(name.clone());
                }
            }
        }
    }
    found
}

fn of_code(code: &Code, mined: &mut Constants) {
    for (_, instruction) in &code.instructions {
        match instruction {
            Instruction::Constant(value) => constant(value, mined),
            Instruction::Switch { cases, .. } if mined.integers.len() < MAX_CONSTANTS => {
                cases.iter().take(64).for_each(|&(key, _)| mined.integer(i64::from(key)));
            }
            Instruction::InstanceOf(ty) | Instruction::CheckCast(ty) => class(ty, mined),
            Instruction::Invoke { class: of, name, .. } if asks_for_arrays(of, name) => {
                [FieldType::Base(BaseType::Int), FieldType::Class(OBJECT.to_owned())]
                    .into_iter()
                    .for_each(|element| class(&FieldType::Array(Box::new(element)), mined));
            }
            _ => {}
        }
    }
}

/// Whether code that calls this method takes arrays as objects.
fn asks_for_arrays(class: &str, method: &str) -> bool {
    class == "java/lang/reflect/Array" || class == "java/lang/Class" && method == "isArray"
}

fn constant(value: &Constant, mined: &mut Constants) {
    match value {
        Constant::Int(value) if mined.integers.len() < MAX_CONSTANTS => mined.integer(i64::from(*value)),
        Constant::Long(value) if mined.integers.len() < MAX_CONSTANTS => mined.integer(*value),
        Constant::Float(value) if mined.floats.len() < MAX_CONSTANTS => mined.float(f64::from(*value)),
        Constant::Double(value) if mined.floats.len() < MAX_CONSTANTS => mined.float(*value),
        Constant::String(text) if mined.strings.len() < MAX_CONSTANTS => mined.string(text),
        Constant::Class(ty) => class(ty, mined),
        _ => {}
    }
}

fn class(ty: &FieldType, mined: &mut Constants) {
    if mined.classes.len() < MAX_CONSTANTS && !matches!(ty, FieldType::Base(_)) {
        mined.class(erased(ty));
    }
}
