//! Threads of a Java program: coroutines, of which one runs until it waits.
//!
//! A thread gives way when it waits, sleeps, parks, yields, finds a monitor held, or has run for a long turn
//! ([`trine_machine::Config::turn`]): who waits in a loop of its own for another thread meets it there. Then the next one in
//! the order of their numbers goes on that can; when none can, virtual time goes on to the first that waits no longer than that.
//! Turns are counted in instructions, so a program takes the same ones in every run.

use crate::env::{Answer, Env, void};
use trine_ir::Type;
use trine_ir::objects::LOCK_OFFSET;
use trine_machine::{Stop, Switch};

const THREAD: &str = "java/lang/Thread";
/// How names of functions begin that initialise a class.
const INITIALISER: &str = "trine.java.initialise:";
/// Threads that can be told apart in the word of a monitor.
const MAX_THREADS: usize = 4_000;

/// What a thread waits for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Status {
    /// Nothing: it can run.
    #[default]
    Ready,
    /// `Object.wait`: for a notification.
    Waiting(u64),
    /// For time to pass.
    Sleeping,
    /// `LockSupport.park`.
    Parked,
    /// For the selector with this number.
    Selecting(i32),
    /// For a monitor that another one is in.
    Blocked(u64),
    /// It has ended.
    Ended,
}

/// A thread.
#[derive(Clone, Debug, Default)]
pub struct Thread {
    /// Its object.
    pub object: u64,
    /// What it waits for.
    pub status: Status,
    /// When it waits no longer, in virtual nanoseconds.
    pub until: Option<i64>,
    /// Whether it goes on after waiting, so that the native that waited is to finish.
    pub resumed: bool,
    /// Whether the next park does not wait.
    pub permit: bool,
    /// Whether it was interrupted while it waited.
    pub interrupted: bool,
    /// What the word of the monitor was before `Object.wait` left it.
    pub lock: u64,
    /// Whether it has calls of its own already.
    pub started: bool,
}

/// The threads of a program.
#[derive(Clone, Debug, Default)]
pub struct Threads {
    /// The object of the thread that runs.
    pub current: u64,
    /// The number of the thread that runs.
    pub number: usize,
    /// All threads by number; the first one runs `main`.
    pub all: Vec<Thread>,
    /// Objects of threads that only are there: those of another JVM.
    pub others: Vec<u64>,
}

impl Threads {
    /// The thread that runs.
    pub fn running(&mut self) -> &mut Thread {
        if self.all.is_empty() {
            self.all.push(Thread { object: self.current, started: true, ..Thread::default() });
        }
        let number = self.number.min(self.all.len() - 1);
        &mut self.all[number]
    }

    /// The thread of an object, if it was started.
    pub fn of(&mut self, object: u64) -> Option<&mut Thread> {
        self.running();
        self.all.iter_mut().rev().find(|thread| thread.object == object)
    }

    /// Lets a thread go on that waited.
    pub fn wake(thread: &mut Thread) {
        (thread.status, thread.until, thread.resumed) = (Status::Ready, None, true);
    }
}

impl Env<'_, '_> {
    /// Makes the thread of `object` one that can run.
    pub fn start_thread(&mut self, object: u64) -> Answer {
        let threads = &mut self.vm.state.threads;
        threads.running();
        if threads.all.len() >= MAX_THREADS {
            let message =
                "unable to create native thread: possibly out of memory or process/resource limits reached";
            return Err(self.throw("java/lang/OutOfMemoryError", message));
        }
        threads.all.push(Thread { object, ..Thread::default() });
        let number = threads.all.len() as u64;
        self.set(object, THREAD, "eetop", number)?;
        self.set_status(object, 5)?;
        void()
    }

    /// Writes the state that `Thread.getState` tells.
    fn set_status(&mut self, object: u64, status: u64) -> Result<(), Stop> {
        if self.vm.has_field(THREAD, "threadStatus") {
            return self.set_small(object, THREAD, "threadStatus", 4, status);
        }
        let holder = self.get(object, THREAD, "holder")?;
        self.set_small(holder, "java/lang/Thread$FieldHolder", "threadStatus", 4, status)
    }

    /// Ends the thread that runs: who waits for it is told, and another one goes on.
    pub fn end_thread(&mut self) -> Answer {
        let object = self.vm.state.threads.current;
        self.set(object, THREAD, "eetop", 0)?;
        self.set_status(object, 2)?;
        let running = self.vm.state.threads.running();
        (running.status, running.until) = (Status::Ended, None);
        self.notify(object, true);
        let next = self.next_thread(true)?;
        Err(self.switch_to(next, None, false))
    }

    /// Wakes one thread, or all, that wait for a notification of `object`.
    pub fn notify(&mut self, object: u64, all: bool) {
        let waiting = self.vm.state.threads.all.iter_mut();
        let waiting = waiting.filter(|thread| thread.status == Status::Waiting(object));
        waiting.take(if all { usize::MAX } else { 1 }).for_each(Threads::wake);
    }

    /// Puts the thread that runs aside as `status`. The native is called again when the thread goes on.
    pub fn pause(&mut self, status: Status, until: Option<i64>) -> Answer {
        let state = &mut self.vm.state;
        let running = state.threads.running();
        (running.status, running.until) = (status, until);
        let object = state.threads.current;
        self.set_status(object, told(status, until.is_some()))?;
        let next = self.next_thread(false)?;
        Err(self.switch_to(next, Some(self.vm.state.threads.number as u32), true))
    }

    /// Lets another thread go on that can, if there is one.
    pub fn give_way(&mut self) -> Answer {
        self.vm.state.threads.running();
        let next = self.next_thread(false)?;
        if next == self.vm.state.threads.number {
            return void();
        }
        Err(self.switch_to(next, Some(self.vm.state.threads.number as u32), false))
    }

    /// The thread that runs has had its turn; nothing where it goes on.
    pub fn turn_over(&mut self) -> Option<Stop> {
        // Other threads do not wait for the end of an initialiser, so that it must not be left.
        let program = &self.vm.program;
        let initialises = |location: trine_machine::Location| {
            program.callables[location.function].name.starts_with(INITIALISER)
        };
        if self.caller.calls().any(initialises) {
            return None;
        }
        self.give_way().err()
    }

    /// The number of the thread that goes on; where none can, time does.
    fn next_thread(&mut self, ends: bool) -> Result<usize, Stop> {
        let state = &mut self.vm.state;
        let count = state.threads.all.len();
        loop {
            for distance in 1..=count {
                let number = (state.threads.number + distance) % count;
                let thread = &mut state.threads.all[number];
                if thread.until.is_some_and(|until| until <= state.nanoseconds)
                    && thread.status != Status::Ready
                {
                    Threads::wake(thread);
                }
                let can_enter = |object: u64| {
                    self.caller.memory.read_uint(object + LOCK_OFFSET, 4).is_ok_and(|lock| lock == 0)
                };
                match thread.status {
                    Status::Ready => return Ok(number),
                    Status::Blocked(object) if can_enter(object) => {
                        thread.status = Status::Ready;
                        return Ok(number);
                    }
                    _ => {}
                }
            }
            let waits = state.threads.all.iter().filter(|thread| thread.status != Status::Ended);
            match waits.filter_map(|thread| thread.until).min() {
                Some(until) => state.nanoseconds = state.nanoseconds.max(until),
                None if ends => return Err(Stop::Unsupported("all threads have ended".to_owned())),
                None => {
                    return Err(Stop::Unsupported("all threads wait for each other, for ever".to_owned()));
                }
            }
        }
    }

    /// Goes on with thread `number`.
    fn switch_to(&mut self, number: usize, from: Option<u32>, again: bool) -> Stop {
        let function = self.made("run_thread", &[Type::Ptr], Some(Type::Int(32)));
        let threads = &mut self.vm.state.threads;
        let next = &mut threads.all[number];
        let start = (!next.started).then(|| (function, vec![u128::from(next.object)]));
        next.started = true;
        (threads.current, threads.number) = (next.object, number);
        let object = next.object;
        self.caller.memory.set_thread(number as u32);
        if let Err(stop) = self.set_status(object, 5) {
            return stop;
        }
        Stop::Switch(Box::new(Switch { from, again, to: number as u32, start }))
    }

    /// What the thread that runs does when the monitor of `object` is held.
    pub fn held(&mut self, object: u64) -> Stop {
        match self.pause(Status::Blocked(object), None) {
            Err(stop) => stop,
            Ok(_) => Stop::Unsupported("a monitor that is held and free".to_owned()),
        }
    }
}

/// The number by which `Thread.getState` knows a state (JVMTI).
fn told(status: Status, timed: bool) -> u64 {
    match (status, timed) {
        // Who waits in a call of the system can run, to the JVM.
        (Status::Ready | Status::Selecting(_), _) => 0x5,
        (Status::Ended, _) => 0x2,
        (Status::Blocked(_), _) => 0x401,
        (Status::Waiting(_), false) => 0x191,
        (Status::Waiting(_), true) => 0x1a1,
        (Status::Sleeping, _) => 0x61,
        (Status::Parked, false) => 0x291,
        (Status::Parked, true) => 0x2a1,
    }
}
