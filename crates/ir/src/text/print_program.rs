//! Prints programs: files, globals, callables, classes, then the bodies that can be lowered.

use super::print::Quoted;
use crate::ids::FuncId;
use crate::objects::{Class, ClassKind, Field};
use crate::program::{Callable, Global, Program, Relocation, RelocationTarget};
use std::fmt::{self, Display, Formatter, Write};

/// The text form of `program`. Lowers every defined body; one that cannot be lowered is left
/// out with the reason in a comment.
#[must_use]
pub fn print_program(program: &Program) -> String {
    let mut text = String::from("program\n");
    print_into(&mut text, program).expect("writing to a string does not fail");
    text
}

fn print_into(text: &mut String, program: &Program) -> fmt::Result {
    for (id, path) in program.files.iter_enumerated() {
        writeln!(text, "{id}: {}", Quoted(path))?;
    }
    for (id, global) in program.globals.iter_enumerated() {
        writeln!(text, "{id}: {global}")?;
    }
    for (id, callable) in program.callables.iter_enumerated() {
        writeln!(text, "{id}: {callable}")?;
    }
    for (id, class) in program.classes.iter_enumerated() {
        writeln!(text, "{id}: {class}")?;
    }
    for raiser in program.raisers.iter() {
        writeln!(text, "raiser {} = {}", raiser.fault.name(), raiser.function)?;
    }
    for (id, _) in program.callables.iter_enumerated().filter(|(_, callable)| callable.defined) {
        match program.body(id) {
            Ok(body) => write!(text, "\nbody {id} = {body}")?,
            Err(error) => writeln!(text, "\n; no body for {id}: {}", error.what.replace('\n', " "))?,
        }
    }
    Ok(())
}

impl Display for Global {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "{} size {} align {}", Quoted(&self.name), self.size_bytes, self.align_bytes)?;
        f.write_str(if self.constant { " constant" } else { "" })?;
        f.write_str(if self.undefined { " undefined" } else { "" })?;
        f.write_str(if self.weak { " weak" } else { "" })?;
        if !self.bytes.is_empty() {
            f.write_str(" = \"")?;
            self.bytes.iter().try_for_each(|byte| write!(f, "{byte:02x}"))?;
            f.write_str("\"")?;
        }
        if !self.relocations.is_empty() {
            write!(f, " relocations({})", super::pieces::Commas(&self.relocations))?;
        }
        Ok(())
    }
}

impl Display for Class {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "{}", Quoted(&self.name))?;
        if let Some(superclass) = self.superclass {
            write!(f, " extends {superclass}")?;
        }
        match self.kind {
            ClassKind::Instance { size_bytes } => write!(f, " size {size_bytes}")?,
            ClassKind::Interface => f.write_str(" interface")?,
            ClassKind::Array { element, class: None } => write!(f, " array {element}")?,
            ClassKind::Array { element, class: Some(class) } => write!(f, " array {element} of {class}")?,
        }
        if !self.fields.is_empty() {
            write!(f, " fields({})", super::pieces::Commas(&self.fields))?;
        }
        if !self.interfaces.is_empty() {
            write!(f, " implements({})", super::pieces::Commas(&self.interfaces))?;
        }
        if !self.vtable.is_empty() {
            write!(f, " vtable({})", Methods(&self.vtable))?;
        }
        for (interface, methods) in &self.itables {
            write!(f, " itable {interface}({})", Methods(methods))?;
        }
        if self.static_bytes > 0 {
            write!(f, " statics {}", self.static_bytes)?;
        }
        match self.initialiser {
            Some(initialiser) => write!(f, " init {initialiser}"),
            None => Ok(()),
        }
    }
}

impl Display for Field {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {} at {}", Quoted(&self.name), self.ty, self.offset)
    }
}

/// Functions with commas between them, `none` for an abstract method.
struct Methods<'a>(&'a [Option<FuncId>]);

impl Display for Methods<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        for (position, method) in self.0.iter().enumerate() {
            f.write_str(if position > 0 { ", " } else { "" })?;
            match method {
                Some(function) => write!(f, "{function}")?,
                None => f.write_str("none")?,
            }
        }
        Ok(())
    }
}

impl Display for Relocation {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "{}: ", self.offset)?;
        match self.target {
            RelocationTarget::Global(global, 0) => write!(f, "@{global}"),
            RelocationTarget::Global(global, offset) => write!(f, "@{global}{offset:+}"),
            RelocationTarget::Function(function) => write!(f, "@{function}"),
            RelocationTarget::Block(function, block) => write!(f, "@{function}/{block}"),
        }
    }
}

impl Display for Callable {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", Quoted(&self.name), self.signature)?;
        f.write_str(if self.defined { " defined" } else { "" })?;
        f.write_str(if self.no_return { " noreturn" } else { "" })?;
        f.write_str(if self.external { " external" } else { "" })?;
        f.write_str(if self.weak { " weak" } else { "" })
    }
}
