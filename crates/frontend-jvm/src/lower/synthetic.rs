//! Bodies that no class file has: raisers of exceptions, initialisation of classes, adapters of reflection.
//!
//! | name | what it does |
//! |---|---|
//! | `trine.java.throw:CLASS` | makes a throwable with a message and throws it |
//! | `trine.java.raise:FAULT` | the same for a fault of the machine |
//! | `trine.java.initialise:CLASS` | initialises interfaces that it needs, runs `<clinit>`, wraps what that throws |
//! | `trine.java.unusable` | throws what using a class throws that failed before |
//! | `trine.java.ensure:CLASS` | initialises a class, gives its argument |
//! | `trine.java.reflect:METHOD` | calls a method, boxes its result, wraps what it throws |
//! | `trine.java.main:CLASS` | runs `main`; an exception goes to the handler of the thread |
//! | `trine.java.run_thread` | the same for `run` of a thread |
//! | `trine.java.script`, `trine.java.step:METHOD` | the steps of a test: `steps.rs` |

mod steps;

use super::frames::kind_of;
use super::{declare, method_named, register, runtime};
use crate::class::{FieldType, MethodType, flags};
use crate::hierarchy::{ClassId as LoadedId, Hierarchy, LinkageError, MethodId};
use trine_base::IndexVec;
use trine_ir::objects::ObjectOp;
use trine_ir::program::Tables;
use trine_ir::{
    Block, BlockData, Callable, Callee, Constant, Edge, FuncId, Function, Inst, Op, RaisedFault, Raiser,
    Site, SiteKind, Terminator, Type, Value,
};

type Result<T> = std::result::Result<T, LinkageError>;

/// What is raised for a fault: its parameters, the class, and where the message comes from.
struct Raised {
    fault: RaisedFault,
    name: &'static str,
    params: &'static [Type],
    class: &'static str,
    message: Message,
}

/// Where the message of an exception comes from.
enum Message {
    /// It has none, or makes it itself when asked.
    None,
    /// Always the same.
    Fixed(&'static str),
    /// The runtime words it from the fault.
    Worded,
}

const INT: Type = Type::Int(32);

const RAISED: [Raised; 10] = [
    raised(RaisedFault::NullDereference, "null", &[], "NullPointerException", Message::None),
    raised(RaisedFault::DivisionByZero, "division", &[], "ArithmeticException", Message::Fixed("/ by zero")),
    raised(RaisedFault::ArrayIndex, "index", &[INT, INT], "ArrayIndexOutOfBoundsException", Message::Worded),
    raised(RaisedFault::NegativeLength, "length", &[INT], "NegativeArraySizeException", Message::Worded),
    raised(RaisedFault::BadCast, "cast", &[Type::Ptr, INT], "ClassCastException", Message::Worded),
    raised(
        RaisedFault::BadElement,
        "element",
        &[Type::Ptr, Type::Ptr],
        "ArrayStoreException",
        Message::Worded,
    ),
    raised(RaisedFault::MonitorState, "monitor", &[], "IllegalMonitorStateException", Message::None),
    raised(RaisedFault::AbstractCall, "abstract", &[Type::Ptr], "AbstractMethodError", Message::Worded),
    raised(RaisedFault::StackOverflow, "stack", &[], "StackOverflowError", Message::None),
    raised(RaisedFault::OutOfMemory, "memory", &[], "OutOfMemoryError", Message::Fixed("Java heap space")),
];

const fn raised(
    fault: RaisedFault,
    name: &'static str,
    params: &'static [Type],
    class: &'static str,
    message: Message,
) -> Raised {
    Raised { fault, name, params, class, message }
}

/// The raisers of all faults that Java knows, added to `callables`.
pub fn raisers(callables: &mut IndexVec<FuncId, Callable>) -> Vec<Raiser> {
    let mut add = |raised: &Raised| {
        let name = format!("raise:{}", raised.name);
        let function = callables.push(runtime::callable(&name, raised.params, None, true));
        Raiser { fault: raised.fault, function }
    };
    RAISED.iter().map(&mut add).collect()
}

/// The body of the function `name`, if it is one of those made here.
pub fn body(hierarchy: &mut Hierarchy, tables: &Tables, name: &str) -> Option<Result<Function>> {
    let name = name.strip_prefix(runtime::PREFIX)?;
    let (kind, argument) = name.split_once(':').unwrap_or((name, ""));
    let mut maker = Maker { hierarchy, tables, function: Function::default(), block: Function::ENTRY };
    maker.function.blocks.push(BlockData::new());
    let made = match kind {
        "throw" => maker.throws(argument),
        "throw_object" => maker.throws_object(),
        "raise" => maker.raises(argument),
        "unusable" => maker.unusable(),
        "initialise" => maker.initialises(argument),
        "ensure" => maker.ensures(argument),
        "reflect" => maker.reflects(argument),
        "main" => maker.runs_main(argument),
        "run_thread" => maker.runs_thread(),
        "script" => maker.runs_script(),
        "step" => maker.steps(argument),
        _ => return None,
    };
    Some(made.map(|()| maker.function))
}

/// A body being made.
struct Maker<'a> {
    hierarchy: &'a mut Hierarchy,
    tables: &'a Tables,
    function: Function,
    block: Block,
}

impl Maker<'_> {
    fn params(&mut self, types: &[Type]) -> Vec<Value> {
        let values: Vec<Value> = types.iter().map(|&ty| self.function.new_value(ty)).collect();
        self.function.blocks[self.block].params.clone_from(&values);
        values
    }

    fn new_block(&mut self) -> Block {
        self.function.blocks.push(BlockData::new())
    }

    fn emit(&mut self, op: Op, ty: Option<Type>) -> Option<Value> {
        let result = ty.map(|ty| self.function.new_value(ty));
        let results = result.into_iter().collect();
        self.function.blocks[self.block].insts.push(Inst { results, op, span: None });
        result
    }

    fn effect(&mut self, op: Op) {
        self.emit(op, None);
    }

    fn value(&mut self, op: Op, ty: Type) -> Value {
        let result = self.function.new_value(ty);
        self.function.blocks[self.block].insts.push(Inst { results: vec![result], op, span: None });
        result
    }

    fn end(&mut self, terminator: Terminator) {
        self.function.blocks[self.block].terminator = terminator;
    }

    fn null(&mut self) -> Value {
        self.function.new_constant(Type::Ptr, Constant::Bits(0))
    }

    fn call(&mut self, function: FuncId, args: Vec<Value>, ty: Option<Type>) -> Option<Value> {
        self.emit(Op::Call { callee: Callee::Direct(function), args }, ty)
    }

    fn method(&mut self, class: LoadedId, name: &str, descriptor: &str) -> Result<FuncId> {
        let method = self.hierarchy.resolve_method(class, name, descriptor)?;
        Ok(declare::function(self.hierarchy, self.tables, method))
    }

    /// A new initialised object of `class`, made by the constructor with `descriptor`.
    fn make(&mut self, class: &str, descriptor: &str, args: &[Value]) -> Result<Value> {
        let loaded = self.hierarchy.load(class)?;
        let declared = declare::class(self.hierarchy, self.tables, loaded);
        self.effect(Op::Object(ObjectOp::EnsureInit(declared), Vec::new()));
        let object = self.value(Op::Object(ObjectOp::New(declared), Vec::new()), Type::Ptr);
        let constructor = self.method(loaded, "<init>", descriptor)?;
        let args = std::iter::once(object).chain(args.iter().copied()).collect();
        self.call(constructor, args, None);
        Ok(object)
    }

    /// Makes a throwable with this message and throws it.
    fn throw_new(&mut self, class: &str, message: Option<Value>) -> Result<()> {
        const WITH_MESSAGE: &str = "(Ljava/lang/String;)V";
        let loaded = self.hierarchy.load(class)?;
        let takes_message = self.hierarchy.class(loaded).file.method("<init>", WITH_MESSAGE).is_some();
        let thrown = match message.filter(|_| takes_message) {
            Some(message) => self.make(class, WITH_MESSAGE, &[message])?,
            None => self.make(class, "()V", &[])?,
        };
        self.end(Terminator::Throw(vec![thrown]));
        Ok(())
    }

    fn throws(&mut self, class: &str) -> Result<()> {
        let message = self.params(&[Type::Ptr])[0];
        self.throw_new(class, Some(message))
    }

    /// `(throwable)`: throws it.
    fn throws_object(&mut self) -> Result<()> {
        let thrown = self.params(&[Type::Ptr]);
        self.end(Terminator::Throw(thrown));
        Ok(())
    }

    fn raises(&mut self, name: &str) -> Result<()> {
        let Some(raised) = RAISED.iter().find(|raised| raised.name == name) else { return Ok(()) };
        let params = self.params(raised.params);
        let message = match raised.message {
            Message::None => None,
            Message::Fixed(text) => {
                let units: Vec<u16> = text.encode_utf16().collect();
                let function = runtime::string(self.tables, &units);
                self.call(function, Vec::new(), Some(Type::Ptr))
            }
            Message::Worded => {
                let name = format!("message:{name}");
                let function = runtime::declare(self.tables, &name, raised.params, Some(Type::Ptr), false);
                self.call(function, params, Some(Type::Ptr))
            }
        };
        if raised.fault == RaisedFault::OutOfMemory {
            // There is no memory to make it from.
            let ready = runtime::declare(self.tables, "out_of_memory", &[], Some(Type::Ptr), false);
            let thrown = self.call(ready, Vec::new(), Some(Type::Ptr));
            self.end(Terminator::Throw(thrown.into_iter().collect()));
            return Ok(());
        }
        self.throw_new(&format!("java/lang/{}", raised.class), message)
    }

    fn initialises(&mut self, class: &str) -> Result<()> {
        let begin = runtime::declare(self.tables, &format!("begin:{class}"), &[], None, false);
        self.call(begin, Vec::new(), None);
        let loaded = self.hierarchy.load(class)?;
        for interface in declare::interfaces_to_initialise(self.hierarchy, loaded) {
            let interface = declare::class(self.hierarchy, self.tables, interface);
            self.effect(Op::Object(ObjectOp::EnsureInit(interface), Vec::new()));
        }
        let Some(position) = self.hierarchy.class(loaded).file.method("<clinit>", "()V") else {
            self.end(Terminator::Return(Vec::new()));
            return Ok(());
        };
        let initialiser = MethodId { class: loaded, position };
        let initialiser = declare::function(self.hierarchy, self.tables, initialiser);
        let (guarded, handler) = (self.new_block(), self.new_block());
        self.end(Terminator::Jump(Edge::to(guarded)));
        self.block = guarded;
        self.function.blocks[guarded].unwind = Some(Edge::to(handler));
        self.call(initialiser, Vec::new(), None);
        self.end(Terminator::Return(Vec::new()));

        self.block = handler;
        let thrown = self.params(&[Type::Ptr])[0];
        let failed = runtime::declare(self.tables, &format!("failed:{class}"), &[Type::Ptr], None, false);
        self.call(failed, vec![thrown], None);
        let error = self.hierarchy.load("java/lang/Error")?;
        let error = declare::class(self.hierarchy, self.tables, error);
        let is_error = self.value(Op::Object(ObjectOp::TypeTest(error), vec![thrown]), Type::BOOL);
        let (same, wrap) = (self.new_block(), self.new_block());
        let site = self.function.sites.push(Site { kind: SiteKind::Branch, span: None });
        self.end(Terminator::Branch {
            cond: is_error,
            then: Edge::to(same),
            otherwise: Edge::to(wrap),
            site,
        });
        self.block = same;
        self.end(Terminator::Throw(vec![thrown]));
        self.block = wrap;
        let wrapped =
            self.make("java/lang/ExceptionInInitializerError", "(Ljava/lang/Throwable;)V", &[thrown])?;
        self.end(Terminator::Throw(vec![wrapped]));
        Ok(())
    }

    /// `(message, message of the cause)`: throws what using a class throws whose initialisation failed before.
    fn unusable(&mut self) -> Result<()> {
        const WITH_MESSAGE: &str = "(Ljava/lang/String;)V";
        let params = self.params(&[Type::Ptr, Type::Ptr]);
        let cause = self.make("java/lang/ExceptionInInitializerError", WITH_MESSAGE, &[params[1]])?;
        let error = self.make("java/lang/NoClassDefFoundError", WITH_MESSAGE, &[params[0]])?;
        let throwable = self.hierarchy.load("java/lang/Throwable")?;
        let init = "(Ljava/lang/Throwable;)Ljava/lang/Throwable;";
        let init_cause = self.method(throwable, "initCause", init)?;
        self.call(init_cause, vec![error, cause], Some(Type::Ptr));
        self.end(Terminator::Throw(vec![error]));
        Ok(())
    }

    fn ensures(&mut self, class: &str) -> Result<()> {
        let argument = self.params(&[Type::Ptr])[0];
        let loaded = self.hierarchy.load(class)?;
        let class = declare::class(self.hierarchy, self.tables, loaded);
        self.effect(Op::Object(ObjectOp::EnsureInit(class), Vec::new()));
        self.end(Terminator::Return(vec![argument]));
        Ok(())
    }

    /// `METHOD` is the name of a function; a constructor gives the object that it made.
    fn reflects(&mut self, name: &str) -> Result<()> {
        let method = method_named(self.hierarchy, name)?;
        let declared = self.hierarchy.method(method).clone();
        let is_constructor = declared.name == "<init>";
        let receiver = (!declared.is(flags::STATIC) && !is_constructor).then_some(Type::Ptr);
        let types: Vec<Type> = receiver
            .into_iter()
            .chain(declared.ty.parameters.iter().map(|ty| register(kind_of(ty))))
            .collect();
        let mut args = self.params(&types);
        let class = declare::class(self.hierarchy, self.tables, method.class);
        if declared.is(flags::STATIC) || is_constructor {
            self.effect(Op::Object(ObjectOp::EnsureInit(class), Vec::new()));
        }
        let callee = self.callee(method, &declared)?;
        let (guarded, handler) = (self.new_block(), self.new_block());
        let made =
            is_constructor.then(|| self.value(Op::Object(ObjectOp::New(class), Vec::new()), Type::Ptr));
        args.splice(0..0, made);
        self.end(Terminator::Jump(Edge::to(guarded)));
        self.block = guarded;
        self.function.blocks[guarded].unwind = Some(Edge::to(handler));
        let ty = declared.ty.result.as_ref().map(|ty| register(kind_of(ty)));
        let result = self.emit(Op::Call { callee, args }, ty);
        let boxing = self.new_block();
        self.end(Terminator::Jump(Edge::to(boxing)));
        self.block = boxing;
        let boxed = match (made, result, &declared.ty.result) {
            (Some(made), ..) => made,
            (None, Some(result), Some(ty)) => self.boxed(result, ty)?,
            _ => self.null(),
        };
        self.end(Terminator::Return(vec![boxed]));
        self.block = handler;
        let thrown = self.params(&[Type::Ptr])[0];
        let wrapped =
            self.make("java/lang/reflect/InvocationTargetException", "(Ljava/lang/Throwable;)V", &[thrown])?;
        self.end(Terminator::Throw(vec![wrapped]));
        Ok(())
    }

    /// Whom a call of `method` enters: by the class of the receiver where that selects.
    fn callee(&mut self, method: MethodId, declared: &crate::class::Method) -> Result<Callee> {
        let direct = Callee::Direct(declare::function(self.hierarchy, self.tables, method));
        if declared.is(flags::STATIC | flags::PRIVATE | flags::FINAL) || declared.name == "<init>" {
            return Ok(direct);
        }
        let signature = std::sync::Arc::new(declare::signature_of(self.hierarchy, method));
        let class = declare::class(self.hierarchy, self.tables, method.class);
        if self.hierarchy.class(method.class).is_interface() {
            let position = self.hierarchy.interface_methods(method.class).position(|other| other == method);
            return Ok(position.map_or(direct, |position| Callee::Interface {
                interface: class,
                method: position as u32,
                signature,
            }));
        }
        let dispatch = &self.hierarchy.class(method.class).dispatch;
        let slot = dispatch.slot(&declared.name, &declared.ty.descriptor());
        Ok(slot.map_or(direct, |slot| Callee::Virtual { class, slot: slot as u32, signature }))
    }

    /// `value` of the type `ty` as an object.
    fn boxed(&mut self, value: Value, ty: &FieldType) -> Result<Value> {
        let FieldType::Base(base) = ty else { return Ok(value) };
        let class = base.wrapper();
        let loaded = self.hierarchy.load(class)?;
        let declared = declare::class(self.hierarchy, self.tables, loaded);
        self.effect(Op::Object(ObjectOp::EnsureInit(declared), Vec::new()));
        let of =
            MethodType { parameters: vec![ty.clone()], result: Some(FieldType::Class(class.to_owned())) };
        let value_of = self.method(loaded, "valueOf", &of.descriptor())?;
        let null = self.null();
        Ok(self.call(value_of, vec![value], Some(Type::Ptr)).unwrap_or(null))
    }

    /// Initialises `class` and runs its `main` with the argument. Gives whether an exception came out.
    fn runs_main(&mut self, class: &str) -> Result<()> {
        let argument = self.params(&[Type::Ptr])[0];
        let handler = self.guarded();
        let loaded = self.hierarchy.load(class)?;
        let main = self.hierarchy.resolve_method(loaded, "main", "([Ljava/lang/String;)V")?;
        let declared = declare::class(self.hierarchy, self.tables, main.class);
        self.effect(Op::Object(ObjectOp::EnsureInit(declared), Vec::new()));
        let main = declare::function(self.hierarchy, self.tables, main);
        self.call(main, vec![argument], None);
        self.ends_thread(handler, "join_all")
    }

    /// Runs the thread that is the argument. Gives whether an exception came out.
    fn runs_thread(&mut self) -> Result<()> {
        let thread = self.params(&[Type::Ptr])[0];
        let handler = self.guarded();
        let loaded = self.hierarchy.load("java/lang/Thread")?;
        let run = self.hierarchy.resolve_method(loaded, "run", "()V")?;
        let declared = self.hierarchy.method(run).clone();
        let callee = self.callee(run, &declared)?;
        self.effect(Op::Call { callee, args: vec![thread] });
        self.ends_thread(handler, "end_thread")
    }

    /// Goes on in a block whose exceptions lead to the block given.
    fn guarded(&mut self) -> Block {
        let (guarded, handler) = (self.new_block(), self.new_block());
        self.end(Terminator::Jump(Edge::to(guarded)));
        self.block = guarded;
        self.function.blocks[guarded].unwind = Some(Edge::to(handler));
        handler
    }

    /// What a JVM has a thread do at its end: it leaves its group, and its variables go.
    fn leaves_group(&mut self, is_thread: bool) -> Result<()> {
        if is_thread {
            let thread = self.hierarchy.load("java/lang/Thread")?;
            let current = self.method(thread, "currentThread", "()Ljava/lang/Thread;")?;
            let exit = self.method(thread, "exit", "()V")?;
            if let Some(current) = self.call(current, Vec::new(), Some(Type::Ptr)) {
                self.call(exit, vec![current], None);
            }
        }
        Ok(())
    }

    /// Gives 0; an exception goes to the handler of the current thread, and gives 1. Before that, in both cases, the
    /// runtime does what `last` says.
    fn ends_thread(&mut self, handler: Block, last: &str) -> Result<()> {
        let (returned, zero) = (self.new_block(), self.function.new_constant(INT, Constant::Bits(0)));
        self.end(Terminator::Jump(Edge::to(returned)));
        self.block = returned;
        let is_thread = last == "end_thread";
        let last = runtime::declare(self.tables, last, &[], None, false);
        self.leaves_group(is_thread)?;
        self.call(last, Vec::new(), None);
        self.end(Terminator::Return(vec![zero]));
        self.block = handler;
        let thrown = self.params(&[Type::Ptr])[0];
        let thread = self.hierarchy.load("java/lang/Thread")?;
        let current = self.method(thread, "currentThread", "()Ljava/lang/Thread;")?;
        let dispatch = self.method(thread, "dispatchUncaughtException", "(Ljava/lang/Throwable;)V")?;
        if let Some(current) = self.call(current, Vec::new(), Some(Type::Ptr)) {
            self.call(dispatch, vec![current, thrown], None);
        }
        self.leaves_group(is_thread)?;
        self.call(last, Vec::new(), None);
        let one = self.function.new_constant(INT, Constant::Bits(1));
        self.end(Terminator::Return(vec![one]));
        Ok(())
    }
}
