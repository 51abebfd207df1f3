//! From class files to the IR: a program whose classes are declared, and whose methods are lowered, on first use.
//!
//! A function of the program is a method, named `java/util/ArrayList.get(I)Ljava/lang/Object;`. Lowering a body declares
//! the classes and methods that it names ([`declare`]); these get their numbers in the order of lowering, which a unit's
//! runs fix, so that numbers do not depend on other units or workers.
//!
//! ```text
//! frames.rs   which kinds of values stand on the stack and in the variables at the start of each block; liveness
//! blocks.rs   where blocks begin
//! body.rs     blocks to SSA: variables and stack become block parameters, handlers become unwind edges
//! operate.rs  one instruction to a few of the IR
//! probes.rs   blocks that tell when a probe of the coverage is passed, in classes whose coverage is asked for
//! carve.rs    calls and constants that classes tell of, where they are to be carved
//! members.rs  fields, methods, allocation, type tests
//! null_message.rs  what was null, in words
//! declare.rs  classes with their tables, functions with their signatures
//! runtime.rs  functions that the runtime answers: strings, class objects, errors
//! refused.rs  why an instruction cannot be lowered, and what stands in its place
//! synthetic.rs  bodies that no class file has: raisers of exceptions, initialisation of classes
//! ```
//!
//! An instruction that is not supported, or names what is not there, ends or throws when it is executed and not before:
//! the rest of its method runs. Subroutines (`jsr`) of old class files are copied to where they are called. A dynamic
//! call is one of a method made for it. A native method has no body.

mod blocks;
mod body;
pub mod carve;
pub mod declare;
mod frames;
mod members;
mod null_message;
mod operate;
mod probes;
mod refused;
pub mod runtime;
pub mod synthetic;

pub(crate) use blocks::{Stretch, stretches};
pub(crate) use frames::{Frame, Frames, kind_of};
pub use null_message::null_message;

use crate::class::{Kind, flags, inlined};
use crate::hierarchy::{Hierarchy, LinkageError, MethodId};
use body::Builder;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use trine_base::IndexVec;
use trine_ir::program::Tables;
use trine_ir::{BodyError, BodySource, Callable, FuncId, Function, Program, Type};

/// Supplies the bodies of methods.
#[derive(Debug)]
struct Methods {
    hierarchy: Arc<Mutex<Hierarchy>>,
}

/// A program of the methods `entries`, each a class, a name and a descriptor; all that they use is added as it is used.
///
/// # Errors
/// When a class cannot be loaded, or has no such method.
pub fn program(
    hierarchy: &Arc<Mutex<Hierarchy>>,
    entries: &[(&str, &str, &str)],
) -> Result<Program, LinkageError> {
    let mut callables = IndexVec::new();
    {
        let mut hierarchy = locked(hierarchy);
        for &(class, name, descriptor) in entries {
            let class = hierarchy.load(class)?;
            let method = hierarchy.resolve_method(class, name, descriptor)?;
            callables.push(declare::callable(&hierarchy, method));
        }
    }
    let source = Methods { hierarchy: Arc::clone(hierarchy) };
    let files = IndexVec::from_vec(vec!["class files".to_owned()]);
    let raisers = synthetic::raisers(&mut callables);
    let program = Program::new(callables, IndexVec::new(), files, Box::new(source));
    Ok(program.with_objects(IndexVec::new(), raisers))
}

fn locked(hierarchy: &Mutex<Hierarchy>) -> MutexGuard<'_, Hierarchy> {
    // What a panic elsewhere left is a class less, never a broken one: classes are added whole.
    hierarchy.lock().unwrap_or_else(PoisonError::into_inner)
}

impl BodySource for Methods {
    fn lower(&self, _: FuncId) -> Result<Function, BodyError> {
        Err(unsupported("a body without the tables of its program"))
    }

    fn lower_growing(&self, function: FuncId, tables: &Tables) -> Result<Function, BodyError> {
        let mut hierarchy = locked(&self.hierarchy);
        let Callable { name, signature, .. } = tables.callables[function].clone();
        if let Some(made) = synthetic::body(&mut hierarchy, tables, &name) {
            let mut body = made.map_err(|error| unsupported(&error.to_string()))?;
            (body.name, body.signature) = (name, signature);
            return Ok(body);
        }
        let method = method_named(&mut hierarchy, &name).map_err(|error| unsupported(&error.to_string()))?;
        let class = Arc::clone(&hierarchy.class(method.class).file);
        let code = class.code(method.position).map_err(|error| unsupported(&error.to_string()))?;
        let Some(code) = code else {
            let what = if hierarchy.method(method).is(flags::NATIVE) { "native" } else { "abstract" };
            return Err(unsupported(&format!("{what} method `{name}`")));
        };
        let inlined = inlined(&code)?;
        let code = inlined.unwrap_or(code);
        let probes = hierarchy.is_probed(&class.name).then(|| crate::cover::probes(&code));
        let mut body = body::lower(&mut hierarchy, tables, method, &code, probes.as_ref())?;
        body.name = name;
        body.signature = signature;
        match probes {
            Some(_) => trine_ir::passes::clean::clean_exact(&mut body),
            None => trine_ir::passes::clean::clean(&mut body),
        }
        Ok(body)
    }
}

/// The method that a function is named after.
fn method_named(hierarchy: &mut Hierarchy, name: &str) -> Result<MethodId, LinkageError> {
    let no_method = || LinkageError::NoMethod(name.to_owned());
    let (head, descriptor) = name.split_at(name.rfind('(').ok_or_else(no_method)?);
    let (class, method) = head.rsplit_once('.').ok_or_else(no_method)?;
    let class = hierarchy.load(class)?;
    let position = hierarchy.class(class).file.method(method, descriptor).ok_or_else(no_method)?;
    Ok(MethodId { class, position })
}

/// What a body uses that is not supported.
fn unsupported(what: &str) -> BodyError {
    BodyError { what: what.to_owned(), span: None }
}

/// The register that holds a value of `kind`.
fn register(kind: Kind) -> Type {
    match kind {
        Kind::Int => Type::Int(32),
        Kind::Long => Type::Int(64),
        Kind::Float => Type::F32,
        Kind::Double => Type::F64,
        Kind::Reference => Type::Ptr,
    }
}
