//! How programs and threads begin and end.
//!
//! | function | what it does |
//! |---|---|
//! | `trine.java.main:CLASS` | initialises the class, runs its `main`, waits for other threads; 1 after an exception |
//! | `trine.java.run_thread` | runs a thread, which leaves its group at the end |

use super::{
    Block, Constant, Edge, INT, LinkageError, Maker, MethodId, ObjectOp, Op, Result, Terminator, Type,
};
use super::{Hierarchy, LoadedId, declare, flags, runtime};

/// The release from which on a program may begin with a method of an object, or with one without a parameter.
const FLEXIBLE_MAIN: u32 = 25;

/// The method that a program begins with whose class is `class`: `public static void main(String[])`. From Java 25 on `main` needs
/// no more than not to be private: one with the parameter goes first, and an object is made for one that is not static.
#[must_use]
pub fn main_of(hierarchy: &Hierarchy, class: LoadedId) -> Option<MethodId> {
    let is_flexible = hierarchy.path().release() >= FLEXIBLE_MAIN;
    let find = |descriptor: &str| {
        let method = hierarchy.resolve_method(class, "main", descriptor).ok()?;
        let declared = hierarchy.method(method);
        let is_classic = declared.is(flags::STATIC) && declared.is(flags::PUBLIC);
        (is_classic || is_flexible && !declared.is(flags::PRIVATE)).then_some(method)
    };
    let main = find("([Ljava/lang/String;)V").or_else(|| find("()V").filter(|_| is_flexible))?;
    (hierarchy.method(main).is(flags::STATIC) || can_be_made(hierarchy, class)).then_some(main)
}

/// Whether a launcher can make an object of `class`: by a constructor without parameters that is not private.
fn can_be_made(hierarchy: &Hierarchy, class: LoadedId) -> bool {
    let class = hierarchy.class(class);
    let init = class.file.method("<init>", "()V").map(|position| &class.file.methods[position]);
    !class.file.is(flags::ABSTRACT) && init.is_some_and(|init| !init.is(flags::PRIVATE))
}

impl Maker<'_> {
    /// Initialises `class` and runs its `main` with the argument. Gives whether an exception came out.
    pub(super) fn runs_main(&mut self, class: &str) -> Result<()> {
        let argument = self.params(&[Type::Ptr])[0];
        let handler = self.guarded();
        let loaded = self.hierarchy.load(class)?;
        let none = || LinkageError::NoMethod(format!("{class}.main"));
        let main = main_of(self.hierarchy, loaded).ok_or_else(none)?;
        let declared = self.hierarchy.method(main).clone();
        let class = declare::class(self.hierarchy, self.tables, loaded);
        self.effect(Op::Object(ObjectOp::EnsureInit(class), Vec::new()));
        let mut args = Vec::new();
        if !declared.is(flags::STATIC) {
            let made = self.value(Op::Object(ObjectOp::New(class), Vec::new()), Type::Ptr);
            let init = self.method(loaded, "<init>", "()V")?;
            self.call(init, vec![made], None);
            args.push(made);
        }
        args.extend((!declared.ty.parameters.is_empty()).then_some(argument));
        let callee = self.callee(main, &declared)?;
        self.effect(Op::Call { callee, args });
        self.ends_thread(handler, "join_all")
    }

    /// Runs the thread that is the argument. Gives whether an exception came out.
    pub(super) fn runs_thread(&mut self) -> Result<()> {
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
