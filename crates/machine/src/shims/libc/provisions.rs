//! What a test provides for a run beyond memory: standard input, files, streams, and which
//! allocation fails; and what the run asked for beyond it.
//!
//! ```text
//! standard input  "12 7\n"      read past its end by 1     -> Shortage { Input, 6 }
//! files           [ "k=v\n" ]   fopen("a") takes it        -> named: { "a" }
//!                               fopen("b") finds no other  -> paths_named 2
//! failing         2             malloc, malloc -> null     -> allocations 2
//! clock           start, step   gettimeofday -> start+step -> looked_at_clock
//! ```
//!
//! Files are given to paths in the order in which the code first names them; a path that was
//! named keeps what it got. `fork`, directories and links are not modelled.

use super::ShimState;
use super::files::{Content, EACCES, Mode};
use super::stream_object::stream_object;
use crate::machine::Machine;
use crate::memory::AllocationError;
use std::collections::BTreeMap;

/// What the code finds at a path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ProvidedFile {
    /// Nothing.
    Missing,
    /// Nothing that may be opened: `EACCES`.
    Denied,
    /// A file with these bytes.
    Exists(Vec<u8>),
    /// A file that takes no bytes: `ENOSPC`.
    Full,
}

/// Where bytes that the code reads come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Source {
    /// Standard input.
    Input,
    /// The n-th file provided.
    File(usize),
    /// The n-th stream provided.
    Stream(usize),
}

/// When clocks start if the test does not say: 2020-01-01 00:00:00 UTC, in microseconds since 1970.
pub const START_US: u64 = 1_577_836_800_000_000;
/// By how much clocks advance at each look if the test does not say, in microseconds.
pub const STEP_US: u64 = 1000;

/// What clocks show.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clock {
    /// Microseconds since 1970 before the first look.
    pub start_us: u64,
    /// Microseconds by which they advance before each look.
    pub step_us: u64,
}

impl Default for Clock {
    fn default() -> Self {
        Self { start_us: START_US, step_us: STEP_US }
    }
}

/// What the run asked for beyond what was provided.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Requests {
    /// Per source that was read past its end: how many bytes would have served every read.
    pub shortages: BTreeMap<Source, usize>,
    /// Paths that the code named.
    pub paths_named: usize,
    /// Allocations that the code made, the failing one included.
    pub allocations: u32,
    /// Whether an allocation failed because the test said so.
    pub failed_allocation: bool,
    /// Whether the code asked what time it is.
    pub looked_at_clock: bool,
    /// Variable arguments that functions of the library took from a `va_list`: where each lay in memory, and as what
    /// it was read; at most [`MAX_ARGUMENTS`].
    pub arguments: Vec<(u64, ArgumentKind)>,
}

/// Arguments noted in one run.
const MAX_ARGUMENTS: usize = 64;

/// As what a variable argument is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ArgumentKind {
    /// An integer of 32 bits.
    Int,
    /// An integer of 64 bits.
    Long,
    /// A `double`.
    Double,
    /// A pointer.
    Pointer,
}

/// What a test provides.
#[derive(Clone, Debug, Default)]
pub(super) struct Provisions {
    files: Vec<ProvidedFile>,
    /// Files that paths have taken, and paths that are denied.
    named: BTreeMap<Vec<u8>, bool>,
    /// The paths that the code named, in order, without those that it made up.
    order: Vec<Vec<u8>>,
    /// The sources of contents, by position.
    sources: BTreeMap<usize, Source>,
    streams: usize,
    failing_allocation: Option<u32>,
    clock: Clock,
    requests: Requests,
}

impl Machine {
    /// Puts `bytes` on standard input of the next run.
    ///
    /// This and what follows does nothing to a machine without the C library.
    pub fn provide_input(&mut self, bytes: Vec<u8>) {
        if let Some(state) = self.shim_state_mut() {
            state.input = bytes;
        }
    }

    /// Puts a file at the next path that the next run names.
    pub fn provide_file(&mut self, file: ProvidedFile) {
        if let Some(state) = self.shim_state_mut() {
            state.library.provisions.files.push(file);
        }
    }

    /// The address of a `FILE` open for reading and writing at the start of `bytes`; null without the C library.
    ///
    /// # Errors
    /// When the memory limit does not allow it.
    pub fn provide_stream(&mut self, bytes: Vec<u8>) -> Result<u64, AllocationError> {
        let Some(ShimState { library, .. }) = self.shim_state_mut() else { return Ok(0) };
        let mode = Mode { read: true, write: true, ..Mode::default() };
        let (descriptor, content) = library.files.open_content(bytes, mode);
        let source = Source::Stream(library.provisions.streams);
        library.provisions.streams += 1;
        library.provisions.sources.insert(content, source);
        let object = stream_object(descriptor as u32);
        let address = self.memory.allocate_heap(object.len() as u64)?;
        // The object was just made that large: the write succeeds.
        let _ = self.memory.write_bytes(address, &object);
        Ok(address)
    }

    /// Lets the n-th allocation of the next run fail, counted from 1.
    pub fn fail_allocation(&mut self, number: u32) {
        if let Some(state) = self.shim_state_mut() {
            state.library.provisions.failing_allocation = Some(number);
        }
    }

    /// What the last run left at the n-th path that it named; none where there is no file.
    #[must_use]
    pub fn file_at_path(&self, number: usize) -> Option<&[u8]> {
        let library = &self.shim_state().library;
        library.files.bytes_of_name(library.provisions.order.get(number)?)
    }

    /// What the last run left in the n-th stream provided.
    #[must_use]
    pub fn stream_content(&self, number: usize) -> Option<&[u8]> {
        let library = &self.shim_state().library;
        let mut sources = library.provisions.sources.iter();
        let content = sources.find(|(_, source)| **source == Source::Stream(number))?.0;
        library.files.bytes_of_content(*content)
    }

    /// Sets the clocks of the next run.
    pub fn provide_clock(&mut self, clock: Clock) {
        if let Some(state) = self.shim_state_mut() {
            state.library.provisions.clock = clock;
        }
    }

    /// What the last run asked for.
    #[must_use]
    pub fn requests(&self) -> &Requests {
        &self.shim_state().library.provisions.requests
    }
}

impl ShimState {
    /// Notes that a variable argument was taken from `address`.
    pub(super) fn note_argument(&mut self, address: u64, kind: ArgumentKind) {
        let arguments = &mut self.library.provisions.requests.arguments;
        if arguments.len() < MAX_ARGUMENTS {
            arguments.push((address, kind));
        }
    }

    /// Puts the file that the test provides at `name`, where the code names it first.
    pub(super) fn introduce(&mut self, name: &[u8]) -> Result<(), i32> {
        let provisions = &mut self.library.provisions;
        if name.is_empty() {
            return Ok(());
        }
        if let Some(&denied) = provisions.named.get(name) {
            return if denied { Err(EACCES) } else { Ok(()) };
        }
        let number = provisions.requests.paths_named;
        provisions.requests.paths_named += 1;
        provisions.order.push(name.to_vec());
        let file = provisions.files.get(number).cloned().unwrap_or(ProvidedFile::Missing);
        provisions.named.insert(name.to_vec(), file == ProvidedFile::Denied);
        match file {
            ProvidedFile::Denied => return Err(EACCES),
            ProvidedFile::Missing => {}
            ProvidedFile::Full => {
                self.library.files.add(name, Vec::new(), true);
            }
            ProvidedFile::Exists(bytes) => {
                let content = self.library.files.add(name, bytes, false);
                self.library.provisions.sources.insert(content, Source::File(number));
            }
        }
        Ok(())
    }

    /// Notes that the code made `name` up itself, as `mkstemp` does: no provided file goes there.
    pub(super) fn take_name(&mut self, name: &[u8]) {
        self.library.provisions.named.insert(name.to_vec(), false);
    }

    /// Microseconds since 1970, later at each call.
    pub(super) fn look_at_clock(&mut self) -> u64 {
        let Provisions { clock, requests, .. } = &mut self.library.provisions;
        clock.start_us = clock.start_us.wrapping_add(clock.step_us);
        requests.looked_at_clock = true;
        clock.start_us
    }

    /// Opens `name`; gives the descriptor, the first free one from `lowest` on.
    pub(super) fn open(&mut self, name: &[u8], mode: Mode, lowest: usize) -> Result<i32, i32> {
        self.introduce(name)?;
        self.library.files.open(name, mode, lowest)
    }

    /// Notes that a read on `descriptor` found `missing` bytes less than it asked for.
    pub(super) fn fell_short(&mut self, descriptor: i32, missing: usize) {
        let Some(file) = self.library.files.get(descriptor) else { return };
        let (content, position) = (file.content, file.position);
        let source = match content {
            Content::Input => Source::Input,
            Content::File(content) => match self.library.provisions.sources.get(&content) {
                Some(&source) => source,
                None => return,
            },
            _ => return,
        };
        let asked = self.library.provisions.requests.shortages.entry(source).or_default();
        *asked = (*asked).max(position.saturating_add(missing));
    }

    /// Counts an allocation; whether it is to fail.
    pub(super) fn allocation_fails(&mut self) -> bool {
        let provisions = &mut self.library.provisions;
        provisions.requests.allocations = provisions.requests.allocations.saturating_add(1);
        let fails = provisions.failing_allocation == Some(provisions.requests.allocations);
        provisions.requests.failed_allocation |= fails;
        fails
    }
}
