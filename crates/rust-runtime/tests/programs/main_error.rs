//! A `main` that returns an error: it is printed to standard error, and the exit code is 1.
#[derive(Debug)]
struct Broken {
    _part: &'static str,
    _count: Option<u32>,
}

struct Leaves;
impl Drop for Leaves {
    fn drop(&mut self) {
        println!("leaves");
    }
}

fn main() -> Result<(), Broken> {
    let _leaves = Leaves;
    println!("starts");
    Err(Broken { _part: "valve", _count: Some(3) })
}
