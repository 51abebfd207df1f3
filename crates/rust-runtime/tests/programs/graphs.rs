//! Graphs: shortest ways, spanning trees, topological order, flood fill, and the queens on their board.
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet, BinaryHeap, HashMap, VecDeque};

type Graph = BTreeMap<u32, Vec<(u32, u64)>>;

fn graph(nodes: u32) -> Graph {
    let mut graph = Graph::new();
    for from in 0..nodes {
        for step in [1, 7, 13] {
            let (to, weight) = ((from * step + 3) % nodes, u64::from((from * 31 + step * 17) % 23 + 1));
            graph.entry(from).or_default().push((to, weight));
            graph.entry(to).or_default().push((from, weight));
        }
    }
    graph
}

fn distances(graph: &Graph, start: u32) -> HashMap<u32, u64> {
    let mut known = HashMap::new();
    let mut heap = BinaryHeap::from([(Reverse(0), start)]);
    while let Some((Reverse(distance), node)) = heap.pop() {
        if known.contains_key(&node) {
            continue;
        }
        known.insert(node, distance);
        for &(next, weight) in &graph[&node] {
            if !known.contains_key(&next) {
                heap.push((Reverse(distance + weight), next));
            }
        }
    }
    known
}

fn spanning_tree(graph: &Graph) -> (usize, u64) {
    let mut edges: Vec<(u64, u32, u32)> =
        graph.iter().flat_map(|(a, to)| to.iter().map(move |(b, weight)| (*weight, *a, *b))).collect();
    edges.sort_unstable();
    let mut parents: Vec<u32> = (0..graph.len() as u32).collect();
    fn root(parents: &mut [u32], node: u32) -> u32 {
        if parents[node as usize] != node {
            parents[node as usize] = root(parents, parents[node as usize]);
        }
        parents[node as usize]
    }
    edges.iter().fold((0, 0), |(count, total), &(weight, a, b)| {
        let (a, b) = (root(&mut parents, a), root(&mut parents, b));
        if a == b {
            return (count, total);
        }
        parents[a as usize] = b;
        (count + 1, total + weight)
    })
}

fn order(needs: &[(&'static str, &[&'static str])]) -> Result<Vec<&'static str>, String> {
    let mut open: BTreeMap<&str, BTreeSet<&str>> =
        needs.iter().map(|(name, needs)| (*name, needs.iter().copied().collect())).collect();
    let mut done = Vec::new();
    while let Some(next) = needs.iter().map(|need| need.0).find(|name| open.get(name).is_some_and(BTreeSet::is_empty)) {
        open.remove(next);
        open.values_mut().for_each(|needs| {
            needs.remove(next);
        });
        done.push(next);
    }
    if open.is_empty() { Ok(done) } else { Err(format!("a circle among {:?}", open.keys().collect::<Vec<_>>())) }
}

fn fill(map: &mut [Vec<char>], start: (usize, usize)) -> usize {
    let (mut queue, mut count) = (VecDeque::from([start]), 0);
    while let Some((row, column)) = queue.pop_front() {
        if map.get(row).and_then(|line| line.get(column)) != Some(&'.') {
            continue;
        }
        map[row][column] = '~';
        count += 1;
        queue.extend([(row + 1, column), (row, column + 1)]);
        queue.extend(row.checked_sub(1).map(|row| (row, column)));
        queue.extend(column.checked_sub(1).map(|column| (row, column)));
    }
    count
}

fn queens(size: usize, placed: &mut Vec<usize>) -> usize {
    let row = placed.len();
    if row == size {
        return 1;
    }
    (0..size)
        .map(|column| {
            let free = placed.iter().enumerate().all(|(r, &c)| c != column && row - r != c.abs_diff(column));
            if !free {
                return 0;
            }
            placed.push(column);
            let count = queens(size, placed);
            placed.pop();
            count
        })
        .sum()
}

fn main() {
    let graph = graph(120);
    let found = distances(&graph, 0);
    println!("{} reached, farthest {:?}", found.len(), found.iter().map(|(n, d)| (*d, *n)).max());
    println!("{:?}", spanning_tree(&graph));
    println!("{:?}", order(&[("link", &["compile", "assemble"]), ("compile", &["parse"]), ("parse", &[]), ("assemble", &["compile"])]));
    println!("{:?}", order(&[("a", &["b"]), ("b", &["a"]), ("c", &[])]));
    let mut map: Vec<Vec<char>> = ["..#...", ".##.#.", "....#.", "###..."].iter().map(|line| line.chars().collect()).collect();
    println!("{}", fill(&mut map, (0, 0)));
    map.iter().for_each(|line| println!("{}", line.iter().collect::<String>()));
    println!("{}", queens(6, &mut Vec::new()));
}
