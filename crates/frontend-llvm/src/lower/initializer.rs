//! The initial content of globals: bytes, and addresses inside them.
//!
//! Source: LangRef, "Global Variables"; layout as in the module's data layout; padding is zero.
//! Not handled: addresses narrower than pointers: the global is marked, and functions that use it are refused.
//! Cost: linear in the bytes.

use super::constant::{self, Base, Scalar};
use super::linked::{Linked, LinkedModule};
use super::types;
use crate::ll::{self, TypeId};
use trine_ir::{GlobalId, Relocation, RelocationTarget};

/// The greatest content we keep.
const MAX_BYTES: u64 = 1 << 30;

/// Fills in the content of all globals that are defined.
pub(crate) fn fill(linked: &mut Linked) {
    let ids: Vec<GlobalId> = linked.globals.indices().collect();
    for id in ids {
        if linked.globals[id].undefined {
            continue;
        }
        match content(linked, id) {
            Ok(image) => {
                let global = &mut linked.globals[id];
                if image.bytes.iter().any(|byte| *byte != 0) {
                    global.bytes = image.bytes;
                }
                global.relocations = image.relocations;
            }
            Err(what) => {
                let name = &linked.globals[id].name;
                let note =
                    "functions that use it cannot be run; a limit of the tool, not a bug in your program";
                linked.warnings.push(format!("initial value of `{name}`: {what}; {note}"));
                linked.unsupported_globals.insert(id, what);
            }
        }
    }
}

struct Image {
    bytes: Vec<u8>,
    relocations: Vec<Relocation>,
}

fn content(linked: &Linked, id: GlobalId) -> Result<Image, String> {
    let (unit, global) = linked.variables[id];
    let unit = &linked.units[unit];
    let size = linked.globals[id].size_bytes;
    if size > MAX_BYTES {
        return Err(format!("{size} bytes"));
    }
    let initializer = unit.module.initializer(global).map_err(|error| error.to_string())?;
    let initializer = initializer.ok_or("no initializer")?;
    if matches!(initializer.value, ll::Constant::Zero) {
        return Ok(Image { bytes: Vec::new(), relocations: Vec::new() });
    }
    let mut image = Image { bytes: vec![0; size as usize], relocations: Vec::new() };
    image.write(unit, initializer.ty, &initializer.value, 0)?;
    image.relocations.sort_by_key(|relocation| relocation.offset);
    Ok(image)
}

impl Image {
    fn write(
        &mut self,
        unit: &LinkedModule,
        ty: TypeId,
        value: &ll::Constant,
        at: u64,
    ) -> Result<(), String> {
        use ll::Constant;
        match value {
            Constant::Zero | Constant::Undef | Constant::Poison => Ok(()),
            Constant::Bytes(bytes) => self.put(at, bytes),
            Constant::Array(parts) => self.elements(unit, ty, parts, at),
            Constant::Struct(parts) => parts.iter().enumerate().try_for_each(|(i, part)| {
                let offset = types::field_offset(&unit.module, ty, i as u64)?;
                self.write(unit, part.ty, &part.value, at + offset)
            }),
            Constant::Vector(_) | Constant::Splat(_) | Constant::WideInt(_) => {
                self.lanes(unit, ty, value, at)
            }
            _ => {
                let scalar = constant::scalar(unit, ty, value)?;
                let bits = self.bits(unit, types::scalar(&unit.module, ty)?);
                self.scalar(unit, scalar, bits, at)
            }
        }
    }

    fn elements(
        &mut self,
        unit: &LinkedModule,
        ty: TypeId,
        parts: &[ll::TypedConstant],
        at: u64,
    ) -> Result<(), String> {
        let ll::Type::Array { element, .. } = types::resolved(&unit.module, ty) else {
            return Err("array constant of another type".into());
        };
        let stride = types::size_bytes(&unit.module, *element)?;
        let mut offsets = (at..).step_by(stride.max(1) as usize);
        parts.iter().try_for_each(|part| self.write(unit, part.ty, &part.value, offsets.next().unwrap_or(at)))
    }

    fn lanes(
        &mut self,
        unit: &LinkedModule,
        ty: TypeId,
        value: &ll::Constant,
        at: u64,
    ) -> Result<(), String> {
        let values = constant::lanes(unit, ty, value)?;
        for (lane, value) in types::lanes(&unit.module, ty)?.into_iter().zip(values) {
            if lane.packed {
                return Err("vector of bits in memory".into());
            }
            self.scalar(unit, value, self.bits(unit, Some(lane.ty)), at + lane.offset)?;
        }
        Ok(())
    }

    fn scalar(&mut self, unit: &LinkedModule, value: Scalar, bits: u32, at: u64) -> Result<(), String> {
        let pointer_bytes = u64::from(unit.module.layout().data().pointer_bytes());
        match value {
            Scalar::Undef => Ok(()),
            Scalar::Bits(value) => self.put(at, &value.to_le_bytes()[..bits.div_ceil(8) as usize]),
            Scalar::Address(..) if u64::from(bits) != 8 * pointer_bytes => {
                Err(format!("an address in {bits} bits"))
            }
            Scalar::Address(base, offset) => {
                let target = match base {
                    Base::Global(global) => RelocationTarget::Global(global, offset),
                    Base::Function(function) if offset == 0 => RelocationTarget::Function(function),
                    Base::Block(function, block) if offset == 0 => RelocationTarget::Block(function, block),
                    _ => return Err("an address inside a function".into()),
                };
                self.relocations.push(Relocation { offset: at, target });
                Ok(())
            }
        }
    }

    /// Bits of a scalar in memory.
    fn bits(&self, unit: &LinkedModule, ty: Option<trine_ir::Type>) -> u32 {
        match ty {
            Some(trine_ir::Type::Ptr) => 8 * unit.module.layout().data().pointer_bytes(),
            ty => ty.map_or(0, trine_ir::Type::bits),
        }
    }

    fn put(&mut self, at: u64, bytes: &[u8]) -> Result<(), String> {
        let start = usize::try_from(at).map_err(|_| "content beyond its size".to_owned())?;
        let slot = self.bytes.get_mut(start..start + bytes.len());
        slot.ok_or("content beyond its size")?.copy_from_slice(bytes);
        Ok(())
    }
}
