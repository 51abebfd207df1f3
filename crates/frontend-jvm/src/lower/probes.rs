//! Blocks that tell when a probe of the coverage is passed, in classes whose coverage is asked for.
//!
//! A probe is a region of the IR with the probe's number in its method. Where it stands on a way, the edge leads through
//! a block of its own; where it stands in front of an instruction, the block is cut there:
//!
//! ```text
//! branch v3, block5, block2        block5: regions(region1)  jump block4
//! ```

use super::body::{Builder, place};
use trine_base::index::TypedIndex;
use trine_ir::coverage_model::Region;
use trine_ir::{BlockData, BodyError, Edge, RegionId, Terminator};

impl Builder<'_> {
    /// Adds the regions of all probes.
    pub(super) fn declare_probes(&mut self) {
        let Some(probes) = self.probes else { return };
        let start = place(self.code, 0);
        for _ in 0..probes.count {
            self.function.coverage.regions.push(Region { span: start, dead: false });
        }
    }

    /// Passes the probes in front of the current instruction; `inside` of a stretch also the one that is passed when control
    /// falls into it.
    pub(super) fn probe_here(&mut self, inside: bool, handlers: &[usize]) -> Result<(), BodyError> {
        let Some(probes) = self.probes else { return Ok(()) };
        let falling = probes.falling[self.index].filter(|_| inside);
        for probe in falling.into_iter().chain(probes.before[self.index]) {
            self.cut(handlers)?;
            let region = self.region(probe);
            self.function.blocks[self.block].regions.push(region);
        }
        Ok(())
    }

    /// Whether a probe is passed when control falls into the instruction `index`.
    pub(super) fn is_fallen_into(&self, index: usize) -> bool {
        self.probes.is_some_and(|probes| probes.falling.get(index).is_some_and(Option::is_some))
    }

    /// `edge`, by which control falls into the instruction `index`, past its probe.
    pub(super) fn falling(&mut self, index: usize, edge: Edge) -> Edge {
        let probe = self.probes.and_then(|probes| probes.falling.get(index).copied().flatten());
        self.past(probe, edge)
    }

    /// `edge`, by which the current instruction jumps, past its probe.
    pub(super) fn jumping(&mut self, edge: Edge) -> Edge {
        let probe = self.probes.and_then(|probes| probes.jumping[self.index]);
        self.past(probe, edge)
    }

    /// The edges by which the current instruction switches to `stretches`, past their probes.
    pub(super) fn switching(&mut self, stretches: &[usize], edges: Vec<Edge>) -> Vec<Edge> {
        let Some(probes) = self.probes else { return edges };
        let position = |&stretch: &usize| self.code.instructions[self.stretches[stretch].start].0;
        let found: Vec<Option<u32>> = stretches
            .iter()
            .map(|stretch| probes.switching.get(&(self.index, position(stretch))).copied())
            .collect();
        found.into_iter().zip(edges).map(|(probe, edge)| self.past(probe, edge)).collect()
    }

    fn past(&mut self, probe: Option<u32>, edge: Edge) -> Edge {
        let Some(probe) = probe else { return edge };
        let mut data = BlockData::new();
        data.regions = vec![self.region(probe)];
        data.terminator = Terminator::Jump(edge);
        Edge::to(self.function.blocks.push(data))
    }

    /// The region of `probe`; it stands where the current instruction does.
    fn region(&mut self, probe: u32) -> RegionId {
        let region = RegionId::from_position(probe as usize);
        let span = place(self.code, self.code.instructions[self.index].0);
        self.function.coverage.regions[region].span = span;
        region
    }
}
