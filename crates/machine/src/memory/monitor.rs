//! The word of an object that says who is in its monitor, and how often.
//!
//! ```text
//!  31          20 19                0
//! | thread       | times entered     |      0: nobody
//! ```

const TIMES_BITS: u32 = 20;
const MAX_TIMES: u32 = (1 << TIMES_BITS) - 1;

/// Why a monitor is not entered or left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refused {
    /// Another thread is in it.
    Held,
    /// This thread is not in it, or is in it more often than can be counted.
    NotOwner,
}

/// The word when `thread` has entered once more.
///
/// # Errors
/// When another thread is in the monitor.
pub fn entered(lock: u32, thread: u32) -> Result<u32, Refused> {
    if lock == 0 {
        return Ok(thread << TIMES_BITS | 1);
    }
    if lock >> TIMES_BITS != thread {
        return Err(Refused::Held);
    }
    if lock & MAX_TIMES == MAX_TIMES { Err(Refused::NotOwner) } else { Ok(lock + 1) }
}

/// The word when `thread` has left once; `None` when it is not in the monitor.
#[must_use]
pub fn left(lock: u32, thread: u32) -> Option<u32> {
    if !is_held_by(lock, thread) {
        return None;
    }
    Some(if lock & MAX_TIMES == 1 { 0 } else { lock - 1 })
}

/// Whether `thread` is in the monitor.
#[must_use]
pub fn is_held_by(lock: u32, thread: u32) -> bool {
    lock != 0 && lock >> TIMES_BITS == thread
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_thread_is_in_a_monitor_as_often_as_it_entered() {
        let twice = entered(entered(0, 3).unwrap(), 3).unwrap();
        assert!(is_held_by(twice, 3) && !is_held_by(twice, 0));
        assert_eq!(entered(twice, 0), Err(Refused::Held));
        assert_eq!(left(twice, 0), None);
        let once = left(twice, 3).unwrap();
        assert_eq!(left(once, 3), Some(0));
        assert_eq!(left(0, 0), None);
    }
}
