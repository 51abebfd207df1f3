//! A function of 32-bit integers with its API model, without a front end.

#![allow(dead_code)] // each test file uses its part

use std::sync::Arc;
use trine_engine::{BranchSearch, Options, Sources, UnitContext};
use trine_inputs_c::Preconditions;
use trine_ir::Program;
use trine_ir::text::parse_program;
use trine_testcase::api::{ApiModel, CallableId};
use trine_testcase::{CallAbi, Callable, Linkage, Parameter, Passing, Returning, TypeKind};

/// The program of the triangle classification.
pub const TRIANGLE: &str = include_str!("../programs/triangle.ir");

/// A function under test.
pub struct TestUnit {
    program: Arc<Program>,
    api: ApiModel,
    sources: Sources,
    options: Options,
}

impl TestUnit {
    /// The first function of the program in `text`, which takes and returns 32-bit integers.
    pub fn new(text: &str) -> Self {
        let program = Arc::new(parse_program(text).unwrap_or_else(|error| panic!("{error}\n{text}")));
        let mut api = ApiModel::default();
        let int = api.types.add(TypeKind::Int { name: "int".into(), signed: true }, 4);
        let function = &program.callables[trine_ir::FuncId(0)];
        let count = function.signature.params.len() as u32;
        api.callables.push(Callable {
            name: function.name.clone(),
            symbol: function.name.clone(),
            params: (0..count)
                .map(|at| Parameter { name: format!("p{at}"), ty: int, points_to: None })
                .collect(),
            returns: int,
            variadic: false,
            no_return: false,
            linkage: Linkage::External,
            unit: "unit.c".to_owned(),
            span: None,
            abi: CallAbi {
                params: (0..count).map(Passing::Direct).collect(),
                returns: Returning::Direct,
                unsupported: None,
            },
        });
        Self { program, api, sources: Sources::default(), options: Options::default() }
    }

    pub fn context(&self) -> UnitContext<'_> {
        UnitContext {
            program: &self.program,
            api: &self.api,
            sources: &self.sources,
            callable: CallableId(0),
            options: &self.options,
            language: Preconditions::NONE,
            scope: None,
            at_work: None,
            own_tests: None,
        }
    }

    pub fn branch_search(&self) -> BranchSearch<'_> {
        BranchSearch::new(&self.context(), trine_inputs_c::shape::Shape::default())
            .unwrap_or_else(|error| panic!("{error}"))
    }
}
