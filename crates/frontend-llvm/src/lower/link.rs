//! Several modules become one program: what each `@name` of each module stands for.
//!
//! ```text
//! a.ll: define @f, internal @count          callables  fn0 f
//! b.ll: declare @f, internal @count   ──►   globals    global0 count, global1 count.1
//! ```
//!
//! As a static linker does: a definition beats a declaration, a strong one a weak one, the largest of several
//! tentative definitions stays. File-local symbols that collide get a number. Aliases are looked through.
//!
//! Source: System V ABI, chapter 4, "Symbol Table"; LangRef, "Linkage Types".
//! Deviation: a second strong definition is no error; its module keeps using it under another name, and a
//! [`Resolution`] says whose definition the others use. Without one it is the first, with a warning.
//! Thread-local variables are plain ones, unless the program is linked to be [executed](crate::executable). LLVM's own globals are left out.
//! Not handled: `ifunc` (a declared function), symbol versions, section merging.
//! Cost: linear in the symbols, and in the bytes of the initializers.

use super::linked::{Linked, LinkedModule, Target};
use super::math;
use super::signature;
use super::types;
use crate::ll::{self, Linkage, Module, Symbol};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use trine_ir::{Callable, FuncId, Global, Signature};

/// Which module's definition a module means by a symbol that several modules define: the defining module by
/// symbol and module. What it does not say follows the rules above.
pub(crate) type Resolution = BTreeMap<String, BTreeMap<usize, usize>>;

/// One symbol of one module.
#[derive(Clone, Copy)]
pub(crate) struct Entry {
    pub unit: usize,
    pub symbol: Symbol,
    /// 0: declaration, 1: a copy for inlining, 2: weak, 3: strong.
    pub rank: u8,
}

/// Resolves the symbols of `modules` and lays out their globals (without content, see
/// [`initializer`](super::initializer)).
pub(crate) fn link(modules: Vec<Arc<Module>>, resolution: &Resolution) -> Linked {
    let units = modules.into_iter().map(unit).collect();
    let mut linker = Linker { linked: Linked { units, ..Linked::default() }, taken: BTreeSet::new() };
    let (external, local) = linker.entries();
    linker.taken.extend(external.keys().cloned());
    let mut aliases = Vec::new();
    let mut chosen = Vec::new();
    for (name, entries) in external {
        for (rest, entries) in linker.split(&name, entries, resolution).into_iter().enumerate() {
            let winner = linker.choose(&name, &entries);
            let name = if rest == 0 { name.clone() } else { linker.unique(&name) };
            match linker.is_alias(winner) {
                true => aliases.push((winner, entries)),
                false => chosen.push((winner, name, entries)),
            }
        }
    }
    // In the order of the modules, not of the names: ids follow the source.
    chosen.sort_by_key(|(winner, ..)| (winner.unit, winner.symbol));
    for (winner, name, entries) in chosen {
        let target = linker.define(winner, name);
        linker.point(&entries, target);
    }
    for (entry, name) in local {
        if linker.is_alias(entry) {
            aliases.push((entry, vec![entry]));
        } else {
            let unique = linker.unique(&name);
            let target = linker.define(entry, unique);
            linker.point(&[entry], target);
        }
    }
    linker.resolve_aliases(&aliases);
    linker.declare_library();
    linker.linked
}

fn unit(module: Arc<Module>) -> LinkedModule {
    let (functions, globals, aliases) =
        (module.functions().len(), module.globals().len(), module.aliases().len());
    let skipped = |count| vec![Target::Skipped; count];
    LinkedModule {
        functions: skipped(functions),
        globals: skipped(globals),
        aliases: skipped(aliases),
        module,
    }
}

/// Whether a symbol is LLVM's own: an intrinsic, or data of the instrumentation.
fn is_bookkeeping(symbol: Symbol, name: &str) -> bool {
    let data = ["__llvm_", "__covrec_", "__profn_", "__profc_", "__profd_", "__profbm_"];
    let is_data = matches!(symbol, Symbol::Global(_)) && data.iter().any(|prefix| name.starts_with(prefix));
    name.starts_with("llvm.") || is_data
}

/// Bytes of a weak variable, by which the largest tentative definition is found; 0 for anything else.
pub(crate) fn tentative_size(module: &Module, symbol: Symbol, rank: u8) -> u64 {
    match symbol {
        Symbol::Global(id) if rank == 2 => {
            types::size_bytes(module, module.globals()[id.index()].ty).unwrap_or(0)
        }
        _ => 0,
    }
}

pub(crate) fn is_local(linkage: Linkage) -> bool {
    matches!(linkage, Linkage::Private | Linkage::Internal)
}

/// Whether another definition may take the place of one of this linkage. C++'s inline functions are the same everywhere.
fn is_weak(linkage: Linkage) -> bool {
    matches!(linkage, Linkage::Weak | Linkage::ExternWeak)
}

fn rank(linkage: Linkage, defined: bool) -> u8 {
    match linkage {
        _ if !defined => 0,
        Linkage::AvailableExternally => 1,
        Linkage::LinkOnce | Linkage::LinkOnceOdr | Linkage::Weak | Linkage::WeakOdr | Linkage::Common => 2,
        _ => 3,
    }
}

/// The symbols of a module with their linkage and rank (as in [`Entry`]), bookkeeping left out.
pub(crate) fn symbols(module: &Module) -> Vec<(Symbol, Linkage, u8)> {
    let functions = module.functions().iter().enumerate().map(|(i, function)| {
        let symbol = Symbol::Function(ll::FuncId(i as u32));
        (symbol, function.linkage, rank(function.linkage, function.is_definition))
    });
    let globals = module.globals().iter().enumerate().map(|(i, global)| {
        let symbol = Symbol::Global(ll::GlobalId(i as u32));
        (symbol, global.linkage, rank(global.linkage, global.has_initializer))
    });
    let aliases = module.aliases().iter().enumerate().map(|(i, alias)| {
        let symbol = Symbol::Alias(ll::AliasId(i as u32));
        (symbol, alias.linkage, rank(alias.linkage, true))
    });
    let all = functions.chain(globals).chain(aliases);
    all.filter(|(symbol, ..)| !is_bookkeeping(*symbol, module.symbol_name(*symbol))).collect()
}

struct Linker {
    linked: Linked,
    taken: BTreeSet<String>,
}

type External = BTreeMap<String, Vec<Entry>>;

impl Linker {
    /// All symbols: those that meet by name, and those that do not.
    fn entries(&self) -> (External, Vec<(Entry, String)>) {
        let (mut external, mut local) = (External::new(), Vec::new());
        for (unit, LinkedModule { module, .. }) in self.linked.units.iter().enumerate() {
            for (symbol, linkage, rank) in symbols(module) {
                let entry = Entry { unit, symbol, rank };
                let name = module.symbol_name(symbol);
                if is_local(linkage) {
                    local.push((entry, name.to_owned()));
                } else {
                    external.entry(name.to_owned()).or_default().push(entry);
                }
            }
        }
        (external, local)
    }

    /// The entries of one name, by the definition that they mean; the first part has the name for itself.
    fn split(&self, name: &str, entries: Vec<Entry>, resolution: &Resolution) -> Vec<Vec<Entry>> {
        let Some(meant) = resolution.get(name) else { return vec![entries] };
        let mut parts: BTreeMap<usize, Vec<Entry>> = BTreeMap::new();
        for entry in entries {
            parts.entry(meant.get(&entry.unit).copied().unwrap_or(entry.unit)).or_default().push(entry);
        }
        let defines = |part: &Vec<Entry>| !part.iter().any(|entry| entry.rank >= 2);
        let mut parts: Vec<_> = parts.into_values().collect();
        parts.sort_by_key(defines);
        parts
    }

    /// The entry that stands for all of one name: the strongest, then the largest, then the first.
    fn choose(&mut self, name: &str, entries: &[Entry]) -> Entry {
        let key = |entry: &Entry| (entry.rank, self.tentative_size(*entry));
        let mut winner = entries[0];
        for entry in &entries[1..] {
            if key(entry) > key(&winner) {
                winner = *entry;
            }
        }
        let strong: Vec<usize> = entries.iter().filter(|e| e.rank == 3).map(|e| e.unit).collect();
        if let [first, second, ..] = strong[..] {
            let file = |unit: usize| self.linked.units[unit].module.name();
            self.linked.warnings.push(format!(
                "`{name}` is defined in {} and again in {}; each file keeps its own, calls from elsewhere use \
                 the first; a linker would refuse this: pass only one of the files if that is not meant",
                file(first),
                file(second)
            ));
        }
        winner
    }

    fn tentative_size(&self, entry: Entry) -> u64 {
        tentative_size(&self.linked.units[entry.unit].module, entry.symbol, entry.rank)
    }

    fn unique(&mut self, name: &str) -> String {
        let numbered = (1..).map(|n| format!("{name}.{n}"));
        let free = std::iter::once(name.to_owned()).chain(numbered).find(|name| !self.taken.contains(name));
        let free = free.unwrap_or_default();
        self.taken.insert(free.clone());
        free
    }

    /// Makes all entries of one name mean `target`, except further strong definitions, which stand for themselves.
    fn point(&mut self, entries: &[Entry], target: Target) {
        let origin = match target {
            Target::Function(id) => self.linked.functions[id].map(|(unit, id)| (unit, Symbol::Function(id))),
            Target::Global(id, _) => {
                let (unit, id) = self.linked.variables[id];
                Some((unit, Symbol::Global(id)))
            }
            Target::Null | Target::Skipped => None,
        };
        let strong = entries.iter().any(|e| e.rank == 3 && origin == Some((e.unit, e.symbol)));
        for entry in entries {
            let own = strong && entry.rank == 3 && origin != Some((entry.unit, entry.symbol));
            let target = match (own, entry.symbol) {
                (true, Symbol::Function(_) | Symbol::Global(_)) => {
                    let name = self.name(*entry);
                    let unique = self.unique(&name);
                    self.define(*entry, unique)
                }
                _ => target,
            };
            self.linked.units[entry.unit].set(entry.symbol, target);
        }
    }

    fn name(&self, entry: Entry) -> String {
        self.linked.units[entry.unit].module.symbol_name(entry.symbol).to_owned()
    }

    /// A new function or global of the program.
    fn define(&mut self, entry: Entry, name: String) -> Target {
        match entry.symbol {
            Symbol::Function(id) => self.define_function(entry.unit, id, name),
            Symbol::Global(id) => self.define_global(entry.unit, id, name),
            Symbol::Alias(id) => self.define_ifunc(entry.unit, id, name),
        }
    }

    /// Whether the entry is another name of something; an `ifunc` is not, its target is found at run time.
    fn is_alias(&self, entry: Entry) -> bool {
        let Symbol::Alias(id) = entry.symbol else { return false };
        self.linked.units[entry.unit].module.alias(id).kind == ll::AliasKind::Alias
    }

    /// A function whose body is chosen when the program is loaded is a declared one here.
    fn define_ifunc(&mut self, unit: usize, id: ll::AliasId, name: String) -> Target {
        let module = &self.linked.units[unit].module;
        let Ok(signature) = signature::of_type(module, module.alias(id).ty) else { return Target::Skipped };
        Target::Function(self.declare(name, signature))
    }

    /// A function that no module defines or declares as one.
    fn declare(&mut self, name: String, signature: Signature) -> FuncId {
        let callable = Callable {
            name: name.clone(),
            signature,
            defined: false,
            no_return: false,
            external: true,
            weak: false,
        };
        let id = self.linked.callables.push(callable);
        self.linked.functions.push(None);
        self.linked.by_name.insert(name, id);
        id
    }

    fn define_function(&mut self, unit: usize, id: ll::FuncId, name: String) -> Target {
        let module = &self.linked.units[unit].module;
        let function = &module.functions()[id.index()];
        if !function.is_definition && function.linkage == Linkage::ExternWeak {
            return Target::Null;
        }
        let signature = signature::of_function(module, function);
        let callable = Callable {
            name: name.clone(),
            signature: signature.clone().unwrap_or_default(),
            defined: function.is_definition,
            no_return: function.attrs.noreturn,
            external: !is_local(function.linkage),
            weak: is_weak(function.linkage),
        };
        let new = self.linked.callables.push(callable);
        self.linked.functions.push(Some((unit, id)));
        self.linked.by_name.insert(name, new);
        if let Err(what) = signature {
            self.linked.unsupported_functions.insert(new, what);
        }
        Target::Function(new)
    }

    fn define_global(&mut self, unit: usize, id: ll::GlobalId, name: String) -> Target {
        let module = &self.linked.units[unit].module;
        let global = &module.globals()[id.index()];
        if !global.has_initializer && global.linkage == Linkage::ExternWeak {
            return Target::Null;
        }
        // A variable of an incomplete type (`extern struct opaque x;`) has an address but no bytes.
        let size_bytes = types::size_bytes(module, global.ty).unwrap_or(0);
        let align_bytes = global.align.unwrap_or_else(|| types::align_bytes(module, global.ty));
        let new = self.linked.globals.push(Global {
            name,
            size_bytes,
            align_bytes,
            bytes: Vec::new(),
            relocations: Vec::new(),
            constant: global.constant,
            undefined: !global.has_initializer,
            weak: is_weak(global.linkage),
        });
        self.linked.variables.push((unit, id));
        Target::Global(new, 0)
    }

    /// Points aliases at what they stand for; an alias of an alias needs its target first, hence the rounds.
    fn resolve_aliases(&mut self, aliases: &[(Entry, Vec<Entry>)]) {
        for _ in 0..=aliases.len() {
            let mut changed = false;
            for (alias, entries) in aliases {
                let target = self.alias_target(*alias);
                if target != Target::Skipped && self.linked.units[alias.unit].target(alias.symbol) != target {
                    entries.iter().for_each(|entry| self.linked.units[entry.unit].set(entry.symbol, target));
                    changed = true;
                }
            }
            if !changed {
                break;
            }
        }
    }

    fn alias_target(&self, alias: Entry) -> Target {
        let unit = &self.linked.units[alias.unit];
        let Symbol::Alias(id) = alias.symbol else { return Target::Skipped };
        let Ok(constant) = unit.module.alias_target(id) else { return Target::Skipped };
        super::constant::address(unit, &constant).unwrap_or(Target::Skipped)
    }

    /// Callables for the library functions that mathematical intrinsics stand for.
    fn declare_library(&mut self) {
        let mut wanted: BTreeMap<String, Signature> = BTreeMap::new();
        for unit in &self.linked.units {
            for function in unit.module.functions() {
                wanted.extend(math::library_function(&unit.module, function));
            }
        }
        for (name, signature) in wanted {
            if self.linked.by_name.contains_key(&name) {
                continue;
            }
            self.declare(name, signature);
        }
    }
}
