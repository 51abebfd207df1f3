//! `process::exit` in the middle: the exit code is given, what was printed is flushed, destructors do not run.
use std::io::Write;

struct Never;
impl Drop for Never {
    fn drop(&mut self) {
        println!("never printed");
    }
}

fn main() {
    let _never = Never;
    let arguments: Vec<String> = std::env::args().collect();
    print!("{} argument, no end of line", arguments.len());
    std::io::stdout().flush().unwrap();
    println!(", {:?} {:?}", std::env::var("NOT_SET"), std::env::vars().count());
    print!("left in the buffer");
    if arguments.len() < 2 {
        std::process::exit(42);
    }
    println!("not reached");
}
