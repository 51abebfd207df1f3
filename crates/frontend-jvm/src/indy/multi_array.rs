//! Arrays of arrays made by one instruction: a static method that makes the outermost array and fills it.
//!
//! ```text
//! static int[][] make(int a, int b) {
//!     int[][] array = new int[a][];
//!     if (b < 0) new int[b];               the exception comes even if there is nothing to fill
//!     for (int at = 0; at < a; at++) array[at] = make(b);
//!     return array;
//! }
//! ```

use super::Target;
use super::assembler::{Assembler, MadeClass};
use crate::class::{
    ArrayKind, BaseType, BranchTest, Constant, FieldType, Instruction, IntTest, InvokeKind, MethodType,
    StackOp, flags,
};
use crate::hierarchy::{Hierarchy, LinkageError};

const INT: FieldType = FieldType::Base(BaseType::Int);
const MAKE: &str = "make";

/// The method that makes an array of the type `ty` with arrays inside, from so many lengths.
///
/// # Errors
/// When the type has fewer dimensions than there are lengths.
pub(crate) fn maker(
    hierarchy: &mut Hierarchy,
    ty: &FieldType,
    lengths: usize,
) -> Result<Target, LinkageError> {
    let FieldType::Array(element) = ty else {
        return Err(LinkageError::Damaged(format!("`{ty}` has fewer dimensions than lengths are given")));
    };
    let method = MethodType { parameters: vec![INT; lengths], result: Some(ty.clone()) };
    let name = format!("trine/MultiArray {lengths} {}", ty.to_string().replace('/', "."));
    let target = Target { class: name.clone(), name: MAKE.to_owned(), ty: method.clone() };
    let inner = if lengths > 1 { Some(maker(hierarchy, element, lengths - 1)?) } else { None };
    let (mut code, slots) = Assembler::new(&method.parameters);
    code.load(&INT, 0).emit(Instruction::NewArray((**element).clone()));
    if let Some(inner) = inner {
        let (array, at) = (code.local(ty), code.local(&INT));
        code.store(ty, array);
        for &slot in &slots[1..] {
            let fits = code.new_label();
            code.load(&INT, slot).branch(BranchTest::Zero(IntTest::GreaterOrEqual), fits);
            code.load(&INT, slot).emit(Instruction::NewArray(INT)).emit(Instruction::Stack(StackOp::Pop));
            code.place(fits);
        }
        code.constant(Constant::Int(0)).store(&INT, at);
        let [next, full] = [code.new_label(), code.new_label()];
        code.place(next).load(&INT, at).load(&INT, 0);
        code.branch(BranchTest::Ints(IntTest::GreaterOrEqual), full);
        code.load(ty, array).load(&INT, at);
        slots[1..].iter().for_each(|&slot| {
            code.load(&INT, slot);
        });
        code.invoke(InvokeKind::Static, &inner.class, &inner.name, inner.ty.clone());
        code.emit(Instruction::ArrayStore(ArrayKind::Reference)).emit(Instruction::Increment(at, 1));
        code.jump(next).place(full).load(ty, array);
    }
    code.returns(Some(ty));
    let mut class = MadeClass::new(name, Vec::new(), "java/lang/Object");
    class.method(flags::STATIC, MAKE, method, code);
    hierarchy.define(class.finish())?;
    Ok(target)
}
