//! The services that the modules of a JDK provide, as the descriptions of the modules (`module-info.class`) tell them.
//!
//! Loaders of services find providers in the modules of the JDK by these alone: languages other than English, most charsets and the file
//! systems of archives are found in no other way. Source: JVMS 4.7.25.

use super::raw::provided;
use crate::container::{ClassPath, Found};
use crate::error::JvmError;
use std::collections::BTreeMap;

/// Binary names of providers (`sun.nio.cs.ext.ExtendedCharsets`) by the binary name of their service.
pub type Services = BTreeMap<String, Vec<String>>;

/// The module whose providers come last, because its loader is asked last.
const LAST: &str = "java.base";

impl ClassPath {
    /// What the modules of the JDK provide: module by module in the order of their names, `java.base` last, as each names them.
    ///
    /// # Errors
    /// When the description of a module is damaged.
    pub fn services(&self) -> Result<Services, JvmError> {
        let mut modules = self.modules()?;
        modules.sort_by_cached_key(|found| (found.module.as_deref() == Some(LAST), found.module.clone()));
        let mut services = Services::new();
        for Found { bytes, origin, module } in &modules {
            let provided = provided(bytes).ok_or_else(|| JvmError::BadClass {
                class: format!("{}/module-info", module.as_deref().unwrap_or_default()),
                origin: origin.clone(),
                reason: "the description of the module is damaged".to_owned(),
            })?;
            for (service, providers) in provided {
                services.entry(service).or_default().extend(providers);
            }
        }
        Ok(services)
    }
}
