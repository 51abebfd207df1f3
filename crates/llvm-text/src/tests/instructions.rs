//! Every instruction, alone on its line.

use super::super::ast::*;
use super::{body_of, instruction, refused_body, with_body};

fn op(line: &str) -> Op {
    instruction(line).op
}

fn terminator(lines: &str) -> TerminatorKind {
    let body = body_of(&with_body(lines), "f").unwrap_or_else(|error| panic!("{error}"));
    body.blocks[0].terminator.kind.clone()
}

#[test]
fn binary_operators_keep_their_flags() {
    for word in ["add", "sub", "mul", "shl"] {
        let Op::Binary { op, flags, rhs, .. } = op(&format!("%r = {word} nuw nsw i32 %i, 7")) else {
            panic!()
        };
        assert_eq!((op.keyword(), flags.nuw, flags.nsw), (word, true, true));
        assert_eq!(rhs, Value::Constant(Constant::Int(7)));
    }
    let Op::Binary { flags, .. } = op("%r = or disjoint i32 %i, 1") else { panic!() };
    assert!(flags.disjoint && !flags.exact);
    let Op::Binary { flags, .. } = op("%r = sdiv exact i32 %i, 4") else { panic!() };
    assert!(flags.exact && !flags.disjoint);
    let Op::Binary { op: BinaryOp::FRem, fast_math, .. } = op("%r = frem nnan contract double %d, 1.0")
    else {
        panic!()
    };
    assert!(fast_math.nnan && fast_math.contract && !fast_math.ninf);
}

#[test]
fn fast_means_all_fast_math_flags() {
    let Op::FNeg { fast_math, .. } = op("%r = fneg fast double %d") else { panic!() };
    assert!(fast_math.nnan && fast_math.ninf && fast_math.nsz && fast_math.arcp);
    assert!(fast_math.contract && fast_math.afn && fast_math.reassoc);
}

#[test]
fn comparisons_yield_i1_or_a_vector_of_it() {
    for word in ["eq", "ne", "ugt", "uge", "ult", "ule", "sgt", "sge", "slt", "sle"] {
        let Op::ICmp { predicate, samesign, .. } = op(&format!("%r = icmp samesign {word} i32 %i, -1"))
        else {
            panic!()
        };
        assert_eq!((predicate.keyword(), samesign), (word, true));
    }
    for word in ["false", "oeq", "ord", "une", "uno", "true"] {
        let Op::FCmp { predicate, .. } = op(&format!("%r = fcmp {word} double %d, %d")) else { panic!() };
        assert_eq!(predicate.keyword(), word);
    }
    let module =
        with_body("  %a = icmp eq i32 %i, 0\n  %b = icmp eq <4 x i32> %v, zeroinitializer\n  ret void");
    let body = body_of(&module, "f").expect("a body");
    let of = |name: &str| {
        let local = body.locals.iter().find(|local| local.name == LocalName::Name(name.into()));
        module.ty(local.expect("a local").ty).clone()
    };
    assert_eq!(of("a"), Type::Int(1));
    let Type::Vector { element, len: 4, .. } = of("b") else { panic!("{:?}", of("b")) };
    assert_eq!(*module.ty(element), Type::Int(1));
}

#[test]
fn every_conversion_is_read() {
    for (word, from, to) in [
        ("trunc nuw nsw", "i32 %i", "i8"),
        ("zext nneg", "i32 %i", "i64"),
        ("sext", "i32 %i", "i64"),
        ("fptrunc", "double %d", "float"),
        ("fpext", "double %d", "x86_fp80"),
        ("fptoui", "double %d", "i32"),
        ("fptosi", "double %d", "i32"),
        ("uitofp nneg", "i32 %i", "double"),
        ("sitofp", "i32 %i", "double"),
        ("ptrtoint", "ptr %p", "i64"),
        ("ptrtoaddr", "ptr %p", "i64"),
        ("inttoptr", "i64 %l", "ptr"),
        ("bitcast", "i64 %l", "double"),
        ("addrspacecast", "ptr %p", "ptr addrspace(1)"),
    ] {
        let Op::Cast { op, flags, .. } = op(&format!("%r = {word} {from} to {to}")) else { panic!("{word}") };
        assert_eq!(op.keyword(), word.split(' ').next().unwrap_or_default());
        assert_eq!(
            (flags.nneg, flags.nuw, flags.nsw),
            (word.contains("nneg"), word.contains("nuw"), word.contains("nsw"))
        );
    }
}

#[test]
fn getelementptr_keeps_flags_type_and_indices() {
    let Op::GetElementPtr(gep) =
        op("%r = getelementptr inbounds nuw inrange(-8, 16) %pair, ptr %p, i64 %l, i32 1, !dbg !7, !tbaa !8")
    else {
        panic!()
    };
    assert_eq!(gep.flags, GepFlags { inbounds: true, nuw: true, nusw: false });
    assert_eq!(gep.indices.len(), 2);
    assert_eq!(gep.indices[1].value, Value::Constant(Constant::Int(1)));
}

#[test]
fn memory_accesses_keep_volatile_ordering_and_alignment() {
    let Op::Load(load) =
        op("%r = load atomic volatile i32, ptr %p syncscope(\"agent\") acquire, align 4, !dbg !3")
    else {
        panic!()
    };
    assert_eq!((load.volatile, load.atomic, load.align), (true, Some(AtomicOrdering::Acquire), Some(4)));
    let Op::Store(store) = op("store i32 7, ptr @g, align 4") else { panic!() };
    assert_eq!((store.volatile, store.atomic, store.align), (false, None, Some(4)));
    assert_eq!(store.pointer.value, Value::Constant(Constant::Symbol(Symbol::Global(GlobalId(0)))));
    let Op::Fence { ordering } = op("fence syncscope(\"singlethread\") seq_cst") else { panic!() };
    assert_eq!(ordering, AtomicOrdering::SeqCst);
    let Op::CmpXchg(cmpxchg) =
        op("%r = cmpxchg weak volatile ptr %p, i32 %i, i32 1 acq_rel monotonic, align 4")
    else {
        panic!()
    };
    assert!(cmpxchg.weak && cmpxchg.volatile);
    assert_eq!((cmpxchg.success, cmpxchg.failure), (AtomicOrdering::AcqRel, AtomicOrdering::Monotonic));
    let Op::AtomicRmw(rmw) = op("%r = atomicrmw uinc_wrap ptr %p, i32 1 monotonic, align 4") else {
        panic!()
    };
    assert_eq!((rmw.op, rmw.ordering), (AtomicRmwOp::UIncWrap, AtomicOrdering::Monotonic));
}

#[test]
fn allocas_may_have_a_count_and_an_alignment() {
    let Op::Alloca { count, align, inalloca, .. } =
        op("%r = alloca inalloca i8, i64 %l, align 16, addrspace(5)")
    else {
        panic!()
    };
    assert!(count.is_some() && inalloca);
    assert_eq!(align, Some(16));
    let Op::Alloca { count, align, .. } = op("%r = alloca %pair") else { panic!() };
    assert_eq!((count, align), (None, None));
}

#[test]
fn calls_keep_convention_attributes_and_function_type() {
    let Op::Call(call) = op(
        "%r = tail call fastcc noundef range(i32 0, 5) i32 (i32, ...) @callee(i32 noundef signext %i, \
         ptr byval(%pair) align 8 %p, double 1.0) nounwind memory(none) \"k\"=\"v\" [ \"deopt\"(i32 1), \"x\"() ], !dbg !1",
    ) else {
        panic!()
    };
    assert_eq!(call.tail, TailKind::Tail);
    assert_eq!(call.calling_convention.as_deref(), Some("fastcc"));
    assert!(call.result_attrs.has(ParamFlags::NOUNDEF));
    assert_eq!(call.result_attrs.range(), Some((0, 5)));
    assert_eq!(call.callee, Callee::Value(Value::Constant(Constant::Symbol(Symbol::Function(FuncId(0))))));
    assert!(call.args[0].attrs.has(ParamFlags::SIGNEXT) && call.args[1].attrs.byval().is_some());
    assert_eq!(call.args[1].attrs.align, 8);
    assert_eq!(call.args.len(), 3);
    assert!(call.attrs.nounwind && call.attrs.memory_none && !call.attrs.noreturn);
    assert_eq!(call.bundles.iter().map(|bundle| &*bundle.tag).collect::<Vec<_>>(), ["deopt", "x"]);
}

#[test]
fn calls_go_to_pointers_and_inline_assembly_too() {
    let Op::Call(call) = op("call void %p(i32 %i)") else { panic!() };
    assert!(matches!(call.callee, Callee::Value(Value::Local(_))));
    let Op::Call(call) =
        op("%r = call i32 asm sideeffect inteldialect \"mov $1, $0\\0A\", \"=r,r\"(i32 %i) nounwind")
    else {
        panic!()
    };
    let Callee::Asm(asm) = call.callee else { panic!() };
    assert_eq!((&*asm.code, &*asm.constraints, asm.side_effect), ("mov $1, $0\n", "=r,r", true));
}

#[test]
fn the_attributes_of_a_call_end_where_the_next_instruction_starts() {
    let body = body_of(&with_body("call void %p() nounwind ret void"), "f").expect("a body");
    assert_eq!(body.instruction_count(), 2);
}

#[test]
fn values_are_taken_apart_and_put_together() {
    let Op::ExtractValue { indices, .. } = op("%r = extractvalue { i32, i64 } %s, 1, !dbg !2") else {
        panic!()
    };
    assert_eq!(indices, [1]);
    let Op::InsertValue { indices, .. } = op("%r = insertvalue { i32, i64 } poison, i32 %i, 0") else {
        panic!()
    };
    assert_eq!(indices, [0]);
    assert!(matches!(op("%r = extractelement <4 x i32> %v, i64 %l"), Op::ExtractElement { .. }));
    assert!(matches!(op("%r = insertelement <4 x i32> %v, i32 1, i32 0"), Op::InsertElement { .. }));
    let Op::ShuffleVector { mask, .. } =
        op("%r = shufflevector <4 x i32> %v, <4 x i32> poison, <2 x i32> <i32 0, i32 poison>")
    else {
        panic!()
    };
    assert!(matches!(mask.value, Value::Constant(Constant::Vector(lanes)) if lanes.len() == 2));
    assert!(matches!(op("%r = select i1 %c, i32 1, i32 %i"), Op::Select { .. }));
    assert!(matches!(op("%r = freeze i128 %w"), Op::Freeze { .. }));
    assert!(matches!(op("%r = va_arg ptr %p, double"), Op::VaArg { .. }));
}

#[test]
fn terminators_name_their_targets_in_the_order_of_the_text() {
    let kind = terminator("br i1 %c, label %late, label %early\nearly:\n ret void\nlate:\n br label %early");
    let TerminatorKind::CondBr { on_true, on_false, .. } = kind else { panic!() };
    assert_eq!((on_true, on_false), (BlockId(2), BlockId(1)));
    let kind = terminator(
        "switch i8 -1, label %d [ i8 -1, label %x\n i8 2, label %d ]\nx:\n ret void\nd:\n ret void",
    );
    let TerminatorKind::Switch { default, cases, .. } = kind else { panic!() };
    assert_eq!((default, cases), (BlockId(2), vec![(255, BlockId(1)), (2, BlockId(2))]));
    let kind = terminator("indirectbr ptr %p, [label %x, label %x]\nx:\n ret void");
    assert!(
        matches!(kind, TerminatorKind::IndirectBr { targets, .. } if targets == [BlockId(1), BlockId(1)])
    );
    assert_eq!(terminator("unreachable, !dbg !2"), TerminatorKind::Unreachable);
}

#[test]
fn invokes_and_landing_pads_unwind() {
    let lines = "%r = invoke i32 @callee(i32 1) #dbg\n to label %ok unwind label %bad, !dbg !5\nok:\n ret void\nbad:\n \
                 %e = landingpad { ptr, i32 }\n cleanup\n catch ptr null\n filter [1 x ptr] [ptr @g]\n resume { ptr, i32 } %e";
    let body = body_of(&with_body(&lines.replace("#dbg", "nounwind")), "f")
        .unwrap_or_else(|error| panic!("{error}"));
    let Terminator { result: Some(_), kind: TerminatorKind::Invoke { normal, unwind, .. }, dbg, .. } =
        &body.blocks[0].terminator
    else {
        panic!()
    };
    assert_eq!((*normal, *unwind, dbg), (BlockId(1), BlockId(2), &Some(DebugLocation::Id(MetadataId(5)))));
    let Op::LandingPad { cleanup: true, clauses, .. } = &body.blocks[2].instructions[0].op else { panic!() };
    assert!(matches!(clauses[..], [LandingPadClause::Catch(_), LandingPadClause::Filter(_)]));
}

#[test]
fn funclets_and_callbr_are_read() {
    let lines = "callbr void asm \"\", \"!i\"()\n to label %a [label %b]\na:\n ret void\nb:\n \
                 %sw = catchswitch within none [label %h] unwind to caller\nh:\n %p1 = catchpad within %sw [ptr null, i32 64]\n \
                 catchret from %p1 to label %a\nz:\n %p2 = cleanuppad within none []\n cleanupret from %p2 unwind label %z";
    let body = body_of(&with_body(lines), "f").unwrap_or_else(|error| panic!("{error}"));
    let kinds: Vec<_> =
        body.blocks.iter().map(|block| std::mem::discriminant(&block.terminator.kind)).collect();
    assert_eq!(kinds.len(), 5);
    assert!(matches!(body.blocks[2].terminator.kind, TerminatorKind::CatchSwitch { unwind: None, .. }));
    assert!(matches!(
        body.blocks[4].terminator.kind,
        TerminatorKind::CleanupRet { unwind: Some(BlockId(4)), .. }
    ));
}

#[test]
fn debug_records_are_read_in_both_forms() {
    for line in [
        "#dbg_declare(ptr %p, !12, !DIExpression(DW_OP_plus_uconst, 8), !13)",
        "call void @llvm.dbg.declare(metadata ptr %p, metadata !12, metadata !DIExpression(DW_OP_plus_uconst, 8)), !dbg !13",
    ] {
        let text = format!(
            "declare void @llvm.dbg.declare(metadata, metadata, metadata)\ndefine void @f(ptr %p) {{\n  {line}\n  ret void\n}}\n"
        );
        let body = body_of(&super::module(&text), "f").unwrap_or_else(|error| panic!("{error}"));
        let Op::Debug(record) = &body.blocks[0].instructions[0].op else { panic!("{line}") };
        assert_eq!(record.kind, DebugRecordKind::Declare);
        assert!(
            matches!(&record.operands[0], Meta::Value(operand) if operand.value == Value::Local(LocalId(0)))
        );
        assert_eq!(record.operands[1], Meta::Id(MetadataId(12)));
        let Meta::Inline(expression) = &record.operands[2] else { panic!() };
        assert_eq!(expression.fields()[1].value, Meta::Int(8));
        assert_eq!(body.instruction_count(), 1);
    }
    let Op::Debug(record) = op("#dbg_value(!DIArgList(i32 %i, i64 5), !2, !DIExpression(), !3)") else {
        panic!()
    };
    assert_eq!((record.kind, record.operands.len()), (DebugRecordKind::Value, 4));
    let Op::Debug(record) = op("#dbg_of_the_future(!1)") else { panic!() };
    assert_eq!(record.kind, DebugRecordKind::Other);
}

#[test]
fn numbers_count_parameters_blocks_and_results() {
    let module = super::module(
        "define i32 @f(i32 %0, i32) {\n  %3 = add i32 %0, %1\n  br label %4\n\n4:\n  call i32 @f(i32 %3, i32 1)\n  ret i32 %5\n}\n",
    );
    let body = body_of(&module, "f").unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(body.blocks.iter().map(|block| block.name.to_string()).collect::<Vec<_>>(), ["%2", "%4"]);
    assert_eq!(
        body.locals.iter().map(|local| local.name.to_string()).collect::<Vec<_>>(),
        ["%0", "%1", "%3", "%5"]
    );
}

#[test]
fn a_quoted_number_is_a_name() {
    let body = body_of(
        &with_body("%\"0\" = add i32 %i, 1\n%0 = add i32 %\"0\", 2\n%\"a b\\22\" = add i32 %0, 3\nret void"),
        "f",
    );
    let body = body.unwrap_or_else(|error| panic!("{error}"));
    let names: Vec<_> = body.locals[8..].iter().map(|local| local.name.clone()).collect();
    assert_eq!(names, [LocalName::Name("0".into()), LocalName::Number(0), LocalName::Name("a b\"".into())]);
}

#[test]
fn instructions_know_their_line_and_location() {
    let instruction =
        instruction("%r = add i32 %i, 1, !range !9, !dbg !DILocation(line: 4, scope: !2), !srcloc !5");
    assert_eq!(instruction.line, 6);
    let Some(DebugLocation::Inline(node)) = instruction.dbg else { panic!() };
    assert_eq!((node.int("line"), node.node("scope")), (Some(4), Some(MetadataId(2))));
}

#[test]
fn what_is_wrong_in_a_body_is_said() {
    for (lines, message) in [
        ("%r = add i32 %i, %nowhere\nret void", "%nowhere is never defined"),
        ("br label %nowhere", "%nowhere is never defined"),
        ("%r = frobnicate i32 %i\nret void", "expected an instruction, found `frobnicate`"),
        ("%r = add i32 %i, 1\n%r = add i32 %i, 2\nret void", "%r is defined twice"),
        ("%r = add %unknown %i, 1\nret void", "the type `%unknown` is not defined"),
        ("call void @unknown()\nret void", "`@unknown` is neither defined nor declared"),
        ("%r = extractvalue { i32, i64 } %s, 2\nret void", "there is no field 2 here"),
        ("%r = store i32 1, ptr %p\nret void", "%r names the result of an instruction that has none"),
        ("%r = add i32 %i, 1", "expected an instruction"),
    ] {
        let said = refused_body(lines);
        assert!(said.contains(message), "{said} must contain {message}");
        assert!(said.contains("the others are not affected"), "{said}");
    }
}
