//! The libraries of the competition, by the Maven coordinates of the versions that were tested.

use crate::java_tests::artefact::{Artefact, class_path};
use anyhow::Result;
use std::path::{Path, PathBuf};

/// A library.
pub(super) struct Project {
    /// Its name in ids, in small letters.
    pub name: &'static str,
    /// `GROUP:ARTEFACT:VERSION`.
    pub coordinates: &'static str,
    /// What its classes need and its own list of dependencies does not give: what is provided where it runs, and versions that were
    /// left open and mean newer jars today.
    with: &'static [&'static str],
}

/// The four libraries. Fastjson was tested as a snapshot of the version that was released under this number.
pub(super) const PROJECTS: [Project; 4] = [
    Project {
        name: "fastjson",
        coordinates: "com.alibaba:fastjson:1.2.50",
        with: &["org.springframework:spring-web:4.3.7.RELEASE", "javax.servlet:javax.servlet-api:3.1.0"],
    },
    Project { name: "guava", coordinates: "com.google.guava:guava:26.0-jre", with: &[] },
    Project { name: "seata", coordinates: "io.seata:seata-core:0.5.0", with: &[] },
    Project {
        name: "spoon",
        coordinates: "fr.inria.gforge.spoon:spoon-core:7.0.0",
        with: &[
            "org.eclipse.platform:org.eclipse.core.resources:3.16.0",
            "org.eclipse.platform:org.eclipse.core.runtime:3.24.0",
            "org.eclipse.platform:org.eclipse.core.expressions:3.8.100",
            "org.eclipse.platform:org.eclipse.core.commands:3.10.100",
            "org.eclipse.platform:org.eclipse.core.contenttype:3.8.100",
            "org.eclipse.platform:org.eclipse.core.filesystem:1.9.200",
            "org.eclipse.platform:org.eclipse.core.jobs:3.12.0",
            "org.eclipse.platform:org.eclipse.equinox.app:1.6.100",
            "org.eclipse.platform:org.eclipse.equinox.common:3.15.100",
            "org.eclipse.platform:org.eclipse.equinox.preferences:3.9.100",
            "org.eclipse.platform:org.eclipse.equinox.registry:3.11.100",
            "org.eclipse.platform:org.eclipse.osgi:3.17.100",
            "org.eclipse.platform:org.eclipse.text:3.12.0",
        ],
    },
];

impl Project {
    /// Its jars, the library's own first; the list is kept below `keep`.
    ///
    /// # Errors
    /// When Maven does not find them.
    pub fn class_path(&self, keep: &Path) -> Result<Vec<PathBuf>> {
        let folder = keep.join("jars").join(self.name);
        std::fs::create_dir_all(&folder)?;
        class_path(&Artefact::parse(self.coordinates)?, "", &Artefact::parse_all(self.with)?, &folder)
    }
}
