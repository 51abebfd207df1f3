//! Metadata and its typed view.

use super::super::ast::*;
use super::super::debug::*;
use super::module;

const TEXT: &str = r#"!llvm.dbg.cu = !{!0}
!named\2Eoddly = !{}
!0 = distinct !DICompileUnit(language: DW_LANG_C11, file: !1, producer: "clang", isOptimized: false, emissionKind: FullDebug, globals: !20, nameTableKind: None)
!1 = !DIFile(filename: "a.c", directory: "/src", checksumkind: CSK_MD5, checksum: "00")
!2 = distinct !DISubprogram(name: "f", linkageName: "_f", scope: !1, file: !1, line: 3, type: !8, scopeLine: 4, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !0)
!3 = distinct !DILexicalBlock(scope: !2, file: !1, line: 5, column: 7)
!4 = !DILexicalBlockFile(scope: !3, file: !5, discriminator: 1)
!5 = !DIFile(filename: "/usr/include/h.h", directory: "")
!6 = !DILocation(line: 9, column: 2, scope: !4, inlinedAt: !7)
!7 = distinct !DILocation(line: 20, column: 1, scope: !12)
!8 = !DISubroutineType(types: !9)
!9 = !{null, !10, null}
!10 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!11 = !DIDerivedType(tag: DW_TAG_member, name: "a", scope: !13, file: !1, line: 6, baseType: !10, size: 3, offset: 5, flags: DIFlagBitField | DIFlagPublic, extraData: i64 -1)
!12 = distinct !DISubprogram(name: "g", scope: !1, file: !1, line: 19)
!13 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "s", file: !1, line: 6, size: 128, elements: !14, identifier: "_s")
!14 = !{!11, !"text", !{i32 7, null}, !16}
!15 = !DISubrange(count: !18, lowerBound: 0)
!16 = !DIEnumerator(name: "B", value: -2, isUnsigned: true)
!17 = !DILocalVariable(name: "x\22", arg: 2, scope: !2, file: !1, line: 3, type: !10)
!18 = distinct !DIGlobalVariable(name: "g", scope: !0, file: !1, line: 1, type: !10, isLocal: true, isDefinition: true)
!19 = !DIGlobalVariableExpression(var: !18, expr: !DIExpression(DW_OP_constu, 5, DW_OP_stack_value))
!20 = !{!19}
!21 = !DILocation(line: 1, scope: !22)
!22 = distinct !DILexicalBlock(scope: !22, file: !1)
!23 = distinct !DILocation(line: 1, scope: !2, inlinedAt: !23)
!24 = !DIFuture(thing: !{}, other: 1.5)
!30 = distinct !{!30,
  !20}
"#;

fn node<T: DebugNode>(id: u32) -> T {
    module(TEXT).debug(MetadataId(id)).unwrap_or_else(|error| panic!("{error}"))
}

#[test]
fn named_lists_lead_to_compile_units() {
    let module = module(TEXT);
    assert_eq!(module.named_metadata("llvm.dbg.cu"), Ok(vec![MetadataId(0)]));
    assert_eq!(module.named_metadata("named.oddly"), Ok(vec![]));
    assert_eq!(module.named_metadata("absent"), Ok(vec![]));
    let unit: DICompileUnit = node(0);
    assert_eq!(
        (&*unit.language, &*unit.producer, &unit.globals[..]),
        ("DW_LANG_C11", "clang", &[MetadataId(19)][..])
    );
}

#[test]
fn every_kind_of_node_has_its_fields() {
    let function: DISubprogram = node(2);
    assert_eq!(
        (&*function.name, &*function.linkage_name, function.line, function.scope_line),
        ("f", "_f", 3, 4)
    );
    assert_eq!(function.sp_flags, ["DISPFlagLocalToUnit".into(), "DISPFlagDefinition".into()]);
    assert_eq!(function.flags, ["DIFlagPrototyped".into()]);
    assert_eq!(node::<DISubroutineType>(8).types, [None, Some(MetadataId(10)), None]);
    let basic: DIBasicType = node(10);
    assert_eq!((&*basic.name, basic.size, &*basic.encoding), ("int", 32, "DW_ATE_signed"));
    let member: DIDerivedType = node(11);
    assert!(member.is_bitfield());
    assert_eq!((member.size, member.offset, member.base_type), (3, 5, Some(MetadataId(10))));
    assert!(
        matches!(member.extra_data, Some(Meta::Value(operand)) if operand.value == Value::Constant(Constant::Int(u64::MAX.into())))
    );
    let composite: DICompositeType = node(13);
    assert_eq!(
        (&*composite.tag, &composite.elements[..]),
        ("DW_TAG_structure_type", &[MetadataId(11), MetadataId(16)][..])
    );
    assert_eq!(node::<DISubrange>(15).count, Some(Bound::MetadataNode(MetadataId(18))));
    assert_eq!(node::<DIEnumerator>(16), DIEnumerator { name: "B".into(), value: -2, is_unsigned: true });
    let local: DILocalVariable = node(17);
    assert_eq!((&*local.name, local.arg), ("x\"", 2));
    assert!(node::<DIGlobalVariable>(18).is_local);
    assert_eq!(node::<DIGlobalVariableExpression>(19).variable, Some(MetadataId(18)));
    assert!(matches!(node::<DIType>(13), DIType::Composite(_)));
    assert_eq!(node::<DIFile>(1).path().to_str(), Some("/src/a.c"));
    assert_eq!(node::<DIFile>(5).path().to_str(), Some("/usr/include/h.h"));
}

#[test]
fn locations_lead_through_blocks_files_and_inlined_calls() {
    let frames =
        module(TEXT).frames(&DebugLocation::Id(MetadataId(6))).unwrap_or_else(|error| panic!("{error}"));
    let id = |n| Some(MetadataId(n));
    assert_eq!(
        frames,
        [
            Frame { line: 9, column: 2, file: id(5), subprogram: id(2) },
            Frame { line: 20, column: 1, file: id(1), subprogram: id(12) }
        ]
    );
}

#[test]
fn circles_end_with_an_error() {
    let module = module(TEXT);
    for (id, message) in [(21, "lies in itself"), (23, "inlined into itself")] {
        let error = module.frames(&DebugLocation::Id(MetadataId(id))).expect_err("a circle").to_string();
        assert!(error.contains(message), "{error}");
    }
}

#[test]
fn the_wrong_kind_is_named_with_its_line() {
    let module = module(TEXT);
    let error = module.debug::<DIFile>(MetadataId(10)).expect_err("no file");
    assert_eq!((error.what.as_str(), error.line), ("!10 must be a DIFile, but is DIBasicType", 13));
    assert!(module.metadata(MetadataId(99)).is_err_and(|error| error.what.contains("!99")));
}

#[test]
fn nodes_over_several_lines_and_with_gaps_are_found() {
    let module = module(TEXT);
    let node = module.metadata(MetadataId(30)).expect("readable");
    assert!(node.distinct);
    assert_eq!(node.elements(), [Meta::Id(MetadataId(30)), Meta::Id(MetadataId(20))]);
}

#[test]
fn one_bad_node_does_not_cost_the_others() {
    let module = module(TEXT);
    assert!(module.metadata(MetadataId(24)).is_err());
    assert!(module.metadata(MetadataId(30)).is_ok());
}
