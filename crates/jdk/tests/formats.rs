//! What settling formats in advance is for, and that programs see nothing of it.

use std::path::Path;
use trine_fixtures::java;
use trine_frontend_jvm::Jdk;
use trine_jdk::host::{Hashes, Host};
use trine_jdk::{Ending, Launcher};

/// A call that formats for the first time may take this many instructions; without settling each but one takes more than a million.
const FEW: u64 = 300_000;

const FORMATS: &str = r#"
import java.text.*;
import java.util.*;
public class Formats {
    public static void main(String[] args) {
        switch (args[0]) {
            case "number": System.out.println(String.format("%d %.2f", 12, 1.5)); break;
            case "decimal": System.out.println(new DecimalFormat("0,000.00").format(1234.5)); break;
            case "message": System.out.println(MessageFormat.format("{0} {1,number}", "x", 1234)); break;
            case "date": System.out.println(new SimpleDateFormat("d MMM yyyy HH:mm z").format(new Date(0))); break;
            case "calendar": System.out.println(Calendar.getInstance().getTime()); break;
            case "time": System.out.println(java.time.format.DateTimeFormatter.ofPattern("d MMM uuuu")
                .format(java.time.LocalDate.of(2020, 1, 2))); break;
            case "currency": System.out.println(Currency.getInstance("EUR").getSymbol()); break;
            case "collator": System.out.println(Collator.getInstance().compare("a", "B")); break;
            case "world":
                System.out.println(System.getProperty("user.timezone") + " " + System.currentTimeMillis());
                System.setProperty("user.timezone", "Asia/Tokyo");
                System.out.println(new Date(0) + " " + TimeZone.getDefault().getID());
                Locale.setDefault(Locale.GERMANY);
                System.out.println(String.format("%,.2f", 1234.5) + " " + NumberFormat.getInstance().format(0.5));
                System.out.println(DateFormat.getDateInstance(DateFormat.LONG).format(new Date(0)));
                break;
            default: break;
        }
    }
}
"#;

const PLAIN: &str = r#"
public class Plain {
    public static void main(String[] args) throws Exception {
        if (args.length > 0) Class.forName("java.util.Locale");
        System.out.println("plain " + args.length);
    }
}
"#;

fn launcher(folder: &Path) -> Launcher {
    let jdk = Jdk::open(&java::home()).unwrap();
    Launcher::new(jdk, &[folder.to_owned()], trine_jdk::config()).unwrap()
}

/// What a program prints, and its instructions.
fn run(launcher: &mut Launcher, class: &str, argument: &str) -> (String, u64) {
    let outcome = launcher.run(class, &[argument.to_owned()], &[]).unwrap();
    let text = String::from_utf8(outcome.out).unwrap();
    assert_eq!((&outcome.ending, String::from_utf8(outcome.err).unwrap()), (&Ending::Code(0), String::new()));
    (text, outcome.steps)
}

const CASES: [&str; 8] = ["number", "decimal", "message", "date", "calendar", "time", "currency", "collator"];

#[test]
fn the_first_call_that_formats_is_cheap_behind_a_settled_launcher() {
    let mut plain = launcher(&java::compiled("formats", "Formats", FORMATS));
    let mut settled = plain.fork();
    settled.settle_formats(&["Formats".to_owned()]);
    for case in CASES {
        let (text, steps) = run(&mut settled, "Formats", case);
        assert!(steps < FEW, "{case}: {steps}");
        let (expected, unsettled) = run(&mut plain, "Formats", case);
        assert_eq!(text, expected, "{case}");
        // Numbers are printed without tables in the locale of the United States.
        assert!(
            case == "number" || unsettled > 1_000_000,
            "{case} takes {unsettled} without: nothing to settle"
        );
    }
}

#[test]
fn a_program_sees_the_clock_the_zone_and_the_locale_as_before() {
    let mut plain = launcher(&java::compiled("formats-world", "Formats", FORMATS));
    let mut settled = plain.fork();
    settled.settle_formats(&["Formats".to_owned()]);
    let (text, _) = run(&mut settled, "Formats", "world");
    assert_eq!(text, run(&mut plain, "Formats", "world").0);
    assert!(text.contains("Asia/Tokyo") && text.contains("1.234,50 0,5"), "{text}");
}

#[test]
fn tables_filled_in_advance_are_found_on_other_hosts() {
    let mut usual = launcher(&java::compiled("formats-hosts", "Formats", FORMATS));
    usual.settle_formats(&["Formats".to_owned()]);
    for hashes in [Hashes::Mixed(0x9E37_79B1), Hashes::Same] {
        let mut other = usual.fork();
        other.parts().1.state.host = Host { number: 1, hashes, ..Host::default() };
        other.settle();
        for case in CASES {
            let (text, steps) = run(&mut other, "Formats", case);
            assert_eq!(text, run(&mut usual, "Formats", case).0, "{case}");
            assert!(steps < FEW, "{case} on another host: {steps}");
        }
    }
}

#[test]
fn classes_that_format_nothing_start_from_the_boot() {
    let mut plain = launcher(&java::compiled("formats-plain", "Plain", PLAIN));
    let before = run(&mut plain, "Plain", "x");
    let grown = plain.program().callables.len();
    plain.settle_formats(&["Plain".to_owned(), "no/such/Class".to_owned()]);
    assert_eq!(plain.program().callables.len(), grown, "something ran");
    assert_eq!(run(&mut plain, "Plain", "x"), before);
}
