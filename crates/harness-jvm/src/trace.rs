//! Where the exception that ended a run came from.

use crate::frames::{Frame, frames};
use crate::stage::Stage;
use trine_testcase::objects::{Primitive, TypeUse};

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
