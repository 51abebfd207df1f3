//! The searches along one variable on unimodal lines: each finds the optimum, within the evaluations its paper promises.

use trine_base::Stream;
use trine_search::axis::{self, Direction, Scale};
use trine_search::line::Explored;
use trine_search::objective::Stopped;
use trine_search::{Fitness, Line, LineSearch};
use trine_testcase::{FloatFormat, LeafKind, LeafRange};

/// A leaf whose fitness is a function of its bits.
struct Axis<'f> {
    kind: LeafKind,
    range: Option<LeafRange>,
    bits: u128,
    fitness: &'f dyn Fn(u128) -> f64,
    evaluations: u64,
}

impl Axis<'_> {
    fn moved(&self, scale: Scale, direction: Direction, steps: u128) -> Option<u128> {
        let to = axis::moved(&self.kind, self.bits, scale, direction, steps)?;
        let to = self.range.map_or(to, |range| range.nearest(&self.kind, to));
        (to != self.bits).then_some(to)
    }

    fn at(&self, bits: u128) -> Fitness {
        // A level above 0: no point covers, so a search ends only where it finds nothing better.
        Fitness { approach_level: 1, branch_distance: (self.fitness)(bits) }
    }
}

impl Line for Axis<'_> {
    fn probe(&mut self, scale: Scale, direction: Direction, steps: u128) -> Result<Option<Fitness>, Stopped> {
        let Some(to) = self.moved(scale, direction, steps) else { return Ok(None) };
        self.evaluations += 1;
        Ok(Some(self.at(to)))
    }

    fn here(&self) -> Fitness {
        self.at(self.bits)
    }

    fn accept(&mut self, scale: Scale, direction: Direction, steps: u128, fitness: Fitness) {
        self.bits = self.moved(scale, direction, steps).unwrap_or(self.bits);
        assert_eq!(self.at(self.bits), fitness, "what was accepted is what was probed");
    }

    fn room(&self, scale: Scale, direction: Direction) -> u128 {
        axis::room(&self.kind, self.range, self.bits, scale, direction)
    }
}

const SEARCHES: [LineSearch; 3] = [LineSearch::Pattern, LineSearch::Geometric, LineSearch::Lattice];

/// Evaluations allowed when the optimum is `away` steps away.
fn bound(search: LineSearch, away: u128) -> f64 {
    let log = (away.max(1) as f64).log2();
    match search {
        LineSearch::Pattern => (log + 3.0).powi(2),
        LineSearch::Geometric => 3.0 * log + 8.0,
        LineSearch::Lattice => 2.45 * log + 8.0,
    }
}

/// Unimodal shapes around `optimum`: symmetric, steep to one side, flat to one side, and convex.
fn shapes(optimum: i128) -> [Box<dyn Fn(i128) -> f64>; 4] {
    let away = move |x: i128| (x - optimum).abs() as f64;
    [
        Box::new(away),
        Box::new(move |x| if x < optimum { 1000.0 * away(x) } else { away(x) }),
        Box::new(move |x| if x < optimum { away(x) } else { away(x).sqrt() }),
        Box::new(move |x| if x > optimum { 1e6 + away(x) } else { away(x).powf(1.5) }),
    ]
}

fn search(search: LineSearch, kind: &LeafKind, range: Option<LeafRange>, start: i128, optimum: i128) {
    for (shape, fitness) in shapes(optimum).iter().enumerate() {
        let of_bits = |bits: u128| fitness(kind.to_int(bits));
        let bits = kind.from_int(start);
        let mut line = Axis { kind: kind.clone(), range, bits, fitness: &of_bits, evaluations: 0 };
        let Ok(Explored { improved, .. }) = search.search(&mut line, Scale::Ordinal(1)) else {
            panic!("it ends")
        };
        let name = search.name();
        assert_eq!(kind.to_int(line.bits), optimum, "{name} from {start}, shape {shape}");
        assert_eq!(improved, start != optimum);
        let allowed = bound(search, start.abs_diff(optimum));
        let used = line.evaluations;
        assert!(
            used as f64 <= allowed,
            "{name} from {start} to {optimum}, shape {shape}: {used} of {allowed}"
        );
    }
}

#[test]
fn every_start_and_optimum_of_a_byte_within_the_bounds() {
    for signed in [true, false] {
        let kind = LeafKind::Int { bits: 8, signed };
        let (low, high) = kind.int_range();
        for start in (low..=high).step_by(3) {
            for optimum in low..=high {
                SEARCHES.into_iter().for_each(|one| search(one, &kind, None, start, optimum));
            }
        }
    }
}

#[test]
fn random_starts_and_optima_of_wider_integers_within_the_bounds() {
    let mut stream = Stream::new(1, "lines");
    for bits in [16, 32, 50] {
        let kind = LeafKind::Int { bits, signed: true };
        for _ in 0..200 {
            let mut any = || kind.to_int(u128::from(stream.bits()) & ((1 << bits) - 1));
            let (start, optimum) = (any(), any());
            SEARCHES.into_iter().for_each(|one| search(one, &kind, None, start, optimum));
        }
    }
}

#[test]
fn optima_at_the_ends_of_a_range_are_found() {
    let kind = LeafKind::Int { bits: 32, signed: true };
    let range = LeafRange::Int { low: -40, high: 1000 };
    for (start, optimum) in [(0, 1000), (0, -40), (999, 1000), (1000, -40), (-40, 1000), (-40, 333)] {
        SEARCHES.into_iter().for_each(|one| search(one, &kind, Some(range), start, optimum));
    }
}

#[test]
fn far_optima_cost_less_where_the_bracket_is_shrunk() {
    let kind = LeafKind::Int { bits: 64, signed: false };
    let optimum = 0x5555_5555_5555u128;
    let fitness = |bits: u128| bits.abs_diff(optimum) as f64;
    let [pattern, geometric, lattice] = SEARCHES.map(|search| {
        let mut line = Axis { kind: kind.clone(), range: None, bits: 0, fitness: &fitness, evaluations: 0 };
        assert!(search.search(&mut line, Scale::Ordinal(1)).is_ok());
        assert_eq!(line.bits, optimum);
        line.evaluations
    });
    assert!(lattice < geometric && geometric < pattern, "{lattice}, {geometric}, {pattern}");
}

#[test]
fn decimals_are_searched_by_steps_of_the_scale() {
    for search in SEARCHES {
        let kind = LeafKind::Float(FloatFormat::F64);
        let fitness = |bits: u128| (f64::from_bits(bits as u64) - 271.5).abs();
        let bits = u128::from(0.5f64.to_bits());
        let mut line = Axis { kind, range: None, bits, fitness: &fitness, evaluations: 0 };
        assert!(search.search(&mut line, Scale::Decimal(1.0)).is_ok());
        assert_eq!(f64::from_bits(line.bits as u64), 271.5, "{}", search.name());
    }
}

#[test]
fn enumerators_are_searched_by_position() {
    let values: Vec<i128> = (0..40).map(|i| i * i * i).collect();
    for search in SEARCHES {
        let kind = LeafKind::Enum { bits: 32, signed: true, values: values.clone() };
        let fitness = |bits: u128| (bits as f64 - 29791.0).abs();
        let mut line = Axis { kind, range: None, bits: 0, fitness: &fitness, evaluations: 0 };
        assert!(search.search(&mut line, Scale::Enumerator).is_ok());
        assert_eq!(line.bits, 29791, "{}", search.name());
    }
}

#[test]
fn a_line_of_many_valleys_never_gets_worse() {
    let mut stream = Stream::new(1, "valleys");
    let kind = LeafKind::Int { bits: 16, signed: false };
    let fitness = |bits: u128| ((bits * 7919) % 10_007) as f64;
    for _ in 0..200 {
        let bits = u128::from(stream.below(1 << 16));
        for search in SEARCHES {
            let mut line = Axis { kind: kind.clone(), range: None, bits, fitness: &fitness, evaluations: 0 };
            let before = line.here();
            let Ok(explored) = search.search(&mut line, Scale::Ordinal(1)) else { panic!("it ends") };
            assert_eq!(explored.improved, line.here() < before);
            assert!(line.here() <= before);
        }
    }
}

#[test]
fn a_plateau_is_said_to_be_one() {
    for search in SEARCHES {
        let kind = LeafKind::Int { bits: 16, signed: false };
        let mut line = Axis { kind, range: None, bits: 9, fitness: &|_| 1.0, evaluations: 0 };
        assert_eq!(
            search.search(&mut line, Scale::Ordinal(1)),
            Ok(Explored { improved: false, plateau: true })
        );
    }
}
