//! Carves the calls out of a run that its tests made: values are followed by the addresses of objects.
//!
//! Classes that were named to [`trine_jdk::Launcher::carve`] tell of their calls ([`trine_frontend_jvm::lower::carve`]). A call within one
//! that was told (a lambda of the test, called by the code under test) is none of the test's own.

use crate::callees::{as_use, stored_bytes, widened};
use crate::operands::leaf_bits;
use rustc_hash::FxHashMap;
use std::rc::Rc;
use trine_frontend_jvm::class::{BaseType, FieldType, MethodType};
use trine_frontend_jvm::lower::{carve::PREFIX, runtime};
use trine_ir::FuncId;
use trine_ir::objects::ELEMENTS_OFFSET;
use trine_jdk::env::Env;
use trine_machine::Stop;
use trine_testcase::objects::{CarvedCall, CarvedValue};

/// Calls that are taken of a run, at most.
const MAX_CALLS: usize = 1_000;
/// Units of a string, at most: what has more is no value that a test would write down.
const MAX_UNITS: usize = 400;
/// Elements of an array, at most.
const MAX_ELEMENTS: u32 = 64;
/// Arrays in arrays, at most.
const MAX_DEPTH: u32 = 3;

/// What a function of the runtime tells.
#[derive(Debug)]
enum Event {
    /// A call of this method begins.
    Call(Method),
    /// A call gave a value of this type, or nothing.
    Gave(Option<FieldType>),
    /// A static field of this class and name was read.
    Constant(String, String),
}

/// The method that a call names.
#[derive(Debug)]
struct Method {
    class: String,
    name: String,
    descriptor: String,
    is_static: bool,
    parameters: Vec<FieldType>,
}

/// A call that has not returned yet.
#[derive(Debug)]
struct Pending {
    /// How many calls were in progress where it was made.
    depth: usize,
    /// Its number; `None` where it is not one of the test's own.
    call: Option<usize>,
}

/// The calls of a run so far.
#[derive(Debug, Default)]
pub(crate) struct Carver {
    functions: FxHashMap<FuncId, Option<Rc<Event>>>,
    calls: Vec<CarvedCall>,
    pending: Vec<Pending>,
    /// Where objects came from first, by address.
    origins: FxHashMap<u64, CarvedValue>,
}

impl Carver {
    /// Hears a call of `function`; whether it was one that tells.
    pub fn hears(&mut self, function: FuncId, args: &[u128], env: &mut Env<'_, '_>) -> Result<bool, Stop> {
        let name = || env.vm.program.callables[function].name.as_str();
        let event = self.functions.entry(function).or_insert_with(|| event(name()).map(Rc::new));
        let Some(event) = event.clone() else { return Ok(false) };
        let depth = env.caller.depth();
        let args: Vec<u64> = args.iter().map(|&bits| bits as u64).collect();
        match &*event {
            Event::Call(method) => {
                // What was called at this depth or below has returned or thrown.
                self.give_up(|pending| pending.depth >= depth);
                let is_own = self.pending.is_empty() && self.calls.len() < MAX_CALLS;
                let call = match is_own {
                    true => self.call(method, &args, env)?,
                    false => None,
                };
                self.pending.push(Pending { depth, call });
            }
            Event::Gave(ty) => {
                self.give_up(|pending| pending.depth > depth);
                let call = self.pending.pop().and_then(|pending| pending.call);
                let is_object = !matches!(ty, None | Some(FieldType::Base(_)));
                if let (Some(call), Some(&object), true) = (call, args.first(), is_object)
                    && object != 0
                {
                    self.origins.entry(object).or_insert(CarvedValue::Call(call));
                }
            }
            Event::Constant(class, name) => {
                if let Some(&object) = args.first().filter(|&&object| object != 0) {
                    let constant = CarvedValue::Constant(class.clone(), name.clone());
                    self.origins.entry(object).or_insert(constant);
                }
            }
        }
        Ok(true)
    }

    /// The calls, those that never returned being taken for calls that threw.
    pub fn finish(mut self) -> Vec<CarvedCall> {
        self.give_up(|_| true);
        self.calls
    }

    /// An exception left the calls that `is_left` names.
    fn give_up(&mut self, is_left: impl Fn(&Pending) -> bool) {
        while let Some(pending) = self.pending.pop_if(|pending| is_left(pending)) {
            if let Some(call) = pending.call {
                self.calls[call].threw = true;
            }
        }
    }

    /// Notes a call; gives its number, or nothing for a constructor that is called on behalf of another one.
    fn call(&mut self, method: &Method, args: &[u64], env: &mut Env<'_, '_>) -> Result<Option<usize>, Stop> {
        let Method { class, name, descriptor, is_static, parameters } = method;
        let (receiver, args) = match (is_static, args) {
            (false, [receiver, args @ ..]) => (Some(*receiver), args),
            _ => (None, args),
        };
        let is_constructor = name == "<init>";
        if let (true, Some(object)) = (is_constructor, receiver)
            && env.class_name(object)? != class
        {
            return Ok(None);
        }
        let receiver = match receiver.filter(|_| !is_constructor) {
            Some(object) => Some(self.object(object, 0, env)?),
            None => None,
        };
        let mut values = Vec::with_capacity(args.len());
        for (&bits, ty) in args.iter().zip(parameters) {
            values.push(self.value(bits, ty, 0, env)?);
        }
        self.calls.push(CarvedCall {
            class: class.clone(),
            name: name.clone(),
            descriptor: descriptor.clone(),
            receiver,
            args: values,
            threw: false,
        });
        Ok(Some(self.calls.len() - 1))
    }

    fn value(
        &self,
        bits: u64,
        ty: &FieldType,
        depth: u32,
        env: &mut Env<'_, '_>,
    ) -> Result<CarvedValue, Stop> {
        match ty {
            FieldType::Base(base) => {
                Ok(CarvedValue::Primitive((*base).into(), leaf_bits((*base).into(), bits)))
            }
            _ => self.object(bits, depth, env),
        }
    }

    /// An object: plain values are written down wherever they came from.
    fn object(&self, object: u64, depth: u32, env: &mut Env<'_, '_>) -> Result<CarvedValue, Stop> {
        if object == 0 {
            return Ok(CarvedValue::Null);
        }
        let class = env.class_name(object)?.to_owned();
        if class == "java/lang/String" {
            let units = env.units(object)?;
            let fits = units.len() <= MAX_UNITS;
            return Ok(if fits { CarvedValue::Text(units) } else { CarvedValue::Unknown });
        }
        if class == "java/lang/Class" {
            let ty = FieldType::parse(&env.descriptor(object)?);
            return Ok(ty.map_or(CarvedValue::Unknown, |ty| CarvedValue::ClassObject(as_use(&ty))));
        }
        if let Some(base) = BaseType::ALL.into_iter().find(|&base| base.wrapper() == class) {
            let (ty, offset) = (FieldType::Base(base), env.vm.offset(&class, "value")?);
            let bits = widened(&ty, env.read(object, offset, stored_bytes(&ty))?);
            return Ok(CarvedValue::Boxed(base.into(), leaf_bits(base.into(), bits)));
        }
        if let Some(known) = self.origins.get(&object) {
            return Ok(known.clone());
        }
        match FieldType::parse(&class) {
            Some(FieldType::Array(element)) if depth < MAX_DEPTH => self.array(object, &element, depth, env),
            _ => Ok(CarvedValue::Unknown),
        }
    }

    fn array(
        &self,
        array: u64,
        element: &FieldType,
        depth: u32,
        env: &mut Env<'_, '_>,
    ) -> Result<CarvedValue, Stop> {
        let length = env.length(array)?;
        if length > MAX_ELEMENTS {
            return Ok(CarvedValue::Unknown);
        }
        let bytes = stored_bytes(element);
        let mut elements = Vec::new();
        for at in 0..u64::from(length) {
            let bits = env.read(array, ELEMENTS_OFFSET + at * u64::from(bytes), bytes)?;
            elements.push(self.value(widened(element, bits), element, depth + 1, env)?);
        }
        Ok(CarvedValue::Array(as_use(&FieldType::Array(Box::new(element.clone()))), elements))
    }
}

/// What the function with this name tells; `None` where it tells nothing.
fn event(name: &str) -> Option<Event> {
    let (what, rest) = name.strip_prefix(runtime::PREFIX)?.strip_prefix(PREFIX)?.split_once(':')?;
    match what {
        "gave" => Some(Event::Gave(FieldType::parse(rest))),
        "constant" => {
            let (class, name) = rest.rsplit_once('.')?;
            Some(Event::Constant(class.to_owned(), name.to_owned()))
        }
        _ => {
            let (head, descriptor) = rest.split_at(rest.find('(')?);
            let (class, name) = head.rsplit_once('.')?;
            Some(Event::Call(Method {
                class: class.to_owned(),
                name: name.to_owned(),
                descriptor: descriptor.to_owned(),
                is_static: what == "static",
                parameters: MethodType::parse(descriptor)?.parameters,
            }))
        }
    }
}
