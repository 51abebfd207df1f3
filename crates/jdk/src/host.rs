//! What a program finds that differs from one JVM, or one machine, to the next, as far as natives tell it: identity hashes, processors and
//! memory, the environment, the time zone, and the calls that are below those of the program.
//!
//! The usual host is the default. A test that sees another one do otherwise depends on what its author did not choose.

/// Variables of the environment of the usual host: the same everywhere, and those that programs count on.
const ENVIRONMENT: [(&str, &str); 4] =
    [("HOME", "/data"), ("LANG", "en_US.UTF-8"), ("PATH", "/usr/local/bin:/usr/bin:/bin"), ("USER", "user")];

/// Those of any other.
const OTHER_ENVIRONMENT: [(&str, &str); 4] =
    [("HOME", "/data/other"), ("LANG", "C"), ("PATH", "/usr/bin"), ("LOGNAME", "other")];

/// How identity hashes are made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hashes {
    /// Numbers of many digits that tell objects apart, mixed with this seed.
    Mixed(u32),
    /// The same small number for all objects, as `-XX:hashCode=2` has it.
    Same,
}

/// What surrounds a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Host {
    /// Which host it is: 0 for the usual one. Others have more processors and memory, and another environment.
    pub number: u32,
    /// How identity hashes are made.
    pub hashes: Hashes,
    /// The time zone.
    pub zone: &'static str,
    /// Calls below those of the program, as far as stack traces tell.
    pub outer_calls: u32,
    /// Nanoseconds that pass from one look at the clock to the next.
    pub tick: i64,
    /// Nanoseconds that pass between two statements of a test.
    pub pause: i64,
}

impl Default for Host {
    fn default() -> Self {
        Self { number: 0, hashes: Hashes::Mixed(0), zone: "UTC", outer_calls: 0, tick: 1_000, pause: 0 }
    }
}

/// The last step of MurmurHash3 (Appleby, 2011), which makes each bit depend on all: two objects whose hashes agree in their last bits on
/// one host, and so share a place in a table, do not on another.
fn mixed(number: u32) -> i32 {
    let number = (number ^ number >> 16).wrapping_mul(0x85EB_CA6B);
    let number = (number ^ number >> 13).wrapping_mul(0xC2B2_AE35);
    ((number ^ number >> 16) >> 1).max(1) as i32
}

impl Host {
    /// The identity hash of the object with this number: 31 bits, never 0.
    #[must_use]
    pub fn hash(&self, number: u32) -> i32 {
        match self.hashes {
            // Multiplicative hashing (Knuth, TAOCP 3, 6.4).
            Hashes::Mixed(0) => (number.wrapping_mul(0x9E37_79B1) >> 1 | 1) as i32,
            Hashes::Mixed(seed) => mixed(number ^ seed),
            Hashes::Same => 1,
        }
    }

    /// Processors.
    pub(crate) fn processors(&self) -> i32 {
        self.number as i32 + 1
    }

    /// Bytes of `usual` memory there are here.
    pub(crate) fn memory_bytes(&self, usual: i64) -> i64 {
        usual + i64::from(self.number) * (48 << 20)
    }

    /// Names and values of the environment.
    pub(crate) fn environment(&self) -> [(&'static str, &'static str); 4] {
        if self.number == 0 { ENVIRONMENT } else { OTHER_ENVIRONMENT }
    }

    /// What a property of the system is here, where that differs from host to host.
    #[must_use]
    pub fn property(&self, name: &str) -> Option<String> {
        let number = self.number;
        match name {
            _ if number == 0 => None,
            "user.name" => Some(format!("other{number}")),
            "user.home" => Some(format!("/data/other{number}")),
            "user.dir" => Some(format!("/srv/of{number}")),
            "java.io.tmpdir" => Some(format!("/var/tmp/of{number}")),
            "java.class.path" => Some(format!("/srv/of{number}/classes")),
            "java.library.path" => Some(format!("/usr/lib{number}")),
            "java.vm.name" | "java.vm.vendor" | "java.vm.info" => Some(format!("another {number}")),
            "java.vm.version" => Some(format!("{}", number + 1)),
            "os.version" => Some(format!("{}.1", number + 6)),
            "user.timezone" => Some(self.zone.to_owned()),
            "os.arch" => Some("aarch64".to_owned()),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hosts_differ_in_what_they_tell() {
        let (usual, other) = (Host::default(), Host { number: 1, hashes: Hashes::Same, ..Host::default() });
        assert_ne!(usual.hash(1), usual.hash(2));
        assert_eq!((other.hash(1), other.hash(2)), (1, 1));
        assert_eq!(usual.property("user.name"), None);
        assert_eq!(other.property("user.name").as_deref(), Some("other1"));
        assert_eq!(other.property("file.separator"), None);
        assert!(other.processors() > usual.processors());
        assert_ne!(usual.environment(), other.environment());
    }

    #[test]
    fn objects_that_share_a_place_in_a_table_do_not_on_every_host() {
        let host = |seed| Host { hashes: Hashes::Mixed(seed), ..Host::default() };
        let shares = |seed: u32| (host(seed).hash(64) - host(seed).hash(96)) % 16 == 0;
        assert!(shares(0), "their numbers differ in high bits only");
        let seeds: Vec<u32> =
            (1..=7).step_by(2).map(|number: u32| number.wrapping_mul(0x9E37_79B1)).collect();
        assert!(!seeds.into_iter().all(shares));
    }
}
