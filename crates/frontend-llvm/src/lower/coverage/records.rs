//! The coverage mapping of a module: its file names and the record of each function.
//!
//! They are the initial values of `@__llvm_coverage_mapping` and of one `@__covrec_…` per function. All are decoded once,
//! to tell what is damaged; what is kept is where they lie, because few functions of a project are asked about at a
//! time.
//! Not handled: several mappings in one module (the first counts). Cost: linear in the bytes of the mapping; a record,
//! in its bytes, each time it is asked for.

use crate::covmap::{
    CountingRules, CovMapError, FunctionRecord, RecordHeader, UnitHeader, UnitMapping, name_hash,
};
use crate::ll::{Constant, GlobalId, Meta, Module, TypedConstant};
use std::collections::HashMap;

/// The decoded mapping of one module.
#[derive(Debug)]
pub(crate) struct Mapping {
    /// How `llvm-cov` of the compiler's version counts.
    pub rules: CountingRules,
    /// Paths of the files that regions lie in.
    pub files: Vec<String>,
    unit: UnitMapping,
    /// By the hashes of a function's name and structure.
    records: HashMap<(u64, u64), GlobalId>,
}

impl Mapping {
    /// The record of a function of `module`, whose mapping this is, by its name in the profile and its structural hash.
    pub(crate) fn record(&self, module: &Module, profile_name: &[u8], hash: u64) -> Option<FunctionRecord> {
        let global = *self.records.get(&(name_hash(profile_name), hash))?;
        function_record(module, global, &self.unit).ok()
    }
}

/// Reads the mapping of a module; `None` when it has none. What is damaged is added to `warnings`.
pub(crate) fn read(module: &Module, warnings: &mut Vec<String>) -> Option<Mapping> {
    let mut globals = module.globals().iter().enumerate();
    let header = globals.find(|(_, global)| &*global.name == "__llvm_coverage_mapping")?.0;
    let unit = match unit_mapping(module, GlobalId(header as u32)) {
        Ok(unit) => unit,
        Err(error) => {
            warnings.push(damaged(module, "its functions have no coverage goals", &error));
            return None;
        }
    };
    let mut records = HashMap::new();
    for (id, global) in module.globals().iter().enumerate() {
        let Some(function) = global.name.strip_prefix("__covrec_") else { continue };
        let id = GlobalId(id as u32);
        match function_record(module, id, &unit) {
            Ok(record) => {
                records.insert((record.name_hash, record.func_hash), id);
            }
            Err(error) => {
                let consequence = format!("the function of record {function} has no coverage goals");
                warnings.push(damaged(module, &consequence, &error));
            }
        }
    }
    let files = unit.filenames.iter().skip(1).cloned().collect();
    Some(Mapping { rules: CountingRules::of_llvm(clang_version(module)), files, unit, records })
}

fn damaged(module: &Module, consequence: &str, error: &CovMapError) -> String {
    format!("{}: {error}; {consequence}; compile the file again with clang 19 or 22", module.name())
}

/// The major version of the clang that wrote the module; the newest known when it does not say.
fn clang_version(module: &Module) -> u32 {
    let idents = module.named_metadata("llvm.ident").unwrap_or_default();
    let texts = idents.into_iter().filter_map(|id| match module.metadata(id).ok()?.elements() {
        [Meta::Str(text)] => Some(text.to_string()),
        _ => None,
    });
    let version = |text: String| {
        let (_, rest) = text.split_once("clang version ")?;
        rest.split('.').next()?.parse().ok()
    };
    texts.filter_map(version).next().unwrap_or(22)
}

fn unit_mapping(module: &Module, global: GlobalId) -> Result<UnitMapping, CovMapError> {
    let damaged = CovMapError::Malformed { what: "header", at: 0 };
    let parts = fields(module, global).ok_or(damaged.clone())?;
    let [TypedConstant { value: Constant::Struct(header), .. }, TypedConstant { value: names, .. }] =
        &parts[..]
    else {
        return Err(damaged);
    };
    let numbers: Vec<u32> = header.iter().filter_map(int).map(|number| number as u32).collect();
    let [n_records, filenames_size, coverage_size, version] = numbers[..] else { return Err(damaged) };
    let header = UnitHeader { n_records, filenames_size, coverage_size, version };
    UnitMapping::decode(&header, &bytes(names).ok_or(damaged)?)
}

fn function_record(
    module: &Module,
    global: GlobalId,
    unit: &UnitMapping,
) -> Result<FunctionRecord, CovMapError> {
    let damaged = CovMapError::Malformed { what: "function record", at: 0 };
    let parts = fields(module, global).ok_or(damaged.clone())?;
    let [name_hash, data_len, func_hash, filenames_ref, mapping] = &parts[..] else { return Err(damaged) };
    let numbers: Vec<u64> =
        [name_hash, data_len, func_hash, filenames_ref].into_iter().filter_map(int).collect();
    let [name_hash, data_len, func_hash, filenames_ref] = numbers[..] else { return Err(damaged) };
    let header = RecordHeader { name_hash, data_len: data_len as u32, func_hash, filenames_ref };
    FunctionRecord::decode(&header, &bytes(&mapping.value).ok_or(damaged)?, unit)
}

fn fields(module: &Module, global: GlobalId) -> Option<Vec<TypedConstant>> {
    match module.initializer(global).ok()??.value {
        Constant::Struct(parts) => Some(parts),
        _ => None,
    }
}

fn int(constant: &TypedConstant) -> Option<u64> {
    match constant.value {
        Constant::Int(bits) => Some(bits as u64),
        Constant::Zero => Some(0),
        _ => None,
    }
}

fn bytes(constant: &Constant) -> Option<Vec<u8>> {
    match constant {
        Constant::Bytes(bytes) => Some(bytes.to_vec()),
        Constant::Zero => Some(Vec::new()),
        Constant::Array(parts) => parts.iter().map(|part| int(part).map(|byte| byte as u8)).collect(),
        _ => None,
    }
}
