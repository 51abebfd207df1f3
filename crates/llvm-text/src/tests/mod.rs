//! Tests in the language of LLVM IR: one line in, facts about the tree out.

mod constants;
mod damage;
mod debug_info;
mod instructions;
mod layouts;
mod modules;

use super::ast::{Body, Function, Instruction, TypedConstant};
use super::{Module, ReadError, Symbol};

/// A module from text; the test fails with the reader's message if there is one.
fn module(text: &str) -> Module {
    Module::parse(text, "test.ll").unwrap_or_else(|error| panic!("{error}"))
}

/// The message of a text that is refused.
fn refused(text: &str) -> String {
    match Module::parse(text, "test.ll") {
        Ok(_) => panic!("this was read: {text}"),
        Err(error) => error.to_string(),
    }
}

fn body_of(module: &Module, name: &str) -> Result<Body, ReadError> {
    let Some(Symbol::Function(id)) = module.symbol(name) else { panic!("no function {name}") };
    Ok(module.body(id)?.unwrap_or_else(|| panic!("{name} has no body")))
}

/// A module whose `@f` has parameters of many types and this body.
fn with_body(lines: &str) -> Module {
    module(&format!(
        "%pair = type {{ i32, i64 }}\n@g = global i32 0\ndeclare i32 @callee(i32, ...)\n\
         define void @f(i1 %c, i32 %i, i64 %l, double %d, ptr %p, <4 x i32> %v, {{ i32, i64 }} %s, i128 %w) {{\n\
         entry:\n{lines}\n}}\n"
    ))
}

/// The first instruction of a body that goes on with `ret void`.
fn instruction(line: &str) -> Instruction {
    let module = with_body(&format!("  {line}\n  ret void"));
    let body = body_of(&module, "f").unwrap_or_else(|error| panic!("{error}"));
    body.blocks[0].instructions[0].clone()
}

/// The message of a body that is refused.
fn refused_body(lines: &str) -> String {
    match body_of(&with_body(lines), "f") {
        Ok(body) => panic!("this was read: {body:?}"),
        Err(error) => error.to_string(),
    }
}

/// The initializer of `@x = global <text>`, after some definitions.
fn constant(text: &str) -> TypedConstant {
    let module = module(&format!("%pair = type {{ i32, i64 }}\n@g = global i32 0\n@x = global {text}\n"));
    let Some(Symbol::Global(id)) = module.symbol("x") else { panic!("no global") };
    module.initializer(id).unwrap_or_else(|error| panic!("{error}")).expect("an initializer")
}

/// The only function of a text, its header.
fn header(text: &str) -> Function {
    module(text).functions()[0].clone()
}
