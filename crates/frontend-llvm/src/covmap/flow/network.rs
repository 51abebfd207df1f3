//! The closed network: reachable blocks, a hub that stands for the world outside the function, and a spanning tree.
//!
//! ```text
//!   hub ─► entry ─► … ─► exit ─► hub
//!                   … ─► latch ─► (stop) ─► header      a loop that is never left gets a node on one
//!                                   └────► hub          back edge, from which executions may vanish
//! ```
//!
//! The stop sits where the fewest relations between counts cross it. Best is an unconditional jump to a block that
//! has a counter of its own and no other way in (the body of `while (1)`): clang does not derive that count from any
//! other. Else it is a back edge to the loop's first block, and only "the first block is executed once per arrival
//! and per turn" fails, by the one turn that never ends.
//! Blocks that cannot be reached have no node; all their flows are zero.
//!
//! Source: R. Tarjan, "Depth-first search and linear graph algorithms", SIAM J. Comput. 1 (1972), for the loops.
//! Not handled: nothing known. Cost: linear (the union-find is nearly so).

use super::{Block, FlowGraph};

/// An arc of the network: an index into [`Network::arcs`].
pub(crate) type Arc = usize;
type FlowNode = usize;

/// How a node hangs in the spanning tree.
#[derive(Debug, Clone, Copy)]
pub(crate) struct TreeLink {
    pub(crate) parent: FlowNode,
    pub(crate) arc: Arc,
    /// True when the arc leads from the node to its parent.
    pub(crate) upward: bool,
}

/// The network with its spanning tree.
#[derive(Debug)]
pub(crate) struct Network {
    /// All arcs, real and virtual.
    pub(crate) arcs: Vec<(FlowNode, FlowNode)>,
    /// The arc of each edge of the graph; `None` for unreachable ones.
    pub(crate) arc_of_edge: Vec<Option<Arc>>,
    /// The arcs that leave each block; empty for unreachable blocks only.
    pub(crate) out_arcs: Vec<Vec<Arc>>,
    /// Nodes in breadth-first order of the tree, the hub first.
    pub(crate) order: Vec<FlowNode>,
    /// Each node's link to its parent; `None` for the hub and for unreachable blocks.
    pub(crate) link: Vec<Option<TreeLink>>,
    /// The arc of each chord.
    pub(crate) chords: Vec<Arc>,
}

impl Network {
    /// Closes the graph. All block numbers must be in range.
    pub(crate) fn new(graph: &FlowGraph) -> Self {
        let successors = successors(graph);
        let (reached, trapped) = explore(graph, &successors);
        let mut network = Network {
            arcs: Vec::new(),
            arc_of_edge: vec![None; graph.edges.len()],
            out_arcs: vec![Vec::new(); graph.blocks],
            order: Vec::new(),
            link: Vec::new(),
            chords: Vec::new(),
        };
        network.connect(graph, &reached, &trapped);
        network.span(graph.blocks);
        network
    }

    fn connect(&mut self, graph: &FlowGraph, reached: &[bool], trapped: &[usize]) {
        let hub = graph.blocks;
        let mut nodes = hub + 1;
        for (edge, &(from, to)) in graph.edges.iter().enumerate().filter(|(_, e)| reached[e.0]) {
            let mut head = to;
            if trapped.contains(&edge) {
                head = nodes;
                nodes += 1;
                self.arcs.extend([(head, to), (head, hub)]);
            }
            self.arc_of_edge[edge] = Some(self.arcs.len());
            self.out_arcs[from].push(self.arcs.len());
            self.arcs.push((from, head));
        }
        for exit in (0..graph.blocks).filter(|b| reached[*b]) {
            if self.out_arcs[exit].is_empty() {
                self.out_arcs[exit].push(self.arcs.len());
                self.arcs.push((exit, hub));
            }
        }
        self.arcs.push((hub, graph.entry));
        self.link = vec![None; nodes];
    }

    /// Grows the spanning tree by union-find and roots it at the hub.
    fn span(&mut self, hub: FlowNode) {
        let mut sets = UnionFind::new(self.link.len());
        let mut neighbours: Vec<Vec<(FlowNode, Arc, bool)>> = vec![Vec::new(); self.link.len()];
        for (arc, &(from, to)) in self.arcs.iter().enumerate() {
            if sets.unite(from, to) {
                neighbours[from].push((to, arc, false));
                neighbours[to].push((from, arc, true));
            } else {
                self.chords.push(arc);
            }
        }
        self.order.push(hub);
        let mut next = 0;
        while let Some(&parent) = self.order.get(next) {
            next += 1;
            for &(child, arc, upward) in &neighbours[parent] {
                if child != hub && self.link[child].is_none() {
                    self.link[child] = Some(TreeLink { parent, arc, upward });
                    self.order.push(child);
                }
            }
        }
    }
}

struct UnionFind(Vec<usize>);

impl UnionFind {
    fn new(len: usize) -> Self {
        UnionFind((0..len).collect())
    }

    fn find(&mut self, mut of: usize) -> usize {
        while self.0[of] != of {
            self.0[of] = self.0[self.0[of]];
            of = self.0[of];
        }
        of
    }

    /// Joins two sets; false when they were one already.
    fn unite(&mut self, a: usize, b: usize) -> bool {
        let (a, b) = (self.find(a), self.find(b));
        self.0[a] = b;
        a != b
    }
}

/// Per block its out-edges.
fn successors(graph: &FlowGraph) -> Vec<Vec<usize>> {
    let mut successors = vec![Vec::new(); graph.blocks];
    for (edge, (from, _)) in graph.edges.iter().enumerate() {
        successors[*from].push(edge);
    }
    successors
}

/// One depth-first search: which blocks are reached, and for each region that is never left the edge for its stop.
fn explore(graph: &FlowGraph, successors: &[Vec<usize>]) -> (Vec<bool>, Vec<usize>) {
    let mut edges_in = vec![0; graph.blocks];
    graph.edges.iter().for_each(|(_, to)| edges_in[*to] += 1);
    let mut counted = vec![false; graph.blocks];
    graph.increments.iter().for_each(|(block, _)| counted[*block] = edges_in[*block] == 1);
    let mut search = Search {
        counted,
        number: vec![usize::MAX; graph.blocks],
        low: vec![usize::MAX; graph.blocks],
        open: Vec::new(),
        is_open: vec![false; graph.blocks],
        trapped: Vec::new(),
        count: 0,
    };
    search.run(graph, successors);
    (search.number.iter().map(|n| *n != usize::MAX).collect(), search.trapped)
}

/// Tarjan's search for strongly connected components, with an explicit stack.
struct Search {
    /// Blocks with a counter and exactly one way in.
    counted: Vec<bool>,
    number: Vec<usize>,
    low: Vec<usize>,
    open: Vec<Block>,
    is_open: Vec<bool>,
    trapped: Vec<usize>,
    count: usize,
}

impl Search {
    fn run(&mut self, graph: &FlowGraph, successors: &[Vec<usize>]) {
        let mut stack = vec![(graph.entry, 0)];
        self.enter(graph.entry);
        while let Some((block, next)) = stack.last_mut() {
            let block = *block;
            if let Some(&edge) = successors[block].get(*next) {
                *next += 1;
                let to = graph.edges[edge].1;
                if self.number[to] == usize::MAX {
                    self.enter(to);
                    stack.push((to, 0));
                } else if self.is_open[to] {
                    self.low[block] = self.low[block].min(self.number[to]);
                }
            } else {
                stack.pop();
                if let Some((parent, _)) = stack.last() {
                    self.low[*parent] = self.low[*parent].min(self.low[block]);
                }
                self.close(graph, successors, block);
            }
        }
    }

    fn enter(&mut self, block: Block) {
        (self.number[block], self.low[block]) = (self.count, self.count);
        self.count += 1;
        self.open.push(block);
        self.is_open[block] = true;
    }

    /// Pops the component whose first block is `block`, if it is one; notes the edge for the stop when nothing
    /// leaves it.
    fn close(&mut self, graph: &FlowGraph, successors: &[Vec<usize>], block: Block) {
        if self.low[block] != self.number[block] {
            return;
        }
        let start = self.open.iter().rposition(|b| *b == block).unwrap_or(0);
        let component = self.open.split_off(start);
        let first = self.number[block];
        let inside = |to: Block| self.is_open[to] && self.number[to] >= first;
        let edges = || component.iter().flat_map(|b| successors[*b].iter().copied());
        if edges().all(|e| inside(graph.edges[e].1)) {
            let is_jump = |e: &usize| successors[graph.edges[*e].0].len() == 1;
            let to_counted = edges().find(|e| is_jump(e) && self.counted[graph.edges[*e].1]);
            self.trapped.extend(to_counted.or_else(|| edges().find(|e| graph.edges[*e].1 == block)));
        }
        for member in component {
            self.is_open[member] = false;
        }
    }
}
