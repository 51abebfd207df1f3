//! Shared ownership and raw memory: boxes, counted and weak references, cells, pinned places, manual allocation.
use std::alloc::{Layout, alloc, alloc_zeroed, dealloc, realloc};
use std::borrow::Cow;
use std::cell::{Cell, OnceCell, RefCell};
use std::mem::{self, ManuallyDrop, MaybeUninit};
use std::rc::{Rc, Weak};

struct Node {
    name: &'static str,
    parent: RefCell<Weak<Node>>,
    children: RefCell<Vec<Rc<Node>>>,
}
impl Drop for Node {
    fn drop(&mut self) {
        println!("drop {}", self.name);
    }
}

struct Stack<T> {
    head: Option<Box<Link<T>>>,
}
struct Link<T> {
    item: T,
    next: Option<Box<Link<T>>>,
}
impl<T> Stack<T> {
    fn push(&mut self, item: T) {
        let next = self.head.take();
        self.head = Some(Box::new(Link { item, next }));
    }
    fn pop(&mut self) -> Option<T> {
        let link = self.head.take()?;
        self.head = link.next;
        Some(link.item)
    }
}

fn shout(text: &str) -> Cow<'_, str> {
    if text.chars().any(char::is_lowercase) { Cow::Owned(text.to_uppercase()) } else { Cow::Borrowed(text) }
}

fn main() {
    let root = Rc::new(Node { name: "root", parent: RefCell::default(), children: RefCell::default() });
    for name in ["left", "right"] {
        let child = Rc::new(Node { name, parent: RefCell::default(), children: RefCell::default() });
        *child.parent.borrow_mut() = Rc::downgrade(&root);
        root.children.borrow_mut().push(child);
    }
    let right = Rc::clone(&root.children.borrow()[1]);
    println!("{:?} {} {}", right.parent.borrow().upgrade().map(|node| node.name), Rc::strong_count(&right), Rc::weak_count(&root));
    drop(root);
    println!("{}", right.parent.borrow().upgrade().is_none());

    let mut stack = Stack { head: None };
    (0..5).for_each(|n| stack.push(Box::new(n * n)));
    println!("{:?} {:?}", stack.pop(), std::iter::from_fn(|| stack.pop()).map(|n| *n).sum::<i32>());

    let layout = Layout::array::<u32>(4).unwrap();
    unsafe {
        let first = alloc_zeroed(layout).cast::<u32>();
        (0..4).for_each(|n| first.add(n).write(n as u32 * 11 + *first.add(n)));
        let grown = realloc(first.cast(), layout, 64).cast::<u32>();
        println!("{:?} {}", std::slice::from_raw_parts(grown, 4), grown.align_offset(4));
        dealloc(grown.cast(), Layout::from_size_align(64, 4).unwrap());
        let aligned = alloc(Layout::from_size_align(100, 64).unwrap());
        println!("{}", aligned as usize % 64);
        dealloc(aligned, Layout::from_size_align(100, 64).unwrap());
    }
    let mut places: [MaybeUninit<String>; 2] = [const { MaybeUninit::uninit() }; 2];
    places.iter_mut().enumerate().for_each(|(n, place)| { place.write(format!("place {n}")); });
    println!("{:?}", places.map(|place| unsafe { place.assume_init() }));
    let kept = ManuallyDrop::new(String::from("kept"));
    println!("{} {} {}", *kept, mem::size_of::<Option<Box<u8>>>(), mem::align_of::<u128>());
    let (mut a, mut b) = (vec![1], vec![2, 3]);
    mem::swap(&mut a, &mut b);
    println!("{a:?} {:?} {:?}", mem::take(&mut b), mem::replace(&mut a, Vec::new()).len());
    println!("{} {}", shout("quiet"), matches!(shout("LOUD"), Cow::Borrowed(_)));
    let (cell, once) = (Cell::new(5), OnceCell::new());
    println!("{} {} {}", cell.replace(6), cell.get(), once.get_or_init(|| cell.take()));
    let shared: Rc<[i32]> = Rc::from(vec![1, 2, 3]);
    let mut own = Rc::clone(&shared);
    Rc::make_mut(&mut own)[0] = 9;
    println!("{shared:?} {own:?} {}", Rc::ptr_eq(&shared, &own));
    let bytes: [u8; 8] = unsafe { mem::transmute(0x0102_0304_0506_0708_u64) };
    println!("{bytes:?} {:?}", u32::from_be_bytes([1, 2, 3, 4]));
    let boxed: Box<dyn Fn(&str) -> usize> = Box::new(str::len);
    println!("{}", boxed("four"));
}
