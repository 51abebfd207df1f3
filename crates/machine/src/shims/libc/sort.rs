//! `stdlib.h` and `search.h`, sorting and searching with comparisons by the code under test.
//!
//! `qsort` is glibc's merge sort: stable, and comparing the same elements in the same order. C promises neither: in a moved
//! layout a function that the test answers for is asked once more.
//! Elements of more than 32 bytes are sorted through pointers and moved once at the end.

use super::{Shim, ShimContext, ShimResult, nothing, shim, word};
use crate::fault::Stop;
use crate::memory::function_at;
use trine_ir::Type;

pub(super) const SHIMS: &[Shim] = &[
    shim("qsort", |context| sort(context, None)),
    shim("qsort_r", |context| sort(context, Some(context.word(4)))),
    shim("bsearch", binary_search),
    shim("lfind", |context| linear_search(context, false)),
    shim("lsearch", |context| linear_search(context, true)),
];

/// glibc sorts elements above this size through pointers.
const DIRECT_BYTES: u64 = 32;

/// The order of elements: a function, and what `qsort_r` passes on to it.
#[derive(Clone, Copy)]
struct Order {
    function: u64,
    extra: Option<u64>,
}

impl Order {
    /// Whether a test says what the function answers.
    fn is_stub(self, context: &ShimContext<'_>) -> bool {
        let function = function_at(self.function);
        function.is_some_and(|function| {
            context.program().callables.get(function).is_some_and(|callable| !callable.defined)
        })
    }

    fn compare(self, context: &mut ShimContext<'_>, a: u64, b: u64) -> Result<i32, Stop> {
        let args = [a, b, self.extra.unwrap_or(0)].map(|bits| (Type::Ptr, u128::from(bits)));
        let count = if self.extra.is_some() { 3 } else { 2 };
        let returns = context.call_back(self.function, &args[..count])?;
        Ok(returns.first().unwrap_or(0) as i32)
    }
}

/// `void qsort(void *base, size_t count, size_t size, int (*compare)(const void *, const void *))`
fn sort(context: &mut ShimContext<'_>, extra: Option<u64>) -> ShimResult {
    let (base, count, size) = (context.word(0), context.word(1), context.word(2));
    let order = Order { function: context.word(3), extra };
    if count == 0 || size == 0 {
        return nothing();
    }
    // The elements must be there before the first comparison, and where there is none.
    let total = count.saturating_mul(size);
    context.bytes(base, total)?;
    if count == 1 {
        return nothing();
    }
    if context.machine.config.layout.moved && order.is_stub(context) {
        // How often it is asked, and of what, C leaves open; the sanitizers ask once more.
        order.compare(context, base, base + size)?;
    }
    let scratch = context.scratch(total)?;
    if size > DIRECT_BYTES {
        let mut pointers: Vec<u64> = (0..count).map(|index| base + index * size).collect();
        sort_pointers(context, &mut pointers, order)?;
        for (index, &pointer) in pointers.iter().enumerate() {
            context.copy(scratch + index as u64 * size, pointer, size)?;
        }
        context.copy(base, scratch, total)?;
    } else {
        sort_elements(context, base, count, size, scratch, order)?;
    }
    context.free(scratch)?;
    nothing()
}

/// Sorts `count` elements in place, merging in `scratch`.
fn sort_elements(
    context: &mut ShimContext<'_>,
    base: u64,
    count: u64,
    size: u64,
    scratch: u64,
    order: Order,
) -> Result<(), Stop> {
    if count < 2 {
        return Ok(());
    }
    let middle = base + count / 2 * size;
    sort_elements(context, base, count / 2, size, scratch, order)?;
    sort_elements(context, middle, count - count / 2, size, scratch, order)?;
    let end = base + count * size;
    let (mut left, mut right, mut merged) = (base, middle, scratch);
    while left < middle && right < end {
        let from = if order.compare(context, left, right)? <= 0 { &mut left } else { &mut right };
        context.copy(merged, *from, size)?;
        *from += size;
        merged += size;
    }
    context.copy(merged, left, middle - left)?;
    merged += middle - left;
    // What is left on the right is in its place.
    context.copy(base, scratch, merged - scratch)
}

/// Sorts pointers to elements.
fn sort_pointers(context: &mut ShimContext<'_>, pointers: &mut [u64], order: Order) -> Result<(), Stop> {
    if pointers.len() < 2 {
        return Ok(());
    }
    let middle = pointers.len() / 2;
    sort_pointers(context, &mut pointers[..middle], order)?;
    sort_pointers(context, &mut pointers[middle..], order)?;
    let (left, right) = pointers.split_at(middle);
    let (mut i, mut j) = (0, 0);
    let mut merged = Vec::with_capacity(pointers.len());
    while i < left.len() && j < right.len() {
        if order.compare(context, left[i], right[j])? <= 0 {
            merged.push(left[i]);
            i += 1;
        } else {
            merged.push(right[j]);
            j += 1;
        }
    }
    merged.extend(&left[i..]);
    merged.extend(&right[j..]);
    pointers.copy_from_slice(&merged);
    Ok(())
}

/// `void *bsearch(const void *key, const void *base, size_t count, size_t size, compare)`
fn binary_search(context: &mut ShimContext<'_>) -> ShimResult {
    let (key, base, size) = (context.word(0), context.word(1), context.word(3));
    let order = Order { function: context.word(4), extra: None };
    let (mut low, mut high) = (0, context.word(2));
    while low < high {
        let middle = low.wrapping_add(high) / 2;
        let element = base.wrapping_add(middle.wrapping_mul(size));
        match order.compare(context, key, element)? {
            0 => return word(element),
            ..0 => high = middle,
            _ => low = middle + 1,
        }
    }
    word(0)
}

/// `void *lfind(const void *key, const void *base, size_t *count, size_t size, compare)`;
/// `lsearch` appends the key where it is missing.
fn linear_search(context: &mut ShimContext<'_>, append: bool) -> ShimResult {
    let (key, base, count_at, size) = (context.word(0), context.word(1), context.word(2), context.word(3));
    let order = Order { function: context.word(4), extra: None };
    let count = context.read(count_at, 8)? as u64;
    let mut element = base;
    for _ in 0..count {
        if order.compare(context, key, element)? == 0 {
            return word(element);
        }
        element = element.wrapping_add(size);
    }
    if !append {
        return word(0);
    }
    context.copy(element, key, size)?;
    context.write(count_at, 8, u128::from(count + 1))?;
    word(element)
}
