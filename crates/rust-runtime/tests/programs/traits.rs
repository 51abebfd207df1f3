//! Traits: objects behind pointers, generics, associated types, operators, defaults, downcasts.
use std::any::Any;
use std::collections::BTreeMap;
use std::fmt::{self, Debug, Display};
use std::ops::{Add, AddAssign, Index, Mul, Neg};

trait Animal {
    fn name(&self) -> String;
    fn legs(&self) -> u32 {
        4
    }
    fn describe(&self) -> String {
        format!("{} on {} legs", self.name(), self.legs())
    }
}

struct Dog;
struct Bird {
    kind: &'static str,
}

impl Animal for Dog {
    fn name(&self) -> String {
        "dog".into()
    }
}

impl Animal for Bird {
    fn name(&self) -> String {
        self.kind.to_uppercase()
    }
    fn legs(&self) -> u32 {
        2
    }
}

#[derive(Clone, Copy, Debug, Default, PartialEq, PartialOrd)]
struct Vector {
    x: f64,
    y: f64,
}

impl Add for Vector {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Self { x: self.x + other.x, y: self.y + other.y }
    }
}
impl Mul<f64> for Vector {
    type Output = Self;
    fn mul(self, factor: f64) -> Self {
        Self { x: self.x * factor, y: self.y * factor }
    }
}
impl Neg for Vector {
    type Output = Self;
    fn neg(self) -> Self {
        self * -1.0
    }
}
impl AddAssign for Vector {
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}
impl Display for Vector {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "({:.1}, {:.1})", self.x, self.y)
    }
}

struct Grid<T, const W: usize> {
    cells: Vec<T>,
}
impl<T, const W: usize> Index<(usize, usize)> for Grid<T, W> {
    type Output = T;
    fn index(&self, (row, column): (usize, usize)) -> &T {
        &self.cells[row * W + column]
    }
}

trait Visitor {
    type Output: Debug;
    fn visit(&mut self, node: &Node) -> Self::Output;
}
enum Node {
    Leaf(i32),
    Sum(Vec<Node>),
}
struct Total;
struct Depth(usize);
impl Visitor for Total {
    type Output = i32;
    fn visit(&mut self, node: &Node) -> i32 {
        match node {
            Node::Leaf(value) => *value,
            Node::Sum(nodes) => nodes.iter().map(|node| self.visit(node)).sum(),
        }
    }
}
impl Visitor for Depth {
    type Output = usize;
    fn visit(&mut self, node: &Node) -> usize {
        self.0 += 1;
        match node {
            Node::Leaf(_) => 1,
            Node::Sum(nodes) => 1 + nodes.iter().map(|node| self.visit(node)).max().unwrap_or(0),
        }
    }
}

fn largest<T: PartialOrd + Copy>(items: &[T]) -> Option<T> {
    items.iter().copied().reduce(|a, b| if b > a { b } else { a })
}

fn what(value: &dyn Any) -> String {
    match (value.downcast_ref::<i32>(), value.downcast_ref::<String>()) {
        (Some(number), _) => format!("number {number}"),
        (_, Some(text)) => format!("text {text}"),
        _ => "something else".to_owned(),
    }
}

fn main() {
    let zoo: Vec<Box<dyn Animal>> = vec![Box::new(Dog), Box::new(Bird { kind: "sparrow" })];
    zoo.iter().for_each(|animal| println!("{}", animal.describe()));
    let mut at = Vector { x: 1.0, y: 2.0 } + Vector::default() * 3.0;
    at += -Vector { x: 0.5, y: 0.25 };
    println!("{at} {at:?} {:?}", at.partial_cmp(&Vector { x: 0.5, y: f64::NAN }));
    let grid: Grid<char, 3> = Grid { cells: "abcdef".chars().collect() };
    println!("{} {}", grid[(0, 2)], grid[(1, 0)]);
    let tree = Node::Sum(vec![Node::Leaf(4), Node::Sum(vec![Node::Leaf(5), Node::Leaf(-2)]), Node::Leaf(1)]);
    let mut depth = Depth(0);
    println!("{:?} {:?} {}", Total.visit(&tree), depth.visit(&tree), depth.0);
    println!("{:?} {:?} {:?}", largest(&[1.5, -2.0]), largest(&['x', 'z', 'y']), largest::<u8>(&[]));
    println!("{} {} {}", what(&7_i32), what(&"t".to_owned()), what(&1_u8));
    let operations: BTreeMap<&str, Box<dyn Fn(i32) -> i32>> = BTreeMap::from([
        ("double", Box::new(|n| n * 2) as Box<dyn Fn(i32) -> i32>),
        ("square", Box::new(|n| n * n)),
        ("plus", { let by = zoo.len() as i32; Box::new(move |n| n + by) }),
    ]);
    println!("{:?}", operations.iter().map(|(name, f)| format!("{name} {}", f(9))).collect::<Vec<_>>());
}
