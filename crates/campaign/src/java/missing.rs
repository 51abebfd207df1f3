//! Classes that a class needs and nobody has: dependencies that are missing on the class path.

use super::classes::{ClassFailure, Classes, as_source};
use std::collections::BTreeSet;
use trine_frontend_jvm::ClassFile;
use trine_frontend_jvm::class::{FieldType, Instruction};

/// Missing classes that a remark names, at most.
const MAX_NAMED: usize = 5;

/// Requires that all classes above `file` are there: without one of them it cannot be loaded.
pub(super) fn require_above(file: &ClassFile, classes: &Classes) -> Result<(), ClassFailure> {
    let mut seen = BTreeSet::new();
    let mut open: Vec<String> = file.superclass.iter().chain(&file.interfaces).cloned().collect();
    while let Some(name) = open.pop() {
        if !seen.insert(name.clone()) {
            continue;
        }
        if classes.has(&name) {
            let above = classes.file(&name)?;
            open.extend(above.superclass.iter().chain(&above.interfaces).cloned());
        } else if !is_there(&name, classes) {
            let what = format!(
                "class `{}` needs `{}`, which is not on the class path",
                as_source(&file.name),
                as_source(&name)
            );
            return Err(ClassFailure::input(
                &file.name,
                what,
                "add the folder or jar that has it to the class path (-cp)",
            ));
        }
    }
    Ok(())
}

/// What the user should know of classes that the code of `files` uses and nobody has.
pub(super) fn remark(files: &[ClassFile], classes: &Classes) -> Option<String> {
    let mut used: BTreeSet<String> = BTreeSet::new();
    for file in files {
        for at in 0..file.methods.len() {
            let Ok(Some(code)) = file.code(at) else { continue };
            used.extend(code.instructions.iter().filter_map(|(_, instruction)| class_of(instruction)));
        }
    }
    let missing: Vec<String> = used
        .into_iter()
        .filter(|name| !is_there(name, classes))
        .map(|name| format!("`{}`", as_source(&name)))
        .collect();
    let more = missing.len().saturating_sub(MAX_NAMED);
    let and = if more > 0 { format!(" and {more} more") } else { String::new() };
    (!missing.is_empty()).then(|| {
        format!(
            "not on the class path: {}{and}; code that needs them is not covered: add what has them with -cp",
            missing[..missing.len() - more].join(", ")
        )
    })
}

/// The class that an instruction uses.
fn class_of(instruction: &Instruction) -> Option<String> {
    let of = |ty: &FieldType| {
        let mut ty = ty;
        while let FieldType::Array(element) = ty {
            ty = element;
        }
        if let FieldType::Class(name) = ty { Some(name.clone()) } else { None }
    };
    match instruction {
        Instruction::Field { class, .. } | Instruction::New(class) => Some(class.clone()),
        // Methods of arrays are those of `Object`.
        Instruction::Invoke { class, .. } => Some(class.clone()).filter(|class| !class.starts_with('[')),
        Instruction::NewArray(ty) | Instruction::CheckCast(ty) | Instruction::InstanceOf(ty) => of(ty),
        _ => None,
    }
}

fn is_there(name: &str, classes: &Classes) -> bool {
    // What cannot be read is told elsewhere.
    classes.has(name) || classes.path().find_class(name).map_or(true, |found| found.is_some())
}
