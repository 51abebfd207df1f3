//! Sorting and searching: std's sorts against ours, on data from a generator of our own.
struct Generator(u64);
impl Generator {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }
}

fn quicksort<T: Ord + Clone>(items: &mut [T]) {
    if items.len() <= 1 {
        return;
    }
    let (mut store, last) = (0, items.len() - 1);
    items.swap(last / 2, last);
    for index in 0..last {
        if items[index] < items[last] {
            items.swap(index, store);
            store += 1;
        }
    }
    items.swap(store, last);
    let (left, right) = items.split_at_mut(store);
    quicksort(left);
    quicksort(&mut right[1..]);
}

fn merge_sort(items: &[u32]) -> Vec<u32> {
    if items.len() < 2 {
        return items.to_vec();
    }
    let (left, right) = items.split_at(items.len() / 2);
    let (left, right) = (merge_sort(left), merge_sort(right));
    let (mut i, mut j, mut merged) = (0, 0, Vec::with_capacity(items.len()));
    while i < left.len() && j < right.len() {
        if left[i] <= right[j] {
            merged.push(left[i]);
            i += 1;
        } else {
            merged.push(right[j]);
            j += 1;
        }
    }
    merged.extend_from_slice(&left[i..]);
    merged.extend_from_slice(&right[j..]);
    merged
}

fn checksum(items: &[u32]) -> u64 {
    items.iter().fold(14_695_981_039_346_656_037, |hash, &n| (hash ^ u64::from(n)).wrapping_mul(1_099_511_628_211))
}

fn main() {
    let mut generator = Generator(88_172_645_463_325_252);
    let data: Vec<u32> = (0..3_000).map(|_| (generator.next() % 10_000) as u32).collect();
    let (mut stable, mut unstable, mut ours) = (data.clone(), data.clone(), data.clone());
    stable.sort();
    unstable.sort_unstable();
    quicksort(&mut ours);
    let merged = merge_sort(&data);
    println!("{} {} {}", stable == unstable, stable == ours, stable == merged);
    println!("{:016x} {:?}", checksum(&stable), &stable[..8]);
    println!("{:?} {:?}", stable.binary_search(&stable[1234]).is_ok(), stable.binary_search(&10_001));
    println!("{}", stable.partition_point(|&n| n < 5_000));
    let mut pairs: Vec<(u32, usize)> = data.iter().take(200).map(|n| n % 10).zip(0..).collect();
    pairs.sort_by_key(|pair| pair.0);
    println!("{}", pairs.is_sorted());
    let mut words: Vec<String> = data.iter().take(40).map(|n| format!("w{:x}", n % 50)).collect();
    words.sort_unstable_by(|a, b| b.cmp(a));
    words.dedup();
    println!("{words:?}");
    let mut nth = data.clone();
    let (_, median, _) = nth.select_nth_unstable(1_500);
    println!("{median} {}", stable[1_500]);
    let mut reversed = stable.clone();
    reversed.reverse();
    reversed.sort_by_cached_key(|n| n.to_string());
    println!("{:?}", &reversed[..6]);
}
