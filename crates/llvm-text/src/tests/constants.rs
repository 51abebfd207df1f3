//! Constants as initializers of globals.

use super::super::ast::*;
use super::constant;

fn value(text: &str) -> Constant {
    constant(text).value
}

#[test]
fn scalars_are_read() {
    for (text, expected) in [
        ("i8 -1", Constant::Int(255)),
        ("i1 true", Constant::Int(1)),
        ("i128 -170141183460469231731687303715884105728", Constant::Int(1 << 127)),
        ("i32 u0xFF", Constant::Int(255)),
        ("ptr null", Constant::Null),
        ("i32 undef", Constant::Undef),
        ("<2 x i32> poison", Constant::Poison),
        ("%pair zeroinitializer", Constant::Zero),
        ("double 1.5", Constant::Float(FloatBits::Double(1.5_f64.to_bits()))),
        ("float 0x3FB99999A0000000", Constant::Float(FloatBits::Float(0.1_f32.to_bits()))),
        ("x86_fp80 0xK3FFFC000000000000000", Constant::Float(FloatBits::X86Fp80(0x3FFF_C000_0000_0000_0000))),
        ("double +nan(0x1)", Constant::Float(FloatBits::Double(0x7FF8_0000_0000_0001))),
        (
            "i256 115792089237316195423570985008687907853269984665640564039457584007913129639935",
            Constant::WideInt(
                "115792089237316195423570985008687907853269984665640564039457584007913129639935".into(),
            ),
        ),
    ] {
        assert_eq!(value(text), expected, "{text}");
    }
}

#[test]
fn strings_are_bytes() {
    assert_eq!(value("[5 x i8] c\"a\\00\\22\\\\\\FF\", align 1"), Constant::Bytes((*b"a\0\"\\\xFF").into()));
}

#[test]
fn aggregates_are_lists() {
    let Constant::Struct(fields) =
        value("<{ i8, [2 x i32] }> <{ i8 1, [2 x i32] [i32 2, i32 3] }>, section \"x\"")
    else {
        panic!()
    };
    assert_eq!(fields[0].value, Constant::Int(1));
    assert!(matches!(&fields[1].value, Constant::Array(elements) if elements.len() == 2));
    assert!(matches!(value("<2 x i8> <i8 1, i8 2>"), Constant::Vector(lanes) if lanes.len() == 2));
    assert!(
        matches!(value("<2 x i8> splat (i8 7)"), Constant::Splat(lane) if lane.value == Constant::Int(7))
    );
    assert_eq!(value("{} {}"), Constant::Struct(Vec::new()));
}

#[test]
fn expressions_keep_operator_flags_and_operands() {
    let Constant::Expr(expression) = value("ptr getelementptr inbounds nuw (i8, ptr @g, i64 4), align 8")
    else {
        panic!()
    };
    let ConstExpr::GetElementPtr { flags, indices, .. } = *expression else { panic!() };
    assert!(flags.inbounds && flags.nuw);
    assert_eq!(indices[0].value, Constant::Int(4));
    let text = "i64 sub (i64 ptrtoint (ptr @g to i64), i64 ptrtoint (ptr getelementptr ([2 x i32], ptr @g, i64 0, i64 1) to i64))";
    let Constant::Expr(expression) = value(text) else { panic!() };
    let ConstExpr::Binary { op: BinaryOp::Sub, lhs, .. } = *expression else { panic!() };
    let Constant::Expr(cast) = lhs.value else { panic!() };
    assert!(matches!(*cast, ConstExpr::Cast { op: CastOp::PtrToInt, .. }));
    assert!(matches!(value("ptr ptrauth (ptr @g, i32 2)"),
        Constant::Expr(e) if matches!(&*e, ConstExpr::Other { name, operands } if &**name == "ptrauth" && operands.len() == 2)));
    assert_eq!(value("ptr dso_local_equivalent @g"), Constant::Symbol(Symbol::Global(GlobalId(0))));
}

#[test]
fn block_addresses_name_function_and_block() {
    let module = super::module(
        "@x = global ptr blockaddress(@f, %\"a b\")\ndefine void @f() {\n  br label %\"a b\"\n\"a b\":\n  ret void\n}\n",
    );
    let constant = module.initializer(GlobalId(0)).expect("readable").expect("an initializer");
    let Constant::BlockAddress { function, block } = constant.value else { panic!() };
    let body = module.body(function).expect("readable").expect("a body");
    assert_eq!(body.block_named(&block), Some(BlockId(1)));
}

#[test]
fn one_bad_constant_does_not_cost_the_others() {
    let module = super::module("@a = global i32 frob (1)\n@b = global i32 5\n@c = global i32 @nowhere\n");
    assert!(module.initializer(GlobalId(0)).is_err());
    assert_eq!(module.initializer(GlobalId(1)).map(|c| c.map(|c| c.value)), Ok(Some(Constant::Int(5))));
    let error = module.initializer(GlobalId(2)).expect_err("undefined");
    assert_eq!((error.line, error.column), (3, 18));
}
