//! A call sequence as a test case of C: objects, the values in them, and the calls in order.
//!
//! ```text
//! s0 = new struct stack(leaf0)          v0 = call stack_new(leaf0)
//! s1 = s0.stack_push(leaf1)             v1 = call stack_push(result of v0, leaf1)
//! s2 = s0.stack_free()                  v2 = call stack_free(result of v0)
//! s3 = s0.stack_push(leaf2)             left out: s0 is ended
//! ```
//!
//! Operators of the search know nothing of ownership. What a sequence may not do is left out here: steps on objects that
//! were ended before, or on what such an object gave, and steps that use what a step left out would have given. The
//! same sequence always gives the same test case, so that search, replay and emission agree.

use super::api::{CallRecipe, Gives, Input, ModuleApi, Recipe};
use trine_base::IndexVec;
use trine_testcase::api::{ApiModel, CallableId};
use trine_testcase::leaf::{Leaf, LeafId, LeafKind, mask};
use trine_testcase::objects::{Action, MemberId, Operand, Sequence, StepId, TypeUse};
use trine_testcase::test_case::{
    Argument, Place, PlaceRoot, PlaceStep, PointerValue, Skeleton, Statement, TestCase, Variable,
};
use trine_testcase::types::TypeId;

/// Strings and arrays begin fewer bytes than this behind an aligned address.
const MAX_FURTHER: u32 = 4;

/// Arrays of zeros have at most so many elements.
const MAX_ZEROS: u32 = 1 << 16;

/// A test case made of a sequence.
#[derive(Clone, Debug)]
pub struct Lowered {
    /// The test case.
    pub test: TestCase,
    /// By call: the step that it is of; `None` for calls that only end objects.
    pub steps: Vec<Option<StepId>>,
    /// By call: the function.
    pub callables: Vec<CallableId>,
    /// Steps that made an object of the module, in order, which no step ended.
    pub owners: Vec<StepId>,
    /// Variables of objects whose inside is the module's own affair.
    pub handles: Vec<Variable>,
    /// Strings and arrays of the test that lie on the heap.
    pub on_heap: Vec<Variable>,
    /// By leaf of the test: the leaf of the sequence that it has its value from.
    pub origins: Vec<Option<LeafId>>,
}

/// Where strings and arrays of the test lie.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StringPlacement {
    /// In variables of the test, at any address that C allows.
    Anywhere,
    /// On the heap, whose addresses are aligned, or as far behind such an address as the sequence says: for code that looks at the
    /// last bits of addresses.
    Aligned,
}

impl Lowered {
    /// Leaves out what follows the call at this position.
    pub fn cut_behind(&mut self, call: usize) {
        let mut skeleton = Skeleton::clone(&self.test.skeleton);
        let is_call = |statement: &&Statement| matches!(statement, Statement::Call { .. });
        let calls = (0..).zip(&skeleton.statements).filter(|(_, statement)| is_call(statement));
        let end = calls.map(|(at, _)| at).nth(call).map_or(skeleton.statements.len(), |at: usize| at + 1);
        skeleton.statements.truncate(end);
        self.steps.truncate(call + 1);
        self.callables.truncate(call + 1);
        self.test.skeleton = skeleton.into();
    }
}

/// What a step gave.
#[derive(Clone, Debug, PartialEq)]
enum Value {
    /// Nothing: the step was left out, or gives nothing.
    Gone,
    Null,
    /// A leaf of the sequence.
    Number(LeafId),
    Result(Variable),
    Held(Place),
    To(Place),
    /// The first of so many elements.
    Elements(Place, u32),
    Function(CallableId),
}

struct Lowering<'a> {
    api: &'a ApiModel,
    module: &'a ModuleApi,
    sequence: &'a Sequence,
    statements: Vec<Statement>,
    leaves: Vec<Leaf>,
    values: Vec<u128>,
    given: Vec<Value>,
    /// By step: the step whose object it is a part of.
    part_of: Vec<Option<StepId>>,
    ended: Vec<bool>,
    made: Vec<StepId>,
    steps: Vec<Option<StepId>>,
    callables: Vec<CallableId>,
    handles: Vec<Variable>,
    texts: StringPlacement,
    /// Bytes between an aligned address and what lies there.
    further: u32,
    on_heap: Vec<Variable>,
    origins: Vec<Option<LeafId>>,
}

/// Lowers `sequence`; at its end the objects of `endings` are ended, in this order.
#[must_use]
pub fn lower(
    api: &ApiModel,
    module: &ModuleApi,
    sequence: &Sequence,
    endings: &[StepId],
    texts: StringPlacement,
) -> Lowered {
    let mut lowering = Lowering {
        api,
        module,
        sequence,
        statements: Vec::new(),
        leaves: Vec::new(),
        values: Vec::new(),
        given: Vec::new(),
        part_of: Vec::new(),
        ended: Vec::new(),
        made: Vec::new(),
        steps: Vec::new(),
        callables: Vec::new(),
        handles: Vec::new(),
        texts,
        further: 0,
        on_heap: Vec::new(),
        origins: Vec::new(),
    };
    lowering.surroundings();
    for (id, step) in sequence.steps.steps.iter_enumerated() {
        lowering.part_of.push(None);
        lowering.ended.push(false);
        let value = lowering.step(id, &step.action, step.ty.as_ref()).unwrap_or(Value::Gone);
        lowering.given.push(value);
    }
    let owners = lowering.made.iter().copied().filter(|&step| !lowering.is_ended(step)).collect();
    for &step in endings {
        lowering.end(step);
    }
    let skeleton = Skeleton { statements: lowering.statements, leaves: IndexVec::from_vec(lowering.leaves) };
    Lowered {
        test: TestCase { skeleton: skeleton.into(), leaves: lowering.values },
        steps: lowering.steps,
        callables: lowering.callables,
        owners,
        handles: lowering.handles,
        on_heap: lowering.on_heap,
        origins: lowering.origins,
    }
}

impl Lowering<'_> {
    /// What a step gives; `None` when it is left out.
    fn step(&mut self, id: StepId, action: &Action, ty: Option<&TypeUse>) -> Option<Value> {
        match action {
            Action::New { constructor: member, .. } | Action::Call { method: member, .. } => {
                let operands: Vec<Operand> = action.operands().into_iter().cloned().collect();
                self.member(id, *member, &operands)
            }
            Action::Array { elements } => self.array(elements, ty?),
            Action::SetElement { array, index, value } => {
                let Value::Elements(place, count) = self.given[array.0 as usize].clone() else { return None };
                let Operand::Leaf(leaf) = value else { return None };
                let first = match place.steps.last() {
                    Some(PlaceStep::Index(first)) => *first,
                    _ => 0,
                };
                if *index < count {
                    self.set_element(&place, first + *index, *leaf);
                }
                None
            }
            Action::Set { field, receiver: Some(Operand::Step(object)), value: Operand::Leaf(leaf) } => {
                self.set_field(*field, *object, *leaf);
                None
            }
            Action::Get { .. } | Action::Set { .. } | Action::Mock { .. } => None,
        }
    }

    fn member(&mut self, id: StepId, member: MemberId, operands: &[Operand]) -> Option<Value> {
        match self.module.recipe(member).clone() {
            Recipe::Call(recipe) => self.call(id, &recipe, operands),
            Recipe::Variable(ty) => {
                let name = "value";
                let place = Place::variable(self.object(ty, None, name));
                if let Value::Number(leaf) = self.operand(operands.first()?)? {
                    self.set_leaf(place.clone(), ty, leaf, name);
                }
                Some(Value::To(place))
            }
            Recipe::Zeros(ty) => {
                let Some(Operand::Leaf(count)) = operands.first() else { return None };
                Some(self.zeros(ty, *count))
            }
            Recipe::Structure(ty, fields) => {
                Some(Value::To(Place::variable(self.structure(ty, &fields, operands)?)))
            }
            Recipe::Function(callable) => Some(Value::Function(callable)),
            Recipe::Buffer(steps, length, ty) => {
                self.set_buffer(operands, steps, length, ty);
                None
            }
            Recipe::Inner(steps) => {
                let Some(Operand::Step(object)) = operands.first() else { return None };
                let place = self.part(*object, steps)?;
                self.part_of[id.0 as usize] = Some(*object);
                Some(Value::Held(place))
            }
            // They stand before all calls.
            Recipe::FailAllocation | Recipe::Answer(_) | Recipe::Placement | Recipe::Field(..) => None,
        }
    }

    /// What the test gives besides arguments: it is there from the start, wherever the sequence has it.
    fn surroundings(&mut self) {
        let (mut fails, mut is_placed) = (false, false);
        for step in &self.sequence.steps.steps {
            let Action::Call { method, args, .. } = &step.action else { continue };
            let Some(Operand::Leaf(value)) = args.first() else { continue };
            let bits = self.sequence.leaf(*value);
            match *self.module.recipe(*method) {
                Recipe::FailAllocation if !std::mem::replace(&mut fails, true) => {
                    let kind = LeafKind::Int { bits: 32, signed: false };
                    let leaf = self.new_leaf(kind, bits, Some(*value), "failing allocation");
                    self.statements.push(Statement::FailAllocation(leaf));
                }
                Recipe::Placement if !std::mem::replace(&mut is_placed, true) => {
                    self.further = (bits % u128::from(MAX_FURTHER)) as u32;
                }
                Recipe::Answer(callable) => {
                    let returns = self.api.callables[callable].returns;
                    if let Some(leaf) = self.leaf(returns, bits, Some(*value), "answer") {
                        let value = Argument::Leaf(leaf);
                        self.statements.push(Statement::StubReturn { callable, value });
                    }
                }
                _ => {}
            }
        }
    }

    /// A structure with the values of `operands` in `fields`.
    fn structure(
        &mut self,
        ty: TypeId,
        fields: &[(Vec<PlaceStep>, TypeId)],
        operands: &[Operand],
    ) -> Option<Variable> {
        let values: Vec<Value> =
            operands.iter().map(|operand| self.operand(operand)).collect::<Option<_>>()?;
        let variable = self.object(ty, None, "given");
        for ((steps, ty), value) in fields.iter().zip(values) {
            let place = Place { root: PlaceRoot::Variable(variable), steps: steps.clone() };
            let value = match value {
                Value::Number(leaf) => {
                    self.set_leaf(place, *ty, leaf, "field");
                    continue;
                }
                Value::Function(callable) => PointerValue::Function(callable),
                Value::To(target) | Value::Elements(target, _) => PointerValue::To(target),
                // Pointers that calls gave are known too late for what is written before all calls.
                Value::Gone | Value::Null | Value::Result(_) | Value::Held(_) => continue,
            };
            self.statements.push(Statement::SetPointer { place, value });
        }
        Some(variable)
    }

    fn object(&mut self, ty: TypeId, count: Option<u32>, name: &str) -> Variable {
        let variable = Variable(self.statements.len() as u32);
        self.statements.push(Statement::Object { ty, count, heap: false, name: name.to_owned() });
        variable
    }

    /// An array of so many elements of its own, and the position of the first of them.
    fn elements(&mut self, ty: TypeId, count: u32, name: &str) -> (Place, u32) {
        let is_aligned = self.texts == StringPlacement::Aligned;
        let first = if is_aligned { self.further } else { 0 };
        let variable = Variable(self.statements.len() as u32);
        let (count, name) = (Some(count + first), name.to_owned());
        self.statements.push(Statement::Object { ty, count, heap: is_aligned, name });
        if is_aligned {
            self.on_heap.push(variable);
        }
        (Place::variable(variable), first)
    }

    /// A leaf of the test case for a number of type `ty`.
    fn leaf(&mut self, ty: TypeId, bits: u128, of: Option<LeafId>, name: &str) -> Option<LeafId> {
        let kind = self.api.types.leaf_kind(ty, None)?;
        Some(self.new_leaf(kind, bits, of, name))
    }

    fn new_leaf(&mut self, kind: LeafKind, bits: u128, of: Option<LeafId>, name: &str) -> LeafId {
        let leaf = LeafId(self.leaves.len() as u32);
        self.values.push(bits & mask(kind.bits()));
        self.origins.push(of);
        self.leaves.push(Leaf { kind, name: name.to_owned() });
        leaf
    }

    fn set_leaf(&mut self, place: Place, ty: TypeId, of: LeafId, name: &str) {
        let bits = self.sequence.leaf(of);
        if let Some(leaf) = self.leaf(ty, bits, Some(of), name) {
            self.statements.push(Statement::SetLeaf { place, leaf });
        }
    }

    fn set_element(&mut self, array: &Place, index: u32, leaf: LeafId) {
        let PlaceRoot::Variable(variable) = array.root else { return };
        let Some(Statement::Object { ty, .. }) = self.statements.get(variable.0 as usize) else { return };
        let (ty, name) = (*ty, format!("[{index}]"));
        self.set_leaf(Place::variable(variable).step(PlaceStep::Index(index)), ty, leaf, &name);
    }

    /// A part of an object that the test has in a variable and that was not ended.
    fn part(&self, object: StepId, steps: Vec<PlaceStep>) -> Option<Place> {
        let Value::To(place) = self.given[object.0 as usize].clone() else { return None };
        (!self.is_ended(object)).then(|| steps.into_iter().fold(place, |place, step| place.step(step)))
    }

    /// Changes a number in an object that the test has in a variable.
    fn set_field(&mut self, field: MemberId, object: StepId, leaf: LeafId) {
        let Recipe::Field(steps, ty) = self.module.recipe(field).clone() else { return };
        if let Some(place) = self.part(object, steps) {
            self.set_leaf(place, ty, leaf, "field");
        }
    }

    /// Lets a pointer in an object of the test point to an array, and says beside it how long that is.
    fn set_buffer(
        &mut self,
        operands: &[Operand],
        steps: Vec<PlaceStep>,
        length: Vec<PlaceStep>,
        ty: TypeId,
    ) {
        let [Operand::Step(object), array] = operands else { return };
        let Some(Value::Elements(elements, count)) = self.operand(array) else { return };
        let (Some(place), Some(length)) = (self.part(*object, steps), self.part(*object, length)) else {
            return;
        };
        self.statements.push(Statement::SetPointer { place, value: PointerValue::To(elements) });
        if let Some(leaf) = self.leaf(ty, u128::from(count), None, "length") {
            self.statements.push(Statement::SetLeaf { place: length, leaf });
        }
    }

    fn array(&mut self, elements: &[Operand], ty: &TypeUse) -> Option<Value> {
        let TypeUse::Array(element) = ty else { return None };
        let TypeUse::Primitive(primitive) = **element else { return None };
        let element = *self.module.elements.get(&primitive)?;
        let count = elements.len() as u32;
        let (place, first) = self.elements(element, count.max(1), "data");
        for (index, operand) in (first..).zip(elements) {
            if let Operand::Leaf(leaf) = operand {
                self.set_element(&place, index, *leaf);
            }
        }
        Some(Value::Elements(place.step(PlaceStep::Index(first)), count))
    }

    /// As many elements as the number of the sequence says, all zero.
    fn zeros(&mut self, ty: TypeId, count: LeafId) -> Value {
        let bits = self.sequence.leaf(count) & mask(32);
        let count = if bits >> 31 == 0 { (bits as u32).min(MAX_ZEROS) } else { 0 };
        let (place, first) = self.elements(ty, count.max(1), "room");
        Value::Elements(place.step(PlaceStep::Index(first)), count)
    }

    /// The characters of a string, and the NUL behind them.
    fn text(&mut self, units: &[LeafId]) -> Option<Value> {
        let ty = self.module.character?;
        let count = units.len() as u32;
        let (place, first) = self.elements(ty, count + 1, "text");
        for (index, &unit) in (first..).zip(units) {
            self.set_element(&place, index, unit);
        }
        Some(Value::Elements(place.step(PlaceStep::Index(first)), count))
    }

    /// The value of an operand; `None` when it is not to be had.
    fn operand(&mut self, operand: &Operand) -> Option<Value> {
        match operand {
            Operand::Leaf(leaf) => Some(Value::Number(*leaf)),
            Operand::Text(units) => self.text(units),
            Operand::Step(step) if self.is_ended(*step) => None,
            Operand::Step(step) => match &self.given[step.0 as usize] {
                Value::Gone => None,
                value => Some(value.clone()),
            },
            Operand::Constant(member) => match self.module.recipe(*member) {
                Recipe::Function(callable) => Some(Value::Function(*callable)),
                _ => None,
            },
            Operand::Null => Some(Value::Null),
            Operand::Boxed(..) | Operand::ClassObject(_) => None,
        }
    }

    /// Whether the object of a step, or the one that it is a part of, was ended.
    fn is_ended(&self, step: StepId) -> bool {
        let mut next = Some(step);
        while let Some(step) = next {
            if self.ended[step.0 as usize] {
                return true;
            }
            next = self.part_of[step.0 as usize];
        }
        false
    }

    fn call(&mut self, id: StepId, recipe: &CallRecipe, operands: &[Operand]) -> Option<Value> {
        let before = (self.statements.len(), self.leaves.len());
        let called = self.try_call(Some(id), recipe, operands);
        if called.is_none() {
            self.statements.truncate(before.0);
            self.leaves.truncate(before.1);
            self.values.truncate(before.1);
            self.origins.truncate(before.1);
            self.handles.retain(|variable| (variable.0 as usize) < before.0);
            self.on_heap.retain(|variable| (variable.0 as usize) < before.0);
        }
        called
    }

    fn try_call(&mut self, id: Option<StepId>, recipe: &CallRecipe, operands: &[Operand]) -> Option<Value> {
        let values: Vec<Value> =
            operands.iter().map(|operand| self.operand(operand)).collect::<Option<_>>()?;
        let names: Vec<String> =
            self.api.callables[recipe.callable].params.iter().map(|param| param.name.clone()).collect();
        let mut args = Vec::with_capacity(recipe.inputs.len());
        for (input, name) in recipe.inputs.iter().zip(&names) {
            args.push(self.input(input, name, &values, operands)?);
        }
        let given = match recipe.gives {
            Gives::Nothing => Value::Null,
            Gives::Result => Value::Result(Variable(self.statements.len() as u32)),
            Gives::Held(at) => match args.get(at) {
                Some(Argument::Pointer(PointerValue::To(place))) => Value::Held(place.clone()),
                _ => return None,
            },
            Gives::Own(at) => match args.get(at) {
                Some(Argument::Pointer(PointerValue::To(place))) => Value::To(place.clone()),
                _ => return None,
            },
        };
        self.statements.push(Statement::Call { callable: recipe.callable, args });
        self.steps.push(id);
        self.callables.push(recipe.callable);
        if let Some(Operand::Step(ended)) = recipe.ends.and_then(|at| operands.get(at)) {
            self.ended[ended.0 as usize] = true;
        }
        if let Some(id) = id {
            self.note_owner(id, operands);
        }
        Some(given)
    }

    /// Notes whether a step made an object of its own, or shows a part of another.
    fn note_owner(&mut self, id: StepId, operands: &[Operand]) {
        let step = &self.sequence.steps.steps[id];
        let Some(TypeUse::Class(class)) = &step.ty else { return };
        let classes = &self.module.classes;
        let class = classes.class_named(&class.name);
        match (&step.action, class) {
            (Action::New { .. }, Some(class)) if self.module.destructors.contains_key(&class) => {
                self.made.push(id)
            }
            (Action::Call { receiver: Some(_), .. }, _) => {
                if let Some(Operand::Step(owner)) = operands.first() {
                    self.part_of[id.0 as usize] = Some(*owner);
                }
            }
            _ => {}
        }
    }

    fn input(
        &mut self,
        input: &Input,
        name: &str,
        values: &[Value],
        operands: &[Operand],
    ) -> Option<Argument> {
        Some(match input {
            Input::Operand(at, ty) => self.argument(values.get(*at)?, *ty, name)?,
            Input::Length(of, ty) => {
                let length = match values.get(*of)? {
                    Value::Elements(_, count) => *count,
                    _ => 0,
                };
                Argument::Leaf(self.leaf(*ty, u128::from(length), None, name)?)
            }
            Input::Own(ty) => {
                let variable = self.object(*ty, None, name);
                self.handles.push(variable);
                Argument::Pointer(PointerValue::To(Place::variable(variable)))
            }
            Input::Out(ty) => {
                let variable = self.object(*ty, None, name);
                Argument::Pointer(PointerValue::To(Place::variable(variable)))
            }
            Input::Fields(ty, first, fields) => {
                let operands = operands.get(*first..)?.to_vec();
                Argument::Object(self.structure(*ty, fields, &operands)?)
            }
            Input::Zero(ty) => Argument::Zero(*ty),
        })
    }

    fn argument(&mut self, value: &Value, ty: TypeId, name: &str) -> Option<Argument> {
        let is_number = self.api.types.leaf_kind(ty, None).is_some();
        Some(match value {
            Value::Gone => return None,
            Value::Null if is_number => return None,
            Value::Null => Argument::Pointer(PointerValue::Null),
            Value::Number(leaf) => {
                Argument::Leaf(self.leaf(ty, self.sequence.leaf(*leaf), Some(*leaf), name)?)
            }
            Value::Result(call) => Argument::Result(*call),
            Value::Held(place) => Argument::Held(place.clone()),
            Value::To(place) | Value::Elements(place, _) => {
                Argument::Pointer(PointerValue::To(place.clone()))
            }
            Value::Function(callable) => Argument::Pointer(PointerValue::Function(*callable)),
        })
    }

    /// Ends the object that `step` made.
    fn end(&mut self, step: StepId) {
        let Some(TypeUse::Class(class)) = &self.sequence.steps.steps[step].ty else { return };
        let Some(class) = self.module.classes.class_named(&class.name) else { return };
        let Some(&member) = self.module.destructors.get(&class) else { return };
        let Recipe::Call(recipe) = self.module.recipe(member).clone() else { return };
        if !self.is_ended(step) {
            self.try_call(None, &recipe, &[Operand::Step(step)]);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::api::{ModuleApi, Scope};
    use super::*;
    use std::collections::{BTreeMap, BTreeSet};
    use trine_ir::text::parse_program;
    use trine_sequences::draft::Draft;
    use trine_testcase::api::{CallAbi, Callable, Linkage, Parameter, Passing, Returning};
    use trine_testcase::objects::ClassUse;
    use trine_testcase::types::{RecordKind, TypeKind};

    /// `struct stack *stack_new(void)`, `int stack_push(struct stack *s, int v)`, `void stack_free(struct stack *s)`.
    fn stack() -> ApiModel {
        let mut api = ApiModel::default();
        let types = &mut api.types;
        let void = types.add(TypeKind::Void, 0);
        let int = types.add(TypeKind::Int { name: "int".into(), signed: true }, 4);
        let tag = Some("stack".to_owned());
        let record = TypeKind::Record { kind: RecordKind::Struct, tag, fields: Vec::new(), complete: false };
        let record = types.add(record, 0);
        let stack = types.add(TypeKind::Pointer(record), 8);
        for (name, params, returns) in [
            ("stack_new", vec![], stack),
            ("stack_push", vec![stack, int], int),
            ("stack_free", vec![stack], void),
        ] {
            let passing = (0..params.len() as u32).map(Passing::Direct).collect();
            let returning = if returns == void { Returning::Void } else { Returning::Direct };
            let parameter = |ty| Parameter { name: String::new(), ty, points_to: None };
            api.callables.push(Callable {
                name: name.into(),
                symbol: name.into(),
                params: params.into_iter().map(parameter).collect(),
                returns,
                variadic: false,
                no_return: false,
                linkage: Linkage::External,
                unit: "stack.c".into(),
                span: None,
                abi: CallAbi { params: passing, returns: returning, unsupported: None },
            });
        }
        api
    }

    #[test]
    fn functions_that_take_what_others_make_are_told_by_types_and_those_with_preconditions_are_not_called() {
        let api = stack();
        let (roles, mut without) = (BTreeMap::new(), BTreeSet::new());
        let program = parse_program("program").expect("an empty program");
        let scope =
            Scope { unit: "stack.c", names: None, with_statics: true, without: &without, roles: &roles };
        let takers = ModuleApi::takers(&api, &program, scope);
        let names: Vec<&str> = takers.iter().map(|&id| api.callables[id].name.as_str()).collect();
        assert_eq!(names, ["stack_push", "stack_free"]);
        let elsewhere = Scope { unit: "queue.c", ..scope };
        assert!(ModuleApi::takers(&api, &program, elsewhere).is_empty());
        without.insert(CallableId(1));
        let scope =
            Scope { unit: "stack.c", names: None, with_statics: true, without: &without, roles: &roles };
        let module = ModuleApi::new(&api, &program, scope);
        assert!(!module.functions.contains_key(&CallableId(1)), "no call of `stack_push`");
        assert_eq!(module.functions.len(), 2);
    }

    #[test]
    fn what_uses_an_ended_object_is_left_out_and_what_is_left_is_ended() {
        let api = stack();
        let (roles, without) = (BTreeMap::new(), BTreeSet::new());
        let scope =
            Scope { unit: "stack.c", names: None, with_statics: false, without: &without, roles: &roles };
        let program = parse_program("program").expect("an empty program");
        let module = ModuleApi::new(&api, &program, scope);
        let member = |name: &str| {
            let found = module.classes.members.iter_enumerated().find(|(_, member)| member.name == name);
            found.map(|(id, _)| id).expect("the member is there")
        };
        let ty = || Some(TypeUse::Class(ClassUse::plain("struct stack")));
        let mut draft = Draft::default();
        let new = |draft: &mut Draft| {
            draft.push(Action::New { constructor: member("stack_new"), outer: None, args: Vec::new() }, ty())
        };
        let (first, second) = (new(&mut draft), new(&mut draft));
        let call = |draft: &mut Draft, name: &str, of: StepId, args: Vec<Operand>| {
            let receiver = Some(Operand::Step(of));
            draft.push(Action::Call { method: member(name), receiver, args }, None);
        };
        call(&mut draft, "stack_free", first, Vec::new());
        for of in [first, second] {
            let kind = LeafKind::Int { bits: 32, signed: true };
            let leaf = draft.leaf(kind, "v", 7);
            call(&mut draft, "stack_push", of, vec![Operand::Leaf(leaf)]);
        }
        let sequence = draft.finish();
        let lowered = lower(&api, &module, &sequence, &[], StringPlacement::Anywhere);
        let names = |lowered: &Lowered| -> Vec<&str> {
            lowered.callables.iter().map(|&id| api.callables[id].name.as_str()).collect()
        };
        assert_eq!(names(&lowered), ["stack_new", "stack_new", "stack_free", "stack_push"]);
        assert_eq!(lowered.owners, [second]);
        let Some(Statement::Call { args, .. }) = lowered.test.skeleton.statements.last() else {
            panic!("a call")
        };
        assert_eq!(args[0], Argument::Result(Variable(1)), "the second stack");
        let ended = lower(&api, &module, &sequence, &[second], StringPlacement::Anywhere);
        assert_eq!(names(&ended).last(), Some(&"stack_free"));
        assert!(ended.owners.contains(&second));
    }
}
