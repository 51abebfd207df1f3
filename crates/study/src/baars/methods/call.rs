//! One call of a static method as a sequence whose numbers vary: parameters that are numbers, and elements of those that are arrays.

use anyhow::{Context, Result, bail};
use std::sync::Arc;
use trine_engine::{LeafRunner, Variables};
use trine_frontend_jvm::lower::declare;
use trine_harness_jvm::Stage;
use trine_ir::FuncId;
use trine_jdk::vm::Vm;
use trine_machine::Domain;
use trine_search::{CarriesDistance, FitnessObserver};
use trine_testcase::objects::{
    Action, ClassApi, MemberId, Operand, Primitive, Sequence, Step, Steps, TypeUse,
};
use trine_testcase::{Leaf, LeafId, LeafKind, LeafRange};

/// What a parameter is called with.
#[derive(Clone, Copy, Debug)]
pub struct Parameter {
    /// Elements, of an array.
    count: Option<u32>,
    /// The least and the greatest value; any of its type without.
    range: Option<(i32, i32)>,
}

impl Parameter {
    /// A number of any value.
    pub const ANY: Self = Self { count: None, range: None };

    /// A number of these values.
    pub const fn within(low: i32, high: i32) -> Self {
        Self { count: None, range: Some((low, high)) }
    }

    /// An array of so many elements.
    pub const fn array(count: u32, range: Option<(i32, i32)>) -> Self {
        Self { count: Some(count), range }
    }
}

/// A call of a method.
pub struct Call {
    /// The arrays, then the call; all numbers are 0.
    pub sequence: Sequence,
    /// The class.
    pub class: String,
    /// Name and descriptor of the method.
    pub method: (String, String),
    kinds: Vec<LeafKind>,
    ranges: Vec<Option<LeafRange>>,
}

impl Call {
    /// A call of the static method of `class` with this name.
    ///
    /// # Errors
    /// When there is none, or its parameters are others than those given.
    pub fn new(api: &ClassApi, class: &str, method: &str, parameters: &[Parameter]) -> Result<Self> {
        let id = api.class_named(class).with_context(|| format!("there is no class {class}"))?;
        let is_it = |&&member: &&MemberId| api.members[member].name == method;
        let &member = api.classes[id].members.iter().find(is_it).context("there is no such method")?;
        let declared = &api.members[member];
        if !declared.is_static || declared.parameters.len() != parameters.len() {
            bail!("it is no static method of {} parameters", parameters.len());
        }
        let mut writer = Writer::default();
        let types = declared.parameters.iter().map(|parameter| &parameter.ty);
        let args: Vec<Operand> = types
            .zip(parameters)
            .map(|(ty, parameter)| writer.argument(ty, parameter))
            .collect::<Result<_>>()?;
        let action = Action::Call { method: member, receiver: None, args };
        writer.steps.steps.push(Step { action, ty: declared.result.clone() });
        let Writer { steps, ranges } = writer;
        let kinds: Vec<LeafKind> = steps.leaves.iter().map(|leaf| leaf.kind.clone()).collect();
        Ok(Self {
            sequence: Sequence { leaves: vec![0; kinds.len()], steps: Arc::new(steps) },
            class: class.to_owned(),
            method: (declared.name.clone(), declared.descriptor.clone()),
            kinds,
            ranges,
        })
    }

    /// What varies.
    pub fn variables(&self) -> Variables<'_> {
        Variables { kinds: &self.kinds, ranges: &self.ranges }
    }

    /// The function of the method, in the program of `vm`.
    ///
    /// # Errors
    /// When the class cannot be loaded.
    pub fn function(&self, vm: &Vm) -> Result<FuncId> {
        let mut hierarchy = vm.hierarchy();
        let class = hierarchy.load(&self.class)?;
        let method = hierarchy.resolve_method(class, &self.method.0, &self.method.1)?;
        Ok(declare::function(&hierarchy, &vm.program, method))
    }

    /// The call on a stage, to be run with values.
    pub fn on<'s>(&self, stage: &'s mut Stage) -> Calls<'s> {
        Calls { stage, sequence: self.sequence.clone() }
    }
}

/// A sequence being written, and the values that its leaves may take.
#[derive(Default)]
struct Writer {
    steps: Steps,
    ranges: Vec<Option<LeafRange>>,
}

impl Writer {
    fn argument(&mut self, ty: &TypeUse, parameter: &Parameter) -> Result<Operand> {
        match (ty, parameter.count) {
            (TypeUse::Primitive(primitive), None) => Ok(self.leaf(*primitive, parameter)),
            (TypeUse::Array(element), Some(count)) => {
                let TypeUse::Primitive(primitive) = **element else { bail!("an array of objects") };
                let elements = (0..count).map(|_| self.leaf(primitive, parameter)).collect();
                let step = Step { action: Action::Array { elements }, ty: Some(ty.clone()) };
                Ok(Operand::Step(self.steps.steps.push(step)))
            }
            _ => bail!("a parameter that is no number, or no array where one is meant"),
        }
    }

    fn leaf(&mut self, primitive: Primitive, parameter: &Parameter) -> Operand {
        let kind = primitive.leaf_kind();
        let range = |(low, high): (i32, i32)| match kind {
            LeafKind::Float(_) => LeafRange::Float { low: low.into(), high: high.into() },
            _ => LeafRange::Int { low: low.into(), high: high.into() },
        };
        self.ranges.push(parameter.range.map(range));
        let name = format!("leaf {}", self.ranges.len());
        let leaf: LeafId = self.steps.leaves.push(Leaf { kind, name });
        Operand::Leaf(leaf)
    }
}

/// Runs of a call on a stage.
pub struct Calls<'s> {
    stage: &'s mut Stage,
    sequence: Sequence,
}

impl LeafRunner for Calls<'_> {
    fn run<D: Domain>(&mut self, leaves: &[u128], domain: &mut D, observer: &mut FitnessObserver)
    where
        D::Shadow: CarriesDistance,
    {
        self.sequence.leaves.copy_from_slice(leaves);
        self.stage.reset();
        self.stage.run_in(&self.sequence, domain, observer);
    }
}
