//! Which units of a project belong into one program: the closure of a unit under "defines what it uses".
//!
//! A list of compile commands does not say which units make which executable. A test of a unit needs the units that
//! define what it uses, and what these use, and so on, as a linker takes members out of an archive:
//!
//! ```text
//!   parser.c ──uses──► buffer.c ──uses──► memory.c          closure(parser.c) = these three
//!   tool.c (main) ──uses──► parser.c                        tool.c is in no closure but its own
//! ```
//!
//! A unit that works on structures which none of these makes brings, as well, a unit of its folder that makes one, so that tests can call for objects:
//! `lapi.c` of Lua takes a `lua_State` everywhere, and `lauxlib.c`, which it does not use, has `luaL_newstate`.
//!
//! Where several units define a symbol (`main` of two executables, variants of a function), the definition is taken
//! from the unit under test, else from a unit already taken in, else from the one whose object file goes to the same
//! folder, else from the nearest path, else from the first. A unit that was taken in for another of its symbols
//! keeps its own definition to itself.
//!
//! Closures that agree on what every symbol means are merged to *link sets*, so that a project is a few programs
//! and not as many as it has units; a test program is still linked from the closure alone.
//!
//! Source: the archive rule of System V linkers (Levine, "Linkers and Loaders", 1999, chapter 6).
//! Deviation: a weak reference pulls its definition in, so that machine and test agree whatever else is linked.
//! Cost: linear in the symbols of each closure; link sets, in the symbols with several definitions.

use crate::ll::{FuncId, Module};
use crate::lower::link;
use crate::records::Signature;
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet, VecDeque};

/// The entry point of a program: every executable has one, and nobody refers to it.
const MAIN: &str = "main";

/// What a unit defines and what it uses, by symbol.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Symbols {
    /// External symbols with a definition.
    pub defined: BTreeMap<String, Definition>,
    /// External symbols without one.
    pub used: BTreeSet<String>,
    /// Structures whose addresses its functions take.
    pub taken: BTreeSet<String>,
    /// Structures that its external functions make without being given a function.
    pub made: BTreeSet<String>,
}

/// How strong a definition is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Definition {
    /// Not to be replaced by another.
    pub strong: bool,
    /// Of a weak variable: among tentative definitions the largest counts.
    pub size_bytes: u64,
}

impl Symbols {
    /// The symbols of a module.
    pub(crate) fn of(module: &Module) -> Self {
        let mut symbols = Self::default();
        for (symbol, linkage, rank) in link::symbols(module) {
            let name = module.symbol_name(symbol).to_owned();
            if link::is_local(linkage) {
                continue;
            }
            if rank < 2 {
                symbols.used.insert(name);
            } else {
                let size_bytes = link::tentative_size(module, symbol, rank);
                symbols.defined.insert(name, Definition { strong: rank == 3, size_bytes });
            }
        }
        for (at, function) in module.functions().iter().enumerate().filter(|(_, one)| one.is_definition) {
            let Some(signature) = Signature::of(module, FuncId(at as u32)) else { continue };
            symbols.taken.extend(signature.takes.iter().flatten().map(|&record| record.to_owned()));
            let is_plain = !link::is_local(function.linkage) && !signature.asks_for_function;
            if let Some(record) = signature.makes().filter(|_| is_plain) {
                symbols.made.insert(record.to_owned());
            }
        }
        symbols
    }

    /// Whether it is the unit of an executable's entry point.
    #[must_use]
    pub fn defines_main(&self) -> bool {
        self.defined.contains_key(MAIN)
    }

    fn is_strong(&self, name: &str) -> bool {
        self.defined.get(name).is_some_and(|definition| definition.strong)
    }
}

/// A unit of a project.
#[derive(Clone, Copy, Debug)]
pub struct ProjectUnit<'a> {
    /// Its symbols.
    pub symbols: &'a Symbols,
    /// Path of its source.
    pub path: &'a str,
    /// Folder of its object file, which most build systems name after the target.
    pub target: &'a str,
}

/// The units of a project and who defines what.
#[derive(Debug)]
pub struct Project<'a> {
    units: Vec<ProjectUnit<'a>>,
    definers: BTreeMap<&'a str, Vec<usize>>,
    /// By structure: the units that make one.
    makers: BTreeMap<&'a str, Vec<usize>>,
}

/// The units that the tests of one are linked from.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Closure {
    /// The unit itself and the units it needs.
    pub members: BTreeSet<usize>,
    /// For symbols that several units of the project define, whose definition counts here.
    pub winners: BTreeMap<String, usize>,
}

/// Closures that may share one program.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LinkSet {
    /// Its units, by number in the project.
    pub members: BTreeSet<usize>,
    /// For symbols that several units of the project define: the definition that a unit means, by symbol and unit.
    pub resolution: BTreeMap<String, BTreeMap<usize, usize>>,
}

impl<'a> Project<'a> {
    /// A project of these units.
    #[must_use]
    pub fn new(units: Vec<ProjectUnit<'a>>) -> Self {
        let mut definers: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
        let mut makers: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
        for (number, unit) in units.iter().enumerate() {
            for name in unit.symbols.defined.keys() {
                definers.entry(name).or_default().push(number);
            }
            for record in &unit.symbols.made {
                makers.entry(record).or_default().push(number);
            }
        }
        Self { units, definers, makers }
    }

    /// The closure of unit `of`.
    #[must_use]
    pub fn closure(&self, of: usize) -> Closure {
        let mut order = vec![of];
        let mut members = BTreeSet::from([of]);
        self.add_used(of, of, &mut order, &mut members);
        for record in &self.units[of].symbols.taken {
            let Some(makers) = self.makers.get(record.as_str()) else { continue };
            if makers.iter().any(|maker| members.contains(maker)) {
                continue;
            }
            // Far away, it would bring half of a project.
            let is_near = |&unit: &usize| {
                folder(self.units[unit].path) == folder(self.units[of].path)
                    && !self.units[unit].symbols.defines_main()
            };
            if let Some(maker) = makers.iter().copied().find(is_near) {
                members.insert(maker);
                order.push(maker);
                self.add_used(maker, of, &mut order, &mut members);
            }
        }
        Closure { winners: self.winners(of, &order), members }
    }

    /// Adds the units that define what `first` uses, and what these use, for a test of `of`.
    fn add_used(&self, first: usize, of: usize, order: &mut Vec<usize>, members: &mut BTreeSet<usize>) {
        let mut work = VecDeque::from([first]);
        while let Some(user) = work.pop_front() {
            for name in &self.units[user].symbols.used {
                let Some(definers) = self.definers.get(name.as_str()) else { continue };
                if name == MAIN || definers.iter().any(|definer| members.contains(definer)) {
                    continue;
                }
                let best = definers.iter().copied().min_by_key(|&unit| self.preference(name, unit, user, of));
                if let Some(unit) = best {
                    members.insert(unit);
                    order.push(unit);
                    work.push_back(unit);
                }
            }
        }
    }

    /// The least is the best definition of `name` for `user`, in a test of `of`.
    fn preference(&self, name: &str, unit: usize, user: usize, of: usize) -> impl Ord + use<> {
        let (this, user, of) = (&self.units[unit], &self.units[user], &self.units[of]);
        (
            !this.symbols.is_strong(name),
            this.symbols.defines_main(),
            this.target != of.target,
            this.target != user.target,
            Reverse(shared_folders(this.path, user.path)),
            Reverse(shared_folders(this.path, of.path)),
            unit,
        )
    }

    /// Whose definition counts, for symbols with several; `order` is that in which the members were taken in.
    fn winners(&self, of: usize, order: &[usize]) -> BTreeMap<String, usize> {
        let mut winners = BTreeMap::new();
        for &member in order {
            for name in self.ambiguous_in(member) {
                if name == MAIN || winners.contains_key(name) {
                    continue;
                }
                let places = order.iter().enumerate();
                let definers =
                    places.filter_map(|(at, &unit)| Some((self.units[unit].symbols.defined.get(name)?, at)));
                if let Some((_, at)) = definers.max_by_key(|(definition, at)| (**definition, Reverse(*at))) {
                    winners.insert(name.to_owned(), order[at]);
                }
            }
        }
        if self.units[of].symbols.defines_main() {
            winners.insert(MAIN.to_owned(), of);
        }
        winners
    }

    /// Symbols of a unit that several units of the project define.
    fn ambiguous_in(&self, unit: usize) -> impl Iterator<Item = &'a str> + '_ {
        let symbols = self.units[unit].symbols;
        let names = symbols.defined.keys().chain(&symbols.used);
        names.map(String::as_str).filter(|name| self.definers.get(name).is_some_and(|units| units.len() > 1))
    }

    /// Symbols, `main` aside, that several units define with no right of way among them: name and definers.
    pub fn ambiguous(&self) -> impl Iterator<Item = (&'a str, Vec<usize>)> + '_ {
        self.definers.iter().filter_map(|(name, units)| {
            let strong: Vec<usize> =
                units.iter().copied().filter(|&unit| self.units[unit].symbols.is_strong(name)).collect();
            (strong.len() > 1 && *name != MAIN).then_some((*name, strong))
        })
    }

    /// The external definitions of `unit` that must get out of the way in a program of `closure`.
    #[must_use]
    pub fn hidden(&self, closure: &Closure, unit: usize) -> Vec<String> {
        let symbols = self.units[unit].symbols;
        let loses = |name: &&String| match closure.winners.get(*name) {
            Some(&winner) => winner != unit && symbols.is_strong(name),
            None => *name == MAIN,
        };
        symbols.defined.keys().filter(loses).cloned().collect()
    }

    /// Whom each unit of `closure` means by the symbols that several units define.
    fn meanings(&self, closure: &Closure) -> Vec<(&'a str, usize, usize)> {
        let mut meanings = Vec::new();
        for &unit in &closure.members {
            for name in self.ambiguous_in(unit) {
                let is_own = name == MAIN || self.units[unit].symbols.is_strong(name);
                let winner = closure.winners.get(name).copied();
                meanings.push((name, unit, if is_own { unit } else { winner.unwrap_or(unit) }));
            }
        }
        meanings
    }

    /// Link sets for `closures`, and the number of the set of each.
    #[must_use]
    pub fn link_sets(&self, closures: &[Closure]) -> (Vec<LinkSet>, Vec<usize>) {
        let mut sets: Vec<LinkSet> = Vec::new();
        let mut chosen = Vec::new();
        for closure in closures {
            let meanings = self.meanings(closure);
            let agrees = |set: &LinkSet| {
                let known = |name, unit| set.resolution.get(name).and_then(|meant| meant.get(unit));
                meanings
                    .iter()
                    .all(|(name, unit, meant)| known(*name, unit).is_none_or(|known| known == meant))
            };
            let at = sets.iter().position(agrees).unwrap_or_else(|| {
                sets.push(LinkSet::default());
                sets.len() - 1
            });
            let set = &mut sets[at];
            set.members.extend(&closure.members);
            for (name, unit, meant) in meanings {
                set.resolution.entry(name.to_owned()).or_default().insert(unit, meant);
            }
            chosen.push(at);
        }
        (sets, chosen)
    }
}

/// The folder of a path.
fn folder(path: &str) -> &str {
    path.rsplit_once('/').map_or("", |(folder, _)| folder)
}

/// Folders that two paths begin with.
fn shared_folders(a: &str, b: &str) -> usize {
    let (a, b) = (folder(a), folder(b));
    a.split('/').zip(b.split('/')).take_while(|(a, b)| a == b).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Symbols of `"+defined ?weak -used ~structure-taken *structure-made"`.
    fn symbols(text: &str) -> Symbols {
        let mut symbols = Symbols::default();
        for word in text.split_whitespace() {
            let (sign, name) = word.split_at(1);
            let definition = Definition { strong: sign == "+", size_bytes: 0 };
            match sign {
                "-" => drop(symbols.used.insert(name.to_owned())),
                "~" => drop(symbols.taken.insert(name.to_owned())),
                "*" => drop(symbols.made.insert(name.to_owned())),
                _ => drop(symbols.defined.insert(name.to_owned(), definition)),
            }
        }
        symbols
    }

    /// Runs `check` on the project of `(path, target, symbols)`.
    fn with_project(units: &[(&str, &str, &str)], check: impl FnOnce(&Project<'_>)) {
        let all: Vec<Symbols> = units.iter().map(|(.., text)| symbols(text)).collect();
        let unit = |(symbols, (path, target, _))| ProjectUnit { symbols, path, target };
        check(&Project::new(all.iter().zip(units.iter().copied()).map(unit).collect()));
    }

    fn members(closure: &Closure) -> Vec<usize> {
        closure.members.iter().copied().collect()
    }

    #[test]
    fn a_unit_brings_who_makes_its_objects_from_its_folder_where_nobody_else_does() {
        let units = [
            ("src/use.c", "", "+f ~state"),
            ("far/make.c", "", "+g *state"),
            ("src/tool.c", "", "+main *state"),
            ("src/make.c", "", "+h -k *state"),
            ("src/help.c", "", "+k ~state"),
            ("src/other.c", "", "+m *state ~state"),
        ];
        with_project(&units, |project| {
            assert_eq!(members(&project.closure(0)), [0, 3, 4], "and what that one uses");
            assert_eq!(members(&project.closure(4)), [3, 4]);
            assert_eq!(members(&project.closure(5)), [5], "it makes its own");
        });
    }

    #[test]
    fn a_unit_brings_what_it_needs_and_nobody_who_needs_it() {
        let units =
            [("a.c", "", "+main -f"), ("b.c", "", "+f -g -printf"), ("c.c", "", "+g"), ("d.c", "", "+h -f")];
        with_project(&units, |project| {
            assert_eq!(members(&project.closure(0)), [0, 1, 2]);
            assert_eq!(members(&project.closure(1)), [1, 2]);
            assert_eq!(members(&project.closure(2)), [2]);
        });
    }

    #[test]
    fn of_several_definitions_that_of_the_same_target_is_taken_then_the_nearest() {
        let units = [
            ("x/log.c", "x.dir", "+log"),
            ("y/log.c", "y.dir", "+log"),
            ("y/use.c", "y.dir", "+use -log"),
            ("y/deep/other.c", "z.dir", "+other -log"),
        ];
        with_project(&units, |project| {
            assert_eq!(members(&project.closure(2)), [1, 2]);
            assert_eq!(members(&project.closure(3)), [1, 3]);
            assert_eq!(project.ambiguous().collect::<Vec<_>>(), [("log", vec![0, 1])]);
        });
    }

    #[test]
    fn two_programs_of_one_library_share_a_link_set_with_both_their_mains() {
        let units = [("a.c", "", "+main -f"), ("b.c", "", "+main -f"), ("lib.c", "", "+f")];
        with_project(&units, |project| {
            let closures: Vec<_> = (0..3).map(|unit| project.closure(unit)).collect();
            let (sets, chosen) = project.link_sets(&closures);
            assert_eq!((sets.len(), chosen), (1, vec![0, 0, 0]));
            assert_eq!(sets[0].resolution["main"], BTreeMap::from([(0, 0), (1, 1)]));
            assert_eq!(project.hidden(&closures[0], 0), [""; 0]);
        });
    }

    #[test]
    fn a_unit_that_means_one_thing_here_and_another_there_needs_two_link_sets() {
        let units = [
            ("fast/port.c", "fast", "+port +run_fast -shared"),
            ("slow/port.c", "slow", "+port +run_slow -shared"),
            ("shared.c", "lib", "+shared -port"),
        ];
        with_project(&units, |project| {
            let closures: Vec<_> = (0..3).map(|unit| project.closure(unit)).collect();
            let (sets, chosen) = project.link_sets(&closures);
            assert_eq!((sets.len(), chosen), (2, vec![0, 1, 0]));
            assert_eq!(sets[1].resolution["port"], BTreeMap::from([(1, 1), (2, 1)]));
        });
    }

    #[test]
    fn a_definition_that_loses_is_hidden_and_its_unit_keeps_it() {
        let units =
            [("u.c", "", "+name -g"), ("g.c", "", "+g +name +main -name2"), ("weak.c", "", "?name +name2")];
        with_project(&units, |project| {
            let closure = project.closure(0);
            assert_eq!(members(&closure), [0, 1, 2]);
            assert_eq!(project.hidden(&closure, 1), ["main", "name"]);
            assert_eq!(project.hidden(&closure, 2), [""; 0]);
            assert_eq!(closure.winners["name"], 0);
        });
    }
}
