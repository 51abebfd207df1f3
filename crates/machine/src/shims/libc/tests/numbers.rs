//! Square roots of `long double`, steps towards one, powers by squaring, complex products.

use super::Library;
use crate::float80;
use crate::shims::libc::libm::extended;
use trine_base::Stream;
use trine_ir::Type;

#[cfg(target_arch = "x86_64")]
#[test]
fn square_roots_of_long_doubles_are_the_native_ones() {
    let mut stream = Stream::new(90, "roots");
    let native = extended::lookup("sqrtl").expect("a function of the library");
    let exponents = [0, 1, 2, 16_382, 16_383, 16_384, 32_766, 32_767];
    for round in 0..40_000 {
        let exponent = match round % 3 {
            0 => exponents[stream.position(exponents.len())],
            _ => stream.below(0x7FFF),
        };
        let fraction = match round % 5 {
            0 => 0,
            1 => stream.below(16),
            _ => stream.below(1 << 63),
        };
        let integer_bit = if exponent == 0 { 0 } else { 1 << 63 };
        let sign = u128::from(stream.below(16) == 0) << 79;
        let bits = sign | u128::from(exponent) << 64 | u128::from(integer_bit | fraction);
        // SAFETY: a function of one long double.
        let expected = unsafe { extended::call(native, [bits, 0, 0], 0) };
        assert_eq!(float80::sqrt(bits), expected, "{bits:#x}");
    }
}

fn of_double(library: &mut Library, name: &str, args: &[(Type, u128)]) -> f64 {
    f64::from_bits(library.call_typed(name, args, args.len()).expect("numbers") as u64)
}

fn double(value: f64) -> (Type, u128) {
    (Type::F64, u128::from(value.to_bits()))
}

#[test]
fn a_step_towards_a_long_double_is_one_towards_its_side() {
    let mut library = Library::new();
    let mut toward = |x: f64, y: u128| of_double(&mut library, "nexttoward", &[double(x), (Type::F80, y)]);
    assert_eq!(toward(1.0, float80::from_f64(2.0)), 1.0_f64.next_up());
    assert_eq!(toward(1.0, float80::from_f64(-2.0)), 1.0_f64.next_down());
    assert_eq!(toward(1.0, float80::from_f64(1.0)), 1.0);
    // One unit in the last place of the long double, which no double can tell from 1.
    assert_eq!(toward(1.0, float80::from_f64(1.0) + 1), 1.0_f64.next_up());
    assert!(toward(1.0, float80::from_f64(f64::NAN)).is_nan());
}

#[test]
fn powers_multiply_and_complex_products_have_two_parts() {
    let mut library = Library::new();
    let exponent = |value: i32| (Type::Int(32), u128::from(value as u32));
    assert_eq!(of_double(&mut library, "__powidf2", &[double(1.5), exponent(3)]), 3.375);
    assert_eq!(of_double(&mut library, "__powidf2", &[double(2.0), exponent(-2)]), 0.25);
    assert_eq!(of_double(&mut library, "__powidf2", &[double(0.0), exponent(0)]), 1.0);
    let product = [1.0, 2.0, 3.0, 4.0].map(double);
    assert_eq!(of_double(&mut library, "__muldc3", &product), -5.0);
    assert_eq!(of_double(&mut library, "cabs", &[double(3.0), double(4.0)]), 5.0);
}

#[test]
fn the_sign_of_gamma_is_told_by_a_variable() {
    let mut library = Library::with_variables(&[("signgam", 4)]);
    let place = library.machine.global_address(trine_ir::GlobalId(0));
    of_double(&mut library, "lgamma", &[double(-0.5)]);
    assert_eq!(library.machine.memory().read_uint(place, 4).expect("a variable") as i32, -1);
    of_double(&mut library, "lgamma", &[double(3.0)]);
    assert_eq!(library.machine.memory().read_uint(place, 4).expect("a variable") as i32, 1);
}
