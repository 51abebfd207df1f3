//! Entering functions: whom a call calls, where arguments go, copies of objects passed by
//! value, and the area of variadic arguments.
//!
//! Variadic arguments follow x86-64: `va_list` says that all argument registers are used up
//! (`gp_offset` 48, `fp_offset` 176), so clang's own `va_arg` code walks the overflow area,
//! where each argument takes 8 bytes, or 16 aligned to 16 for 128-bit integers and f80. Where pointers have 4 bytes, a `va_list`
//! is a pointer to the next argument; arguments take 4 bytes, or 8, aligned as the target says (i386: to 4, AAPCS: to 8).

use super::objects::{class_of, no_object};
use super::session::{RunContext, read};
use super::{Cache, Frame};
use crate::activation::Activation;
use crate::code::op::{Register, Select, Slot};
use crate::code::{CallSite, Code, Entry, NOWHERE, Target, fits};
use crate::domain::{Domain, MemoryAccess, Operand};
use crate::fault::{FaultKind, Stop};
use crate::memory::{Memory, function_at};
use crate::observer::Observer;
use trine_base::index::TypedIndex;
use trine_ir::{ByVal, DataModel, FuncId, Program, Signature};

/// An argument: its register type, value and, for an object passed by value, its layout.
pub(crate) type Argument<S> = (Register, Operand<S>, Option<ByVal>);

/// Whom `site` calls.
#[inline(always)]
pub(crate) fn target(code: &Code, site: &CallSite, frame: &Frame) -> Result<FuncId, Stop> {
    match &site.target {
        Target::Direct(callee) if site.fits => Ok(*callee),
        Target::Direct(callee) => Err(mismatch(*callee)),
        // Decoded as operations of their own.
        Target::Virtual | Target::Interface(..) => {
            Err(Stop::Unsupported("a method called as a function".to_owned()))
        }
        Target::Indirect(pointer, _) => {
            let address = frame[*pointer as usize];
            function_at(address)
                .filter(|callee| callee.position() < code.entries.len())
                .filter(|callee| code.fits_call(*callee, site))
                .ok_or_else(|| bad_target(code, address))
        }
    }
}

/// Whom a call calls that finds its callee as `select` says.
#[inline(always)]
pub(crate) fn callee(
    code: &Code,
    frame: &Frame,
    memory: &Memory,
    caches: &mut [Cache],
    (select, pointer, index, call): (Select, Slot, u32, u32),
) -> Result<FuncId, Stop> {
    if select == Select::Site {
        return target(code, &code.calls[call as usize], frame);
    }
    let object = frame[pointer as usize];
    let Some(class) = class_of(memory, object) else { return Err(no_object(memory, object)) };
    let found = match select {
        Select::Interface => {
            let cache = &mut caches[index as usize];
            cache.get(class).or_else(|| look_up(code, class, call, cache))
        }
        _ => {
            let vtable = code.classes.get(class as usize).map_or(&[][..], |class| &class.vtable);
            vtable.get(index as usize).copied().filter(|&callee| callee != NOWHERE).map(FuncId)
        }
    };
    found.ok_or_else(|| no_method(object))
}

/// Looks an interface method up, and notes it.
#[inline(never)]
fn look_up(code: &Code, class: u32, call: u32, cache: &mut Cache) -> Option<FuncId> {
    let Target::Interface(interface, method) = code.calls[call as usize].target else { return None };
    let callee = code.interface_method(class, interface, method)?;
    cache.put(class, callee);
    Some(callee)
}

#[cold]
#[inline(never)]
fn no_method(object: u64) -> Stop {
    Stop::Fault(FaultKind::AbstractCall { object })
}

impl Code {
    /// Whether the arguments of an indirect call suit `callee`.
    fn fits_call(&self, callee: FuncId, site: &CallSite) -> bool {
        let signature = &self.program.callables[callee].signature;
        let results = &site.results;
        let count = results.len();
        let mut types = [trine_ir::Type::Ptr; 8];
        if count > types.len() {
            return count == signature.returns.len();
        }
        types.iter_mut().zip(results).for_each(|(ty, register)| *ty = register.ty);
        fits(signature, site.args.iter().map(|arg| arg.ty), &types[..count])
    }
}

#[cold]
fn mismatch(callee: FuncId) -> Stop {
    Stop::Fault(FaultKind::SignatureMismatch { callee })
}

#[cold]
fn bad_target(code: &Code, address: u64) -> Stop {
    match function_at(address) {
        Some(callee) if callee.position() < code.entries.len() => mismatch(callee),
        _ => Stop::Fault(FaultKind::CallOfNonFunction { address }),
    }
}

/// Copies the arguments in `slots` of the frame at `base`, which takes `size` slots, to the frame behind it.
#[inline(always)]
pub(crate) fn pass(registers: &mut [u64], base: usize, size: usize, slots: &[Slot]) {
    let (caller, callee) = registers[base..].split_at_mut(size);
    for (param, &slot) in callee.iter_mut().zip(slots) {
        *param = caller[slot as usize];
    }
}

/// Puts a function's constants into its new frame.
#[inline(always)]
pub(crate) fn fill_constants(code: &Code, entry: &Entry, registers: &mut [u64], base: usize) {
    let (first, end) = entry.constants;
    if first == end {
        return;
    }
    let start = base + entry.constant_slot as usize;
    let constants = &code.constants[first as usize..end as usize];
    registers[start..start + constants.len()].copy_from_slice(constants);
}

impl<D: Domain, O: Observer<D>> RunContext<'_, D, O> {
    /// Starts an activation of `function`.
    #[inline(always)]
    pub fn begin(&mut self, function: FuncId, entry: &Entry, base: usize, next_activation: &mut u64) {
        self.enter(base, entry.constant_slot, entry.frame_size);
        self.activation =
            Activation { number: *next_activation, depth: self.activation.depth.wrapping_add(1) };
        *next_activation += 1;
        self.observer.call(function, self.activation);
    }

    /// A copy of an object passed by value.
    pub fn copy_object(&mut self, memory: &mut Memory, from: u64, by_val: ByVal) -> Result<u64, Stop> {
        let size = u64::from(by_val.size_bytes);
        let to = self.stack_allocate(memory, size)?;
        memory.copy(to, from, size)?;
        if D::TRACKS {
            self.domain.copied(to, from, size);
        }
        Ok(to)
    }

    /// The object that holds the arguments `args` behind the fixed ones.
    pub fn variadic_area(
        &mut self,
        memory: &mut Memory,
        args: &[Argument<D::Shadow>],
        target: DataModel,
    ) -> Result<u64, Stop> {
        let word = u64::from(target.pointer_bytes);
        let wide = u64::from(target.wide_argument_align);
        let mut places = Vec::with_capacity(args.len());
        let mut size = 0;
        for (register, _, by_val) in args {
            let (bytes, align) = match by_val {
                Some(by_val) => (u64::from(by_val.size_bytes), u64::from(by_val.align_bytes).max(word)),
                None if word == 4 => {
                    let bytes = u64::from(memory.size_of(register.ty));
                    (bytes, if bytes == 8 { wide } else { 4 })
                }
                None if register.ty.is_wide() => (16, 16),
                None => (8, 8),
            };
            let at = u64::next_multiple_of(size, align);
            places.push(at);
            size = at + bytes.next_multiple_of(word);
        }
        let area = self.stack_allocate(memory, size)?;
        for ((register, value, by_val), at) in args.iter().zip(places) {
            let address = area + at;
            match by_val {
                Some(by_val) => {
                    let length = u64::from(by_val.size_bytes);
                    memory.copy(address, value.bits as u64, length)?;
                    if D::TRACKS {
                        self.domain.copied(address, value.bits as u64, length);
                    }
                }
                None => {
                    memory.write_value(address, register.ty, value.bits)?;
                    if D::TRACKS {
                        let (address, ty) = (Self::immediate(address), register.ty);
                        let bytes = memory.size_of(ty);
                        self.domain.store(&MemoryAccess { address, ty, bytes, value: *value });
                    }
                }
            }
        }
        Ok(area)
    }

    /// The arguments of a call with their shadows.
    pub fn arguments(&self, frame: &Frame, site: &CallSite) -> Vec<Operand<D::Shadow>> {
        site.args
            .iter()
            .map(|&arg| Operand { bits: read(frame, arg), shadow: self.shadow(arg.slot) })
            .collect()
    }
}

/// How argument `index` of a call of `callee` is passed.
pub(crate) fn by_value(program: &Program, callee: FuncId, site: &CallSite, index: usize) -> Option<ByVal> {
    let of = |signature: &Signature| signature.params.get(index).and_then(|param| param.by_val);
    match &site.target {
        Target::Indirect(_, signature) => of(signature),
        Target::Direct(_) | Target::Virtual | Target::Interface(..) => None,
    }
    .or_else(|| of(&program.callables[callee].signature))
}
