//! Native methods of the class library, by topic, and methods with code that the runtime answers itself.
//!
//! A table maps names to functions: `java/lang/Object.hashCode`, with its descriptor where only one of several methods of
//! that name is meant. A native that no table has is not supported, which ends the run that calls it, and no other one.

mod access;
mod annotations;
pub mod class;
pub mod constants;
mod digests;
mod fdlibm;
mod fields;
pub mod files;
mod handles;
pub mod invoke;
mod management;
mod math;
mod members;
mod net;
mod object;
mod older;
pub mod proxies;
mod reflect;
mod resources;
mod string;
mod system;
mod threads;
pub mod throwable;
mod unsafe_access;
mod unsafe_atomic;
pub mod zip;

pub use system::START_MILLIS;

use crate::env::{Answer, Env};
use std::collections::HashMap;
use std::sync::OnceLock;

/// Answers calls of a native method; arguments are bits, the receiver first.
pub type Native = fn(&mut Env<'_, '_>, &[u128]) -> Answer;

/// Names with what answers them.
pub type Table = &'static [(&'static str, Native)];

const TABLES: [Table; 23] = [
    annotations::TABLE,
    class::TABLE,
    files::IO,
    files::NIO,
    files::SELECTORS,
    handles::TABLE,
    invoke::TABLE,
    management::TABLE,
    math::TABLE,
    members::TABLE,
    net::TABLE,
    object::TABLE,
    older::TABLE,
    proxies::TABLE,
    reflect::TABLE,
    string::TABLE,
    system::TABLE,
    threads::TABLE,
    throwable::TABLE,
    unsafe_access::TABLE,
    unsafe_access::ACCESSES,
    unsafe_atomic::TABLE,
    zip::TABLE,
];

/// Methods with code that are answered here, because their code sets up what the machine does not have.
const REPLACED: [Table; 11] = [
    access::REPLACED,
    digests::REPLACED,
    management::REPLACED,
    math::REPLACED,
    proxies::REPLACED,
    reflect::REPLACED,
    resources::REPLACED,
    system::REPLACED,
    threads::REPLACED,
    throwable::REPLACED,
    unsafe_atomic::REPLACED,
];

fn by_name() -> &'static HashMap<&'static str, Native> {
    static NAMES: OnceLock<HashMap<&'static str, Native>> = OnceLock::new();
    NAMES.get_or_init(|| TABLES.iter().chain(&REPLACED).flat_map(|table| table.iter().copied()).collect())
}

/// What answers the method `name`, if anything does.
pub fn find(name: &str) -> Option<Native> {
    let names = by_name();
    let head = name.split('(').next().unwrap_or(name);
    let plain = head.rsplit('.').next();
    if matches!(plain, Some("registerNatives" | "initIDs" | "initNative")) {
        return Some(|_, _| crate::env::void());
    }
    names.get(name).or_else(|| names.get(head)).copied().or_else(|| fields::find(name))
}

/// Whether the native method `name` (`java/lang/Object.hashCode()I`) of a JDK is answered. A program that calls another one is not supported.
#[must_use]
pub fn is_answered(name: &str) -> bool {
    find(name).is_some()
}

/// Names of the methods whose code is not used.
pub fn replaced() -> impl Iterator<Item = String> {
    let named = REPLACED.iter().flat_map(|table| table.iter()).map(|(name, _)| (*name).to_owned());
    named.chain(fields::replaced())
}
