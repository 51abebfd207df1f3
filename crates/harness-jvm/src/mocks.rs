//! Mocks: the classes made for them, and what their methods answer.

use crate::Bits;
use crate::callees::erased;
use rustc_hash::FxHashMap;
use trine_base::index::TypedIndex;
use trine_frontend_jvm::class::{FieldType, MethodType};
use trine_frontend_jvm::{LinkageError, mock_class};
use trine_ir::FuncId;
use trine_jdk::vm::Vm;
use trine_machine::Origin;
use trine_testcase::objects::types::{Types, object, substitute};
use trine_testcase::objects::{ClassApi, ClassUse, MemberId, MemberKind, TypeArgument, TypeUse};

/// In the name of each class that is made for mocks.
const MARK: &str = "$$Mock$";

/// Classes made for mocks, and which functions are methods of them.
#[derive(Debug, Default)]
pub(crate) struct MockClasses {
    by_type: FxHashMap<(ClassUse, String, Vec<MemberId>), String>,
    methods: Vec<Known>,
    /// Descriptors of the methods that one of a mock stands for beside its own, by its class, name and parameters.
    stands_for: FxHashMap<String, Vec<String>>,
}

/// Whether a function is a method of a mock.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Known {
    #[default]
    NotYet,
    Yes,
    No,
}

impl MockClasses {
    /// The class of mocks of `of`, of which `answered` have answers, made by the constructor with the descriptor `constructor`.
    pub fn class(
        &mut self,
        api: &ClassApi,
        vm: &Vm,
        (of, constructor): (&ClassUse, &str),
        answered: &[MemberId],
    ) -> Result<String, LinkageError> {
        let key = (of.clone(), constructor.to_owned(), answered.to_vec());
        if let Some(known) = self.by_type.get(&key) {
            return Ok(known.clone());
        }
        // In the package of the tests: what a package has for itself is overridden from within only.
        let simple = of.name.rsplit('/').next().unwrap_or(&of.name);
        let package = api.package.replace('.', "/");
        let separator = if package.is_empty() { "" } else { "/" };
        let name = format!("{package}{separator}{simple}{MARK}{}", self.by_type.len());
        let member = |&member: &MemberId| {
            let member = &api.members[member];
            (member.name.clone(), member.descriptor.clone())
        };
        let also: Vec<(String, String)> = answered.iter().map(member).collect();
        let types = Types::new(api);
        let stands_for = &mut self.stands_for;
        let mut written = |method: &str, descriptor: &str| {
            let written = as_written(&types, of, method, descriptor).unwrap_or_else(|| descriptor.to_owned());
            if written != descriptor {
                let own = stands_for.entry(without_result(&format!("{name}.{method}{written}")).to_owned());
                own.or_default().push(descriptor.to_owned());
            }
            written
        };
        mock_class(&mut vm.hierarchy(), &name, (&of.name, constructor), &also, &mut written)?;
        self.by_type.insert(key, name.clone());
        Ok(name)
    }

    /// Descriptors of the methods that the method of a mock stands for beside its own.
    fn stands_for(&self, function: &str) -> &[String] {
        self.stands_for.get(without_result(function)).map_or(&[], Vec::as_slice)
    }

    /// Whether `function` is a method of a mock.
    #[inline]
    pub fn is_method(&mut self, vm: &Vm, function: FuncId) -> bool {
        let position = function.position();
        if self.methods.len() <= position {
            self.methods.resize(position + 64, Known::NotYet);
        }
        if self.methods[position] == Known::NotYet {
            let is_mock = vm.program.callables[function].name.contains(MARK);
            self.methods[position] = if is_mock { Known::Yes } else { Known::No };
        }
        self.methods[position] == Known::Yes
    }
}

/// `a/B.f(I)`: name and parameters of a function.
fn without_result(function: &str) -> &str {
    function.find(')').map_or(function, |end| &function[..=end])
}

/// The descriptor of the method `method` with this descriptor in a class that a source writes to implement or extend `of`: type variables
/// of classes are what the arguments of `of` say.
fn as_written(types: &Types<'_>, of: &ClassUse, method: &str, descriptor: &str) -> Option<String> {
    let of = exact(of);
    if of.arguments.is_empty() && types.is_raw(&of) {
        return None;
    }
    let members = &types.api.members;
    let above = types.above(types.id(&of.name)?);
    let mut all = above.iter().flat_map(|&class| &types.api.classes[class].members).map(|&id| &members[id]);
    let member = all.find(|member| {
        member.kind == MemberKind::Method && member.name == method && member.descriptor == descriptor
    })?;
    let receiver = types.as_super(&of, &types.api.classes[member.class].name)?;
    let bindings = types.bindings(&receiver);
    let mut ty = MethodType::parse(descriptor)?;
    let of_source = |declared: &TypeUse, erasure: &FieldType| match substitute(declared, &bindings) {
        closed if is_closed(&closed) => erased(&closed),
        _ => erasure.clone(),
    };
    if member.parameters.len() != ty.parameters.len() {
        return None;
    }
    for (erasure, parameter) in ty.parameters.iter_mut().zip(&member.parameters) {
        *erasure = of_source(&parameter.ty, erasure);
    }
    if let (Some(erasure), Some(declared)) = (&mut ty.result, &member.result) {
        *erasure = of_source(declared, erasure);
    }
    Some(ty.descriptor())
}

/// Whether the erasure of a type is that of no type variable.
fn is_closed(ty: &TypeUse) -> bool {
    match ty {
        TypeUse::Array(element) => is_closed(element),
        TypeUse::Variable(_) => false,
        TypeUse::Primitive(_) | TypeUse::Class(_) => true,
    }
}

/// The class with every wildcard replaced by what it stands for, as a source has to write it that implements it.
fn exact(of: &ClassUse) -> ClassUse {
    let argument = |argument: &TypeArgument| match argument {
        TypeArgument::Exactly(ty) | TypeArgument::Extends(ty) | TypeArgument::Super(ty) => {
            TypeArgument::Exactly(ty.clone())
        }
        TypeArgument::Any => TypeArgument::Exactly(object()),
    };
    ClassUse { name: of.name.clone(), arguments: of.arguments.iter().map(argument).collect() }
}

/// The mocks of a run.
#[derive(Debug, Default)]
pub(crate) struct Mocks {
    objects: FxHashMap<u64, Vec<Answers>>,
    /// Calls that were answered.
    pub calls: u64,
}

/// The answer of a method without answers: zero, false, null.
const NOTHING: (Bits, Origin) = (0, Origin::Concrete);

/// What a method of a mock answers.
#[derive(Clone, Debug)]
pub(crate) struct Answers {
    /// Name and descriptor.
    pub method: MemberId,
    /// Answers, in order, and where they come from.
    pub values: Vec<(Bits, Origin)>,
    /// Calls so far.
    pub calls: usize,
}

impl Mocks {
    /// The object at `address` is a mock.
    pub fn insert(&mut self, address: u64, answers: Vec<Answers>) {
        self.objects.insert(address, answers);
    }

    /// What the function of a mock's method gives for the object at `receiver`.
    pub fn answer(
        &mut self,
        api: &ClassApi,
        classes: &MockClasses,
        name: &str,
        receiver: u64,
    ) -> (Bits, Origin) {
        self.calls += 1;
        let Some(answers) = self.objects.get_mut(&receiver) else { return NOTHING };
        let (head, descriptor) = name.split_at(name.find('(').unwrap_or(name.len()));
        let plain = head.rsplit_once('.').map_or(head, |(_, plain)| plain);
        let named = |answers: &&mut Answers| api.members[answers.method].name == plain;
        let mut candidates: Vec<&mut Answers> = answers.iter_mut().filter(named).collect();
        let stands_for = classes.stands_for(name);
        let is_it = |answers: &&mut Answers| {
            let own = &api.members[answers.method].descriptor;
            own == descriptor || stands_for.contains(own)
        };
        // A method that a bridge of the library stands for has the same name, and is the only one.
        let position = candidates.iter().position(is_it).or((candidates.len() == 1).then_some(0));
        let Some(answers) = position.map(|position| candidates.swap_remove(position)) else { return NOTHING };
        let at = answers.calls.min(answers.values.len().saturating_sub(1));
        answers.calls += 1;
        answers.values.get(at).copied().unwrap_or(NOTHING)
    }
}
