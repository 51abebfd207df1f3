//! Providers of services that the modules of a JDK declare (`provides ... with`), as the files `META-INF/services/NAME` in which jars
//! declare theirs: here all classes are in one module, so that loaders of services look for such files only.

use crate::class::provides;
use std::collections::BTreeMap;

/// Modules whose providers stand for devices and native libraries, which a program does not have here.
const OF_DEVICES: [&str; 3] = ["java.desktop", "java.smartcardio", "jdk.crypto.cryptoki"];

/// The folder of the files.
pub(super) const FOLDER: &str = "META-INF/services/";

/// The content of the files by service, of the modules with these names and descriptors; or what is wrong with a descriptor.
pub(super) fn files<'a>(
    modules: impl Iterator<Item = (&'a str, &'a [u8])>,
) -> Result<BTreeMap<String, String>, String> {
    let mut modules: Vec<(&str, &[u8])> = modules.filter(|(name, _)| !OF_DEVICES.contains(name)).collect();
    modules.sort_unstable_by_key(|(name, _)| *name);
    let mut files: BTreeMap<String, String> = BTreeMap::new();
    for (_, descriptor) in modules {
        for (service, providers) in provides(descriptor)? {
            let file = files.entry(service.replace('/', ".")).or_default();
            for provider in providers {
                file.push_str(&provider.replace('/', "."));
                file.push('\n');
            }
        }
    }
    Ok(files)
}
