//! Damaged class files and archives are refused with a reason; nothing panics, nothing takes much memory or time.

use std::path::Path;
use std::sync::Arc;
use trine_base::Stream;
use trine_frontend_jvm::{ClassFile, ClassPath, Found, Jdk, JvmError};

/// Damaged files to make of each class.
const COPIES: usize = 40;

const CLASSES: [&str; 8] = [
    "java/lang/String",
    "java/lang/invoke/MethodHandles$Lookup",
    "java/util/regex/Pattern",
    "java/util/concurrent/ConcurrentHashMap",
    "java/time/LocalDate",
    "java/lang/Character",
    "java/util/Formatter",
    "java/lang/Record",
];

fn jdk() -> Jdk {
    let entries =
        std::fs::read_dir("/usr/lib/jvm").expect("a JDK is installed: run scripts/setup.sh --tests");
    let mut homes: Vec<_> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
    homes.sort();
    homes
        .iter()
        .find_map(|home| Jdk::open(home).ok())
        .expect("a JDK is installed: run scripts/setup.sh --tests")
}

/// `bytes` cut, with bits flipped, or with a stretch put elsewhere.
fn damaged(bytes: &[u8], random: &mut Stream) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    match random.below(3) {
        0 => bytes.truncate(random.position(bytes.len())),
        1 => {
            for _ in 0..=random.below(8) {
                let at = random.position(bytes.len());
                bytes[at] ^= 1 << random.below(8);
            }
        }
        _ => {
            let (from, to) = (random.position(bytes.len()), random.position(bytes.len()));
            let count = random.position(64).min(bytes.len() - from).min(bytes.len() - to);
            bytes.copy_within(from..from + count, to);
        }
    }
    bytes
}

/// Reads all of a class; how far it came is of no interest, that it comes back is.
fn read(name: &str, bytes: Vec<u8>) -> Result<(), JvmError> {
    let found = Found { bytes: bytes.into(), origin: "test".to_owned(), module: None };
    let class = ClassFile::read(name, found)?;
    (0..class.methods.len()).try_for_each(|method| class.code(method).map(drop))
}

#[test]
fn damaged_classes_are_refused_or_read_and_nothing_panics() {
    let path = ClassPath::open(jdk(), &[]).unwrap();
    let mut random = Stream::new(1, "damaged classes");
    let mut refused = 0;
    for name in CLASSES {
        let bytes: Arc<[u8]> = path.find_class(name).unwrap().expect("the JDK has it").bytes;
        for _ in 0..COPIES {
            refused += usize::from(read(name, damaged(&bytes, &mut random)).is_err());
        }
    }
    // A flipped bit in a string, or a constant, leaves a class that can be read.
    let all = CLASSES.len() * COPIES;
    assert!(refused > all / 3 && refused < all, "{refused} of {all} were refused");
}

#[test]
fn the_reason_names_class_place_and_flaw() {
    let message = |bytes: &[u8]| read("a/B", bytes.to_vec()).unwrap_err().to_string();
    assert!(message(b"PK\x03\x04").starts_with("class `a/B` from test: "), "{}", message(b"PK\x03\x04"));
    let newer = [0xCA, 0xFE, 0xBA, 0xBE, 0, 0, 0, 99, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0];
    let told = read("a/B", newer.to_vec()).unwrap_err();
    assert!(told.to_string().contains("99") || told.to_string().contains("index"), "{told}");
    assert_eq!(told.help(), "compile the class again, for Java 25 at most");
}

#[test]
fn damaged_archives_are_refused() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("damaged_archives");
    std::fs::create_dir_all(folder.join("lib")).unwrap();
    let jar = folder.join("a.jar");
    std::fs::write(&jar, b"no archive").unwrap();
    let told = ClassPath::open(jdk(), &[jar]).unwrap_err();
    assert!(told.to_string().contains("a.jar` is damaged"), "{told}");
    let missing = ClassPath::open(jdk(), &[folder.join("missing.jar")]).unwrap_err();
    assert!(missing.to_string().contains("missing.jar` cannot be read"), "{missing}");

    // An image cut at every size that its header can tell of.
    std::fs::write(folder.join("release"), "JAVA_VERSION=\"17\"\n").unwrap();
    let whole = std::fs::read(jdk().home.join("lib").join("modules")).unwrap();
    for size in [0, 3, 27, 28, 1_000, 100_000, 1_000_000] {
        std::fs::write(folder.join("lib").join("modules"), &whole[..size]).unwrap();
        assert!(Jdk::open(&folder).is_err(), "an image of {size} bytes");
    }
}
