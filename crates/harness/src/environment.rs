//! The environment of a test in the machine: standard input, files, streams, failing allocations,
//! clocks, hardware registers.
//!
//! The statements are compiled once; each run then copies the bytes that its leaves hold. What a
//! run asked for beyond that is told by [`UnmetRequests`], in terms of the test's own statements.

use trine_machine::memory::{ClearedRegisters, RegisterReads};
use trine_machine::shims::{Clock, ProvidedFile, Source};
use trine_machine::{AllocationError, Machine};
use trine_testcase::test_case::{Skeleton, Statement, Variable};
use trine_testcase::{ClearedBy, Content, File, LeafId, Output, RegisterMap, RegisterValue};

/// The environment of a plan.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Environment {
    /// Standard input; `None` is as good as empty.
    pub input: Option<Content>,
    /// Files, in the order in which the code names their paths.
    pub files: Vec<File>,
    /// Streams that the test passes, with the variables that stand for them.
    pub streams: Vec<(Variable, Content)>,
    /// The leaf that says which allocation fails, counted from 1.
    pub failing_allocation: Option<LeafId>,
    /// The leaves that say when clocks start and by how much they advance at each look.
    pub clock: Option<(LeafId, LeafId)>,
    /// What hardware registers give.
    pub registers: Vec<RegisterValue>,
}

/// What a run asked for beyond what its test gave.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct UnmetRequests {
    /// Bytes that would have served every read of standard input, when its leaves did not.
    pub input: Option<usize>,
    /// The same of files, by position.
    pub files: Vec<(usize, usize)>,
    /// The same of streams, by position.
    pub streams: Vec<(usize, usize)>,
    /// Paths that the code named.
    pub paths_named: usize,
    /// Whether an allocation failed because the test said so.
    pub failed_allocation: bool,
    /// Whether the code looked at a clock that the test does not set.
    pub clock: bool,
    /// Hardware registers that were read more often than the test has values for: the address, and how it was read.
    pub registers: Vec<(u64, RegisterReads)>,
    /// Volatile objects that were read more than once: the leaf that says what they held first, and how many reads came after
    /// the first.
    pub volatile: Vec<(LeafId, u32)>,
}

impl UnmetRequests {
    /// Whether another environment could give something that was asked for; an allocation that fails is not among it.
    #[must_use]
    pub fn ask_for_more(&self) -> bool {
        let Self { input, files, streams, paths_named, clock, registers, volatile, failed_allocation: _ } =
            self;
        input.is_some()
            || *clock
            || *paths_named > 0
            || !(files.is_empty() && streams.is_empty() && registers.is_empty() && volatile.is_empty())
    }
}

/// Lets the registers of `map` behave as it says, in all runs of `machine`.
pub(crate) fn let_registers_clear(machine: &mut Machine, map: &RegisterMap) {
    let clearing = map.entries().iter().filter(|entry| entry.cleared_by != ClearedBy::Nothing);
    let cleared = clearing.map(|entry| ClearedRegisters {
        addresses: entry.address..entry.end(),
        by_reading: entry.cleared_by == ClearedBy::Reading,
    });
    machine.memory_mut().registers_mut().let_clear(cleared.collect());
}

impl Environment {
    /// The environment that `skeleton` describes.
    #[must_use]
    pub fn of(skeleton: &Skeleton) -> Self {
        let mut environment = Self::default();
        for (position, statement) in skeleton.statements.iter().enumerate() {
            match statement {
                Statement::StandardInput(content) => environment.input = Some(*content),
                Statement::File(file) => environment.files.push(*file),
                Statement::Stream { content, .. } => {
                    environment.streams.push((Variable(position as u32), *content));
                }
                Statement::FailAllocation(leaf) => environment.failing_allocation = Some(*leaf),
                Statement::Clock { start, step } => environment.clock = Some((*start, *step)),
                Statement::Register(value) => environment.registers.push(*value),
                _ => {}
            }
        }
        environment
    }

    /// The position among the streams of the one that `variable` stands for.
    #[must_use]
    pub fn stream(&self, variable: Variable) -> Option<usize> {
        self.streams.iter().position(|(stream, _)| *stream == variable)
    }

    /// Provides it for the next run; gives the addresses of the streams.
    ///
    /// # Errors
    /// When the memory limit does not allow it.
    pub fn provide(
        &self,
        machine: &mut Machine,
        leaves: &[u128],
        streams: &mut Vec<u64>,
    ) -> Result<(), AllocationError> {
        streams.clear();
        if let Some(content) = self.input {
            machine.provide_input(content.bytes(leaves));
        }
        for file in &self.files {
            machine.provide_file(match file {
                File::Missing => ProvidedFile::Missing,
                File::Denied => ProvidedFile::Denied,
                File::Full => ProvidedFile::Full,
                File::Exists(content) => ProvidedFile::Exists(content.bytes(leaves)),
            });
        }
        for (_, content) in &self.streams {
            streams.push(machine.provide_stream(content.bytes(leaves))?);
        }
        if let Some(leaf) = self.failing_allocation {
            machine.fail_allocation(leaves.get(leaf.0 as usize).map_or(0, |&bits| bits as u32));
        }
        if let Some((start, step)) = self.clock {
            let value = |leaf: LeafId| leaves.get(leaf.0 as usize).map_or(0, |&bits| bits as u64);
            machine.provide_clock(Clock { start_us: value(start), step_us: value(step) });
        }
        if self.registers.is_empty() {
            return Ok(());
        }
        let registers = machine.memory_mut().registers_mut();
        for &RegisterValue { address, bytes, value, held } in &self.registers {
            let value = leaves.get(value.0 as usize).copied().unwrap_or(0);
            match held {
                true => registers.hold(address, bytes, value),
                false => registers.put_before_read(address, bytes, value),
            }
        }
        Ok(())
    }

    /// The registers that the last run of `machine` read more often than this environment has values for.
    fn missing_registers(&self, machine: &Machine) -> Vec<(u64, RegisterReads)> {
        let given = |at: u64, held: bool| {
            self.registers.iter().filter(|value| value.address == at && value.held == held).count()
        };
        let lacks = |&(at, reads): &(u64, RegisterReads)| {
            reads.count as usize > given(at, false) || reads.plain_bytes > 0 && given(at, true) == 0
        };
        machine.memory().registers().reads().filter(lacks).collect()
    }

    /// What the last run of `machine`, with these leaves, wrote to files and streams: all bytes of each that does
    /// not hold what the test gave it, if they are at most `limit`.
    #[must_use]
    pub fn written(&self, machine: &Machine, leaves: &[u128], limit: usize) -> Vec<(Output, Vec<u8>)> {
        let mut written = Vec::new();
        let mut add = |output, given: Option<Vec<u8>>, held: Option<&[u8]>| {
            if let Some(held) = held
                && held.len() <= limit
                && given.as_deref() != Some(held)
            {
                written.push((output, held.to_vec()));
            }
        };
        for at in 0..machine.requests().paths_named {
            let given = match self.files.get(at) {
                Some(File::Exists(content)) => Some(content.bytes(leaves)),
                _ => None,
            };
            add(Output::File(at as u32), given, machine.file_at_path(at));
        }
        for (at, (_, content)) in self.streams.iter().enumerate() {
            add(Output::Stream(at as u32), Some(content.bytes(leaves)), machine.stream_content(at));
        }
        written
    }

    /// What the last run of `machine`, with these leaves, asked for beyond this environment. An
    /// input whose text is shorter than its leaves may grow by itself: it does not count.
    #[must_use]
    pub fn unmet_requests(&self, machine: &Machine, leaves: &[u128]) -> UnmetRequests {
        let requests = machine.requests();
        let mut unmet_requests = UnmetRequests {
            paths_named: requests.paths_named,
            failed_allocation: requests.failed_allocation,
            clock: requests.looked_at_clock && self.clock.is_none(),
            registers: self.missing_registers(machine),
            ..UnmetRequests::default()
        };
        let is_full = |content: &Content| content.bytes(leaves).len() == content.length as usize;
        for (&source, &asked) in &requests.shortages {
            match source {
                Source::Input if self.input.as_ref().is_none_or(is_full) => {
                    unmet_requests.input = Some(asked)
                }
                Source::Input => {}
                Source::File(at) => {
                    if let Some(File::Exists(content)) = self.files.get(at)
                        && is_full(content)
                    {
                        unmet_requests.files.push((at, asked));
                    }
                }
                Source::Stream(at) => {
                    if let Some((_, content)) = self.streams.get(at)
                        && is_full(content)
                    {
                        unmet_requests.streams.push((at, asked));
                    }
                }
            }
        }
        unmet_requests
    }
}
