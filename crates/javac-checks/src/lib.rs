//! Writes sequences as plain Java, so that javac says whether their types are right: the referee of our subtyping.
//!
//! Every type is written out and nothing is left to inference but type arguments of methods. It is no emitter: names are numbers.

pub mod exercise;

use std::fmt::Write;
use trine_sequences::draft::Draft;
use trine_sequences::leaves::float_value;
use trine_sequences::solve::{class_bindings, formals, operand_type};
use trine_testcase::objects::{
    Action, ClassUse, MemberId, Operand, Primitive, Sequence, Step, TypeArgument, TypeParameter, TypeUse,
    Types, Visibility,
};
use trine_testcase::{FloatFormat, LeafId};

/// The body of a method that does what `sequence` does.
#[must_use]
pub fn body(types: &Types<'_>, sequence: &Sequence) -> String {
    let writer = Writer { types, draft: Draft::new(sequence) };
    let mut text = String::new();
    for (at, step) in writer.draft.steps.iter().enumerate() {
        writer.step(&mut text, at, step);
    }
    text
}

struct Writer<'t, 'a> {
    types: &'t Types<'a>,
    draft: Draft,
}

impl Writer<'_, '_> {
    fn step(&self, text: &mut String, at: usize, step: &Step) {
        let ty = step.ty.as_ref();
        let given = formals(self.types, &self.draft, &step.action, ty).unwrap_or_default();
        let operands: Vec<(String, &Operand, Option<TypeUse>)> = step
            .action
            .operands()
            .into_iter()
            .zip(given)
            .map(|(operand, formal)| (self.operand(operand, formal.as_ref()), operand, formal))
            .collect();
        let operands = self.with_casts(&step.action, operands);
        let value = self.action(&step.action, ty, &operands);
        _ = match ty {
            Some(ty) => {
                // Arrays of types with arguments are made without these, and cast.
                let unchecked = match step.action {
                    Action::Array { .. } => "@SuppressWarnings(\"unchecked\") ",
                    _ => "",
                };
                writeln!(text, "        {unchecked}{} s{at} = {value};", self.ty(ty))
            }
            None => writeln!(text, "        {value};"),
        };
    }

    /// Operands as written, cast to their parameters' types where another method of that name could be meant.
    fn with_casts(&self, action: &Action, operands: Vec<(String, &Operand, Option<TypeUse>)>) -> Vec<String> {
        let api = self.types.api;
        let args = match action {
            Action::New { args, .. } | Action::Call { args, .. } => args.len(),
            _ => 0,
        };
        let overloaded = action.member().is_some_and(|called| {
            let called = &api.members[called];
            let same = |other: &&trine_testcase::objects::Member| {
                other.name == called.name && other.parameters.len() == called.parameters.len()
            };
            // An array of another type could be meant as the only element of a variable number of them.
            called.is_varargs || api.members.iter().filter(same).count() > 1
        });
        let first = operands.len() - args;
        let cast = |(at, (text, operand, formal)): (usize, (String, &Operand, Option<TypeUse>))| match formal
        {
            Some(formal)
                if overloaded
                    && at >= first
                    && !matches!(operand, Operand::Null | Operand::Leaf(_))
                    && operand_type(self.types, &self.draft, operand).is_some_and(|ty| ty != formal) =>
            {
                format!("({}) {text}", self.ty(&formal))
            }
            _ => text,
        };
        operands.into_iter().enumerate().map(cast).collect()
    }

    fn action(&self, action: &Action, ty: Option<&TypeUse>, operands: &[String]) -> String {
        let api = self.types.api;
        let class_of = |member: MemberId| &api.classes[api.members[member].class];
        let on = |member: MemberId, receiver: bool| match receiver {
            true => operands[0].clone(),
            false => class_of(member).source_name.clone(),
        };
        match action {
            Action::New { constructor, outer, .. } => match outer {
                Some(_) => {
                    let name = &class_of(*constructor).source_name;
                    let simple = name.rsplit_once('.').map_or(name.as_str(), |(_, simple)| simple);
                    let class = class_of(*constructor);
                    let around = class.enclosing.map_or(0, |outer| api.classes[outer].type_parameters.len());
                    let diamond = if class.type_parameters.len() > around { "<>" } else { "" };
                    format!("{}.new {simple}{diamond}({})", operands[0], operands[1..].join(", "))
                }
                None => {
                    format!("new {}({})", ty.map_or_else(String::new, |ty| self.ty(ty)), operands.join(", "))
                }
            },
            Action::Call { method, receiver, .. } => {
                let args = &operands[usize::from(receiver.is_some())..];
                let name = &api.members[*method].name;
                format!("{}.{name}({})", on(*method, receiver.is_some()), args.join(", "))
            }
            Action::Array { .. } => {
                let Some(ty) = ty else { return String::new() };
                format!("({}) new {} {{{}}}", self.ty(ty), self.ty(&unbounded(ty)), operands.join(", "))
            }
            Action::Get { field, receiver } => {
                format!("{}.{}", on(*field, receiver.is_some()), api.members[*field].name)
            }
            Action::Set { field, receiver, .. } => {
                let value = &operands[operands.len() - 1];
                format!("{}.{} = {value}", on(*field, receiver.is_some()), api.members[*field].name)
            }
            Action::SetElement { array, index, .. } => format!("{array}[{index}] = {}", operands[0]),
            Action::Mock { constructed, answers } => {
                let args = constructed.as_ref().map_or(0, |(_, args)| args.len());
                let (args, operands) = operands.split_at(args);
                self.mock((args, answers), ty, operands)
            }
        }
    }

    fn mock(
        &self,
        (args, answers): (&[String], &[(MemberId, Vec<Operand>)]),
        ty: Option<&TypeUse>,
        operands: &[String],
    ) -> String {
        let Some(TypeUse::Class(of)) = ty else { return String::new() };
        let Some(id) = self.types.id(&of.name) else { return String::new() };
        let mut text = format!("new {}({}) {{\n", self.ty(&TypeUse::Class(of.clone())), args.join(", "));
        for method in self.types.abstract_methods(id) {
            let mut first = 0;
            let answer = answers.iter().find_map(|(answered, values)| {
                first += values.len();
                (*answered == method).then(|| operands[first - values.len()].clone())
            });
            text.push_str(&self.method(method, of, answer));
        }
        text.push_str("        }");
        text
    }

    /// A method of a mock. Operands of an enclosing method must be effectively final, and are.
    fn method(&self, method: MemberId, of: &ClassUse, answer: Option<String>) -> String {
        let declared = &self.types.api.members[method];
        let bindings = class_bindings(self.types, declared, of).unwrap_or_default();
        let shown = |ty: &TypeUse| self.ty(&trine_testcase::objects::types::substitute(ty, &bindings));
        let parameters = declared.parameters.iter().enumerate();
        let parameters: Vec<String> =
            parameters.map(|(at, parameter)| format!("{} p{at}", shown(&parameter.ty))).collect();
        let result = declared.result.as_ref().map_or_else(|| "void".to_owned(), shown);
        let zero = match &declared.result {
            None => String::new(),
            Some(TypeUse::Primitive(Primitive::Boolean)) => "return false;".to_owned(),
            Some(TypeUse::Primitive(_)) => "return 0;".to_owned(),
            Some(_) => "return null;".to_owned(),
        };
        let answer = answer.map_or(zero, |answer| format!("return {answer};"));
        let access = match declared.visibility {
            Visibility::Everywhere => "public ",
            _ => "",
        };
        let own = self.type_parameters(&declared.type_parameters);
        format!(
            "            {access}{own}{result} {}({}) {{ {answer} }}\n",
            declared.name,
            parameters.join(", ")
        )
    }

    fn type_parameters(&self, parameters: &[TypeParameter]) -> String {
        if parameters.is_empty() {
            return String::new();
        }
        let one = |parameter: &TypeParameter| {
            let bounds: Vec<String> = parameter.bounds.iter().map(|bound| self.ty(bound)).collect();
            match bounds.is_empty() {
                true => parameter.name.clone(),
                false => format!("{} extends {}", parameter.name, bounds.join(" & ")),
            }
        };
        format!("<{}> ", parameters.iter().map(one).collect::<Vec<_>>().join(", "))
    }

    fn operand(&self, operand: &Operand, formal: Option<&TypeUse>) -> String {
        match operand {
            Operand::Leaf(leaf) => match operand_type(self.types, &self.draft, operand) {
                Some(TypeUse::Primitive(primitive)) => self.literal(primitive, *leaf),
                _ => String::new(),
            },
            Operand::Boxed(primitive, leaf) => {
                let name = trine_sequences::solve::wrapper(*primitive).replace('/', ".");
                format!("{name}.valueOf({})", self.literal(*primitive, *leaf))
            }
            Operand::Text(leaves) => {
                let units = self.draft.units(leaves);
                let units: String = units.iter().map(|unit| escape(*unit)).collect();
                format!("\"{units}\"")
            }
            Operand::Step(id) => id.to_string(),
            Operand::Constant(member) => {
                let member = &self.types.api.members[*member];
                format!("{}.{}", self.types.api.classes[member.class].source_name, member.name)
            }
            Operand::ClassObject(of) => match of {
                TypeUse::Class(class) => format!("{}.class", self.class_name(class)),
                other => format!("{}.class", self.ty(other)),
            },
            Operand::Null => match formal {
                Some(formal) => format!("({}) null", self.ty(formal)),
                None => "null".to_owned(),
            },
        }
    }

    fn literal(&self, primitive: Primitive, leaf: LeafId) -> String {
        let (described, bits) = self.draft.described(leaf);
        let value = described.kind.to_int(bits);
        match primitive {
            Primitive::Boolean => (bits != 0).to_string(),
            Primitive::Byte | Primitive::Short => format!("({primitive}) {value}"),
            Primitive::Char => format!("'{}'", escape(bits as u16)),
            Primitive::Int => value.to_string(),
            Primitive::Long => format!("{value}L"),
            Primitive::Float => {
                format!("Float.intBitsToFloat({})", float_value(bits, FloatFormat::F32).to_bits() as i32)
            }
            Primitive::Double => {
                format!("Double.longBitsToDouble({}L)", float_value(bits, FloatFormat::F64).to_bits() as i64)
            }
        }
    }

    fn class_name(&self, class: &ClassUse) -> String {
        self.types
            .class(&class.name)
            .map_or_else(|| class.name.replace('/', "."), |known| known.source_name.clone())
    }

    fn ty(&self, ty: &TypeUse) -> String {
        match ty {
            TypeUse::Primitive(primitive) => primitive.to_string(),
            TypeUse::Variable(name) => name.clone(),
            TypeUse::Array(element) => format!("{}[]", self.ty(element)),
            TypeUse::Class(class) => {
                let mut own = class.clone();
                let around = self.around(class);
                let own = own.arguments.split_off(around.as_ref().map_or(0, |outer| outer.arguments.len()));
                let arguments: Vec<String> = own.iter().map(|argument| self.argument(argument)).collect();
                if let Some(outer) = around {
                    let name = self.class_name(class);
                    let simple = name.rsplit('.').next().unwrap_or_default();
                    let arguments = match arguments.is_empty() {
                        true => String::new(),
                        false => format!("<{}>", arguments.join(", ")),
                    };
                    return format!("{}.{simple}{arguments}", self.ty(&TypeUse::Class(outer)));
                }
                match arguments.is_empty() {
                    true => self.class_name(class),
                    false => format!("{}<{}>", self.class_name(class), arguments.join(", ")),
                }
            }
        }
    }

    /// The generic class around an inner one, whose arguments come first.
    fn around(&self, class: &ClassUse) -> Option<ClassUse> {
        let known = self.types.class(&class.name).filter(|known| known.is_inner)?;
        let outer = &self.types.api.classes[known.enclosing?];
        let count = outer.type_parameters.len();
        let arguments = class.arguments.get(..count).filter(|_| count > 0)?.to_vec();
        Some(ClassUse { name: outer.name.clone(), arguments })
    }

    fn argument(&self, argument: &TypeArgument) -> String {
        match argument {
            TypeArgument::Exactly(ty) => self.ty(ty),
            TypeArgument::Extends(ty) => format!("? extends {}", self.ty(ty)),
            TypeArgument::Super(ty) => format!("? super {}", self.ty(ty)),
            TypeArgument::Any => "?".to_owned(),
        }
    }
}

/// A type with `?` for all its arguments, which arrays may be made of.
fn unbounded(ty: &TypeUse) -> TypeUse {
    match ty {
        TypeUse::Array(element) => TypeUse::Array(Box::new(unbounded(element))),
        TypeUse::Class(class) => TypeUse::Class(ClassUse {
            name: class.name.clone(),
            arguments: vec![TypeArgument::Any; class.arguments.len()],
        }),
        other => other.clone(),
    }
}

fn escape(unit: u16) -> String {
    match u8::try_from(unit) {
        Ok(b'"' | b'\\' | b'\'') => format!("\\{}", unit as u8 as char),
        Ok(byte @ b' '..=b'~') => (byte as char).to_string(),
        Ok(byte) => format!("\\{:03o}", byte),
        Err(_) => format!("\\u{unit:04x}"),
    }
}
