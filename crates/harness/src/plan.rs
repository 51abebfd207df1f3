//! A skeleton, compiled: what to make, write and pass, with all types resolved.
//!
//! ```text
//! skeleton (types, places)            plan (objects, bytes, registers)
//!   v0 = object struct s[2]             objects[0]: 32 bytes
//!   v0[1].x = leaf3                     write object 0 + 16, 4 bytes <- leaf 3
//!   call f(&v0[0], leaf4)               registers: [address object 0 + 0, leaf 4]
//! ```
//!
//! The calls of a skeleton are made in order, after all writes: objects made between two calls are
//! out of reach of the earlier one, so that the moment they are made does not matter. What is written between two calls
//! into an object that the earlier one may have seen, is written then; results of earlier calls, and what variables
//! hold, are read when the call is made that they are passed to.

use crate::environment::Environment;
use crate::layout::{Location, locate};
use std::collections::BTreeMap;
use thiserror::Error;
use trine_base::index::TypedIndex;
use trine_ir::{FuncId, GlobalId, Program};
use trine_testcase::api::{ApiModel, CallableId, Passing, Piece, Returning};
use trine_testcase::leaf::LeafId;
use trine_testcase::test_case::{Argument, Place, PlaceRoot, PointerValue, Skeleton, Statement, Variable};
use trine_testcase::types::{TypeId, TypeKind};

/// A compiled skeleton.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The callable of the last call.
    pub callable: CallableId,
    /// Its function.
    pub function: FuncId,
    /// Objects to make.
    pub objects: Vec<PlannedObject>,
    /// Bytes to write, in order.
    pub writes: Vec<Write>,
    /// Calls to make, in order; never empty.
    pub calls: Vec<PlannedCall>,
    /// Values that stubs return, call by call.
    pub stubs: BTreeMap<FuncId, Vec<StubValue>>,
    /// Objects that stubs write to where their parameters point.
    pub stub_writes: BTreeMap<FuncId, Vec<StubWrite>>,
    /// Standard input, files, streams, failing allocations.
    pub environment: Environment,
    /// What changes in volatile objects before reads of them.
    pub changes: Vec<VolatileChange>,
}

/// A value that a volatile object has from one of its reads on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct VolatileChange {
    /// Object or global.
    pub root: Root,
    /// Offset in bits.
    pub offset_bits: u64,
    /// Width in bits.
    pub width_bits: u32,
    /// The read before which it is put there, from 0.
    pub read: u32,
    /// The value.
    pub value: LeafId,
}

/// A call to make.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlannedCall {
    /// The function.
    pub function: FuncId,
    /// One per register parameter of the function.
    pub registers: Vec<Register>,
    /// Where each register's value comes from, where it is a leaf or a pointer of its own.
    pub sources: Vec<Option<Source>>,
    /// The object that receives a result returned through memory: position in `objects`.
    pub result_object: Option<usize>,
    /// The object that holds the variable arguments: position in `objects`.
    pub variable_arguments: Option<usize>,
    /// The statement that makes it.
    pub statement: u32,
    /// Bytes that are written right before it, into objects that earlier calls may have seen.
    pub writes: Vec<Write>,
}

/// An input of the test that the skeleton names.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Source {
    /// A primitive value.
    Leaf(LeafId),
    /// The pointer of this statement: the one it writes, the one a stub returns, or this
    /// argument of a call.
    Pointer {
        /// Position of the statement.
        statement: u32,
        /// Position of the argument; 0 but for calls.
        argument: u32,
    },
}

/// An object to make.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlannedObject {
    /// The variable of the skeleton; `None` for the object of a result in memory.
    pub variable: Option<Variable>,
    /// Element type.
    pub ty: TypeId,
    /// Number of elements; `None` for a plain variable.
    pub count: Option<u32>,
    /// Size.
    pub size_bytes: u64,
    /// Whether it lies on the heap.
    pub heap: bool,
    /// Whether it is what a `va_list` consists of: no code can look at it afterwards.
    pub of_argument_list: bool,
}

/// Where bytes are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Root {
    /// An object of the plan, by position.
    Object(usize),
    /// A global variable.
    Global(GlobalId),
}

/// A write before the call.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Write {
    /// Object or global.
    pub root: Root,
    /// Offset in bits.
    pub offset_bits: u64,
    /// Width in bits.
    pub width_bits: u32,
    /// What is written.
    pub value: Scalar,
    /// The input that is.
    pub source: Source,
}

/// A primitive or pointer value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Scalar {
    /// A leaf.
    Leaf(LeafId),
    /// An address: root and offset in bytes.
    Address(Root, u64),
    /// The address of a function.
    Function(FuncId),
    /// The address of a stream, by its position in the environment.
    Stream(usize),
    /// Fixed bits.
    Bits(u128),
    /// What the call at this position returned; zero before it was made.
    Result(usize),
    /// What memory holds when the call is made.
    Held(Held),
}

/// A value in memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Held {
    /// Object or global.
    pub root: Root,
    /// Offset in bytes.
    pub offset_bytes: u64,
    /// Number of bytes, 1 to 16.
    pub size_bytes: u32,
    /// Whether it is an address.
    pub is_pointer: bool,
}

/// What a register parameter receives.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Register {
    /// A value.
    Scalar(Scalar),
    /// Bytes of an object.
    Load {
        /// Position of the object.
        object: usize,
        /// Offset in bytes.
        offset_bytes: u32,
        /// Number of bytes.
        size_bytes: u32,
    },
}

/// What a stub returns from one call.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StubValue {
    /// In a register.
    Scalar(Scalar, Option<Source>),
    /// An object, in these pieces or through memory.
    Object(usize, Vec<Piece>),
}

/// What a stub writes in one call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StubWrite {
    /// The call, from 0.
    pub call: u32,
    /// Position of the parameter in the source.
    pub parameter: u32,
    /// The register that says where to.
    pub register: u32,
    /// Position of the object.
    pub object: usize,
}

/// A skeleton that does not fit the program: our bug, or a suite of an older source.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum PlanError {
    /// It calls nothing.
    #[error("the test case calls nothing")]
    NoCall,
    /// It names a symbol that the program does not have.
    #[error("the program has no `{0}`; was the source changed since the test was made?")]
    UnknownSymbol(String),
    /// A place does not fit its type.
    #[error(
        "a place of the test case does not fit its type; was the source changed since the test was made?"
    )]
    BadPlace,
    /// A by-value argument that the ABI model cannot pass.
    #[error("argument {0} of `{1}` cannot be passed by this version")]
    BadArgument(usize, String),
}

impl Plan {
    /// Compiles `skeleton`.
    ///
    /// # Errors
    /// When the skeleton does not fit `program`.
    pub fn new(skeleton: &Skeleton, api: &ApiModel, program: &Program) -> Result<Self, PlanError> {
        let (callable, _) = skeleton.last_call().ok_or(PlanError::NoCall)?;
        let mut compiler = Compiler {
            api,
            program,
            skeleton,
            plan: Plan {
                callable,
                function: function(api, program, callable)?,
                objects: Vec::new(),
                writes: Vec::new(),
                calls: Vec::new(),
                stubs: BTreeMap::new(),
                stub_writes: BTreeMap::new(),
                changes: Vec::new(),
                environment: Environment::of(skeleton),
            },
            object_of: BTreeMap::new(),
            made_before: Vec::new(),
            call_of: BTreeMap::new(),
            late_writes: Vec::new(),
        };
        compiler.statements()?;
        Ok(compiler.plan)
    }

    /// Whether a stub writes the object of `variable` somewhere.
    #[must_use]
    pub fn is_output(&self, variable: Variable) -> bool {
        let is_it = |write: &StubWrite| self.objects[write.object].variable == Some(variable);
        self.stub_writes.values().flatten().any(is_it)
    }

    /// The last call.
    #[must_use]
    pub fn last_call(&self) -> Option<&PlannedCall> {
        self.calls.last()
    }
}

/// The function of the program that `callable` is.
fn function(api: &ApiModel, program: &Program, callable: CallableId) -> Result<FuncId, PlanError> {
    let symbol = &api.callables.get(callable).ok_or(PlanError::BadPlace)?.symbol;
    program.function_named(symbol).ok_or_else(|| PlanError::UnknownSymbol(symbol.clone()))
}

struct Compiler<'a> {
    api: &'a ApiModel,
    program: &'a Program,
    skeleton: &'a Skeleton,
    plan: Plan,
    object_of: BTreeMap<Variable, usize>,
    /// By object: the number of calls before the statement that makes it.
    made_before: Vec<usize>,
    /// Positions of the calls.
    call_of: BTreeMap<Variable, usize>,
    /// What is written right before the next call.
    late_writes: Vec<Write>,
}

impl Compiler<'_> {
    fn statements(&mut self) -> Result<(), PlanError> {
        let skeleton = self.skeleton;
        for (position, statement) in skeleton.statements.iter().enumerate() {
            let pointer = Source::Pointer { statement: position as u32, argument: 0 };
            match statement {
                Statement::Object { ty, count, heap, .. } => {
                    let object = self.object(Some(Variable::from_position(position)), *ty, *count);
                    self.plan.objects[object].heap = *heap;
                    if self.api.types.is_of_argument_list(*ty) && count.is_none() {
                        self.use_up_registers(object, pointer);
                    }
                }
                Statement::SetLeaf { place, leaf } => {
                    self.write(place, Scalar::Leaf(*leaf), Source::Leaf(*leaf))?;
                }
                Statement::Volatile { place, read, value } => {
                    let (root, location) = self.place(place)?;
                    let kind = &self.skeleton.leaves.get(*value).ok_or(PlanError::BadPlace)?.kind;
                    let width_bits = match location.is_bit_field() {
                        true => location.width_bits as u32,
                        false => kind.bits().next_multiple_of(8),
                    };
                    let offset_bits = location.offset_bits;
                    let change = VolatileChange { root, offset_bits, width_bits, read: *read, value: *value };
                    self.plan.changes.push(change);
                }
                Statement::SetPointer { place, value } => {
                    let value = self.pointer(value)?;
                    self.write(place, value, pointer)?;
                }
                Statement::StubReturn { callable, value } => self.stub(*callable, value, pointer)?,
                Statement::StubWrite { callable, parameter, value } => {
                    self.stub_write(*callable, *parameter, *value)?;
                }
                Statement::Call { callable, args } => self.call(*callable, args, position as u32)?,
                // The rest of the environment is compiled by itself.
                Statement::StandardInput(_)
                | Statement::File(_)
                | Statement::Stream { .. }
                | Statement::FailAllocation(_)
                | Statement::Clock { .. }
                | Statement::Register(_) => {}
            }
        }
        Ok(())
    }

    fn object(&mut self, variable: Option<Variable>, ty: TypeId, count: Option<u32>) -> usize {
        let size_bytes = self.api.types.size_bytes(ty) * u64::from(count.unwrap_or(1));
        let at = self.plan.objects.len();
        self.made_before.push(self.plan.calls.len());
        let of_argument_list = self.api.types.is_of_argument_list(ty);
        self.plan.objects.push(PlannedObject {
            variable,
            ty,
            count,
            size_bytes,
            heap: false,
            of_argument_list,
        });
        if let Some(variable) = variable {
            self.object_of.insert(variable, at);
        }
        at
    }

    /// Lets the `va_list` that is `object` take all arguments from memory: the offsets into the areas of saved
    /// registers are at their ends (System V ABI for x86-64, 3.5.7).
    fn use_up_registers(&mut self, object: usize, source: Source) {
        for (offset_bits, end) in [(0, 48), (32, 176)] {
            let (root, value) = (Root::Object(object), Scalar::Bits(end));
            self.plan.writes.push(Write { root, offset_bits, width_bits: 32, value, source });
        }
    }

    fn write(&mut self, place: &Place, value: Scalar, source: Source) -> Result<(), PlanError> {
        let (root, location) = self.place(place)?;
        let width_bits = match &value {
            Scalar::Leaf(leaf) => {
                let kind = &self.skeleton.leaves.get(*leaf).ok_or(PlanError::BadPlace)?.kind;
                if location.is_bit_field() {
                    location.width_bits as u32
                } else {
                    kind.bits().next_multiple_of(8)
                }
            }
            _ => self.program.target.pointer_bytes * 8,
        };
        if let Root::Object(at) = root {
            // A structure with a flexible array member is as long as what is written into it.
            let object = &mut self.plan.objects[at];
            if object.count.is_none() {
                let end = (location.offset_bits + u64::from(width_bits)).div_ceil(8);
                object.size_bytes = object.size_bytes.max(end);
            }
        }
        let write = Write { root, offset_bits: location.offset_bits, width_bits, value, source };
        match root {
            Root::Object(at) if self.made_before[at] < self.plan.calls.len() => self.late_writes.push(write),
            _ => self.plan.writes.push(write),
        }
        Ok(())
    }

    fn place(&self, place: &Place) -> Result<(Root, Location), PlanError> {
        let (root, ty, is_array) = match place.root {
            PlaceRoot::Variable(variable) => {
                let at = *self.object_of.get(&variable).ok_or(PlanError::BadPlace)?;
                let object = &self.plan.objects[at];
                (Root::Object(at), object.ty, object.count.is_some())
            }
            PlaceRoot::Global(global) => {
                let variable = self.api.globals.get(global).ok_or(PlanError::BadPlace)?;
                (Root::Global(self.global(&variable.symbol)?), variable.ty, false)
            }
        };
        let location = locate(self.api, ty, is_array, &place.steps).ok_or(PlanError::BadPlace)?;
        Ok((root, location))
    }

    fn global(&self, symbol: &str) -> Result<GlobalId, PlanError> {
        self.program.global_named(symbol).ok_or_else(|| PlanError::UnknownSymbol(symbol.to_owned()))
    }

    fn pointer(&self, value: &PointerValue) -> Result<Scalar, PlanError> {
        Ok(match value {
            PointerValue::Null => Scalar::Bits(0),
            PointerValue::To(place) => {
                let (root, location) = self.place(place)?;
                Scalar::Address(root, location.offset_bytes())
            }
            PointerValue::Stream(variable) => {
                Scalar::Stream(self.plan.environment.stream(*variable).ok_or(PlanError::BadPlace)?)
            }
            PointerValue::Function(callable) => {
                Scalar::Function(function(self.api, self.program, *callable)?)
            }
        })
    }

    fn scalar(&self, argument: &Argument) -> Result<Option<Scalar>, PlanError> {
        Ok(match argument {
            Argument::Leaf(leaf) => Some(Scalar::Leaf(*leaf)),
            Argument::Pointer(value) => Some(self.pointer(value)?),
            Argument::Zero(_) => Some(Scalar::Bits(0)),
            Argument::Object(_) => None,
            Argument::Result(variable) => {
                Some(Scalar::Result(*self.call_of.get(variable).ok_or(PlanError::BadPlace)?))
            }
            Argument::Held(place) => {
                let (root, location) = self.place(place)?;
                let size_bytes = self.api.types.size_bytes(location.ty);
                if location.is_bit_field() || !(1..=16).contains(&size_bytes) {
                    return Err(PlanError::BadPlace);
                }
                let is_pointer = matches!(self.api.types.kind(location.ty), TypeKind::Pointer(_));
                let (offset_bytes, size_bytes) = (location.offset_bytes(), size_bytes as u32);
                Some(Scalar::Held(Held { root, offset_bytes, size_bytes, is_pointer }))
            }
        })
    }

    fn stub(&mut self, callable: CallableId, value: &Argument, pointer: Source) -> Result<(), PlanError> {
        let function = function(self.api, self.program, callable)?;
        let value = match (self.scalar(value)?, value) {
            (Some(scalar), _) => StubValue::Scalar(scalar, source(value, pointer)),
            (None, Argument::Object(variable)) => {
                let object = *self.object_of.get(variable).ok_or(PlanError::BadPlace)?;
                let pieces = match &self.api.callables[callable].abi.returns {
                    Returning::Pieces(pieces) => pieces.clone(),
                    _ => Vec::new(),
                };
                StubValue::Object(object, pieces)
            }
            _ => return Err(PlanError::BadPlace),
        };
        self.plan.stubs.entry(function).or_default().push(value);
        Ok(())
    }

    fn stub_write(&mut self, callable: CallableId, parameter: u32, value: Variable) -> Result<(), PlanError> {
        let function = function(self.api, self.program, callable)?;
        let object = *self.object_of.get(&value).ok_or(PlanError::BadPlace)?;
        let passing = self.api.callables[callable].abi.params.get(parameter as usize);
        let Some(&Passing::Direct(register)) = passing else { return Err(PlanError::BadPlace) };
        let writes = self.plan.stub_writes.entry(function).or_default();
        let call = writes.iter().filter(|write| write.parameter == parameter).count() as u32;
        writes.push(StubWrite { call, parameter, register, object });
        Ok(())
    }

    fn call(&mut self, callable: CallableId, args: &[Argument], statement: u32) -> Result<(), PlanError> {
        let function = function(self.api, self.program, callable)?;
        let parameters = self.program.callables[function].signature.params.len();
        let mut call = PlannedCall {
            function,
            registers: vec![Register::Scalar(Scalar::Bits(0)); parameters],
            sources: vec![None; parameters],
            result_object: None,
            variable_arguments: None,
            statement,
            writes: std::mem::take(&mut self.late_writes),
        };
        let signature = &self.api.callables[callable];
        if let Returning::Memory(register) = signature.abi.returns {
            let object = self.object(None, signature.returns, None);
            call.result_object = Some(object);
            call.set(register, Register::Scalar(Scalar::Address(Root::Object(object), 0)), None);
        }
        self.arguments(&mut call, callable, args, statement)?;
        if let Some(Argument::Pointer(PointerValue::To(first))) = args.get(signature.params.len()) {
            let (Root::Object(object), _) = self.place(first)? else { return Err(PlanError::BadPlace) };
            call.variable_arguments = Some(object);
        }
        self.call_of.insert(Variable(statement), self.plan.calls.len());
        self.plan.calls.push(call);
        Ok(())
    }

    fn arguments(
        &self,
        call: &mut PlannedCall,
        callable: CallableId,
        args: &[Argument],
        statement: u32,
    ) -> Result<(), PlanError> {
        let signature = &self.api.callables[callable];
        for (position, (argument, passing)) in args.iter().zip(&signature.abi.params).enumerate() {
            let error = || PlanError::BadArgument(position + 1, signature.name.clone());
            match (passing, argument) {
                (Passing::Ignored, _) | (_, Argument::Zero(_)) => {}
                (Passing::Direct(register), _) => {
                    let scalar = self.scalar(argument)?.ok_or_else(error)?;
                    let pointer = Source::Pointer { statement, argument: position as u32 };
                    call.set(*register, Register::Scalar(scalar), source(argument, pointer));
                }
                (Passing::ByReference(register), Argument::Object(variable)) => {
                    let object = *self.object_of.get(variable).ok_or(PlanError::BadPlace)?;
                    let address = Scalar::Address(Root::Object(object), 0);
                    call.set(*register, Register::Scalar(address), None);
                }
                (Passing::Pieces(pieces), Argument::Object(variable)) => {
                    let object = *self.object_of.get(variable).ok_or(PlanError::BadPlace)?;
                    for &Piece { register, offset_bytes, size_bytes } in pieces {
                        call.set(register, Register::Load { object, offset_bytes, size_bytes }, None);
                    }
                }
                _ => return Err(error()),
            }
        }
        Ok(())
    }
}

impl PlannedCall {
    fn set(&mut self, register: u32, value: Register, source: Option<Source>) {
        let register = register as usize;
        if let (Some(slot), Some(from)) = (self.registers.get_mut(register), self.sources.get_mut(register)) {
            (*slot, *from) = (value, source);
        }
    }
}

/// The input that `argument` is; `pointer` names it if it is a pointer.
fn source(argument: &Argument, pointer: Source) -> Option<Source> {
    match argument {
        Argument::Leaf(leaf) => Some(Source::Leaf(*leaf)),
        Argument::Pointer(_) => Some(pointer),
        Argument::Object(_) | Argument::Zero(_) | Argument::Result(_) | Argument::Held(_) => None,
    }
}
