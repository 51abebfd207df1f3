//! A panic while another one unwinds: the process is aborted.
struct Panics;
impl Drop for Panics {
    fn drop(&mut self) {
        println!("a destructor panics");
        panic!("in a destructor");
    }
}

fn main() {
    println!("begins");
    let _panics = Panics;
    panic!("the first one");
}
