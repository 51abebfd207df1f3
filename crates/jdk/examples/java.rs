//! Runs a Java program in the machine: `java JDK CLASSPATH CLASS ARGS`.
use std::io::Write;
fn main() {
    let args: Vec<String> = std::env::args().collect();
    let jdk = trine_frontend_jvm::Jdk::open(std::path::Path::new(&args[1])).unwrap();
    let paths: Vec<std::path::PathBuf> = args[2].split(':').map(Into::into).collect();
    let start = std::time::Instant::now();
    let mut launcher = match trine_jdk::Launcher::new(jdk, &paths, trine_jdk::config()) {
        Ok(launcher) => launcher,
        Err(error) => {
            eprintln!("error: {error}");
            std::process::exit(99)
        }
    };
    let booted = start.elapsed();
    let before = launcher.natives_called().clone();
    for class in args[3].split(',') {
        let start = std::time::Instant::now();
        let outcome = launcher.run(class, &args[4..], &[]);
        match outcome {
            Ok(outcome) => {
                std::io::stdout().write_all(&outcome.out).unwrap();
                std::io::stderr().write_all(&outcome.err).unwrap();
                eprintln!(
                    "[{class}: {:?}, {} steps, boot {booted:?}, run {:?}, natives at boot {}, in all {}]",
                    outcome.ending,
                    outcome.steps,
                    start.elapsed(),
                    before.len(),
                    launcher.natives_called().len()
                );
            }
            Err(error) => eprintln!("error: {error}"),
        }
    }
    if std::env::var_os("TRINE_JAVA_NATIVES").is_some() {
        for (name, count) in launcher.natives_called() {
            eprintln!("{count:>8} {name}");
        }
    }
}
