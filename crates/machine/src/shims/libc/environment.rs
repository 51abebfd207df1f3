//! Variables of the C library that programs refer to: `stdin`, `environ`, `optind` and so on.
//!
//! They are undefined globals of the program. At load each gets the value it has when a C
//! program starts; those that nobody refers to do not exist.

use super::stream_object::stream_object;
use crate::machine::LoadError;
use crate::memory::{AllocationError, Memory, ObjectKind};
use trine_ir::Program;

/// Sets the library's variables among `program`'s undefined globals, which lie at `addresses`.
pub(crate) fn lay_out(program: &Program, addresses: &[u64], memory: &mut Memory) -> Result<(), LoadError> {
    for (global, &address) in program.globals.iter().zip(addresses) {
        if global.undefined {
            let written = initialize(&global.name, address, memory);
            written.map_err(|_| LoadError { name: global.name.clone(), size_bytes: global.size_bytes })?;
        }
    }
    Ok(())
}

fn initialize(name: &str, address: u64, memory: &mut Memory) -> Result<(), AllocationError> {
    match name {
        "stdin" | "stdout" | "stderr" => {
            let descriptor = ["stdin", "stdout", "stderr"].iter().position(|&known| known == name);
            let stream = object(memory, &stream_object(descriptor.unwrap_or(0) as u32))?;
            set(memory, address, 8, stream);
        }
        "environ" | "__environ" => {
            let empty = object(memory, &[0; 8])?;
            set(memory, address, 8, empty);
        }
        "optind" | "opterr" => set(memory, address, 4, 1),
        "optopt" => set(memory, address, 4, u64::from(b'?')),
        "program_invocation_name" | "program_invocation_short_name" | "__progname" | "__progname_full" => {
            let program = object(memory, b"test\0")?;
            set(memory, address, 8, program);
        }
        "tzname" | "__tzname" => {
            let zone = object(memory, b"GMT\0")?;
            set(memory, address, 8, zone);
            set(memory, address + u64::from(memory.pointer_bytes()), 8, zone);
        }
        _ => {}
    }
    Ok(())
}

fn object(memory: &mut Memory, content: &[u8]) -> Result<u64, AllocationError> {
    let address = memory.allocate_global(content.len() as u64, ObjectKind::Global)?;
    // The object was just made that large: the write succeeds.
    let _ = memory.write_bytes(address, content);
    Ok(address)
}

/// Sets a variable, of eight bytes a pointer; one that the program declares smaller than the library keeps its zeros.
fn set(memory: &mut Memory, address: u64, size_bytes: u32, value: u64) {
    let _ = match size_bytes {
        8 => memory.write_pointer(address, value),
        _ => memory.write_uint(address, size_bytes, u128::from(value)),
    };
}
