//! Links `invokedynamic`: the bootstrap methods that compilers use become classes made here, without method handles.
//!
//! ```text
//! invokedynamic apply(I)Function  by LambdaMetafactory  ──>  invokestatic Outer$$Lambda$3_17.make(I)Function
//! invokedynamic concat(…)String   by StringConcatFactory ─>  invokestatic Outer$$Concat$3_20.concat(…)String
//! invokedynamic equals(R,Object)Z by ObjectMethods       ─>  invokestatic R$$Record$5_2.equals(R,Object)Z
//! invokedynamic typeSwitch(…)I    by SwitchBootstraps    ─>  invokestatic Outer$$Switch$7_9.select(…)I
//! ```
//!
//! The class is named after the caller, the method's position and that of the instruction, so that each call has its
//! own, whoever links it first. Any other bootstrap method runs, as in a JVM: [`handles`].

mod assembler;
mod closure;
mod concat;
mod convert;
pub(crate) mod handles;
mod mock;
pub(crate) mod multi_array;
pub(crate) mod polymorphic;
pub(crate) mod proxy;
mod record;
mod switches;

pub use mock::{Written, mock_class};

use crate::class::{Bootstrap, ClassFile, MethodType};
use crate::hierarchy::{Hierarchy, LinkageError};

/// A call to link.
pub(crate) struct Site<'a> {
    /// The class of the method that calls.
    pub caller: &'a str,
    /// Position of that method in its class, and of the instruction in its code.
    pub place: (usize, u32),
    /// The name that the bootstrap method is given.
    pub name: &'a str,
    /// Arguments and result of the call.
    pub ty: &'a MethodType,
    /// The bootstrap method with its arguments.
    pub bootstrap: &'a Bootstrap,
    /// All of the class, which constants may name.
    pub bootstraps: &'a [Bootstrap],
}

/// The static method that a call is linked to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Target {
    pub class: String,
    pub name: String,
    pub ty: MethodType,
}

/// Why a call is not linked.
#[derive(Debug)]
pub(crate) enum Refusal {
    /// Not supported.
    Unsupported(String),
    /// A class is not there.
    Linkage(LinkageError),
}

impl From<LinkageError> for Refusal {
    fn from(error: LinkageError) -> Self {
        Self::Linkage(error)
    }
}

fn refused(what: &str) -> Refusal {
    Refusal::Unsupported(what.to_owned())
}

impl Site<'_> {
    /// The name of a class made for this call.
    fn class_name(&self, what: &str) -> String {
        let (method, position) = self.place;
        format!("{}$${what}${method}_{position}", self.caller)
    }
}

/// The method that the call at `site` runs, made when it is first asked for.
pub(crate) fn link(hierarchy: &mut Hierarchy, site: &Site<'_>) -> Result<Target, Refusal> {
    let (file, target) = match made(hierarchy, site) {
        // What has no form of its own here is left to the JDK.
        Err(Refusal::Unsupported(_)) => handles::call_site(site),
        made => made?,
    };
    hierarchy.define(file)?;
    Ok(target)
}

/// The class and method for a bootstrap method that is known.
fn made(hierarchy: &mut Hierarchy, site: &Site<'_>) -> Result<(ClassFile, Target), Refusal> {
    let bootstrap = &site.bootstrap.method;
    match (bootstrap.class.as_str(), bootstrap.name.as_str()) {
        ("java/lang/invoke/LambdaMetafactory", "metafactory" | "altMetafactory") => closure::made(site),
        ("java/lang/invoke/StringConcatFactory", "makeConcat" | "makeConcatWithConstants") => {
            concat::made(site)
        }
        ("java/lang/runtime/ObjectMethods", "bootstrap") => {
            let simple_name = simple_name(hierarchy, site)?;
            record::made(site, &simple_name)
        }
        ("java/lang/runtime/SwitchBootstraps", "typeSwitch" | "enumSwitch") => {
            switches::made(hierarchy, site)
        }
        (class, name) => Err(refused(&format!("invokedynamic by `{class}.{name}`"))),
    }
}

/// The simple name of the class that calls.
fn simple_name(hierarchy: &mut Hierarchy, site: &Site<'_>) -> Result<String, LinkageError> {
    let id = hierarchy.load(site.caller)?;
    let file = &hierarchy.class(id).file;
    let own = file.attributes.inner_classes.iter().find(|class| class.name == file.name);
    let nested = own.and_then(|class| class.simple_name.clone());
    Ok(nested.unwrap_or_else(|| file.name.rsplit('/').next().unwrap_or_default().to_owned()))
}
