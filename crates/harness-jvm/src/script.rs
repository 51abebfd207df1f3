//! The run of a sequence: the loop in the machine asks which call is next, and is answered from the steps.
//!
//! A step begins with its operands, each of which may need a call itself (a wrapper to be made, a class to be initialised). When all
//! are there, the step's own call is entered; what it gives comes with the next question. Questions about the end of the test
//! ([`Ask`]) are calls of the same kind.

use crate::Bits;
use crate::callees::{Callee, Callees, Place, erased, stored_bytes, widened};
use crate::carve::Carver;
use crate::heap::{Heap, gives_object};
use crate::mocks::{Answers, MockClasses, Mocks};
use crate::modifiers::{Look, Modifiers};
use crate::operands::{Reader, Value};
use std::collections::VecDeque;
use std::rc::Rc;
use trine_frontend_jvm::class::{BaseType, FieldType, MethodType};
use trine_ir::objects::ELEMENTS_OFFSET;
use trine_ir::{FuncId, Type};
use trine_jdk::env::Env;
use trine_jdk::threads::{Status, Thread};
use trine_jdk::vm::Vm;
use trine_machine::{Caller, Effect, Memory, Origin, Returns, Stop, StubHandler};
use trine_testcase::objects::{Action, ClassApi, MemberId, Operand, Sequence, Step, StepId, TypeUse};

/// What is kept between runs.
#[derive(Debug, Default)]
pub(crate) struct Lookups {
    pub callees: Callees,
    pub mock_classes: MockClasses,
}

/// A call at the end of a test.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Ask {
    /// Who asks: handed back with the answer.
    pub number: usize,
    /// What is called.
    pub function: FuncId,
    /// On what; `None` for static methods.
    pub receiver: Option<Bits>,
}

/// What a call at the end gave.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Answered {
    /// Who asked.
    pub number: usize,
    /// The result; `None` when an exception came out.
    pub bits: Option<Bits>,
    /// Whether the state of all objects is what it was before.
    pub is_pure: bool,
}

/// Who asks at the end of a test.
pub(crate) trait Inspector {
    /// The calls to make, once all steps are done.
    fn asks(&mut self, script: &mut Script<'_>, caller: &mut Caller<'_>) -> Result<Vec<Ask>, Stop>;
    /// Takes an answer; gives a further call to make at once.
    fn told(
        &mut self,
        told: Answered,
        script: &mut Script<'_>,
        caller: &mut Caller<'_>,
    ) -> Result<Option<Ask>, Stop>;
    /// A digest of the state, before and after each call; 0 where nobody asks whether calls are pure.
    fn digest(
        &mut self,
        is_before: bool,
        script: &mut Script<'_>,
        caller: &mut Caller<'_>,
    ) -> Result<u64, Stop>;
}

/// What the value that comes next is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Coming {
    /// Nothing: the first question.
    Nothing,
    /// Nobody's: a class was initialised.
    Nobody,
    /// An operand.
    Operand,
    /// What the step gives.
    Step,
    /// What a call at the end gave.
    Answered(Ask, u64),
}

/// A sequence being run.
pub(crate) struct Script<'r> {
    pub vm: &'r mut Vm,
    pub api: &'r ClassApi,
    pub sequence: &'r Sequence,
    pub lookups: &'r mut Lookups,
    pub inspector: Option<&'r mut dyn Inspector>,
    /// Hears of calls that classes to be carved make.
    pub carver: Option<&'r mut Carver>,
    /// Hears of what calls change.
    pub modifiers: Option<(&'r mut Modifiers, &'r mut Heap)>,
    /// The call that is being looked at for that.
    look: Option<Look>,
    /// The functions that ask.
    next: FuncId,
    threw: FuncId,
    /// What each step gave.
    pub values: Vec<Bits>,
    /// Operands of the present step, and where they come from.
    args: Vec<Bits>,
    origins: Vec<Origin>,
    /// Where the value comes from that the present step gives without a call.
    given: Origin,
    /// Strings among the operands so far.
    texts: u32,
    coming: Coming,
    /// What was thrown last, until it is dealt with.
    raised: Option<u64>,
    /// What ended the sequence: a step and the throwable.
    pub thrown: Option<(StepId, u64)>,
    asks: Option<VecDeque<Ask>>,
    pub mocks: Mocks,
    /// Whether all was done.
    pub is_done: bool,
    /// The step before which time passed last, the questions being `None`; nanoseconds that passed that way.
    paused_before: Option<Option<StepId>>,
    pub paused: i64,
    /// Whether the thread of the test sleeps for such a while.
    is_asleep: bool,
}

impl<'r> Script<'r> {
    pub fn new(
        vm: &'r mut Vm,
        api: &'r ClassApi,
        sequence: &'r Sequence,
        lookups: &'r mut Lookups,
        [next, threw]: [FuncId; 2],
    ) -> Self {
        Self {
            vm,
            api,
            sequence,
            lookups,
            inspector: None,
            carver: None,
            modifiers: None,
            look: None,
            next,
            threw,
            values: Vec::with_capacity(sequence.steps.steps.len()),
            args: Vec::new(),
            origins: Vec::new(),
            given: Origin::Concrete,
            texts: 0,
            coming: Coming::Nothing,
            raised: None,
            thrown: None,
            asks: None,
            mocks: Mocks::default(),
            is_done: false,
            paused_before: None,
            paused: 0,
            is_asleep: false,
        }
    }

    /// The step that is being executed.
    pub fn step(&self) -> StepId {
        StepId(self.values.len() as u32)
    }

    /// The number of the question that is being asked.
    pub fn asking(&self) -> Option<usize> {
        match self.coming {
            Coming::Answered(ask, _) => Some(ask.number),
            _ => None,
        }
    }

    /// The next call, as what stops the native that asks for it.
    fn goes_on(&mut self, last: Bits, caller: &mut Caller<'_>) -> Result<Returns, Stop> {
        if std::mem::take(&mut self.is_asleep) {
            self.vm.state.threads.running().resumed = false;
        }
        let coming = std::mem::replace(&mut self.coming, Coming::Nobody);
        let raised = self.raised.take();
        match (coming, raised) {
            (Coming::Answered(ask, before), raised) => {
                let bits = if raised.is_some() { None } else { Some(last) };
                self.hears(ask, before, bits, caller)?;
            }
            (_, Some(thrown)) => {
                self.look = None;
                self.thrown = Some((self.step(), thrown));
            }
            (Coming::Operand, None) => self.takes(last, Origin::Argument(0)),
            (Coming::Step, None) => self.gave(last, Origin::Argument(0), caller)?,
            (Coming::Nothing | Coming::Nobody, None) => {}
        }
        // The steps that need no call are done at once.
        loop {
            let steps = std::sync::Arc::clone(&self.sequence.steps);
            let step = steps.steps.get(self.step()).filter(|_| self.thrown.is_none());
            self.pause_before(step.map(|_| self.step()), caller)?;
            let Some(step) = step else { return self.asks_next(caller) };
            if let Some(done) = self.executes(step, caller)? {
                let origin = std::mem::replace(&mut self.given, Origin::Concrete);
                self.gave(done, origin, caller)?;
            }
        }
    }

    /// Lets time pass before a step, or before the questions, on a host where it does. Other threads of the test run meanwhile; then the native that
    /// asks is called again.
    fn pause_before(&mut self, step: Option<StepId>, caller: &mut Caller<'_>) -> Result<(), Stop> {
        if self.paused_before == Some(step) {
            return Ok(());
        }
        self.paused_before = Some(step);
        let pause = self.vm.state.host.pause;
        self.paused += pause;
        let until = self.vm.state.nanoseconds.saturating_add(pause);
        let threads = &mut self.vm.state.threads;
        let current = threads.number;
        threads.running();
        let is_alive =
            |(number, thread): (usize, &Thread)| number != current && thread.status != Status::Ended;
        if pause == 0 || !threads.all.iter().enumerate().any(is_alive) {
            self.vm.state.nanoseconds = until;
            return Ok(());
        }
        self.coming = Coming::Nothing;
        self.is_asleep = true;
        Env { vm: self.vm, caller }.pause(Status::Sleeping, Some(until)).map(|_| ())
    }

    /// An operand is there.
    fn takes(&mut self, bits: Bits, origin: Origin) {
        self.args.push(bits);
        self.origins.push(origin);
    }

    /// The present step gave `bits`.
    fn gave(&mut self, bits: Bits, origin: Origin, caller: &mut Caller<'_>) -> Result<(), Stop> {
        caller.note(Effect::Keeps { number: self.step().0, origin });
        if let (Some(look), Some((modifiers, heap))) = (self.look.take(), &mut self.modifiers) {
            modifiers.end(&look, heap, &mut Env { vm: self.vm, caller });
        }
        let steps = std::sync::Arc::clone(&self.sequence.steps);
        let step = &steps.steps[self.step()];
        if let Action::Mock { answers, .. } = &step.action {
            let origins = std::mem::take(&mut self.origins);
            let mut values = std::mem::take(&mut self.args).into_iter().zip(origins);
            let answers = answers.iter().map(|(method, operands)| Answers {
                method: *method,
                values: values.by_ref().take(operands.len()).collect(),
                calls: 0,
            });
            self.mocks.insert(bits, answers.collect());
        }
        self.is_of_its_type(step, bits, caller)?;
        self.values.push(bits);
        self.args.clear();
        self.origins.clear();
        Ok(())
    }

    /// Enters `function` in place of the native that asks, with the operands.
    fn enter_with_operands<T>(&mut self, function: FuncId, caller: &mut Caller<'_>) -> Result<T, Stop> {
        let args = std::mem::take(&mut self.args);
        for (index, origin) in std::mem::take(&mut self.origins).into_iter().enumerate() {
            caller.note(Effect::Gives { index, origin });
        }
        self.enter(function, &args, Coming::Step)
    }

    /// A call of `method` comes next, static or not: what does it change of the objects that earlier steps gave?
    fn look_at<'o>(
        &mut self,
        method: MemberId,
        operands: impl Iterator<Item = &'o Operand>,
        caller: &mut Caller<'_>,
    ) {
        let Some((modifiers, heap)) = &mut self.modifiers else { return };
        if !modifiers.asks(method) {
            return;
        }
        let steps = &self.sequence.steps.steps;
        let is_object = |operand: &Operand| match operand {
            Operand::Step(step) => steps.get(*step).is_some_and(|step| gives_object(step.ty.as_ref())),
            _ => false,
        };
        let objects = operands.zip(&self.args).filter(|(operand, _)| is_object(operand));
        let objects: Vec<Bits> = objects.map(|(_, &bits)| bits).collect();
        if !objects.is_empty() {
            self.look = modifiers.begin(method, objects, heap, &mut Env { vm: self.vm, caller });
        }
    }

    /// A source that uses what a generic method gives has a cast in it that no class file of the library has: `Integer i = gson.fromJson(…)`.
    /// Where that cast would fail the sequence is no test.
    fn is_of_its_type(&mut self, step: &Step, bits: Bits, caller: &mut Caller<'_>) -> Result<(), Stop> {
        let declared = match &step.action {
            Action::Call { method, .. } => self.callee(*method)?.result.clone(),
            Action::Get { field, .. } => Some(self.place(*field)?.ty.clone()),
            _ => return Ok(()),
        };
        let Some(FieldType::Class(name)) = step.ty.as_ref().map(erased) else { return Ok(()) };
        if bits == 0 || matches!(&declared, Some(FieldType::Class(declared)) if *declared == name) {
            return Ok(());
        }
        let env = &mut Env { vm: self.vm, caller };
        let class = env.class_id(&name)?;
        if env.is_instance(bits, class)? {
            return Ok(());
        }
        Err(Stop::Unsupported(format!("a result that is no `{}`, as its type says", name.replace('/', "."))))
    }

    /// Enters `function` in place of the native that asks.
    fn enter<T>(&mut self, function: FuncId, args: &[Bits], coming: Coming) -> Result<T, Stop> {
        self.coming = coming;
        Err(Stop::Enter { function, args: args.iter().map(|&bits| u128::from(bits)).collect() })
    }

    /// Executes a step that needs no call, and gives its value; otherwise enters the call.
    fn executes(&mut self, step: &Step, caller: &mut Caller<'_>) -> Result<Option<Bits>, Stop> {
        match &step.action {
            Action::New { constructor: member, outer: first, args }
            | Action::Call { method: member, receiver: first, args } => {
                let callee = self.callee(*member)?;
                let is_call = matches!(step.action, Action::Call { .. });
                self.operands(first.iter().chain(args), caller, |at| {
                    of_call(&callee, is_call && first.is_some(), at)
                })?;
                if is_call {
                    self.look_at(*member, first.iter().chain(args), caller);
                }
                self.enter_with_operands(callee.adapter, caller)
            }
            Action::Array { elements } => {
                let array = step.ty.as_ref().map_or(object(), erased);
                let FieldType::Array(element) = &array else {
                    return Err(Stop::Unsupported("an array of no array type".to_owned()));
                };
                self.operands(elements, caller, |_| (**element).clone())?;
                self.array(&array, element, caller).map(Some)
            }
            Action::Get { field, receiver } => {
                let place = self.place(*field)?;
                self.operands(receiver, caller, |_| object())?;
                self.get(*field, &place, caller).map(Some)
            }
            Action::Set { field, receiver, value } => {
                let place = self.place(*field)?;
                let is_first = receiver.is_some();
                let wanted = |at: usize| if is_first && at == 0 { object() } else { place.ty.clone() };
                self.operands(receiver.iter().chain([value]), caller, wanted)?;
                self.set(&place, caller).map(|()| Some(0))
            }
            Action::SetElement { array, index, value } => {
                let ty = self.sequence.steps.steps[*array].ty.as_ref().map_or(object(), erased);
                let element = if let FieldType::Array(element) = ty { *element } else { object() };
                self.operands([value], caller, |_| element.clone())?;
                let array = self.values.get(array.0 as usize).copied().unwrap_or(0);
                let env = &mut Env { vm: self.vm, caller };
                let value = (self.args.first().copied().unwrap_or(0), origin_at(&self.origins, 0));
                write_element(env, array, *index, &element, value).map(|()| Some(0))
            }
            Action::Mock { constructed, answers } => {
                let constructor = constructed.as_ref().map(|&(constructor, _)| constructor);
                self.mocks_with(step, (constructor, answers), caller)
            }
        }
    }

    /// Reads operands until all are there; enters a call where one needs it.
    fn operands<'o>(
        &mut self,
        operands: impl IntoIterator<Item = &'o Operand>,
        caller: &mut Caller<'_>,
        wanted: impl Fn(usize) -> FieldType,
    ) -> Result<(), Stop> {
        for (at, operand) in operands.into_iter().enumerate().skip(self.args.len()) {
            let mut env = Env { vm: self.vm, caller };
            let mut reader = Reader {
                api: self.api,
                sequence: self.sequence,
                callees: &mut self.lookups.callees,
                env: &mut env,
                values: &self.values,
                texts: &mut self.texts,
                origin: Origin::Concrete,
            };
            let (value, origin) = (reader.value(operand, &wanted(at))?, reader.origin);
            match value {
                Value::Ready(bits) => self.takes(bits, origin),
                Value::Call(function, bits) => {
                    caller.note(Effect::Gives { index: 0, origin });
                    return self.enter(function, &[bits], Coming::Operand);
                }
                Value::Initialise(class) => return self.initialise(&class),
            }
        }
        Ok(())
    }

    fn initialise<T>(&mut self, class: &str) -> Result<T, Stop> {
        let function = trine_frontend_jvm::lower::runtime::declare(
            &self.vm.program,
            &format!("ensure:{class}"),
            &[Type::Ptr],
            Some(Type::Ptr),
            true,
        );
        self.enter(function, &[0], Coming::Nobody)
    }

    fn callee(&mut self, member: MemberId) -> Result<Rc<Callee>, Stop> {
        self.lookups.callees.callee(self.api, self.vm, member)
    }

    fn place(&mut self, member: MemberId) -> Result<Rc<Place>, Stop> {
        self.lookups.callees.place(self.api, self.vm, member)
    }

    fn array(&mut self, ty: &FieldType, element: &FieldType, caller: &mut Caller<'_>) -> Result<Bits, Stop> {
        let env = &mut Env { vm: self.vm, caller };
        let array = env.new_array(&ty.to_string(), self.args.len() as i32)?;
        for (at, &bits) in self.args.iter().enumerate() {
            write_element(env, array, at as u32, element, (bits, origin_at(&self.origins, at)))?;
        }
        Ok(array)
    }

    /// The field `place` of the operand, or the static one.
    fn get(&mut self, member: MemberId, place: &Place, caller: &mut Caller<'_>) -> Result<Bits, Stop> {
        if let (false, Some(&object)) = (place.is_static, self.args.first()) {
            let env = Env { vm: self.vm, caller };
            let bytes = stored_bytes(&place.ty);
            let bits = env.read(object, place.offset, bytes)?;
            let is_signed = matches!(place.ty, FieldType::Base(BaseType::Byte | BaseType::Short));
            self.given = Origin::Memory { address: object.wrapping_add(place.offset), bytes, is_signed };
            return Ok(widened(&place.ty, bits));
        }
        match self.static_value(member, caller)? {
            Value::Ready(bits) => Ok(bits),
            Value::Call(function, bits) => self.enter(function, &[bits], Coming::Operand),
            Value::Initialise(class) => self.initialise(&class),
        }
    }

    /// The value of a static field, as far as it is there.
    pub fn static_value(&mut self, member: MemberId, caller: &mut Caller<'_>) -> Result<Value, Stop> {
        let mut env = Env { vm: self.vm, caller };
        let mut reader = Reader {
            api: self.api,
            sequence: self.sequence,
            callees: &mut self.lookups.callees,
            env: &mut env,
            values: &self.values,
            texts: &mut self.texts,
            origin: Origin::Concrete,
        };
        reader.constant(member)
    }

    fn set(&mut self, place: &Place, caller: &mut Caller<'_>) -> Result<(), Stop> {
        let value = self.args.last().copied().unwrap_or(0);
        let origin = origin_at(&self.origins, self.args.len().saturating_sub(1));
        let env = &mut Env { vm: self.vm, caller };
        let object = match place.is_static {
            false => self.args.first().copied().unwrap_or(0),
            true if env.needs_initialising(&place.class)? => return self.initialise(&place.class.clone()),
            true => env.statics(&place.class)?,
        };
        if object == 0 {
            return Err(trine_jdk::env::null());
        }
        env.store(object.wrapping_add(place.offset), stored_bytes(&place.ty), value, origin)
    }

    /// A mock of the step's type.
    fn mocks_with(
        &mut self,
        step: &Step,
        (constructor, answers): (Option<MemberId>, &[(MemberId, Vec<Operand>)]),
        caller: &mut Caller<'_>,
    ) -> Result<Option<Bits>, Stop> {
        let Some(TypeUse::Class(of)) = &step.ty else {
            return Err(Stop::Unsupported("a mock of no class".to_owned()));
        };
        let constructor = constructor.map_or("()V", |constructor| &self.api.members[constructor].descriptor);
        let parameters = MethodType::parse(constructor).map_or_else(Vec::new, |ty| ty.parameters);
        let results = answers.iter().flat_map(|(method, operands)| {
            let ty = MethodType::parse(&self.api.members[*method].descriptor);
            let result = ty.and_then(|ty| ty.result).unwrap_or_else(object);
            operands.iter().map(move |_| result.clone())
        });
        let wanted: Vec<FieldType> = parameters.iter().cloned().chain(results).collect();
        self.operands(step.action.operands(), caller, |at| wanted.get(at).cloned().unwrap_or_else(object))?;
        if self.args.len() < parameters.len() {
            return Err(Stop::Unsupported("a constructor with too few arguments".to_owned()));
        }
        // What is left are the answers.
        let behind = self.args.split_off(parameters.len());
        let args = std::mem::replace(&mut self.args, behind);
        let behind = self.origins.split_off(parameters.len());
        for (index, origin) in std::mem::replace(&mut self.origins, behind).into_iter().enumerate() {
            caller.note(Effect::Gives { index, origin });
        }
        let mut answered: Vec<MemberId> = answers.iter().map(|&(method, _)| method).collect();
        answered.sort_unstable();
        answered.dedup();
        let class = self.lookups.mock_classes.class(self.api, self.vm, (of, constructor), &answered);
        let class = class.map_err(|error| Env { vm: self.vm, caller }.linkage(&error))?;
        let name = format!("{class}.<init>{constructor}");
        let make = self.lookups.callees.named(self.vm, &name, false, &parameters);
        self.enter(make, &args, Coming::Step)
    }

    /// Enters the next call of those at the end; without one, the run is over.
    fn asks_next(&mut self, caller: &mut Caller<'_>) -> Result<Returns, Stop> {
        if self.asks.is_none() {
            let asks = self.inspected(caller, |inspector, script, caller| inspector.asks(script, caller))?;
            self.asks = Some(asks.unwrap_or_default().into());
        }
        let next = self.asks.as_mut().and_then(VecDeque::pop_front);
        let Some(ask) = next else {
            self.is_done = true;
            return Err(Stop::Exited(0));
        };
        let before =
            self.inspected(caller, |inspector, script, caller| inspector.digest(true, script, caller))?;
        self.enter(ask.function, ask.receiver.as_slice(), Coming::Answered(ask, before.unwrap_or(0)))
    }

    fn hears(
        &mut self,
        ask: Ask,
        before: u64,
        bits: Option<Bits>,
        caller: &mut Caller<'_>,
    ) -> Result<(), Stop> {
        let more = self.inspected(caller, |inspector, script, caller| {
            let is_pure = inspector.digest(false, script, caller)? == before;
            inspector.told(Answered { number: ask.number, bits, is_pure }, script, caller)
        })?;
        if let (Some(asks), Some(Some(ask))) = (&mut self.asks, more) {
            asks.push_front(ask);
        }
        Ok(())
    }

    fn inspected<T>(
        &mut self,
        caller: &mut Caller<'_>,
        act: impl FnOnce(&mut dyn Inspector, &mut Self, &mut Caller<'_>) -> Result<T, Stop>,
    ) -> Result<Option<T>, Stop> {
        let Some(inspector) = self.inspector.take() else { return Ok(None) };
        let done = act(inspector, self, caller);
        self.inspector = Some(inspector);
        done.map(Some)
    }
}

/// Any reference.
fn object() -> FieldType {
    FieldType::Class("java/lang/Object".to_owned())
}

/// The type that a call asks for at operand `at`, of which the first may be the receiver.
fn of_call(callee: &Callee, has_receiver: bool, at: usize) -> FieldType {
    let parameter = if has_receiver { at.checked_sub(1) } else { Some(at) };
    parameter.and_then(|at| callee.parameters.get(at)).cloned().unwrap_or_else(object)
}

/// Where the operand at a position comes from.
fn origin_at(origins: &[Origin], at: usize) -> Origin {
    origins.get(at).copied().unwrap_or(Origin::Concrete)
}

fn write_element(
    env: &mut Env<'_, '_>,
    array: Bits,
    index: u32,
    element: &FieldType,
    (bits, origin): (Bits, Origin),
) -> Result<(), Stop> {
    let length = env.length(array)?;
    if index >= length {
        return Err(Stop::Unsupported(format!("element {index} of an array of {length}")));
    }
    let bytes = stored_bytes(element);
    env.store(array + ELEMENTS_OFFSET + u64::from(index) * u64::from(bytes), bytes, bits, origin)
}

impl StubHandler for Script<'_> {
    fn call(&mut self, function: FuncId, args: &[u128], memory: &mut Memory) -> Result<Returns, Stop> {
        self.vm.call(function, args, memory)
    }

    fn call_from(
        &mut self,
        function: FuncId,
        args: &[u128],
        caller: &mut Caller<'_>,
    ) -> Result<Returns, Stop> {
        let first = args.first().map_or(0, |&bits| bits as u64);
        if function == self.next {
            return self.goes_on(first, caller);
        }
        if function == self.threw {
            self.raised = Some(first);
            return Ok(Returns::none());
        }
        if let Some(carver) = &mut self.carver
            && carver.hears(function, args, &mut Env { vm: self.vm, caller })?
        {
            return Ok(Returns::none());
        }
        if self.lookups.mock_classes.is_method(self.vm, function) {
            let name = &self.vm.program.callables[function].name;
            let classes = &self.lookups.mock_classes;
            let (bits, origin) = self.mocks.answer(self.api, classes, name, first);
            caller.note(Effect::Gives { index: 0, origin });
            return Ok(Returns::one(u128::from(bits)));
        }
        self.vm.call_from(function, args, caller)
    }

    fn held(&mut self, object: u64, caller: &mut Caller<'_>) -> Stop {
        self.vm.held(object, caller)
    }

    fn turn_over(&mut self, caller: &mut Caller<'_>) -> Option<Stop> {
        self.vm.turn_over(caller)
    }
}
