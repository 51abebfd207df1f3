//! Native methods of the class library, by their full name.
//!
//! | topic | methods |
//! |---|---|
//! | registration | `registerNatives`, `initIDs` of any class: nothing to do |
//! | numbers | bits of `float` and `double`, both ways |
//! | arrays | `System.arraycopy` of primitive elements, and of references into an array of the same class |
//! | time | `System.nanoTime`, `currentTimeMillis`: stand still |
//!
//! Any other one is not supported, and named.

use std::sync::Arc;
use trine_ir::objects::{ELEMENTS_OFFSET, LENGTH_OFFSET};
use trine_ir::{ClassId, ClassKind, FuncId, Program};
use trine_machine::{FaultKind, Memory, Returns, Stop, StubHandler};

/// Answers calls of native methods.
pub struct Natives {
    program: Arc<Program>,
}

impl Natives {
    /// The natives of `program`.
    pub fn new(program: Arc<Program>) -> Self {
        Self { program }
    }
}

impl StubHandler for Natives {
    fn call(&mut self, function: FuncId, args: &[u128], memory: &mut Memory) -> Result<Returns, Stop> {
        let name = &self.program.callables[function].name;
        if name.ends_with(".registerNatives()V") || name.ends_with(".initIDs()V") {
            return Ok(Returns::none());
        }
        match (name.as_str(), args) {
            // Registers hold bits.
            (
                "java/lang/Float.floatToRawIntBits(F)I"
                | "java/lang/Float.intBitsToFloat(I)F"
                | "java/lang/Double.doubleToRawLongBits(D)J"
                | "java/lang/Double.longBitsToDouble(J)D",
                &[bits],
            ) => Ok(Returns::one(bits)),
            ("java/lang/System.nanoTime()J" | "java/lang/System.currentTimeMillis()J", _) => {
                Ok(Returns::one(0))
            }
            (
                "java/lang/System.arraycopy(Ljava/lang/Object;ILjava/lang/Object;II)V",
                &[from, at, to, place, count],
            ) => {
                let number = |bits: u128| i64::from(bits as u32 as i32);
                let copy = ArrayCopy {
                    from: from as u64,
                    at: number(at),
                    to: to as u64,
                    place: number(place),
                    count: number(count),
                };
                copy.run(&self.program, memory)?;
                Ok(Returns::none())
            }
            _ => Err(Stop::Unsupported(format!("native method `{name}`"))),
        }
    }
}

/// A copy of elements from one array to another, or inside of one.
struct ArrayCopy {
    from: u64,
    at: i64,
    to: u64,
    place: i64,
    count: i64,
}

impl ArrayCopy {
    fn run(&self, program: &Program, memory: &mut Memory) -> Result<(), Stop> {
        let [class, other] = [self.from, self.to].map(|array| memory.read_uint(array, 4));
        let (class, other) = (class? as u32, other? as u32);
        let kind = program.classes.get(ClassId(class)).map(|class| class.kind);
        let (Some(ClassKind::Array { element, .. }), true) = (kind, class == other) else {
            return Err(Stop::Unsupported("System.arraycopy between arrays of different classes".to_owned()));
        };
        for (array, start) in [(self.from, self.at), (self.to, self.place)] {
            let length = memory.read_uint(array + LENGTH_OFFSET, 4)? as i64;
            if start < 0 || self.count < 0 || start + self.count > length {
                let index = if start < 0 { start } else { start + self.count };
                return Err(Stop::Fault(FaultKind::ArrayIndex {
                    index: index as i32,
                    length: length as u32,
                }));
            }
        }
        let size = u64::from(element.store_size_bytes());
        let element_at = |array: u64, index: i64| array + ELEMENTS_OFFSET + index as u64 * size;
        let (to, from) = (element_at(self.to, self.place), element_at(self.from, self.at));
        memory.copy(to, from, self.count as u64 * size)?;
        Ok(())
    }
}
