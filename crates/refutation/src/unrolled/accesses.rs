//! Loads, stores, copies and calls.

use super::memory::{MAX_BYTES, ObjectId};
use super::pointer::{Elements, Place, elements, places};
use super::world::World;
use super::{External, Result, Unfinished, Unroller};
use trine_c_library::{allocates_product, ends_object, has_no_effect};
use trine_expr::Term;
use trine_ir::{Callee, FuncId, Intrinsic, Type};

/// Functions that one call may call, at most.
const MAX_CALLEES: usize = 8;
/// Bytes copied or set by one operation, at most.
const MAX_COPIED: u128 = 4096;

impl Unroller<'_> {
    /// What is read at `pointer`; `None` when that may be anything.
    pub(super) fn load(&mut self, world: &mut World, pointer: Term, ty: Type) -> Option<Term> {
        let width = ty.bits();
        let found = places(self.pool(), pointer).filter(|_| width.is_multiple_of(8))?;
        let mut result: Option<Term> = None;
        for (guard, place) in found.into_iter().rev() {
            // A run that reads what is no object ends there.
            let Place::Object(id, constant, offset) = place else { continue };
            let term = self.load_at(world, (id, constant, offset), (width / 8, ty == Type::Ptr))?;
            result = Some(match result {
                None => term,
                Some(others) => self.pool().ite(guard, term, others),
            });
        }
        result
    }

    fn load_at(
        &mut self,
        world: &mut World,
        (id, constant, offset): (ObjectId, i64, Option<Term>),
        (bytes, is_pointer): (u32, bool),
    ) -> Option<Term> {
        let object = self.objects[id.0 as usize].clone();
        let Some(offset) = offset else {
            let is_inside = constant >= 0 && constant as u64 + u64::from(bytes) <= object.size;
            let pool = &mut self.unrolled.pool;
            let range = (constant as u32, bytes);
            return is_inside.then(|| world.memory.load(pool, (id, &object), range, is_pointer));
        };
        let all = elements(self.pool(), (constant, offset), u64::from(bytes), object.size);
        let Elements { all, is_exhaustive } = all?;
        self.unrolled.rests_on_passed = true;
        // A run that reads outside of the object ends there.
        let mut result = (!is_exhaustive).then(|| self.pool().variable("any", bytes * 8));
        for (at, holds) in all.into_iter().rev() {
            let pool = &mut self.unrolled.pool;
            let term = world.memory.load(pool, (id, &object), (at, bytes), is_pointer);
            result = Some(match result {
                None => term,
                Some(others) => pool.ite(holds, term, others),
            });
        }
        result
    }

    /// Writes a value to `pointer`.
    pub(super) fn store(&mut self, world: &mut World, pointer: Term, (value, is_pointer): (Term, bool)) {
        let width = self.unrolled.pool.width(value);
        let bytes = width.div_ceil(8);
        let value = match width.is_multiple_of(8) {
            true => value,
            // What a load of a part of a byte gives is not said by its bits alone.
            false => self.pool().variable("any", bytes * 8),
        };
        let Some(found) = places(self.pool(), pointer) else {
            self.forget_all(world);
            return;
        };
        for (guard, place) in found {
            let Place::Object(id, constant, offset) = place else { continue };
            let object = self.objects[id.0 as usize].clone();
            let Some(offset) = offset else {
                if constant >= 0 && constant as u64 + u64::from(bytes) <= object.size {
                    self.store_if(world, id, constant as u32, guard, (value, is_pointer));
                }
                continue;
            };
            let all = elements(self.pool(), (constant, offset), u64::from(bytes), object.size);
            let Some(Elements { all, is_exhaustive: true }) = all else {
                world.memory.forget(id);
                continue;
            };
            self.unrolled.rests_on_passed = true;
            for (at, holds) in all {
                let holds = self.pool().and(guard, holds);
                self.store_if(world, id, at, holds, (value, is_pointer));
            }
        }
    }

    fn store_if(
        &mut self,
        world: &mut World,
        id: ObjectId,
        at: u32,
        condition: Term,
        (value, is_pointer): (Term, bool),
    ) {
        let object = self.objects[id.0 as usize].clone();
        let pool = &mut self.unrolled.pool;
        let value = match pool.is_true(condition) {
            true => value,
            false => {
                let bytes = pool.width(value) / 8;
                let before = world.memory.load(pool, (id, &object), (at, bytes), is_pointer);
                pool.ite(condition, value, before)
            }
        };
        world.memory.store(pool, (id, &object), at, (value, is_pointer));
    }

    pub(super) fn forget_all(&mut self, world: &mut World) {
        let objects = &self.objects;
        world.memory.forget_all(|object| objects[object.0 as usize].constant);
    }

    /// `memcpy`, `memmove`, `memset`.
    pub(super) fn execute_block_operation(
        &mut self,
        world: &mut World,
        intrinsic: Intrinsic,
        operands: &[Term],
    ) {
        let one = |found: Option<Vec<(Term, Place)>>| match found.as_deref() {
            Some(&[(_, Place::Object(id, at, None))]) if at >= 0 => Some((id, at as u64)),
            _ => None,
        };
        let to = places(self.pool(), operands[0]);
        let objects: Option<Vec<ObjectId>> = to.as_ref().map(|to| {
            let object = |(_, place): &(Term, Place)| match *place {
                Place::Object(id, ..) => Some(id),
                Place::Function(_) | Place::Null => None,
            };
            to.iter().filter_map(object).collect()
        });
        let length = self.unrolled.pool.as_constant(operands[2]).filter(|&length| length <= MAX_COPIED);
        let is_inside = |this: &Self, (id, at): (ObjectId, u64), length: u128| {
            u128::from(at) + length <= u128::from(this.objects[id.0 as usize].size.min(MAX_BYTES))
        };
        if let (Some(to), Some(length)) = (one(to), length)
            && is_inside(self, to, length)
        {
            if intrinsic == Intrinsic::MemSet {
                for at in 0..length as u32 {
                    let always = self.pool().boolean(true);
                    self.store_if(world, to.0, to.1 as u32 + at, always, (operands[1], false));
                }
                return;
            }
            let from = places(self.pool(), operands[1]);
            if let Some(from) = one(from).filter(|&from| is_inside(self, from, length)) {
                let [source, target] = [from.0, to.0].map(|id| self.objects[id.0 as usize].clone());
                let range = (from.1 as u32, length as u32);
                let pool = &mut self.unrolled.pool;
                world.memory.copy(pool, (from.0, &source, range), (to.0, &target, to.1 as u32));
                return;
            }
        }
        match objects {
            Some(objects) => objects.into_iter().for_each(|object| world.memory.forget(object)),
            None => self.forget_all(world),
        }
    }

    /// Executes a call; its results, or `None` when it does not return.
    pub(super) fn execute_call(
        &mut self,
        callee: &Callee,
        target: Option<Term>,
        args: &[Term],
        world: &mut World,
    ) -> Result<Option<Vec<Option<Term>>>> {
        let callees: Vec<(Term, FuncId)> = match callee {
            Callee::Direct(callee) => vec![(self.pool().boolean(true), *callee)],
            Callee::Indirect(..) => {
                let found = target.and_then(|target| places(self.pool(), target)).unwrap_or_default();
                let functions = found.iter().filter_map(|&(guard, place)| match place {
                    Place::Function(function) => Some((guard, function)),
                    Place::Object(..) | Place::Null => None,
                });
                let functions: Vec<_> = functions.collect();
                if functions.is_empty() || functions.len() > MAX_CALLEES {
                    return Err(Unfinished::Unsupported("a call through an unknown pointer"));
                }
                functions
            }
            Callee::Virtual { .. } | Callee::Interface { .. } => {
                return Err(Unfinished::Unsupported("a call of a method"));
            }
        };
        if !callees.iter().all(|&(_, callee)| self.fits(callee)) {
            return Err(Unfinished::Unsupported("arguments or results of other types, or objects by value"));
        }
        let mut all: Option<super::Returned> = None;
        for (guard, callee) in callees {
            let mut here = World { registers: Vec::new(), ..world.clone() };
            if !here.require(&self.unrolled.pool, guard) {
                continue;
            }
            let Some(returned) = self.call_one(callee, args.to_vec(), here)? else { continue };
            all = Some(match all {
                None => returned,
                Some(before) => self.merge_returned(before, returned),
            });
        }
        Ok(all.map(|returned| {
            (world.reach, world.memory) = (returned.reach, returned.memory);
            returned.results.into_iter().map(Some).collect()
        }))
    }

    /// What an allocation of as many bytes as `args` say gives: a new object, which holds anything, or null.
    fn allocated(&mut self, world: &mut World, args: &[Term]) -> Option<Term> {
        let mut size = 1_u64;
        for &arg in args {
            size = size.checked_mul(u64::try_from(self.unrolled.pool.as_constant(arg)?).ok()?)?;
        }
        if size == 0 || size > MAX_BYTES {
            return None;
        }
        let address = self.allocate(world, size);
        let fails = self.pool().variable("fails", 1);
        let null = self.pool().constant(0, 64);
        Some(self.pool().ite(fails, null, address))
    }

    /// Whether the call that is about to be executed passes `callee` what it takes, each in a register.
    fn fits(&self, callee: FuncId) -> bool {
        let signature = &self.program.callables[callee].signature;
        let (args, results) = &self.expected;
        let by_register = signature.params.iter().all(|param| param.by_val.is_none());
        let params = signature.params.iter().map(|param| param.ty);
        by_register && args.iter().copied().eq(params) && signature.returns == *results
    }

    fn call_one(&mut self, callee: FuncId, args: Vec<Term>, world: World) -> Result<Option<super::Returned>> {
        let callable = &self.program.callables[callee];
        if callable.weak {
            return Err(Unfinished::Unsupported("a weak function"));
        }
        if callable.defined {
            // Whether a recursion goes on is asked, as whether a loop does.
            if self.stack.contains(&callee) && !world.reach.is_empty() && !self.is_reached(&world) {
                return Ok(None);
            }
            return self.call(callee, args, (world.reach, world.memory));
        }
        if callable.no_return {
            return Ok(None);
        }
        let mut world = world;
        let external = (self.external)(callee);
        match external {
            // One that is handed a pointer may write behind it.
            External::Input if args.is_empty() => {}
            External::Unknown if has_no_effect(&callable.name) => {}
            External::Unknown if allocates_product(&callable.name) => {
                let given = self.allocated(&mut world, &args);
                let address = given.ok_or(Unfinished::Unsupported("an allocation of unknown size"))?;
                let results = vec![address];
                return Ok(Some(super::Returned { reach: world.reach, memory: world.memory, results }));
            }
            External::Unknown if ends_object(&callable.name) => {
                let results = Vec::new();
                return Ok(Some(super::Returned { reach: world.reach, memory: world.memory, results }));
            }
            External::Assumption => {
                let Some(&holds) = args.first() else {
                    return Err(Unfinished::Unsupported("an assumption of nothing"));
                };
                let pool = self.pool();
                let zero = pool.constant(0, pool.width(holds));
                let fails = pool.equal(holds, zero);
                let holds = pool.not(fails);
                if !world.require(&self.unrolled.pool, holds) {
                    return Ok(None);
                }
            }
            External::Input | External::Unknown => {
                return Err(Unfinished::Unsupported("a call of an unknown function"));
            }
        }
        let returns = self.program.callables[callee].signature.returns.clone();
        let results: Vec<Term> = returns.into_iter().map(|ty| self.fresh(ty)).collect();
        if external == External::Input
            && let Some(&given) = results.first()
        {
            let asked = self.pool().conjunction(&world.reach);
            self.unrolled.inputs.push((callee, given, asked));
        }
        Ok(Some(super::Returned { reach: world.reach, memory: world.memory, results }))
    }
}
