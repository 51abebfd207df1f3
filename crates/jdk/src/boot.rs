//! Brings the class library up: what a JVM does before `main`.
//!
//! The main thread and its groups are made, then `System.initPhase1` sets up properties and streams. The phases behind
//! that, which read the modules of the JDK and set up class loaders, are left out: all classes belong to one module, made
//! here, that may do everything.

use crate::launcher::{Launcher, RuntimeError};
use trine_ir::Type;
use trine_machine::TerminationReason;

const CLASS: &str = "java/lang/Class";
const THREAD: &str = "java/lang/Thread";
const GROUP: &str = "java/lang/ThreadGroup";
const CATALOG: &str = "jdk/internal/module/ServicesCatalog";
const PROVIDER: &str = "jdk/internal/module/ServicesCatalog$ServiceProvider";

type Result<T> = std::result::Result<T, RuntimeError>;

impl Launcher {
    pub(crate) fn boot(&mut self) -> Result<()> {
        // Before its initialiser has run, strings count their units wrongly.
        self.initialise("java/lang/String")?;
        self.constants_of_unsafe()?;
        self.main_thread()?;
        // As the JVM does: later classes ask others for what these set.
        self.initialise("java/lang/reflect/Method")?;
        self.initialise("java/lang/ref/Finalizer")?;
        self.run_static("java/lang/System", "initPhase1", "()V", &[])?;
        // From the properties; those who vary the world change its default.
        self.initialise("java/util/Locale")?;
        self.module()?;
        for level in [2, 3] {
            self.run_static("jdk/internal/misc/VM", "initLevel", "(I)V", &[level])?;
        }
        self.loader()?;
        self.services()?;
        self.run_static("jdk/internal/misc/VM", "initLevel", "(I)V", &[4])?;
        let message = self.in_boot(|env| env.intern_text("Java heap space"))?;
        self.vm.state.out_of_memory =
            self.construct("java/lang/OutOfMemoryError", "(Ljava/lang/String;)V", &[message])?;
        self.vm.state.booted = true;
        Ok(())
    }

    /// Does something in memory; what goes wrong is wrong with the JDK.
    pub(crate) fn in_boot<T>(
        &mut self,
        act: impl FnOnce(&mut crate::env::Env<'_, '_>) -> std::result::Result<T, trine_machine::Stop>,
    ) -> Result<T> {
        self.in_env(act).map_err(|stop| RuntimeError::Boot(format!("{stop:?}")))
    }

    /// Initialises the class `name`.
    pub(crate) fn initialise(&mut self, name: &str) -> Result<()> {
        let function = self.function(&format!("ensure:{name}"), &[Type::Ptr], Some(Type::Ptr));
        self.run_to_end(function, &[0])?;
        Ok(())
    }

    pub(crate) fn run_to_end(&mut self, function: trine_ir::FuncId, args: &[u64]) -> Result<u64> {
        let outcome = self.call(function, args);
        if outcome.reason == TerminationReason::Returned {
            return Ok(outcome.returns.first().unwrap_or(0) as u64);
        }
        Err(RuntimeError::Boot(self.told(&outcome.reason)))
    }

    /// Runs a static method to its end, its class initialised first.
    pub(crate) fn run_static(
        &mut self,
        class: &str,
        name: &str,
        descriptor: &str,
        args: &[u64],
    ) -> Result<u64> {
        self.initialise(class)?;
        let function = self.method(class, name, descriptor)?;
        self.run_to_end(function, args)
    }

    /// A new object of `class`, made by the constructor with `descriptor`.
    fn construct(&mut self, class: &str, descriptor: &str, args: &[u64]) -> Result<u64> {
        let types = vec![Type::Ptr; args.len()];
        let function = self.function(&format!("reflect:{class}.<init>{descriptor}"), &types, Some(Type::Ptr));
        self.run_to_end(function, args)
    }

    /// Facts that the JVM writes into a class of its own.
    fn constants_of_unsafe(&mut self) -> Result<()> {
        const CONSTANTS: &str = "jdk/internal/misc/UnsafeConstants";
        if self.vm.hierarchy().load(CONSTANTS).is_err() {
            // Up to release 11 natives of `Unsafe` say these.
            return Ok(());
        }
        self.initialise(CONSTANTS)?;
        self.in_boot(|env| {
            env.set_static(CONSTANTS, "ADDRESS_SIZE0", 4, 8)?;
            env.set_static(CONSTANTS, "PAGE_SIZE", 4, 4096)?;
            env.set_static(CONSTANTS, "BIG_ENDIAN", 1, 0)?;
            env.set_static(CONSTANTS, "UNALIGNED_ACCESS", 1, 1)
        })
    }

    /// The thread that runs `main`, in the group `main` of the group `system`.
    fn main_thread(&mut self) -> Result<()> {
        let thread = self.in_boot(|env| {
            let thread = env.new_object(THREAD)?;
            env.set(thread, THREAD, "eetop", 1)?;
            if env.vm.has_field(THREAD, "priority") {
                env.set_small(thread, THREAD, "priority", 4, 5)?;
            }
            env.vm.state.threads.current = thread;
            Ok(thread)
        })?;
        let system = self.construct(GROUP, "()V", &[])?;
        let name = self.in_boot(|env| env.intern_text("main"))?;
        let group = self.construct(GROUP, "(Ljava/lang/ThreadGroup;Ljava/lang/String;)V", &[system, name])?;
        self.initialise(THREAD)?;
        let constructor = self.method(THREAD, "<init>", "(Ljava/lang/ThreadGroup;Ljava/lang/String;)V")?;
        self.run_to_end(constructor, &[thread, group, name])?;
        self.in_boot(|env| {
            // Runnable.
            if env.vm.has_field(THREAD, "threadStatus") {
                return env.set_small(thread, THREAD, "threadStatus", 4, 5);
            }
            let holder = env.get(thread, THREAD, "holder")?;
            env.set_small(holder, "java/lang/Thread$FieldHolder", "threadStatus", 4, 5)
        })
    }

    /// The module of all classes.
    fn module(&mut self) -> Result<()> {
        let module = self.construct("java/lang/Module", "(Ljava/lang/ClassLoader;)V", &[0])?;
        self.in_boot(|env| {
            env.vm.state.module = module;
            let mut mirrors: Vec<u64> = env.vm.state.mirrors.iter().map(|(_, &mirror)| mirror).collect();
            mirrors.sort_unstable();
            mirrors.into_iter().try_for_each(|mirror| env.set(mirror, CLASS, "module", module))
        })
    }

    /// What the modules of the JDK provide, in the catalog of the loader that is asked last: all classes belong to one module here,
    /// so that no other loader has any.
    fn services(&mut self) -> Result<()> {
        let services = self.vm.hierarchy().path().services().map_err(RuntimeError::Path)?;
        let catalog = self.run_static(
            "jdk/internal/loader/BootLoader",
            "getServicesCatalog",
            &format!("()L{CATALOG};"),
            &[],
        )?;
        let add = self.method(CATALOG, "addProviders", &format!("(Ljava/lang/String;[L{PROVIDER};)V"));
        for (service, providers) in services {
            let (service, providers) = self.in_boot(|env| {
                let module = env.vm.state.module;
                let mut objects = Vec::with_capacity(providers.len());
                for name in &providers {
                    let provider = env.new_object(PROVIDER)?;
                    let name = env.new_string(name)?;
                    env.set(provider, PROVIDER, "module", module)?;
                    env.set(provider, PROVIDER, "providerName", name)?;
                    objects.push(provider);
                }
                Ok((env.new_string(&service)?, objects))
            })?;
            if let Ok(add) = add {
                let name = format!("[L{PROVIDER};");
                let providers = self.in_boot(|env| env.new_references(&name, &providers))?;
                self.run_to_end(add, &[catalog, service, providers])?;
                continue;
            }
            // Release 11 gives the list that they stand in.
            let list = self.method(CATALOG, "providers", "(Ljava/lang/String;)Ljava/util/List;")?;
            let list = self.run_to_end(list, &[catalog, service])?;
            let add =
                self.method("java/util/concurrent/CopyOnWriteArrayList", "add", "(Ljava/lang/Object;)Z")?;
            for provider in providers {
                self.run_to_end(add, &[list, provider])?;
            }
        }
        Ok(())
    }

    /// The loader that classes of the class path say they have.
    fn loader(&mut self) -> Result<()> {
        const LOADER: &str = "java/lang/ClassLoader";
        let loader = self.run_static(LOADER, "initSystemClassLoader", "()Ljava/lang/ClassLoader;", &[])?;
        self.in_boot(|env| {
            env.vm.state.loader = loader;
            let thread = env.vm.state.threads.current;
            env.set(thread, THREAD, "contextClassLoader", loader)?;
            let mut mirrors: Vec<_> =
                env.vm.state.mirrors.iter().map(|(name, &mirror)| (name.clone(), mirror)).collect();
            mirrors.sort_unstable();
            mirrors.into_iter().try_for_each(|(name, mirror)| env.set_loader(mirror, &name))
        })
    }
}
