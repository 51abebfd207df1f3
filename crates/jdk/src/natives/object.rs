//! Natives of `java.lang.Object`: identity hashes, classes of objects, copies, wait and notify.

use super::Table;
use crate::env::{Answer, Env, int, null, reference, reference_at};
use crate::host::Host;
use crate::mirrors::descriptor_of;
use trine_ir::ClassKind;
use trine_ir::objects::{ELEMENTS_OFFSET, LENGTH_OFFSET, LOCK_OFFSET};
use trine_machine::Stop;

pub const TABLE: Table = &[
    ("java/lang/Object.getClass", get_class),
    ("java/lang/Object.hashCode", hash_code),
    ("java/lang/System.identityHashCode", hash_code),
    ("java/lang/Object.clone", clone),
];

fn get_class(env: &mut Env<'_, '_>, args: &[u128]) -> Answer {
    let name = env.class_name(reference_at(args, 0))?;
    let descriptor = descriptor_of(name);
    reference(env.mirror(&descriptor)?)
}

/// A number that the host makes of the object's number; 0 for null.
fn hash_code(env: &mut Env<'_, '_>, args: &[u128]) -> Answer {
    let object = reference_at(args, 0);
    if object == 0 {
        return int(0);
    }
    let (number, state) = ((object >> 32) as u32, &mut env.vm.state);
    if state.keeps_hashes {
        state.kept_hashes.insert(number, ());
    }
    let is_kept = state.kept_hashes.get(&number).is_some();
    int(if is_kept { Host::default().hash(number) } else { state.host.hash(number) })
}

fn clone(env: &mut Env<'_, '_>, args: &[u128]) -> Answer {
    let object = reference_at(args, 0);
    if object == 0 {
        return Err(null());
    }
    let id = env.class_of(object)?;
    let cloneable = env.class_id("java/lang/Cloneable")?;
    if !env.is_instance(object, cloneable)? {
        let name = env.class_name(object)?.replace('/', ".");
        return Err(env.throw("java/lang/CloneNotSupportedException", &name));
    }
    let size = match env.vm.program.classes[id].kind {
        ClassKind::Instance { size_bytes } => u64::from(size_bytes),
        ClassKind::Array { element, .. } => {
            let length = env.read(object, LENGTH_OFFSET, 4)?;
            ELEMENTS_OFFSET + length * u64::from(element.store_size_bytes())
        }
        ClassKind::Interface => return Err(Stop::Unsupported("a clone of an interface".to_owned())),
    };
    let copy = env.memory().allocate_managed(size, id.0).ok_or(Stop::MemoryLimit)?;
    env.copy(copy, object, size)?;
    env.write(copy, LOCK_OFFSET, 4, 0)?;
    reference(copy)
}
