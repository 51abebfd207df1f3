//! `System`, `Runtime`, properties, and what the virtual machine tells about itself.

use super::Table;
use crate::env::{Answer, Env, boolean, int, int_at, long, long_at, null, reference, reference_at, void};
use trine_frontend_jvm::class::Constant;
use trine_ir::objects::ELEMENTS_OFFSET;
use trine_ir::{ClassKind, Type};
use trine_machine::Stop;

pub const TABLE: Table = &[
    ("java/lang/System.currentTimeMillis", |env, _| {
        let now = START_MILLIS + tick(env) / 1_000_000;
        long(now)
    }),
    ("java/lang/System.nanoTime", |env, _| long(tick(env))),
    ("java/lang/System.arraycopy", array_copy),
    ("java/lang/System.setIn0", |env, args| set_stream(env, "in", args)),
    ("java/lang/System.setOut0", |env, args| set_stream(env, "out", args)),
    ("java/lang/System.setErr0", |env, args| set_stream(env, "err", args)),
    ("java/lang/System.mapLibraryName", |env, args| {
        let name = env.text(reference_at(args, 0))?;
        reference(env.new_string(&format!("lib{name}.so"))?)
    }),
    ("java/lang/Runtime.availableProcessors", |env, _| int(env.vm.state.host.processors())),
    ("java/lang/Runtime.maxMemory", |env, _| long(env.vm.state.host.memory_bytes(256 << 20))),
    ("java/lang/Runtime.totalMemory", |env, _| long(env.vm.state.host.memory_bytes(256 << 20))),
    ("java/lang/Runtime.freeMemory", |env, _| long(env.vm.state.host.memory_bytes(128 << 20))),
    ("java/lang/Runtime.gc", nothing),
    ("java/lang/Shutdown.beforeHalt", nothing),
    ("java/lang/Shutdown.halt0", |_, args| Err(Stop::Exited(int_at(args, 0)))),
    ("jdk/internal/util/SystemProps$Raw.vmProperties", vm_properties),
    ("jdk/internal/util/SystemProps$Raw.platformProperties", platform_properties),
    ("jdk/internal/misc/VM.initialize", nothing),
    ("jdk/internal/misc/VM.initializeFromArchive", nothing),
    ("jdk/internal/misc/VM.getNanoTimeAdjustment", nano_time_adjustment),
    ("jdk/internal/misc/VM.getRuntimeArguments", |env, _| {
        reference(env.new_references("[Ljava/lang/String;", &[])?)
    }),
    ("jdk/internal/misc/VM.latestUserDefinedLoader0", |env, _| reference(env.vm.state.loader)),
    ("jdk/internal/misc/CDS.getCDSConfigStatus", |_, _| int(0)),
    ("jdk/internal/misc/CDS.isDumpingClassList0", |_, _| boolean(false)),
    ("jdk/internal/misc/CDS.isDumpingArchive0", |_, _| boolean(false)),
    ("jdk/internal/misc/CDS.isSharingEnabled0", |_, _| boolean(false)),
    ("jdk/internal/misc/CDS.getRandomSeedForDumping", |_, _| long(0)),
    ("jdk/internal/misc/CDS.initializeFromArchive", nothing),
    ("jdk/internal/misc/CDS.defineArchivedModules", nothing),
    ("jdk/internal/misc/CDS.needsClassInitBarrier0", |_, _| boolean(false)),
    ("jdk/internal/misc/PreviewFeatures.isPreviewEnabled", |_, _| boolean(false)),
    ("jdk/internal/misc/Signal.findSignal0", |_, _| int(-1)),
    ("jdk/internal/misc/Signal.handle0", |_, _| long(0)),
    ("java/lang/ref/Finalizer.isFinalizationEnabled", |_, _| boolean(false)),
    ("java/lang/ref/Reference.getAndClearReferencePendingList", |_, _| reference(0)),
    ("java/lang/ref/Reference.hasReferencePendingList", |_, _| boolean(false)),
    ("java/lang/ref/Reference.refersTo0", refers_to),
    ("java/lang/ref/PhantomReference.refersTo0", refers_to),
    ("java/lang/ref/Reference.clear0", clear),
    ("java/lang/ref/PhantomReference.clear0", clear),
    // Said by what also reads the environment; processes are not supported.
    ("java/lang/ProcessImpl.init", |_, _| void()),
    ("java/lang/ProcessEnvironment.environ", |env, _| {
        let parts: Vec<u64> = env
            .vm
            .state
            .host
            .environment()
            .iter()
            .flat_map(|&(name, value)| [name, value])
            .map(|text| env.new_bytes(text.as_bytes()))
            .collect::<Result<_, _>>()?;
        reference(env.new_references("[[B", &parts)?)
    }),
    ("jdk/internal/util/random/RandomSupport.initialSeedBytes", |_, _| long(0)),
    ("java/util/TimeZone.getSystemTimeZoneID", zone),
    ("java/util/TimeZone.getSystemGMTOffsetID", zone),
    ("java/lang/NullPointerException.getExtendedNPEMessage", super::throwable::null_message),
    ("jdk/internal/vm/ContinuationSupport.isSupported0", |_, _| boolean(false)),
    ("jdk/internal/loader/BootLoader.setBootLoaderUnnamedModule0", nothing),
    ("jdk/internal/loader/BootLoader.getSystemPackageNames", |env, _| {
        reference(env.new_references("[Ljava/lang/String;", &[])?)
    }),
    // A counter that nobody reads: a buffer of its own.
    ("jdk/internal/perf/Perf.createLong", |env, _| {
        let name = "reflect:java/nio/ByteBuffer.allocate(I)Ljava/nio/ByteBuffer;";
        let function = env.made(name, &[Type::Int(32)], Some(Type::Ptr));
        env.enter(function, &[8])
    }),
    ("java/lang/Module.defineModule0", nothing),
    ("java/lang/Module.addReads0", nothing),
    ("java/lang/Module.addExports0", nothing),
    ("java/lang/Module.addExportsToAll0", nothing),
    ("java/lang/Module.addExportsToAllUnnamed0", nothing),
    ("java/util/concurrent/atomic/AtomicLong.VMSupportsCS8", |_, _| boolean(true)),
];

pub const REPLACED: Table = &[
    // Signals do not reach a program in the machine.
    ("java/lang/Terminator.setup()V", nothing),
    // There is nothing to load: natives are answered here.
    ("java/lang/Runtime.loadLibrary0(Ljava/lang/Class;Ljava/lang/String;)V", nothing),
    ("jdk/internal/loader/BootLoader.loadLibrary(Ljava/lang/String;)V", nothing),
    // No archive: the threads of references and of finalizers would have nothing to do.
    ("java/lang/ref/Reference.startReferenceHandlerThread(Ljava/lang/ThreadGroup;)V", nothing),
    ("java/lang/ref/Finalizer.startFinalizerThread(Ljava/lang/ThreadGroup;)V", nothing),
    // What a system would give in entropy is the same in every run.
    ("sun/security/provider/SeedGenerator.getSystemEntropy()[B", |env, _| {
        reference(env.new_bytes(&[0x5e; 20])?)
    }),
    ("jdk/internal/loader/BootLoader.definePackage(Ljava/lang/Class;)Ljava/lang/Package;", boot_package),
    // There is one module, which may do everything.
    ("jdk/internal/reflect/Reflection.verifyModuleAccess(Ljava/lang/Module;Ljava/lang/Class;)Z", yes),
    (
        "jdk/internal/reflect/Reflection.ensureNativeAccess(Ljava/lang/Class;Ljava/lang/Class;Ljava/lang/String;Z)V",
        nothing,
    ),
    ("java/lang/Module.isExported(Ljava/lang/String;)Z", yes),
    ("java/lang/Module.isExported(Ljava/lang/String;Ljava/lang/Module;)Z", yes),
    ("java/lang/Module.isOpen(Ljava/lang/String;)Z", yes),
    ("java/lang/Module.isOpen(Ljava/lang/String;Ljava/lang/Module;)Z", yes),
    ("java/lang/Module.canRead(Ljava/lang/Module;)Z", yes),
    ("java/lang/Module.canUse(Ljava/lang/Class;)Z", yes),
    ("java/lang/Module.implAddReads(Ljava/lang/Module;)V", nothing),
    ("java/lang/Module.implAddUses(Ljava/lang/Class;)V", nothing),
];

/// `(class)`: its package, which the loader of the JDK keeps.
fn boot_package(env: &mut Env<'_, '_>, args: &[u128]) -> Answer {
    const LOADERS: &str = "jdk/internal/loader/ClassLoaders";
    let (statics, offset) = (env.statics(LOADERS)?, env.vm.offset(LOADERS, "BOOT_LOADER")?);
    let loader = env.read(statics, offset, 8)?;
    let name = "reflect:java/lang/ClassLoader.definePackage(Ljava/lang/Class;)Ljava/lang/Package;";
    let function = env.made(name, &[Type::Ptr, Type::Ptr], Some(Type::Ptr));
    env.enter(function, &[loader, reference_at(args, 0)])
}

/// 2026-01-01T00:00:00Z: when every program starts.
pub const START_MILLIS: i64 = 1_767_225_600_000;

fn nothing(_: &mut Env<'_, '_>, _: &[u128]) -> Answer {
    void()
}

fn yes(_: &mut Env<'_, '_>, _: &[u128]) -> Answer {
    boolean(true)
}

/// The time zone of the host.
fn zone(env: &mut Env<'_, '_>, _: &[u128]) -> Answer {
    reference(env.new_string(env.vm.state.host.zone)?)
}

/// Virtual time: it goes on by a tick of the host, usually a microsecond, whenever it is asked for.
pub fn tick(env: &mut Env<'_, '_>) -> i64 {
    // A program may have waited until the end of time.
    env.vm.state.nanoseconds = env.vm.state.nanoseconds.saturating_add(env.vm.state.host.tick);
    env.vm.state.nanoseconds
}

fn nano_time_adjustment(env: &mut Env<'_, '_>, args: &[u128]) -> Answer {
    let now = tick(env);
    let seconds = START_MILLIS / 1000 - long_at(args, 0);
    long(seconds.checked_mul(1_000_000_000).and_then(|nanos| nanos.checked_add(now)).unwrap_or(-1))
}

fn set_stream(env: &mut Env<'_, '_>, name: &str, args: &[u128]) -> Answer {
    env.set_static("java/lang/System", name, 8, reference_at(args, 0))?;
    void()
}

fn refers_to(env: &mut Env<'_, '_>, args: &[u128]) -> Answer {
    let referent = env.get(reference_at(args, 0), "java/lang/ref/Reference", "referent")?;
    boolean(referent == reference_at(args, 1))
}

fn clear(env: &mut Env<'_, '_>, args: &[u128]) -> Answer {
    env.set(reference_at(args, 0), "java/lang/ref/Reference", "referent", 0)?;
    void()
}

/// Names and values by turns, then nulls.
fn vm_properties(env: &mut Env<'_, '_>, _: &[u128]) -> Answer {
    let mut strings = Vec::new();
    for (name, value) in properties_of_vm(env) {
        strings.push(env.intern_text(name)?);
        strings.push(env.intern_text(&value)?);
    }
    strings.extend([0, 0]);
    reference(env.new_references("[Ljava/lang/String;", &strings)?)
}

/// What the virtual machine says of itself.
pub fn properties_of_vm(env: &Env<'_, '_>) -> Vec<(&'static str, String)> {
    let fixed = [
        ("java.vm.specification.name", "Java Virtual Machine Specification"),
        ("java.vm.specification.vendor", "Oracle Corporation"),
        ("java.vm.name", "Trine"),
        ("java.vm.vendor", "Trine"),
        ("java.vm.version", "1"),
        ("java.vm.info", "interpreted"),
        ("java.vm.compressedOopsMode", "none"),
        ("java.library.path", "/usr/java/packages/lib:/usr/lib64:/lib64:/lib:/usr/lib"),
        ("sun.boot.library.path", ""),
        ("jdk.debug", "release"),
        ("sun.nio.MaxDirectMemorySize", "67108864"),
    ];
    let mut properties = vec![
        ("java.home", env.vm.home.clone()),
        ("java.class.path", env.vm.class_path.clone()),
        ("java.vm.specification.version", env.vm.release.to_string()),
    ];
    properties.extend(fixed.map(|(name, value)| (name, value.to_owned())));
    // Before release 12 the property names a class, whatever its value.
    if env.vm.release >= 12 {
        properties.push(("java.security.manager", "disallow".to_owned()));
    }
    properties
}

/// What the platform says of itself, by names as `SystemProps` has them.
pub const PLATFORM: [(&str, &str); 23] = [
    ("display_language", "en"),
    ("display_country", "US"),
    ("file_encoding", "UTF-8"),
    ("native_encoding", "UTF-8"),
    ("stdin_encoding", "UTF-8"),
    ("stdout_encoding", "UTF-8"),
    ("stderr_encoding", "UTF-8"),
    ("sun_stdout_encoding", "UTF-8"),
    ("sun_stderr_encoding", "UTF-8"),
    ("sun_jnu_encoding", "UTF-8"),
    ("sun_io_unicode_encoding", "UnicodeLittle"),
    ("sun_cpu_endian", "little"),
    ("sun_arch_data_model", "64"),
    ("file_separator", "/"),
    ("path_separator", ":"),
    ("line_separator", "\n"),
    ("java_io_tmpdir", "/tmp"),
    ("os_arch", "amd64"),
    ("os_name", "Linux"),
    ("os_version", "6.0"),
    ("user_dir", "/data"),
    ("user_home", "/data"),
    ("user_name", "user"),
];

/// Properties by position; the class says at which each stands.
fn platform_properties(env: &mut Env<'_, '_>, _: &[u128]) -> Answer {
    const RAW: &str = "jdk/internal/util/SystemProps$Raw";
    let file = env.file(RAW)?;
    let constant = |name: &str| {
        let field = file.fields.iter().find(|field| field.name == name)?;
        match field.constant {
            Some(Constant::Int(position)) => usize::try_from(position).ok(),
            _ => None,
        }
    };
    let length = file.fields.iter().filter_map(|field| constant(&field.name)).max().unwrap_or(0) + 1;
    let mut strings = vec![0; length];
    for (name, value) in PLATFORM {
        if let Some(position) = constant(&format!("_{name}_NDX")) {
            strings[position] = env.intern_text(value)?;
        }
    }
    reference(env.new_references("[Ljava/lang/String;", &strings)?)
}

/// One side of a copy between arrays.
struct Side {
    array: u64,
    start: i32,
    element: Type,
    name: String,
    length: u32,
    of_references: bool,
}

impl Side {
    fn new(env: &mut Env<'_, '_>, array: u64, start: i32, which: &str) -> Result<Self, Stop> {
        if array == 0 {
            return Err(null());
        }
        let id = env.class_of(array)?;
        let class = &env.vm.program.classes[id];
        let ClassKind::Array { element, class: of } = class.kind else {
            let name = class.name.replace('/', ".");
            let message = format!("arraycopy: {which} type {name} is not an array");
            return Err(env.throw("java/lang/ArrayStoreException", &message));
        };
        let (name, of_references) = (class.name.clone(), of.is_some());
        Ok(Self { array, start, element, length: env.length(array)?, name, of_references })
    }

    fn what(&self) -> String {
        match trine_frontend_jvm::class::FieldType::of_class_name(&self.name) {
            Some(trine_frontend_jvm::class::FieldType::Array(element)) if !self.of_references => {
                format!("{}[{}]", element.as_source(), self.length)
            }
            _ => format!("object array[{}]", self.length),
        }
    }

    fn at(&self, index: i64) -> u64 {
        let size = u64::from(self.element.store_size_bytes());
        self.array + ELEMENTS_OFFSET + (i64::from(self.start) + index) as u64 * size
    }
}

fn array_copy(env: &mut Env<'_, '_>, args: &[u128]) -> Answer {
    if reference_at(args, 0) == 0 || reference_at(args, 2) == 0 {
        return Err(null());
    }
    let from = Side::new(env, reference_at(args, 0), int_at(args, 1), "source")?;
    let to = Side::new(env, reference_at(args, 2), int_at(args, 3), "destination")?;
    let count = int_at(args, 4);
    if from.of_references != to.of_references || !from.of_references && from.name != to.name {
        let plain = |side: &Side| side.what().split('[').next().unwrap_or_default().to_owned() + "[]";
        let message = match (from.of_references, to.of_references) {
            (false, false) => {
                format!("arraycopy: type mismatch: can not copy {} into {}", plain(&from), plain(&to))
            }
            (true, _) => format!("arraycopy: type mismatch: can not copy object array[] into {}", plain(&to)),
            (_, true) => {
                format!("arraycopy: type mismatch: can not copy {} into object array[]", plain(&from))
            }
        };
        return Err(env.throw("java/lang/ArrayStoreException", &message));
    }
    if let Some(message) = out_of_bounds(&from, &to, count) {
        return Err(env.throw("java/lang/ArrayIndexOutOfBoundsException", &message));
    }
    let size = u64::from(from.element.store_size_bytes());
    if from.of_references && !env.vm.program_is_subclass(env.class_of(from.array)?, env.class_of(to.array)?) {
        return copy_checked(env, &from, &to, count);
    }
    env.copy(to.at(0), from.at(0), count as u64 * size)?;
    void()
}

fn out_of_bounds(from: &Side, to: &Side, count: i32) -> Option<String> {
    for (side, which) in [(from, "source"), (to, "destination")] {
        if side.start < 0 {
            return Some(format!(
                "arraycopy: {which} index {} out of bounds for {}",
                side.start,
                side.what()
            ));
        }
    }
    if count < 0 {
        return Some(format!("arraycopy: length {count} is negative"));
    }
    for (side, which) in [(from, "last source"), (to, "last destination")] {
        let last = i64::from(side.start) + i64::from(count);
        if last > i64::from(side.length) {
            return Some(format!(
                "arraycopy: {which} index {} out of bounds for {}",
                last as u32,
                side.what()
            ));
        }
    }
    None
}

/// Element by element, up to one that the array may not hold.
fn copy_checked(env: &mut Env<'_, '_>, from: &Side, to: &Side, count: i32) -> Answer {
    let id = env.class_of(to.array)?;
    let ClassKind::Array { class: Some(wanted), .. } = env.vm.program.classes[id].kind else { return void() };
    for index in 0..i64::from(count) {
        let element = env.read(from.at(index), 0, 8)?;
        if element != 0 && !env.is_instance(element, wanted)? {
            let source = |name: &str| name.replace('/', ".");
            let message = format!(
                "arraycopy: element type mismatch: can not cast one of the elements of {} to the type of the destination array, {}",
                source(from.name.trim_start_matches('[').trim_start_matches('L').trim_end_matches(';'))
                    + "[]",
                source(&env.vm.program.classes[wanted].name)
            );
            return Err(env.throw("java/lang/ArrayStoreException", &message));
        }
        env.write(to.at(index), 0, 8, element)?;
    }
    void()
}
