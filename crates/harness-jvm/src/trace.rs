//! Where the exception that ended a run came from.

use crate::stage::Stage;
use trine_jdk::env::Env;
use trine_machine::Stop;
use trine_testcase::objects::{Primitive, TypeUse};

/// A call that was in progress when an exception was made.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Frame {
    /// The method in class files' terms: `com/acme/Account.withdraw(I)Z`.
    pub method: String,
    /// Its source line, 0 where the class file has none.
    pub line: u32,
    /// The position of the instruction in its code, in bytes.
    pub position: u32,
    /// Whether its class is on the class path, and not of the JDK.
    pub is_own: bool,
}

impl Frame {
    /// Its class in class files.
    #[must_use]
    pub fn class(&self) -> &str {
        let head = self.method.split('(').next().unwrap_or_default();
        head.rsplit_once('.').map_or("", |(class, _)| class)
    }

    /// Its name without class and descriptor.
    #[must_use]
    pub fn name(&self) -> &str {
        let head = self.method.split('(').next().unwrap_or_default();
        head.rsplit_once('.').map_or(head, |(_, name)| name)
    }
}

impl Stage {
    /// The calls that were in progress when the exception was made that ended the last run, innermost first; `None` where no
    /// exception ended it. Those beyond the first of the class path are left out unless `all` are asked for.
    pub fn trace(&mut self, all: bool) -> Option<Vec<Frame>> {
        let throwable = self.thrown?;
        self.launcher.in_env(|env| frames(env, throwable, all)).ok()
    }
}

/// The longest text that is shown, in UTF-16 units.
const MAX_UNITS: usize = 200;

/// A value for people.
#[derive(Clone, Debug, PartialEq)]
pub enum Glance {
    /// A primitive value and its bits.
    Primitive(Primitive, u64),
    /// No object.
    Null,
    /// The beginning of a string.
    Text(Vec<u16>),
    /// An object of this class.
    Object(String),
}

impl Stage {
    /// What the value `bits` of a step of the type `ty` is, after a run; `None` where memory says nothing of it.
    pub fn glance(&mut self, bits: u64, ty: &TypeUse) -> Option<Glance> {
        if let TypeUse::Primitive(primitive) = ty {
            return Some(Glance::Primitive(*primitive, bits));
        }
        if bits == 0 {
            return Some(Glance::Null);
        }
        let looked = self.launcher.in_env(|env| {
            let class = env.class_name(bits)?.to_owned();
            if class != "java/lang/String" {
                return Ok(Glance::Object(class.replace('/', ".")));
            }
            let mut units = env.units(bits)?;
            units.truncate(MAX_UNITS);
            Ok(Glance::Text(units))
        });
        looked.ok()
    }
}

/// The frames of a throwable; up to the first of the class path, or all of them.
pub(crate) fn frames(env: &mut Env<'_, '_>, throwable: u64, all: bool) -> Result<Vec<Frame>, Stop> {
    let mut frames = Vec::new();
    for (function, line, position) in trine_jdk::trace(env, throwable)? {
        let (class, _) = env.class_and_method(function);
        let is_own = env.is_of_class_path(&class)?;
        let method = env.vm.program.callables[function].name.clone();
        // Places in code are counted from one.
        frames.push(Frame { method, line, position: position.saturating_sub(1), is_own });
        if is_own && !all {
            break;
        }
    }
    Ok(frames)
}
