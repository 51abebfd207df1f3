//! What a program says that has no memory left.

use trine_fixtures::java;
use trine_frontend_jvm::Jdk;
use trine_jdk::{Ending, Launcher};

const PROGRAM: &str = r#"
public class Full {
    static long[][] kept = new long[1 << 20][];
    public static void main(String[] args) {
        try {
            throw new IllegalStateException("made before");
        } catch (IllegalStateException e) {
            // The last exception that was made, and not the one that ends the program.
        }
        for (int length = 1 << 16; ; length = Math.max(length / 2, 1)) {
            try {
                for (int i = 0; ; i = (i + 1) % kept.length) {
                    kept[i] = new long[length];
                }
            } catch (OutOfMemoryError e) {
                if (length == 1) throw e;
            }
        }
    }
}
"#;

#[test]
fn an_error_that_nobody_has_memory_to_print_is_named() {
    let folder = java::compiled("memory", "Full", PROGRAM);
    let config = trine_machine::Config { memory_bytes: 64 << 20, ..trine_jdk::config() };
    let mut launcher = Launcher::new(Jdk::open(&java::home()).unwrap(), &[folder], config).unwrap();
    let outcome = launcher.run("Full", &[], &[]).unwrap();
    let told = String::from_utf8(outcome.err).unwrap();
    assert_eq!(outcome.ending, Ending::Code(1), "{told}");
    assert!(told.contains("java.lang.OutOfMemoryError") && !told.contains("IllegalState"), "{told}");
}
