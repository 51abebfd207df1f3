//! Class files that are cut, have bits flipped or parts moved: reading, linking and lowering come to an end.
//!
//! A damaged class takes the place of the whole one in a folder in front of the JDK. Whatever it then says, its methods
//! are lowered, and every body that comes out is verified; a panic ends the study. Time is bounded for each file.

use crate::Tally;
use anyhow::{Context, Result};
use std::path::PathBuf;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};
use trine_base::Stream;
use trine_frontend_jvm::{ClassFile, ClassPath, Found, Hierarchy, Jdk, lower};

/// No file may take longer.
const TIME: Duration = Duration::from_secs(5);

/// What became of the files.
#[derive(Debug, Default)]
struct Fates {
    refused: usize,
    lowered: usize,
    bodies: usize,
    not_verified: usize,
    slow: usize,
}

/// Damages `count` class files of the JDK at the first of `homes`.
pub(super) fn run(homes: &[PathBuf], count: usize, seed: u64) -> Result<Tally> {
    let home = homes.last().context("no JDK")?;
    let jdk = Jdk::open(home)?;
    let mut names: Vec<String> =
        jdk.entries().filter_map(|entry| Some(entry.strip_suffix(".class")?.to_owned())).collect();
    names.retain(|name| !name.ends_with("module-info") && !name.ends_with("package-info"));
    names.sort();
    let path = ClassPath::open(jdk, &[])?;
    let mut random = Stream::new(seed, "damaged class files");
    let mut fates = Fates::default();
    let mut hierarchy = Hierarchy::new(path);
    for number in 0..count {
        // A fresh one now and then, so that memory stays bounded.
        if number % 200 == 199 {
            hierarchy = Hierarchy::new(ClassPath::open(Jdk::open(home)?, &[])?);
        }
        let name = &names[random.position(names.len())];
        let Some(found) = hierarchy.path().find_class(name)? else { continue };
        let bytes = damaged(&found.bytes, &mut random);
        let begun = Instant::now();
        let found = Found { bytes: bytes.into(), origin: "damaged".to_owned(), module: None };
        hierarchy = one(hierarchy, name, found, &mut fates)?;
        if begun.elapsed() > TIME {
            fates.slow += 1;
            println!("{name} (file {number}) takes {:?}", begun.elapsed());
        }
    }
    println!(
        "{count} damaged class files of {}: {} refused, {} read with {} bodies lowered, {} of them not well-formed, {} slow",
        home.file_name().unwrap_or_default().to_string_lossy(),
        fates.refused,
        fates.lowered,
        fates.bodies,
        fates.not_verified,
        fates.slow
    );
    let failed = fates.not_verified + fates.slow;
    Ok(Tally { passed: fates.refused + fates.lowered, failed })
}

/// Links one class under a name of its own and lowers its methods.
fn one(mut hierarchy: Hierarchy, name: &str, found: Found, fates: &mut Fates) -> Result<Hierarchy> {
    let Ok(mut class) = ClassFile::read(name, found) else {
        fates.refused += 1;
        return Ok(hierarchy);
    };
    class.name = format!("{name} damaged {}", fates.refused + fates.lowered);
    let methods: Vec<(String, String)> =
        class.methods.iter().map(|method| (method.name.clone(), method.ty.descriptor())).collect();
    let name = class.name.clone();
    if hierarchy.define(class).is_err() {
        fates.refused += 1;
        return Ok(hierarchy);
    }
    fates.lowered += 1;
    let shared = Arc::new(Mutex::new(hierarchy));
    let entries: Vec<(&str, &str, &str)> =
        methods.iter().map(|(method, ty)| (&*name, &**method, &**ty)).collect();
    if let Ok(program) = lower::program(&shared, &entries) {
        for id in program.callables.indices().take(entries.len()) {
            if let Ok(body) = program.body(id) {
                fates.bodies += 1;
                let violations = trine_ir::verifier::verify(body);
                if let Some(first) = violations.first() {
                    fates.not_verified += 1;
                    println!("{}: {first}", program.callables[id].name);
                }
            }
        }
    }
    let shared = Arc::into_inner(shared).context("a program that outlives its end")?;
    hierarchy = shared.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner);
    Ok(hierarchy)
}

/// `bytes` cut, with bits flipped, or with a stretch copied elsewhere.
fn damaged(bytes: &[u8], random: &mut Stream) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    match random.below(4) {
        0 => bytes.truncate(random.position(bytes.len())),
        1 => {
            for _ in 0..=random.below(6) {
                let at = random.position(bytes.len());
                bytes[at] ^= 1 << random.below(8);
            }
        }
        2 => {
            // Most of the end is code and tables.
            let at = bytes.len() / 2 + random.position(bytes.len() - bytes.len() / 2);
            bytes[at] = random.below(256) as u8;
        }
        _ => {
            let (from, to) = (random.position(bytes.len()), random.position(bytes.len()));
            let count = random.position(64).min(bytes.len() - from).min(bytes.len() - to);
            bytes.copy_within(from..from + count, to);
        }
    }
    bytes
}

#[cfg(test)]
mod tests {
    #[test]
    fn a_sample_of_damaged_class_files_comes_to_an_end() {
        let homes = super::super::only_jdks(&[]).unwrap();
        let tally = super::run(&homes, 500, 3).unwrap();
        assert_eq!(tally.failed, 0);
        assert!(tally.passed > 450);
    }
}
