//! Calls that were in progress when an exception was made.

use trine_jdk::env::Env;
use trine_machine::Stop;

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
