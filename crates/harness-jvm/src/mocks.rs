//! Mocks: the classes made for them, and what their methods answer.

use crate::Bits;
use rustc_hash::FxHashMap;
use trine_base::index::TypedIndex;
use trine_frontend_jvm::{LinkageError, mock_class};
use trine_ir::FuncId;
use trine_jdk::vm::Vm;
use trine_machine::Origin;
use trine_testcase::objects::{ClassApi, MemberId};

/// In the name of each class that is made for mocks.
const MARK: &str = "$$Mock$";

/// Classes made for mocks, and which functions are methods of them.
#[derive(Debug, Default)]
pub(crate) struct MockClasses {
    by_type: FxHashMap<(String, Vec<MemberId>), String>,
    methods: Vec<Known>,
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
    /// The class of mocks of `of`, of which `answered` have answers.
    pub fn class(
        &mut self,
        api: &ClassApi,
        vm: &Vm,
        of: &str,
        answered: &[MemberId],
    ) -> Result<String, LinkageError> {
        let key = (of.to_owned(), answered.to_vec());
        if let Some(known) = self.by_type.get(&key) {
            return Ok(known.clone());
        }
        // In the package of the tests: what a package has for itself is overridden from within only.
        let simple = of.rsplit('/').next().unwrap_or(of);
        let package = api.package.replace('.', "/");
        let separator = if package.is_empty() { "" } else { "/" };
        let name = format!("{package}{separator}{simple}{MARK}{}", self.by_type.len());
        let member = |&member: &MemberId| {
            let member = &api.members[member];
            (member.name.clone(), member.descriptor.clone())
        };
        let also: Vec<(String, String)> = answered.iter().map(member).collect();
        mock_class(&mut vm.hierarchy(), &name, of, &also)?;
        self.by_type.insert(key, name.clone());
        Ok(name)
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
    pub fn answer(&mut self, api: &ClassApi, name: &str, receiver: u64) -> (Bits, Origin) {
        self.calls += 1;
        let Some(answers) = self.objects.get_mut(&receiver) else { return NOTHING };
        let (head, descriptor) = name.split_at(name.find('(').unwrap_or(name.len()));
        let plain = head.rsplit_once('.').map_or(head, |(_, plain)| plain);
        let named = |answers: &&mut Answers| api.members[answers.method].name == plain;
        let mut candidates: Vec<&mut Answers> = answers.iter_mut().filter(named).collect();
        // A method that a bridge stands for has the same name, and is the only one.
        let position = candidates
            .iter()
            .position(|answers| api.members[answers.method].descriptor == descriptor)
            .or((candidates.len() == 1).then_some(0));
        let Some(answers) = position.map(|position| candidates.swap_remove(position)) else { return NOTHING };
        let at = answers.calls.min(answers.values.len().saturating_sub(1));
        answers.calls += 1;
        answers.values.get(at).copied().unwrap_or(NOTHING)
    }
}
