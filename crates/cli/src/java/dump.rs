//! `trine java dump`: methods as Trine sees them.

use super::home;
use super::run::{of_path, write};
use crate::args::{JavaDump, JavaDumpKind};
use crate::failure::Failure;
use std::collections::BTreeSet;
use std::path::PathBuf;
use std::sync::{Arc, Mutex};
use trine_frontend_jvm::{ClassPath, Hierarchy, Jdk, LinkageError, lower};

const NOTHING: &str = "nothing is shown";

/// Shows the methods that are named.
///
/// # Errors
/// When there is no JDK, or no such class or method.
pub fn dump(options: &JavaDump) -> Result<u8, Failure> {
    if options.what == JavaDumpKind::Paths {
        write(&mut std::io::stdout().lock(), super::paths::list(options)?.as_bytes());
        return Ok(0);
    }
    let taken = match options.what {
        JavaDumpKind::Cfg => super::paths::edges(options)?,
        JavaDumpKind::Ir | JavaDumpKind::Paths => BTreeSet::new(),
    };
    let jdk = Jdk::open(&home(options.jdk.as_deref(), NOTHING)?).map_err(|error| of_path(&error))?;
    let paths: Vec<PathBuf> =
        options.class_path.split(':').filter(|path| !path.is_empty()).map(PathBuf::from).collect();
    let mut hierarchy = Hierarchy::new(ClassPath::open(jdk, &paths).map_err(|error| of_path(&error))?);
    let (class, method) = options.method.split_once('#').unwrap_or((&options.method, ""));
    let class = class.replace('.', "/");
    let file = hierarchy.load(&class).map(|id| Arc::clone(&hierarchy.class(id).file));
    let file = file.map_err(|error| missing(&error))?;
    let methods: Vec<(String, String)> = file
        .methods
        .iter()
        .filter(|one| one.has_code && (method.is_empty() || one.name == method))
        .map(|one| (one.name.clone(), one.ty.descriptor()))
        .collect();
    if methods.is_empty() {
        return Err(Failure::input(
            format!("`{}` has no code", options.method),
            NOTHING,
            "name a class, or a method that it declares, as com.acme.Account#withdraw",
        ));
    }
    let entries: Vec<(&str, &str, &str)> =
        methods.iter().map(|(name, ty)| (class.as_str(), name.as_str(), ty.as_str())).collect();
    let program = lower::program(&Arc::new(Mutex::new(hierarchy)), &entries);
    let program = program.map_err(|error| missing(&error))?;
    let mut out = String::new();
    for id in program.callables.indices().take(entries.len()) {
        match program.body(id) {
            Ok(function) if options.what == JavaDumpKind::Ir => {
                out.push_str(&trine_ir::text::print_function(function));
                out.push('\n');
            }
            Ok(function) => {
                let own = taken.iter().filter(|(name, ..)| *name == function.name);
                let own = own.map(|&(_, site, outcome)| (site, outcome)).collect();
                out.push_str(&crate::dump::graph(function, &own));
            }
            Err(error) => {
                out.push_str(&format!("; {}: not supported: {error}\n\n", program.callables[id].name));
            }
        }
    }
    write(&mut std::io::stdout().lock(), out.as_bytes());
    Ok(0)
}

fn missing(error: &LinkageError) -> Failure {
    Failure::input(error.to_string(), NOTHING, "check the name with its package, and the class path (-cp)")
}
