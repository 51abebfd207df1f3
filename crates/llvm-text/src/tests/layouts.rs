//! Sizes and offsets against what `sizeof` and `offsetof` say on x86-64.

use super::module;

const CLANG: &str = "target datalayout = \"e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128\"\n";

/// Size, stored size and alignment of a type.
fn extent(ty: &str) -> Option<(u64, u64, u64)> {
    let module = module(&format!(
        "{CLANG}%s = type {{ i8, i64, i8 }}\n%o = type opaque\n%r = type {{ %r }}\n@x = external global {ty}\n"
    ));
    let ty = module.globals()[0].ty;
    let layout = module.layout();
    Some((layout.size_of(ty)?, layout.store_size_of(ty)?, layout.align_of(ty)?))
}

#[test]
fn scalars_have_the_sizes_of_the_platform() {
    for (ty, expected) in [
        ("i1", (1, 1, 1)),
        ("i7", (1, 1, 1)),
        ("i24", (4, 3, 4)),
        ("i33", (8, 5, 8)),
        ("i64", (8, 8, 8)),
        ("i65", (16, 9, 16)),
        ("i128", (16, 16, 16)),
        ("half", (2, 2, 2)),
        ("double", (8, 8, 8)),
        ("x86_fp80", (16, 10, 16)),
        ("fp128", (16, 16, 16)),
        ("ptr", (8, 8, 8)),
        ("<4 x i32>", (16, 16, 16)),
        ("<3 x float>", (16, 12, 16)),
        ("<4 x i1>", (1, 1, 1)),
        ("[3 x i24]", (12, 12, 4)),
        ("{ i8, i32, i16 }", (12, 12, 4)),
        ("<{ i8, i32, i16 }>", (7, 7, 1)),
        ("%s", (24, 24, 8)),
        ("{ i8, %s, x86_fp80 }", (48, 48, 16)),
        ("[0 x i64]", (0, 0, 8)),
        ("{}", (0, 0, 1)),
    ] {
        assert_eq!(extent(ty), Some(expected), "{ty}");
    }
}

#[test]
fn types_without_a_size_say_so() {
    for ty in
        ["%o", "%r", "{ i8, %o }", "[18446744073709551615 x i64]", "<vscale x 4 x i32>", "target(\"x\", 1)"]
    {
        assert_eq!(extent(ty), None, "{ty}");
    }
}

#[test]
fn the_string_decides_the_alignment_of_i128() {
    let text = CLANG.replace("-i128:128", "");
    let module = module(&format!("{text}@x = external global i128\n"));
    assert_eq!(module.layout().align_of(module.globals()[0].ty), Some(8));
    assert!(module.layout().data().little_endian());
}

#[test]
fn fields_lie_where_offsetof_says() {
    let module = module(&format!(
        "{CLANG}%s = type {{ i8, i64, [2 x i16], ptr }}\n@x = external global %s\n@y = external global <{{ i8, i32 }}>\n"
    ));
    let layout = module.layout();
    let ty = module.globals()[0].ty;
    let offsets: Vec<_> = (0..5).map(|index| layout.offset_of(ty, index)).collect();
    assert_eq!(offsets, [Some(0), Some(8), Some(16), Some(24), None]);
    assert_eq!(layout.offset_of(module.globals()[1].ty, 1), Some(1));
    let array = layout.field_type(ty, 2).expect("a field");
    assert_eq!(layout.offset_of(array, 3), Some(6));
}
