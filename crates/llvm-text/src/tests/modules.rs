//! Headers, and what stands beside them.

use super::super::ast::*;
use super::{header, module};

#[test]
fn function_headers_keep_what_matters() {
    let function = header(
        "%pair = type { i32, i64 }\ndefine internal hidden fastcc noundef nonnull align 8 dereferenceable(16) ptr @\"a b\"(\
         ptr dead_on_unwind noalias writable sret(%pair) align 8 captures(none) initializes((0, 16)) %ret, i8 noundef signext \"k\"=\"v\" %0, \
         i32 range(i32 0, 5) %x, ptr byval(%pair) nocapture %b, ptr elementtype(i32) %e, ...) unnamed_addr #0 section \"s\" comdat($c) align 16 \
         gc \"g\" personality ptr @p !dbg !7 !prof !8 {\n  ret ptr null\n}\ndeclare i32 @p(...)\nattributes #0 = { noreturn memory(none) uwtable(sync) \
         allocsize(0,1) \"alloc-family\"=\"malloc\" \"x\" }\n!7 = !{}\n",
    );
    assert_eq!(&*function.name, "a b");
    assert_eq!((function.linkage, function.visibility), (Linkage::Internal, Visibility::Hidden));
    assert_eq!(function.calling_convention.as_deref(), Some("fastcc"));
    assert!(function.result_attrs.has(ParamFlags::NOUNDEF) && function.result_attrs.align == 8);
    assert!(function.params[0].attrs.sret().is_some() && function.params[0].attrs.has(ParamFlags::NOALIAS));
    assert_eq!(function.params[1].name, LocalName::Number(0));
    assert!(function.params[1].attrs.has(ParamFlags::SIGNEXT));
    assert_eq!(function.params[2].attrs.range(), Some((0, 5)));
    assert!(function.params[3].attrs.byval().is_some() && function.params[4].attrs.elementtype().is_some());
    assert!(
        function.vararg && function.attrs.noreturn && function.attrs.memory_none && !function.attrs.nounwind
    );
    assert_eq!((function.section.as_deref(), function.align), (Some("s"), Some(16)));
    assert_eq!((function.personality.as_deref(), function.dbg), (Some("p"), Some(MetadataId(7))));
}

#[test]
fn attributes_nobody_knows_yet_are_skipped() {
    let function = header(
        "define brandnew(1, {2}) newlinkage i32 @f(i32 future futurer(<1>) noundef %x) tomorrow(a: b) { ret i32 %x }\n",
    );
    assert!(function.params[0].attrs.has(ParamFlags::NOUNDEF));
}

#[test]
fn globals_keep_what_matters() {
    let module = module(
        "$c = comdat any\n@a = internal thread_local(initialexec) unnamed_addr constant [2 x i8] c\"x\\00\", section \"s\", comdat($c), align 16, !dbg !1, !type !2\n\
         @b = external dso_local externally_initialized global i32, align 4 #0\n@0 = private global ptr @a\n\
         @w = extern_weak global i8\n@al = weak hidden alias i32 (i32), ptr @f\n@if = ifunc void (), ptr @f\ndeclare void @f()\n!1 = !{}\n",
    );
    let a = &module.globals()[0];
    assert!(a.thread_local && a.constant && a.has_initializer);
    assert_eq!((a.section.as_deref(), a.align, &a.dbg[..]), (Some("s"), Some(16), &[MetadataId(1)][..]));
    let b = &module.globals()[1];
    assert!(!b.has_initializer && b.externally_initialized && !b.constant && !b.thread_local);
    assert_eq!(module.initializer(GlobalId(1)), Ok(None));
    assert_eq!(module.symbol("0"), Some(Symbol::Global(GlobalId(2))));
    assert!(!module.globals()[3].has_initializer);
    assert_eq!(module.aliases()[1].kind, AliasKind::IFunc);
    assert_eq!(
        module.alias_target(AliasId(0)).map(|c| c.value),
        Ok(Constant::Symbol(Symbol::Function(FuncId(0))))
    );
}

#[test]
fn the_rest_of_the_top_level_is_kept_or_skipped() {
    let module = module(
        "; ModuleID = 'x'\nsource_filename = \"a\\20b.c\"\ntarget datalayout = \"e-i64:64\"\ntarget triple = \"x86_64-pc-linux-gnu\"\n\
         module asm \".globl x\"\nmodule asm \"x:\"\n^0 = module: (path: \"\", hash: (0, 0))\n%t = type opaque\ndeclare void @f()\nuselistorder ptr @f, { 1, 0 }\n",
    );
    assert_eq!((module.source_filename(), module.triple()), (Some("a b.c"), Some("x86_64-pc-linux-gnu")));
    assert_eq!(module.module_asm().iter().map(|line| &**line).collect::<Vec<_>>(), [".globl x", "x:"]);
    assert_eq!(module.structs()[0].definition, None);
}

#[test]
fn types_may_be_used_before_they_are_defined() {
    let module = module(
        "%a = type { ptr, %b, [2 x %b] }\n%b = type <{ i8, i32 }>\n%f = type { void (i32, ...)* }\n@x = global %a zeroinitializer\n",
    );
    assert_eq!(module.layout().size_of(module.globals()[0].ty), Some(24));
}

#[test]
fn equal_types_have_equal_ids() {
    let module = module(
        "@a = global { i32, <2 x float> } zeroinitializer\n@b = global {i32,<2 x float>} undef\n@c = global <{ i32, <2 x float> }> undef\n",
    );
    let ty = |index: usize| module.globals()[index].ty;
    assert_eq!(ty(0), ty(1));
    assert_ne!(ty(0), ty(2));
}

#[test]
fn bodies_may_stand_on_one_line() {
    let module = module(
        "define i32 @f(i32 %x) { %r = add i32 %x, 1 ret i32 %r }\ndefine { i32, i32 } @g({ i32 } %a) { unreachable }\n  declare void @h()\n",
    );
    assert_eq!(module.functions().len(), 3);
    for (id, function) in module.function_ids().take(2) {
        assert!(module.body(id).is_ok_and(|body| body.is_some()), "{}", function.name);
    }
    assert_eq!(module.body(FuncId(2)), Ok(None));
}

#[test]
fn one_bad_body_does_not_cost_the_others() {
    let module = module("define void @f() {\n  frobnicate\n}\n\ndefine void @g() {\n  ret void\n}\n");
    let error = module.body(FuncId(0)).expect_err("no such instruction");
    assert_eq!((error.line, error.column), (2, 3));
    assert!(module.body(FuncId(1)).is_ok());
}

#[test]
fn modules_are_shared_between_threads() {
    let text: String = (0..64)
        .map(|i| {
            format!(
                "define void @f{i}(i{}  %x) {{\n  %p = alloca [{i} x i{}]\n  ret void\n}}\n",
                i + 1,
                i + 200
            )
        })
        .collect();
    let module = module(&text);
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                for (id, _) in module.function_ids() {
                    let body = module.body(id).expect("readable").expect("a body");
                    let Op::Alloca { ty, .. } = body.blocks[0].instructions[0].op else { panic!() };
                    assert!(matches!(module.ty(ty), Type::Array { len, .. } if *len == u64::from(id.0)));
                }
            });
        }
    });
}
