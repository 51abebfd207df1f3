//! Arithmetic at its edges: checked, wrapping and saturating operations, and the panics of unchecked ones.
use std::hint::black_box;
use std::panic::catch_unwind;

macro_rules! attempt {
    ($($what:expr),* $(,)?) => {
        $(println!("{}: {:?}", stringify!($what), catch_unwind(|| $what).map_err(|p| {
            p.downcast_ref::<&str>().map(|s| (*s).to_owned()).or_else(|| p.downcast_ref::<String>().cloned())
        }));)*
    };
}

fn main() {
    let (max, min, zero, one) = (black_box(i32::MAX), black_box(i32::MIN), black_box(0), black_box(1));
    attempt!(
        max + one,
        min - one,
        max * black_box(2),
        -min,
        min / black_box(-1),
        min % black_box(-1),
        one / zero,
        one % zero,
        one << black_box(32),
        one >> black_box(33u8),
        min.abs(),
        black_box(2i32).pow(31),
        black_box(200u8) + black_box(100),
        black_box(3usize) - black_box(4),
        black_box(i128::MAX) + 1,
        black_box(u64::MAX) * 3,
        black_box([1u8, 2, 3]).iter().map(|n| n * 100).sum::<u8>(),
    );
    println!("{:?} {:?} {:?}", max.checked_add(1), min.checked_neg(), one.checked_shl(40));
    println!("{} {} {}", max.wrapping_add(1), min.wrapping_abs(), 200u8.wrapping_mul(3));
    println!("{} {} {}", max.saturating_add(1), min.saturating_sub(1), 5u8.saturating_sub(9));
    println!("{:?} {:?}", max.overflowing_mul(3), 0u16.overflowing_sub(1));
    println!("{} {}", (-7i32).div_euclid(2), (-7i32).rem_euclid(2));
    println!("{} {} {}", 300i32 as u8, -1i8 as u32, 3.99f32 as i32);
    println!("{} {} {}", f64::NAN as i32, f64::INFINITY as u8, -1e20f64 as i64);
    println!("{} {}", u128::MAX, i128::MIN);
    println!("{} {}", (1u128 << 100) / 7, ((1u128 << 100) + 5) % 1_000_000_007);
    println!("{} {} {}", 0xF0u8.count_ones(), 40u32.leading_zeros(), 40u64.trailing_zeros());
    println!("{:?} {:?}", u8::try_from(300), i8::try_from(-128i64));
    println!("{} {}", 12u32.isqrt(), 1_000u32.ilog10());
    println!("{}", black_box(u32::MAX).rotate_left(3) ^ 0x1234_5678u32.swap_bytes());
}
