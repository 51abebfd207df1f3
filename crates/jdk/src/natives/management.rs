//! What `java.lang.management` tells about the virtual machine: a machine that has just been started, with nothing to tell.
//!
//! Times are virtual, memory and processors are those of the host that a run is given. What only HotSpot counts (compilations, safe points)
//! is 0. Pools of memory, details of threads, the bean of logging and notifications are not supported.

use super::Table;
use super::system::{START_MILLIS, tick};
use crate::env::{Answer, Env, boolean, int, long, reference, void};

pub const TABLE: Table = &[
    ("sun/management/VMManagementImpl.getVersion0", |env, _| {
        let version = match env.vm.release {
            ..14 => "2.0",
            14..21 => "3.0",
            _ => "4.0",
        };
        reference(env.new_string(version)?)
    }),
    ("sun/management/VMManagementImpl.initOptionalSupportFields", supported),
    ("sun/management/VMManagementImpl.isThreadContentionMonitoringEnabled", no),
    ("sun/management/VMManagementImpl.isThreadCpuTimeEnabled", |_, _| boolean(true)),
    ("sun/management/VMManagementImpl.isThreadAllocatedMemoryEnabled", |_, _| boolean(true)),
    ("sun/management/VMManagementImpl.getVerboseClass", no),
    ("sun/management/VMManagementImpl.getVerboseGC", no),
    ("sun/management/VMManagementImpl.getProcessId", |_, _| int(PROCESS)),
    ("sun/management/VMManagementImpl.getVmArguments0", |env, _| {
        reference(env.new_references("[Ljava/lang/String;", &[])?)
    }),
    ("sun/management/VMManagementImpl.getStartupTime", |_, _| long(START_MILLIS)),
    ("sun/management/VMManagementImpl.getUptime0", |env, _| long(tick(env) / 1_000_000)),
    ("sun/management/VMManagementImpl.getAvailableProcessors", |env, _| int(env.vm.state.host.processors())),
    ("sun/management/VMManagementImpl.getTotalClassCount", nothing),
    ("sun/management/VMManagementImpl.getUnloadedClassCount", nothing),
    ("sun/management/VMManagementImpl.getTotalCompileTime", nothing),
    ("sun/management/VMManagementImpl.getSafepointCount", nothing),
    ("sun/management/VMManagementImpl.getTotalSafepointTime", nothing),
    ("sun/management/VMManagementImpl.getSafepointSyncTime", nothing),
    ("sun/management/VMManagementImpl.getTotalApplicationNonStoppedTime", nothing),
    ("sun/management/VMManagementImpl.getLoadedClassSize", nothing),
    ("sun/management/VMManagementImpl.getUnloadedClassSize", nothing),
    ("sun/management/VMManagementImpl.getClassLoadingTime", nothing),
    ("sun/management/VMManagementImpl.getMethodDataSize", nothing),
    ("sun/management/VMManagementImpl.getInitializedClassCount", nothing),
    ("sun/management/VMManagementImpl.getClassInitializationTime", nothing),
    ("sun/management/VMManagementImpl.getClassVerificationTime", nothing),
];

pub const REPLACED: Table = &[
    // Its bean is looked for in a layer of modules, of which the machine has none.
    ("sun/management/ManagementFactoryHelper.isPlatformLoggingMXBeanAvailable()Z", no),
];

/// The process id of a program in the machine.
const PROCESS: i32 = 4_242;

/// What HotSpot says that it supports: fields of the class that asks.
const OPTIONAL: [&str; 8] = [
    "compTimeMonitoringSupport",
    "threadContentionMonitoringSupport",
    "currentThreadCpuTimeSupport",
    "otherThreadCpuTimeSupport",
    "objectMonitorUsageSupport",
    "synchronizerUsageSupport",
    "threadAllocatedMemorySupport",
    "remoteDiagnosticCommandsSupport",
];

fn supported(env: &mut Env<'_, '_>, _: &[u128]) -> Answer {
    for name in OPTIONAL {
        env.set_static("sun/management/VMManagementImpl", name, 1, 1)?;
    }
    void()
}

fn no(_: &mut Env<'_, '_>, _: &[u128]) -> Answer {
    boolean(false)
}

fn nothing(_: &mut Env<'_, '_>, _: &[u128]) -> Answer {
    long(0)
}
