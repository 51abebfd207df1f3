//! Layers: edges that close a loop are turned round, then every node stands below all that lead to it.

/// The layers of a graph.
pub(crate) struct Ranked {
    /// By node.
    pub layer: Vec<usize>,
    /// By edge: whether it leads upwards.
    pub turned: Vec<bool>,
    /// The nodes in the order of the search that found them, which goes along edges in their order.
    pub first_seen: Vec<usize>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    New,
    /// On the way from the start.
    Open,
    Done,
}

impl Ranked {
    pub fn new(nodes: usize, edges: &[(usize, usize)]) -> Self {
        let mut leaving = vec![Vec::new(); nodes];
        for (edge, &(from, _)) in edges.iter().enumerate() {
            leaving[from].push(edge);
        }
        let mut ranked =
            Self { layer: vec![0; nodes], turned: vec![false; edges.len()], first_seen: Vec::new() };
        let mut state = vec![State::New; nodes];
        let mut finished = Vec::with_capacity(nodes);
        for start in 0..nodes {
            if state[start] == State::New {
                ranked.search(start, edges, &leaving, &mut state, &mut finished);
            }
        }
        // A node is finished after all that it leads to: backwards, all before a node come before it.
        for &node in finished.iter().rev() {
            for &edge in &leaving[node] {
                let to = edges[edge].1;
                if !ranked.turned[edge] && to != node {
                    ranked.layer[to] = ranked.layer[to].max(ranked.layer[node] + 1);
                }
            }
        }
        ranked
    }

    /// Parts layers that are wider than `most` into several, so that a switch of many cases does not make a drawing that nobody can look at: no
    /// edge runs within a layer, so none runs against its direction then. `widths` are those of the nodes.
    pub fn narrow(&mut self, widths: &[f64], most: f64) {
        let depth = self.layer.iter().max().map_or(0, |layer| layer + 1);
        let mut rows = vec![Vec::new(); depth];
        for &node in &self.first_seen {
            rows[self.layer[node]].push(node);
        }
        let mut layer = 0;
        for row in rows {
            let width: f64 = row.iter().map(|&node| widths[node]).sum();
            // Parts of about the same width.
            let part = width / (width / most).ceil().max(1.0);
            let (mut filled, mut parts) = (0.0, 0);
            for node in row {
                let at = ((filled / part) as usize).max(parts);
                parts = at;
                self.layer[node] = layer + at;
                filled += widths[node];
            }
            layer += parts + 1;
        }
    }

    fn search(
        &mut self,
        start: usize,
        edges: &[(usize, usize)],
        leaving: &[Vec<usize>],
        state: &mut [State],
        finished: &mut Vec<usize>,
    ) {
        let mut path = vec![(start, 0)];
        state[start] = State::Open;
        self.first_seen.push(start);
        while let Some((node, next)) = path.last_mut() {
            let Some(&edge) = leaving[*node].get(*next) else {
                state[*node] = State::Done;
                finished.push(*node);
                path.pop();
                continue;
            };
            *next += 1;
            let to = edges[edge].1;
            match state[to] {
                State::New => {
                    state[to] = State::Open;
                    self.first_seen.push(to);
                    path.push((to, 0));
                }
                State::Open => self.turned[edge] = to != edges[edge].0,
                State::Done => {}
            }
        }
    }
}
