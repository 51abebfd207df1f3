//! Per site of one function: the nearest misses of a run, in flat arrays.
//!
//! Slots are numbered like edges: `first_slot[site] + outcome`. Only sites that ran are touched,
//! and only those are cleared.

use crate::distance::switch::SwitchCases;
use crate::distance::{K, float, int, pointer};
use crate::shadow::Shadow;
use std::collections::BTreeSet;
use trine_ir::{Function, Op, SiteId, SiteKind, Terminator, Type, Value};
use trine_machine::observer::Predicate;

/// What a shadow tells the observer. Implemented by [`Shadow`] and, for runs in the concrete
/// domain, by `()`, which tells nothing.
pub trait CarriesDistance: Copy {
    /// The distance to the other truth value, if it is known.
    fn flip_distance(self) -> Option<f64>;
}

impl CarriesDistance for Shadow {
    #[inline]
    fn flip_distance(self) -> Option<f64> {
        Shadow::flip_distance(self)
    }
}

impl CarriesDistance for () {
    #[inline]
    fn flip_distance(self) -> Option<f64> {
        None
    }
}

/// The sites of a function and where their records stand.
#[derive(Clone, Debug)]
pub(crate) struct SiteTable {
    first_slot: Vec<u32>,
    slots: usize,
    shapes: Vec<SiteShape>,
}

/// How the distances of a site are computed.
#[derive(Clone, Debug)]
enum SiteShape {
    /// A two-way branch; `pointers` when it compares pointers.
    Branch { pointers: bool },
    /// A switch.
    Switch(SwitchCases),
    /// A computed `goto`, or a site that no longer branches: no distance.
    Opaque,
}

impl SiteTable {
    pub(crate) fn new(function: &Function) -> Self {
        let mut slots = 0;
        let first_slot = function.sites.iter().map(|site| {
            let first = slots;
            slots += site.kind.outcomes();
            first
        });
        let first_slot = first_slot.collect();
        let opaque = |site: &trine_ir::Site| match site.kind {
            SiteKind::Branch => SiteShape::Branch { pointers: false },
            SiteKind::Switch { .. } => SiteShape::Opaque,
        };
        let mut shapes: Vec<SiteShape> = function.sites.iter().map(opaque).collect();
        let of_pointers = pointer_comparisons(function);
        for data in &function.blocks {
            if let Some(site) = data.terminator.site() {
                shapes[site.0 as usize] = shape(function, &data.terminator, &of_pointers);
            }
        }
        Self { first_slot, slots: slots as usize, shapes }
    }

    #[inline]
    pub(crate) fn slot(&self, site: SiteId, outcome: u32) -> usize {
        (self.first_slot[site.0 as usize] + outcome) as usize
    }

    /// Distance of a branch of `site`, which went by `outcome`, from going by `wanted`; `flip` is that of a
    /// two-way branch.
    pub(crate) fn distance_to<S>(
        &self,
        site: SiteId,
        outcome: u32,
        wanted: u32,
        predicate: &Predicate<S>,
        flip: f64,
    ) -> f64 {
        if outcome == wanted {
            return 0.0;
        }
        match (&self.shapes[site.0 as usize], predicate) {
            (SiteShape::Branch { .. }, _) => flip,
            (SiteShape::Switch(cases), Predicate::Switch { value, .. }) => cases.distance(*value, wanted),
            _ => K,
        }
    }

    pub(crate) fn slots(&self) -> usize {
        self.slots
    }
}

fn shape(function: &Function, terminator: &Terminator, of_pointers: &BTreeSet<Value>) -> SiteShape {
    match terminator {
        Terminator::Branch { cond, .. } => SiteShape::Branch { pointers: of_pointers.contains(cond) },
        Terminator::Switch { value, cases, default, .. } => {
            SiteShape::Switch(SwitchCases::new(function.type_of(*value).bits(), cases, *default))
        }
        _ => SiteShape::Opaque,
    }
}

/// The results of comparisons of pointers. Cost: one look at each instruction.
fn pointer_comparisons(function: &Function) -> BTreeSet<Value> {
    let insts = function.blocks.iter().flat_map(|block| &block.insts);
    let compares_pointers =
        |op: &Op| matches!(op, Op::IntCompare(_, a, _) if function.type_of(*a) == Type::Ptr);
    insts.filter(|inst| compares_pointers(&inst.op)).flat_map(|inst| inst.results.iter().copied()).collect()
}

/// The nearest misses of one run.
#[derive(Clone, Debug)]
pub(crate) struct Records {
    /// Per slot: the smallest distance, infinite where none is known.
    lowest: Vec<f64>,
    /// Per slot: the smallest distance that a boolean carried from elsewhere.
    carried: Vec<f64>,
    /// Per slot of a two-way branch: the distances that kept it from going the other way, added up.
    kept: Vec<f64>,
    reached: Vec<bool>,
    touched: Vec<SiteId>,
}

impl Records {
    pub(crate) fn new(sites: &SiteTable) -> Self {
        Self {
            lowest: vec![f64::INFINITY; sites.slots],
            carried: vec![f64::INFINITY; sites.slots],
            kept: vec![0.0; sites.slots],
            reached: vec![false; sites.shapes.len()],
            touched: Vec::with_capacity(sites.shapes.len()),
        }
    }

    pub(crate) fn clear(&mut self, sites: &SiteTable) {
        for site in self.touched.drain(..) {
            let at = site.0 as usize;
            self.reached[at] = false;
            let end = sites.first_slot.get(at + 1).map_or(sites.slots, |&end| end as usize);
            self.lowest[sites.first_slot[at] as usize..end].fill(f64::INFINITY);
            self.carried[sites.first_slot[at] as usize..end].fill(f64::INFINITY);
            self.kept[sites.first_slot[at] as usize..end].fill(0.0);
        }
    }

    pub(crate) fn is_reached(&self, site: SiteId) -> bool {
        self.reached[site.0 as usize]
    }

    /// The smallest distance, infinite where none is known.
    pub(crate) fn lowest(&self, slot: usize) -> f64 {
        self.lowest[slot]
    }

    /// The smallest carried distance, infinite where none is known.
    pub(crate) fn carried(&self, slot: usize) -> f64 {
        self.carried[slot]
    }

    /// How far the runs through this way were from going the other, added up; 0 where none was.
    pub(crate) fn kept(&self, slot: usize) -> f64 {
        self.kept[slot]
    }

    /// Control left `site` by `outcome`. Returns the distance of a branch to its other outcome.
    /// `answer` is the distance of the helper's answer that decides the site, if one does.
    #[inline]
    pub(crate) fn branch<S: CarriesDistance>(
        &mut self,
        sites: &SiteTable,
        site: SiteId,
        outcome: u32,
        predicate: &Predicate<S>,
        answer: Option<f64>,
    ) -> f64 {
        if !self.reached[site.0 as usize] {
            self.reached[site.0 as usize] = true;
            self.touched.push(site);
        }
        let first = sites.first_slot[site.0 as usize] as usize;
        self.lowest[first + outcome as usize] = 0.0;
        match &sites.shapes[site.0 as usize] {
            SiteShape::Branch { pointers } => {
                let flip = flip_distance(predicate, *pointers);
                let flip = answer.filter(|_| !flip.1).map_or(flip, |distance| (distance, true));
                self.kept[first + outcome as usize] += flip.0;
                self.two_outcomes(first + 1 - (outcome & 1) as usize, flip)
            }
            SiteShape::Switch(cases) => {
                self.many_outcomes(first, cases, outcome, predicate);
                K
            }
            SiteShape::Opaque => K,
        }
    }

    #[inline]
    fn two_outcomes(&mut self, other: usize, (distance, carried): (f64, bool)) -> f64 {
        if distance < self.lowest[other] {
            self.lowest[other] = distance;
        }
        if carried && distance < self.carried[other] {
            self.carried[other] = distance;
        }
        distance
    }

    fn many_outcomes<S>(
        &mut self,
        first: usize,
        cases: &SwitchCases,
        outcome: u32,
        predicate: &Predicate<S>,
    ) {
        let Predicate::Switch { value, .. } = predicate else { return };
        cases.misses(*value, outcome, |edge, distance| {
            let lowest = &mut self.lowest[first + edge as usize];
            *lowest = lowest.min(distance);
        });
    }
}

/// Distance of a two-way branch to its other outcome, and whether a boolean carried it.
#[inline]
pub(super) fn flip_distance<S: CarriesDistance>(predicate: &Predicate<S>, pointers: bool) -> (f64, bool) {
    match *predicate {
        Predicate::IntCompare { predicate, width, a, b, shadows, shadow } => {
            let carried = shadows.iter().any(|shadow| shadow.flip_distance().is_some());
            match shadow.flip_distance() {
                Some(distance) if carried || !pointers => (distance, carried),
                _ if pointers => (of_pointers(predicate, a as u64, b as u64), false),
                _ => (of_integers(predicate, width, a, b), false),
            }
        }
        Predicate::FloatCompare { predicate, a, b, shadow, .. } => {
            let distance = shadow.flip_distance().unwrap_or_else(|| of_floats(predicate, a, b));
            (distance, false)
        }
        Predicate::Flag { shadow, .. } => shadow.flip_distance().map_or((K, false), |d| (d, true)),
        Predicate::Switch { .. } => (K, false),
    }
}

fn of_integers(predicate: trine_ir::IntPredicate, width: u32, a: u128, b: u128) -> f64 {
    let holds = int::holds(predicate, width, a, b);
    int::to_hold(if holds { int::negated(predicate) } else { predicate }, width, a, b)
}

fn of_pointers(predicate: trine_ir::IntPredicate, a: u64, b: u64) -> f64 {
    let holds = pointer::holds(predicate, a, b);
    pointer::to_hold(if holds { int::negated(predicate) } else { predicate }, a, b)
}

fn of_floats(predicate: trine_ir::FloatPredicate, a: f64, b: f64) -> f64 {
    let holds = float::holds(predicate, a, b);
    float::to_hold(if holds { float::negated(predicate) } else { predicate }, a, b)
}
