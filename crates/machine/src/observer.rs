//! Events of a run. Coverage, fitness and path conditions are observers, not code in `step`.
//!
//! The interpreter is compiled for each observer, so an event nobody reads costs nothing: an
//! observer that only counts edges leaves `hits[edge] += 1` in the branch instruction.

use crate::activation::Activation;
use crate::domain::Domain;
use crate::fault::Fault;
use crate::state_view::StateView;
use trine_base::Span;
use trine_ir::{FloatPredicate, FuncId, IntPredicate, RegionId, SiteId};

/// How a branch was decided.
#[derive(Clone, Copy, Debug)]
pub enum Predicate<S> {
    /// By an integer or pointer comparison that nothing else uses.
    IntCompare {
        /// Predicate; outcome 0 when it holds.
        predicate: IntPredicate,
        /// Width of the operands in bits.
        width: u32,
        /// Left operand, zero-extended.
        a: u128,
        /// Right operand, zero-extended.
        b: u128,
        /// Shadows of the operands.
        shadows: [S; 2],
        /// What the domain made of the comparison.
        shadow: S,
    },
    /// By a floating-point comparison that nothing else uses.
    FloatCompare {
        /// Predicate; outcome 0 when it holds.
        predicate: FloatPredicate,
        /// Left operand; an f80 is rounded.
        a: f64,
        /// Right operand; an f80 is rounded.
        b: f64,
        /// Shadows of the operands.
        shadows: [S; 2],
        /// What the domain made of the comparison.
        shadow: S,
    },
    /// By a register of one bit.
    Flag {
        /// Its value; outcome 0 when set.
        value: bool,
        /// Its shadow.
        shadow: S,
    },
    /// By the value of a switch, or the target of a computed `goto`.
    Switch {
        /// The value switched on, zero-extended.
        value: u128,
        /// Its width in bits.
        width: u32,
        /// Its shadow.
        shadow: S,
    },
}

/// Control went one of several ways.
#[derive(Clone, Copy, Debug)]
pub struct BranchEvent<S> {
    /// The function.
    pub function: FuncId,
    /// The site in the function.
    pub site: SiteId,
    /// The way taken.
    pub outcome: u32,
    /// The way's number in this machine: see [`EdgeMap`](crate::EdgeMap).
    pub edge: u32,
    /// The call it happened in.
    pub activation: Activation,
    /// How it was decided.
    pub predicate: Predicate<S>,
}

/// Why an object was made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AllocationKind {
    /// A local variable.
    Stack,
    /// By an allocation function.
    Heap,
}

/// Receives the events of a run. Every method has an empty default.
#[allow(unused_variables)]
pub trait Observer<D: Domain> {
    /// Whether [`Observer::region`] is called.
    const REGIONS: bool = false;
    /// Whether [`Observer::at_branch`] is called.
    const STATE: bool = false;

    /// Edges are numbered below `count` from now on. Called at the start of each run and
    /// whenever a function is decoded in its course.
    fn edges(&mut self, count: u32) {}

    /// Control went one of several ways.
    fn branch(&mut self, event: &BranchEvent<D::Shadow>) {}

    /// The state of the branch just reported.
    fn at_branch(&mut self, event: &BranchEvent<D::Shadow>, state_view: &StateView<'_>) {}

    /// A block that executes these regions was entered.
    fn regions(&mut self, function: FuncId, regions: &[RegionId], activation: Activation) {}

    /// A function with a body starts.
    fn call(&mut self, function: FuncId, activation: Activation) {}

    /// A function returns, or is left by unwinding.
    fn returned(&mut self, function: FuncId, activation: Activation) {}

    /// A function without a body was called: shim or stub.
    fn external(&mut self, function: FuncId, span: Option<Span>) {}

    /// The run ends with a fault. The activations alive end without `returned`.
    fn fault(&mut self, fault: &Fault) {}

    /// An object was made.
    fn allocation(&mut self, kind: AllocationKind, address: u64, size_bytes: u64) {}
}

/// Observes nothing.
#[derive(Clone, Copy, Debug, Default)]
pub struct Ignore;

impl<D: Domain> Observer<D> for Ignore {}

/// Two observers of one run; the first hears of each event first.
#[derive(Clone, Copy, Debug, Default)]
pub struct Both<A, B>(pub A, pub B);

impl<D: Domain, A: Observer<D>, B: Observer<D>> Observer<D> for Both<A, B> {
    const REGIONS: bool = A::REGIONS || B::REGIONS;
    const STATE: bool = A::STATE || B::STATE;

    fn edges(&mut self, count: u32) {
        self.0.edges(count);
        self.1.edges(count);
    }
    #[inline(always)]
    fn branch(&mut self, event: &BranchEvent<D::Shadow>) {
        self.0.branch(event);
        self.1.branch(event);
    }
    #[inline(always)]
    fn at_branch(&mut self, event: &BranchEvent<D::Shadow>, state_view: &StateView<'_>) {
        self.0.at_branch(event, state_view);
        self.1.at_branch(event, state_view);
    }
    #[inline(always)]
    fn regions(&mut self, function: FuncId, regions: &[RegionId], activation: Activation) {
        self.0.regions(function, regions, activation);
        self.1.regions(function, regions, activation);
    }
    #[inline(always)]
    fn call(&mut self, function: FuncId, activation: Activation) {
        self.0.call(function, activation);
        self.1.call(function, activation);
    }
    #[inline(always)]
    fn returned(&mut self, function: FuncId, activation: Activation) {
        self.0.returned(function, activation);
        self.1.returned(function, activation);
    }
    fn external(&mut self, function: FuncId, span: Option<Span>) {
        self.0.external(function, span);
        self.1.external(function, span);
    }
    fn fault(&mut self, fault: &Fault) {
        self.0.fault(fault);
        self.1.fault(fault);
    }
    fn allocation(&mut self, kind: AllocationKind, address: u64, size_bytes: u64) {
        self.0.allocation(kind, address, size_bytes);
        self.1.allocation(kind, address, size_bytes);
    }
}

impl<D: Domain, O: Observer<D>> Observer<D> for &mut O {
    const REGIONS: bool = O::REGIONS;
    const STATE: bool = O::STATE;

    fn edges(&mut self, count: u32) {
        (**self).edges(count);
    }
    #[inline(always)]
    fn branch(&mut self, event: &BranchEvent<D::Shadow>) {
        (**self).branch(event);
    }
    #[inline(always)]
    fn at_branch(&mut self, event: &BranchEvent<D::Shadow>, state_view: &StateView<'_>) {
        (**self).at_branch(event, state_view);
    }
    #[inline(always)]
    fn regions(&mut self, function: FuncId, regions: &[RegionId], activation: Activation) {
        (**self).regions(function, regions, activation);
    }
    #[inline(always)]
    fn call(&mut self, function: FuncId, activation: Activation) {
        (**self).call(function, activation);
    }
    #[inline(always)]
    fn returned(&mut self, function: FuncId, activation: Activation) {
        (**self).returned(function, activation);
    }
    fn external(&mut self, function: FuncId, span: Option<Span>) {
        (**self).external(function, span);
    }
    fn fault(&mut self, fault: &Fault) {
        (**self).fault(fault);
    }
    fn allocation(&mut self, kind: AllocationKind, address: u64, size_bytes: u64) {
        (**self).allocation(kind, address, size_bytes);
    }
}
