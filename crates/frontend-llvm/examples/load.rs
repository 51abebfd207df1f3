//! Reads `.ll` files, lowers every body and prints what failed: `cargo run --example load -- a.ll b.ll`.

use trine_base::index::TypedIndex;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut modules = Vec::new();
    for path in std::env::args().skip(1) {
        modules.push((path.clone(), std::fs::read_to_string(path)?));
    }
    let unit = trine_frontend_llvm::load(modules)?;
    for warning in &unit.warnings {
        println!("warning: {warning}");
    }
    let (mut good, mut bad) = (0, 0);
    for (id, callable) in unit.program.callables.iter_enumerated() {
        if !callable.defined {
            continue;
        }
        match unit.program.body(id) {
            Ok(function) => {
                good += 1;
                if std::env::var_os("DUMP").is_some() {
                    println!("{}", trine_ir::text::print_function(function));
                }
            }
            Err(error) => {
                bad += 1;
                println!("{} (fn{}): {error}", callable.name, id.position());
            }
        }
    }
    println!("{good} bodies, {bad} refused");
    Ok(())
}
