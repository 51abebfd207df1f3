//! A compiled class and a machine over it: what tests of symbolic runs share.

use std::sync::Arc;
use trine_fixtures::java;
use trine_frontend_jvm::api::Library;
use trine_frontend_jvm::{ClassPath, Jdk};
use trine_harness_jvm::Stage;
use trine_jdk::Launcher;
use trine_testcase::objects::{ClassApi, Constants};

/// The class `Subject`.
pub struct Compiled {
    pub stage: Stage,
    pub api: Arc<ClassApi>,
    pub constants: Constants,
    /// Names of its methods in the program.
    pub methods: Vec<String>,
}

/// Compiles `source` into a folder of this name.
pub fn compiled(name: &str, source: &str) -> Compiled {
    let (home, folder) = (java::home(), java::compiled(name, "Subject", source));
    let path = ClassPath::open(Jdk::open(&home).unwrap(), std::slice::from_ref(&folder)).unwrap();
    let library = Library::new(&path).unwrap();
    let api = Arc::new(library.model("Subject").unwrap());
    let constants = library.constants(&api);
    let launcher = Launcher::new(Jdk::open(&home).unwrap(), &[folder], trine_jdk::config()).unwrap();
    let mut stage = Stage::new(launcher, Arc::clone(&api));
    stage.limit_steps(2_000_000);
    let methods =
        api.members.iter().map(|member| format!("Subject.{}{}", member.name, member.descriptor)).collect();
    Compiled { stage, api, constants, methods }
}
