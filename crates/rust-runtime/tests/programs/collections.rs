//! The collections of std: a shop's stock in maps, sets, queues and heaps.
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet, BinaryHeap, HashMap, HashSet, LinkedList, VecDeque};

fn main() {
    let mut stock: HashMap<String, u32> = HashMap::new();
    for (index, name) in ["bolt", "nut", "washer", "screw", "nail", "bolt", "nut"].iter().enumerate() {
        *stock.entry((*name).to_owned()).or_insert(0) += index as u32 + 1;
    }
    for number in 0..500 {
        stock.insert(format!("part {number}"), number * 7 % 13);
    }
    stock.retain(|name, count| !name.ends_with('9') && *count < 12);
    let mut sorted: Vec<_> = stock.iter().collect();
    sorted.sort();
    println!("{} kinds, first {:?}, last {:?}", sorted.len(), sorted[0], sorted[sorted.len() - 1]);

    let mut tree: BTreeMap<i64, &str> = BTreeMap::new();
    for number in (0..1000).rev() {
        tree.insert(number * 37 % 1009, if number % 2 == 0 { "even" } else { "odd" });
    }
    println!("{:?}", tree.range(100..110).collect::<Vec<_>>());
    let upper = tree.split_off(&500);
    println!("{} below, {} above, {:?} {:?}", tree.len(), upper.len(), tree.last_key_value(), upper.first_key_value());

    let a: BTreeSet<u8> = (0..40).step_by(3).collect();
    let b: BTreeSet<u8> = (0..40).step_by(5).collect();
    println!("{:?} {:?} {:?}", a.intersection(&b).collect::<Vec<_>>(), &a - &b, (&a ^ &b).len());

    let mut queue: VecDeque<u32> = (1..=5).collect();
    queue.rotate_left(2);
    queue.push_front(9);
    for _ in 0..20 {
        let first = queue.pop_front().unwrap_or(0);
        queue.push_back(first + 1);
    }
    println!("{queue:?} {:?}", queue.iter().rev().take(2).collect::<Vec<_>>());

    let mut heap = BinaryHeap::new();
    for number in [5, 1, 8, 3, 9, 2] {
        heap.push(Reverse(number));
    }
    let order: Vec<i32> = std::iter::from_fn(|| heap.pop().map(|Reverse(number)| number)).collect();
    println!("{order:?}");

    let mut list: LinkedList<&str> = ["x", "y"].into();
    list.push_front("w");
    list.append(&mut ["z"].into());
    println!("{list:?}");

    let words: HashSet<&str> = "the quick brown fox jumps over the lazy dog the end".split(' ').collect();
    let mut words: Vec<_> = words.into_iter().collect();
    words.sort_by_key(|word| (word.len(), *word));
    println!("{words:?}");
}
