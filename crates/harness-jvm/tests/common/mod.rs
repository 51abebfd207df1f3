//! A model and sequences written by hand, over a class compiled with the JDK's own compiler.

use std::sync::Arc;
use trine_base::IndexVec;
use trine_fixtures::java;
use trine_frontend_jvm::Jdk;
use trine_frontend_jvm::class::{FieldType, MethodType};
use trine_harness_jvm::Stage;
use trine_jdk::Launcher;
use trine_testcase::Leaf;
use trine_testcase::objects::{
    Action, ClassApi, ClassId, ClassKind, ClassType, ClassUse, Member, MemberId, MemberKind, Operand,
    ParameterType, Primitive, Sequence, Step, StepId, Steps, TypeUse,
};

/// Compiles `source` and boots a machine over it.
pub fn stage(name: &str, source: &str, model: &Model) -> Stage {
    let (home, folder) = (java::home(), java::compiled(&format!("stage-{name}"), "Account", source));
    let jdk = Jdk::open(&home).unwrap();
    let mut launcher = Launcher::new(jdk, std::slice::from_ref(&folder), trine_jdk::config()).unwrap();
    launcher.settle_formats(&["shop/Account".to_owned()]);
    let mut stage = Stage::new(launcher, Arc::new(model.api.clone()));
    stage.limit_steps(2_000_000);
    // A folder is read class by class: the classes used here are loaded by a first run.
    stage.reset();
    stage
}

/// A model being written.
pub struct Model {
    pub api: ClassApi,
}

/// The type with this descriptor.
pub fn ty(descriptor: &str) -> TypeUse {
    of(&FieldType::parse(descriptor).unwrap())
}

fn of(ty: &FieldType) -> TypeUse {
    match ty {
        FieldType::Base(base) => {
            let all = [
                Primitive::Boolean,
                Primitive::Byte,
                Primitive::Char,
                Primitive::Short,
                Primitive::Int,
                Primitive::Long,
                Primitive::Float,
                Primitive::Double,
            ];
            TypeUse::Primitive(all.into_iter().find(|one| one.keyword() == base.keyword()).unwrap())
        }
        FieldType::Class(name) => TypeUse::Class(ClassUse::plain(name)),
        FieldType::Array(element) => TypeUse::Array(Box::new(of(element))),
    }
}

impl Model {
    pub fn new(package: &str) -> Self {
        Self { api: ClassApi { package: package.to_owned(), ..ClassApi::default() } }
    }

    pub fn class(&mut self, name: &str) -> &mut Self {
        let id = self.api.classes.push(ClassType {
            kind: if name.ends_with("Kind") { ClassKind::Enum } else { ClassKind::Class },
            is_extensible: true,
            ..ClassType::named(name)
        });
        self.api.subjects.push(id);
        self
    }

    fn add(&mut self, kind: MemberKind, is_static: bool, name: &str, descriptor: &str) -> &mut Self {
        let class = ClassId(self.api.classes.len() as u32 - 1);
        let method = MethodType::parse(descriptor);
        let parameters = method.iter().flat_map(|method| &method.parameters);
        let result = match &method {
            Some(method) => method.result.as_ref().map(of),
            None => Some(ty(descriptor)),
        };
        let member = Member {
            is_static,
            parameters: parameters.map(|ty| ParameterType { name: None, ty: of(ty) }).collect(),
            result,
            ..Member::named(kind, name, descriptor)
        };
        self.api.add_member(class, member);
        self
    }

    pub fn constructor(&mut self, descriptor: &str) -> &mut Self {
        self.add(MemberKind::Constructor, false, "<init>", descriptor)
    }

    pub fn method(&mut self, name: &str, descriptor: &str) -> &mut Self {
        self.add(MemberKind::Method, false, name, descriptor)
    }

    pub fn static_method(&mut self, name: &str, descriptor: &str) -> &mut Self {
        self.add(MemberKind::Method, true, name, descriptor)
    }

    pub fn constant(&mut self, name: &str) -> &mut Self {
        let class = self.api.classes.iter().last().unwrap().name.clone();
        self.add(MemberKind::EnumConstant, true, name, &format!("L{class};"))
    }

    pub fn member(&self, class: &str, name: &str) -> MemberId {
        let class = self.api.class_named(class).unwrap();
        let members = &self.api.classes[class].members;
        *members.iter().find(|&&member| self.api.members[member].name == name).unwrap()
    }

    pub fn sequence(&self) -> Writer<'_> {
        Writer { model: self, steps: IndexVec::new(), leaves: IndexVec::new(), values: Vec::new() }
    }
}

/// A sequence being written.
pub struct Writer<'m> {
    model: &'m Model,
    steps: IndexVec<StepId, Step>,
    leaves: IndexVec<trine_testcase::LeafId, Leaf>,
    values: Vec<u128>,
}

impl Writer<'_> {
    fn leaf(&mut self, primitive: Primitive, bits: u128) -> trine_testcase::LeafId {
        self.values.push(bits);
        self.leaves.push(Leaf { kind: primitive.leaf_kind(), name: String::new() })
    }

    /// `5` is an `int`, `'A'` a `char`, `"x"` a string, `null`.
    pub fn operand(&mut self, text: &str) -> Operand {
        self.operand_of(text, &TypeUse::Primitive(Primitive::Int))
    }

    fn operand_of(&mut self, text: &str, ty: &TypeUse) -> Operand {
        if text == "null" {
            return Operand::Null;
        }
        if let Some(text) = text.strip_prefix('"') {
            let units: Vec<u16> = text.trim_end_matches('"').encode_utf16().collect();
            let units = units.into_iter().map(|unit| self.leaf(Primitive::Char, u128::from(unit)));
            return Operand::Text(units.collect());
        }
        if let Some(character) = text.strip_prefix('\'') {
            return Operand::Leaf(self.leaf(Primitive::Char, u128::from(character.as_bytes()[0])));
        }
        let TypeUse::Primitive(primitive) = ty else { panic!("{text}") };
        let mask = (1u128 << primitive.leaf_kind().bits()) - 1;
        let value: i64 = text.parse().unwrap();
        Operand::Leaf(self.leaf(*primitive, value as u128 & mask))
    }

    pub fn boxed(&mut self, text: &str) -> Operand {
        let Operand::Leaf(leaf) = self.operand(text) else { panic!("{text}") };
        Operand::Boxed(Primitive::Int, leaf)
    }

    pub fn call(&mut self, class: &str, name: &str, on: Option<StepId>, args: &[&str]) -> StepId {
        let member = self.model.member(class, name);
        let types: Vec<TypeUse> =
            self.model.api.members[member].parameters.iter().map(|parameter| parameter.ty.clone()).collect();
        let args = args.iter().zip(&types).map(|(text, ty)| self.operand_of(text, ty)).collect();
        self.call_with(class, name, on, args)
    }

    pub fn call_with(&mut self, class: &str, name: &str, on: Option<StepId>, args: Vec<Operand>) -> StepId {
        let member = self.model.member(class, name);
        let receiver = on.map(Operand::Step);
        if name == "<init>" {
            let ty = Some(TypeUse::Class(ClassUse::plain(class)));
            return self
                .steps
                .push(Step { action: Action::New { constructor: member, outer: None, args }, ty });
        }
        let ty = self.model.api.members[member].result.clone();
        self.steps.push(Step { action: Action::Call { method: member, receiver, args }, ty })
    }

    pub fn push(&mut self, action: Action, descriptor: &str) -> StepId {
        self.steps.push(Step { action, ty: Some(ty(descriptor)) })
    }

    pub fn finish(self) -> Sequence {
        let steps = Steps { steps: self.steps, leaves: self.leaves };
        Sequence { steps: Arc::new(steps), leaves: self.values }
    }
}
