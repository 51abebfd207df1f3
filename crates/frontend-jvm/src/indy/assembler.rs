//! Makes classes that no file holds: fields and methods whose code is given as instructions.
//!
//! What an `invokedynamic` links to is such a class, so that everything above (layout, dispatch, lowering, reflection)
//! treats it like one that a compiler wrote.

use crate::class::{
    BaseType, Bootstrap, BranchTest, ClassAttributes, ClassFile, Code, Constant, Field, FieldAccess,
    FieldType, Handler, Instruction, InvokeKind, Kind, Method, MethodType, Source, flags,
};
use crate::lower::kind_of;
use std::sync::Arc;

/// A place in code that jumps lead to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Label(u32);

/// The code of a method being made.
#[derive(Debug, Default)]
pub(super) struct Assembler {
    instructions: Vec<Instruction>,
    /// The position of each label.
    labels: Vec<u32>,
    /// Stretches of code with what catches everything that they throw: first, behind the last, target.
    guards: Vec<[Label; 3]>,
    locals: u16,
}

impl Assembler {
    /// Code of a method whose parameters, the receiver included, have these types; and their variables.
    pub fn new<'t>(parameters: impl IntoIterator<Item = &'t FieldType>) -> (Self, Vec<u16>) {
        let mut assembler = Self::default();
        let slots = parameters.into_iter().map(|ty| assembler.local(ty)).collect();
        (assembler, slots)
    }

    /// A new variable of the type `ty`.
    pub fn local(&mut self, ty: &FieldType) -> u16 {
        let slot = self.locals;
        self.locals += ty.slots();
        slot
    }

    pub fn emit(&mut self, instruction: Instruction) -> &mut Self {
        self.instructions.push(instruction);
        self
    }

    pub fn constant(&mut self, constant: Constant) -> &mut Self {
        self.emit(Instruction::Constant(constant))
    }

    pub fn int(&mut self, value: usize) -> &mut Self {
        self.constant(Constant::Int(value as i32))
    }

    pub fn string(&mut self, text: &str) -> &mut Self {
        self.constant(Constant::String(text.encode_utf16().collect()))
    }

    pub fn load(&mut self, ty: &FieldType, slot: u16) -> &mut Self {
        self.emit(Instruction::Load(kind_of(ty), slot))
    }

    pub fn store(&mut self, ty: &FieldType, slot: u16) -> &mut Self {
        self.emit(Instruction::Store(kind_of(ty), slot))
    }

    /// Ends the method with the value on the stack, of the type `ty`, or without one.
    pub fn returns(&mut self, ty: Option<&FieldType>) -> &mut Self {
        self.emit(Instruction::Return(ty.map(kind_of)))
    }

    pub fn return_int(&mut self, value: i32) -> &mut Self {
        self.constant(Constant::Int(value)).emit(Instruction::Return(Some(Kind::Int)))
    }

    pub fn cast(&mut self, ty: &FieldType) -> &mut Self {
        self.emit(Instruction::CheckCast(ty.clone()))
    }

    pub fn field(&mut self, access: FieldAccess, class: &str, name: &str, ty: &FieldType) -> &mut Self {
        let (class, name) = (class.to_owned(), name.to_owned());
        self.emit(Instruction::Field { access, class, name, ty: ty.clone() })
    }

    pub fn invoke(&mut self, kind: InvokeKind, class: &str, name: &str, ty: MethodType) -> &mut Self {
        let is_interface = kind == InvokeKind::Interface;
        self.emit(Instruction::Invoke {
            kind,
            class: class.to_owned(),
            name: name.to_owned(),
            ty,
            is_interface,
        })
    }

    pub fn new_label(&mut self) -> Label {
        self.labels.push(0);
        Label(self.labels.len() as u32 - 1)
    }

    /// `label` is the place of the next instruction.
    pub fn place(&mut self, label: Label) -> &mut Self {
        self.labels[label.0 as usize] = self.instructions.len() as u32;
        self
    }

    pub fn branch(&mut self, test: BranchTest, target: Label) -> &mut Self {
        self.emit(Instruction::Branch(test, target.0))
    }

    pub fn jump(&mut self, target: Label) -> &mut Self {
        self.emit(Instruction::Goto(target.0))
    }

    /// Jumps to the label at the position that is on the stack, or to `default`.
    pub fn switch(&mut self, labels: &[Label], default: Label) -> &mut Self {
        let cases = labels.iter().enumerate().map(|(at, label)| (at as i32, label.0)).collect();
        self.emit(Instruction::Switch { default: default.0, cases })
    }

    /// What is thrown from `start` on and before `end` is caught at `target`.
    pub fn guard(&mut self, start: Label, end: Label, target: Label) -> &mut Self {
        self.guards.push([start, end, target]);
        self
    }

    /// The code; an instruction's position is its number.
    pub fn finish(mut self) -> Code {
        for instruction in &mut self.instructions {
            let resolve = |target: &mut u32| *target = self.labels[*target as usize];
            match instruction {
                Instruction::Branch(_, target) | Instruction::Goto(target) => resolve(target),
                Instruction::Switch { default, cases } => {
                    resolve(default);
                    cases.iter_mut().for_each(|(_, target)| resolve(target));
                }
                _ => {}
            }
        }
        let instructions = (0..).zip(self.instructions).collect();
        let placed = |guard: &[Label; 3]| guard.map(|label| self.labels[label.0 as usize]);
        let handlers = self.guards.iter().map(placed);
        let handlers = handlers.map(|[start, end, target]| Handler { start, end, target, catches: None });
        Code {
            max_stack: u16::MAX,
            max_locals: self.locals,
            instructions,
            handlers: handlers.collect(),
            ..Code::default()
        }
    }
}

/// A class being made.
#[derive(Debug)]
pub(super) struct MadeClass {
    file: ClassFile,
    code: Vec<Option<Code>>,
}

impl MadeClass {
    /// A final class named `name` beside the class `beside`, without members.
    pub fn new(name: String, interfaces: Vec<String>, beside: &str) -> Self {
        let attributes = ClassAttributes { nest_host: Some(beside.to_owned()), ..ClassAttributes::default() };
        let file = ClassFile {
            bytes: Source::from(Arc::from([])),
            origin: format!("made for `{beside}`"),
            module: None,
            made: None,
            major: 52,
            flags: flags::FINAL | flags::SYNTHETIC,
            name,
            superclass: Some("java/lang/Object".to_owned()),
            interfaces,
            fields: Vec::new(),
            methods: Vec::new(),
            attributes,
        };
        Self { file, code: Vec::new() }
    }

    /// Lets it extend the class `above`.
    pub fn extend(&mut self, above: &str) {
        self.file.superclass = Some(above.to_owned());
    }

    /// Lets its constants be computed by these bootstrap methods.
    pub fn bootstraps(&mut self, bootstraps: &[Bootstrap]) {
        self.file.attributes.bootstraps = bootstraps.to_vec();
    }

    pub fn name(&self) -> &str {
        &self.file.name
    }

    pub fn field(&mut self, flags: u16, name: String, ty: FieldType) {
        self.file.fields.push(Field {
            flags,
            name,
            ty,
            signature: None,
            constant: None,
            is_deprecated: false,
        });
    }

    pub fn method(&mut self, flags: u16, name: &str, ty: MethodType, code: Assembler) {
        self.code.push(Some(code.finish()));
        self.declare(flags, name, ty, true);
    }

    /// A method that the runtime answers.
    pub fn native(&mut self, flags: u16, name: &str, ty: MethodType) {
        self.code.push(None);
        self.declare(flags | crate::class::flags::NATIVE, name, ty, false);
    }

    fn declare(&mut self, flags: u16, name: &str, ty: MethodType, has_code: bool) {
        self.file.methods.push(Method {
            flags,
            name: name.to_owned(),
            ty,
            signature: None,
            exceptions: Vec::new(),
            parameters: Vec::new(),
            has_code,
            is_deprecated: false,
        });
    }

    pub fn finish(mut self) -> ClassFile {
        self.file.made = Some(self.code.into());
        self.file
    }
}

/// The type of methods with this descriptor, which is one.
pub(super) fn method_type(descriptor: &str) -> MethodType {
    MethodType::parse(descriptor).unwrap_or(MethodType { parameters: Vec::new(), result: None })
}

/// The type of the class named `name`, which may be an array.
pub(super) fn class_type(name: &str) -> FieldType {
    FieldType::of_class_name(name).unwrap_or_else(|| FieldType::Class(name.to_owned()))
}

/// The primitive type whose values objects of the class `ty` hold.
pub(super) fn wrapped(ty: &FieldType) -> Option<BaseType> {
    let FieldType::Class(name) = ty else { return None };
    BaseType::of_wrapper(name)
}
