//! Foreign, truncated and damaged text: a clear error, never a panic.

use super::super::ast::*;
use super::super::{Module, ReadError};
use super::refused;

const VALID: &str = r#"; ModuleID = 'a.c'
source_filename = "a.c"
target datalayout = "e-m:e-i64:64-i128:128-f80:128"
%s = type { i32, [2 x %t], ptr }
%t = type <{ i8, x86_fp80 }>
@a = internal global [3 x i8] c"a\00\22", align 1, !dbg !1
@b = global %s { i32 1, [2 x %t] zeroinitializer, ptr getelementptr inbounds (i8, ptr @a, i64 1) }
@c = alias i32 (i32), ptr @f
declare i32 @llvm.x(ptr, metadata)
define i32 @f(i32 noundef %x) #0 personality ptr @llvm.x !dbg !2 {
entry:
  %p = alloca %s, i64 2, align 8
    #dbg_declare(ptr %p, !3, !DIExpression(), !4)
  %c = icmp eq i32 %x, -1
  br i1 %c, label %a, label %b, !dbg !4
a:                                                ; preds = %entry
  %r = invoke i32 @llvm.x(ptr %p, metadata !"x") to label %b unwind label %u
b:
  %m = phi i32 [ %x, %entry ], [ %r, %a ]
  switch i32 %m, label %a2 [ i32 0, label %a2 ]
a2:
  %v = call i32 asm sideeffect "nop", "=r"() #0, !dbg !DILocation(line: 1, scope: !2), !srcloc !5
  ret i32 %v
u:
  %l = landingpad { ptr, i32 } cleanup
  resume { ptr, i32 } %l
}
attributes #0 = { nounwind memory(none) "k"="v" }
!llvm.x = !{!1, !2}
!1 = !DIGlobalVariableExpression(var: !5, expr: !DIExpression())
!2 = distinct !DISubprogram(name: "f", scope: null, flags: DIFlagA | DIFlagB, unit: !5)
!3 = !DILocalVariable(name: "p", arg: 1, scope: !2)
!4 = !DILocation(line: 4, column: 2, scope: !2, inlinedAt: !4)
!5 = !{i32 1, !"x", !{!3, null}, i64 -5}
"#;

/// Reads everything there is; errors are fine.
fn read_all(text: &str) -> Result<(), ReadError> {
    let module = Module::parse(text, "damaged.ll")?;
    let mut result = Ok(());
    for index in 0..module.functions().len() {
        result = result.and(module.body(FuncId::from_index(index)).map(drop));
    }
    for (index, global) in module.globals().iter().enumerate() {
        result = result.and(module.initializer(GlobalId::from_index(index)).map(drop));
        module.layout().offset_of(global.ty, 1);
        module.layout().size_of(global.ty);
    }
    for index in 0..module.aliases().len() {
        result = result.and(module.alias_target(AliasId::from_index(index)).map(drop));
    }
    for number in 0..10 {
        result = result.and(
            module
                .metadata(MetadataId(number))
                .map(drop)
                .or_else(|error| if number == 0 || number > 5 { Ok(()) } else { Err(error) }),
        );
        let _ = module.frames(&DebugLocation::Id(MetadataId(number)));
        let _ = module.debug::<super::super::debug::DIType>(MetadataId(number));
    }
    let _ = module.named_metadata("llvm.x");
    result
}

#[test]
fn the_undamaged_text_is_read() {
    assert_eq!(read_all(VALID), Ok(()));
}

#[test]
fn a_text_cut_anywhere_never_panics_and_is_noticed() {
    for end in 0..VALID.len() - 1 {
        assert!(
            read_all(&VALID[..end]).is_err(),
            "cut at {end} goes unnoticed: …{}",
            &VALID[end.saturating_sub(40)..end]
        );
    }
}

/// A small generator of numbers, so that the test is the same everywhere.
fn next(state: &mut u64) -> usize {
    *state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
    (*state >> 33) as usize
}

#[test]
fn changed_removed_and_repeated_bytes_never_panic() {
    let mut state = 1;
    let alphabet = b"%@!#$^\"\\{}[]()<>,=*|:;. \n0123456789-xiabcpt\xC3\xA9";
    for _ in 0..8_000 {
        let mut bytes = VALID.as_bytes().to_vec();
        for _ in 0..1 + next(&mut state) % 3 {
            let at = next(&mut state) % bytes.len();
            match next(&mut state) % 4 {
                0 => drop(bytes.remove(at)),
                1 => bytes.insert(at, alphabet[next(&mut state) % alphabet.len()]),
                2 => {
                    let end = (at + next(&mut state) % 60).min(bytes.len());
                    let copy = bytes[at..end].to_vec();
                    bytes.splice(at..at, copy);
                }
                _ => bytes[at] = alphabet[next(&mut state) % alphabet.len()],
            }
        }
        let _ = read_all(&String::from_utf8_lossy(&bytes));
    }
}

#[test]
fn random_tokens_never_panic() {
    let words = [
        "define",
        "declare",
        "@f",
        "(",
        ")",
        "{",
        "}",
        "i32",
        "%x",
        "=",
        "\n",
        "!0",
        "!{",
        "\"s\"",
        "c\"",
        "[",
        "]",
        "<",
        ">",
        "ptr",
        ",",
        "add",
        "ret",
        "void",
        "label",
        "x:",
        "-",
        "0x",
        "99999999999999999999",
        "type",
        "%t",
        "global",
        "getelementptr",
        "4",
        "x",
        "#0",
        "attributes",
        "...",
        "asm",
        "switch",
        "phi",
        "align",
        "metadata",
        "!DIFile(",
        "a:",
        "null",
        "alias",
        "constant",
        "splat",
    ];
    let mut state = 7;
    for _ in 0..8_000 {
        let mut text = String::from("@g = global i32 0\n%t = type { ptr }\ndefine void @f(i32 %x) {\n");
        for _ in 0..next(&mut state) % 40 {
            text.push_str(words[next(&mut state) % words.len()]);
            text.push(' ');
        }
        text.push_str("\n}\n");
        let _ = read_all(&text);
        let _ = read_all(&text[58..]);
    }
}

#[test]
fn deep_nesting_is_refused_without_deep_recursion() {
    for (open, close) in [("[1 x ", "]"), ("{ ", " }"), ("<{ ", " }>"), ("void (", ")")] {
        let said = refused(&format!(
            "@x = global {}i32{} zeroinitializer\n",
            open.repeat(100_000),
            close.repeat(100_000)
        ));
        assert!(said.contains("nesting deeper than 200 levels"), "{said}");
    }
    let nested = format!("@x = global i32 {}1{}\n", "sub (i32 ".repeat(100_000), ", i32 1)".repeat(100_000));
    assert!(read_all(&nested).is_err());
    assert!(read_all(&format!("!1 = {}{}\n", "!{".repeat(100_000), "}".repeat(100_000))).is_err());
    let chain: String =
        (0..50_000).map(|i| format!("%t{i} = type {{ %t{}, %t{} }}\n", i + 1, i + 1)).collect();
    let module = super::module(&format!("{chain}%t50000 = type {{ i8 }}\n@x = external global %t0\n"));
    assert_eq!(module.layout().size_of(module.globals()[0].ty), None);
}

#[test]
fn foreign_files_are_named_as_such() {
    for text in [
        "",
        "\n\n",
        "; only a comment\n",
        "int main(void) { return 0; }\n",
        "#include <stdio.h>\n",
        "\u{1}\u{2}%$#\"",
        "\"",
        "{}",
        "!",
    ] {
        let said = refused(text);
        assert!(said.contains("not LLVM IR text") || text == "!", "{text:?}: {said}");
        assert!(said.starts_with("test.ll:"), "{said}");
    }
    let bytes =
        |bytes: &[u8]| Module::parse_bytes(bytes.to_vec(), "x.o").map(drop).expect_err("foreign").to_string();
    assert!(bytes(b"\x7FELF\x02\x01\x01\0\xFF\xFE").contains("an ELF object"));
    assert!(bytes(b"BC\xC0\xDE\x35").contains("LLVM bitcode"));
    assert!(bytes(b"; x\n\xFF").contains("x.o:2:1: not LLVM IR text"));
}

#[test]
fn a_file_cut_at_a_line_is_noticed() {
    let said = refused("define void @f() #0 {\n  ret void\n}\n");
    assert!(
        said.contains("attribute group `#0` is not defined in this file, which may be cut short"),
        "{said}"
    );
    let said = refused("define void @f() !dbg !4 {\n  ret void\n}\n!1 = !{}\n");
    assert!(said.contains("`@f` refers to !4, which is not in this file: it is cut short"), "{said}");
    let said = refused("define void @f() {\n  ret void\n");
    assert!(said.contains("test.ll:1:1: the text ends inside the function that starts here"), "{said}");
}

#[test]
fn names_may_span_lines() {
    let module = super::module("@\"a\nb\" = global i32 0\n@c = global i32 1\n");
    assert_eq!(module.globals().iter().map(|global| global.line).collect::<Vec<_>>(), [1, 3]);
}

#[test]
fn names_are_unique() {
    assert!(refused("@a = global i32 0\ndeclare void @a()\n").contains("`@a` is defined twice"));
    assert!(refused("!1 = !{}\n!1 = !{}\n").contains("!1 is defined twice"));
}
