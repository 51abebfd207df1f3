//! A test program: the emitted files of one source file, and what it is compiled and linked with.

use crate::c::emission::{SourceFile, link_flags};
use crate::c::header::{HeaderFolder, Purpose};
use crate::c::loading::Loaded;
use std::path::PathBuf;
use trine_native::clang::{Executable, NativeSuite, NativeTarget, SourceFile as NativeSource};

/// Functions that end the process without writing what was counted; the runner has one that writes it.
const AT_ONCE: [&str; 3] = ["_exit", "_Exit", "quick_exit"];

/// The test program of one source file, with the files it is made of.
pub fn suite(
    jobs: &[Loaded],
    file: &SourceFile,
    unit: &trine_emit::c::EmittedUnit,
    emitted: &trine_emit::c::Emitted,
    header: &HeaderFolder,
) -> NativeSuite {
    let mut sources = sources(jobs, file, unit, header);
    sources[0].measured = true;
    for source in &mut sources {
        source.stops_at_undefined = true;
        source.stops_at_unaligned = file.tests.iter().any(|test| test.unaligned);
        source.flags.extend(AT_ONCE.map(|name| format!("-D{name}=trine_exit_at_once")));
    }
    let runner = PathBuf::from("tests/trine_test.c");
    let directory = Some(jobs[file.job].job.folder.clone());
    sources.insert(1, NativeSource { path: runner, directory, ..NativeSource::default() });
    let needed = |name: &String| {
        name.starts_with("tests/trine_test.")
            || name.starts_with("tests/trine_environment.")
            || *name == unit.test_file
            || unit.stub_file.as_ref() == Some(name)
    };
    let tests = unit.tests.iter().map(|test| test.name.clone()).collect();
    NativeSuite {
        files: emitted
            .files
            .iter()
            .filter(|(name, _)| needed(name))
            .map(|(k, v)| (k.clone(), v.clone()))
            .collect(),
        programs: vec![Executable { name: file.name.clone(), sources, tests }],
        link_flags: link_flags(jobs, std::slice::from_ref(file)),
        target: NativeTarget::of(&jobs[file.job].job.flags),
    }
}

/// What a program around the emitted `unit` is made of, the unit's own file first.
pub fn sources(
    jobs: &[Loaded],
    file: &SourceFile,
    unit: &trine_emit::c::EmittedUnit,
    header: &HeaderFolder,
) -> Vec<NativeSource> {
    let job = &jobs[file.job].job;
    let source = |path: PathBuf, flags: Vec<String>| NativeSource {
        path,
        flags,
        directory: Some(job.folder.clone()),
        ..NativeSource::default()
    };
    let test = source(PathBuf::from(&unit.test_file), header.flags(Purpose::Tests, &job.flags));
    let mut sources = vec![test];
    if let Some(stubs) = &unit.stub_file {
        sources.push(source(PathBuf::from(stubs), vec!["-fno-builtin".to_owned()]));
    }
    if let Some(environment) = &unit.environment_file {
        sources.push(source(PathBuf::from(environment), Vec::new()));
    }
    for (linked, own) in file.linked.iter().zip(&unit.linked_flags) {
        let renames = linked.renames.iter().map(|(name, renamed)| format!("-D{name}={renamed}"));
        sources.push(NativeSource {
            path: linked.absolute.clone(),
            flags: (own.iter().cloned())
                .chain(header.flags(Purpose::Tests, &linked.flags))
                .chain(renames)
                .collect(),
            directory: Some(linked.folder.clone()),
            shared: true,
            ..NativeSource::default()
        });
    }
    sources
}
