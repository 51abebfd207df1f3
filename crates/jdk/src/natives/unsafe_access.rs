//! `jdk.internal.misc.Unsafe`: reads and writes by object and offset, raw memory, offsets of fields, classes.
//!
//! An offset counts from the start of an object, and for static fields from the object that holds them. Raw memory is
//! an object of the machine's memory, so an access outside of it is found.

use super::{Native, Table};
use crate::env::{Answer, Env, boolean, int, int_at, long, long_at, reference, reference_at, void};
use trine_frontend_jvm::class::{FieldType, flags};
use trine_frontend_jvm::lower::declare;
use trine_ir::Type;
use trine_ir::objects::ELEMENTS_OFFSET;
use trine_machine::{Effect, Origin, Stop};

macro_rules! accesses {
    ($($kind:literal $bytes:literal $signed:literal)*) => {
        &[$(
            (concat!("jdk/internal/misc/Unsafe.get", $kind), get::<$bytes, $signed> as Native),
            (concat!("jdk/internal/misc/Unsafe.get", $kind, "Volatile"), get::<$bytes, $signed> as Native),
            (concat!("jdk/internal/misc/Unsafe.put", $kind), put::<$bytes> as Native),
            (concat!("jdk/internal/misc/Unsafe.put", $kind, "Volatile"), put::<$bytes> as Native),
        )*]
    };
}

/// Reads and writes of each kind.
pub const ACCESSES: Table = accesses! {
    "Boolean" 1 false
    "Byte" 1 true
    "Char" 2 false
    "Short" 2 true
    "Int" 4 true
    "Long" 8 true
    "Float" 4 true
    "Double" 8 true
    "Reference" 8 false
    // As release 11 calls it.
    "Object" 8 false
};

pub const TABLE: Table = &[
    ("jdk/internal/misc/Unsafe.loadFence", |_, _| void()),
    ("jdk/internal/misc/Unsafe.storeFence", |_, _| void()),
    ("jdk/internal/misc/Unsafe.fullFence", |_, _| void()),
    ("jdk/internal/misc/Unsafe.arrayBaseOffset0", |_, _| int(ELEMENTS_OFFSET as i32)),
    ("jdk/internal/misc/Unsafe.arrayIndexScale0", |env, args| {
        let descriptor = env.descriptor(reference_at(args, 1))?;
        let size = match FieldType::parse(&descriptor) {
            Some(FieldType::Array(element)) => declare::stored(&element).store_size_bytes(),
            _ => 0,
        };
        int(size as i32)
    }),
    ("jdk/internal/misc/Unsafe.addressSize0", |_, _| int(8)),
    ("jdk/internal/misc/Unsafe.pageSize", |_, _| int(4096)),
    ("jdk/internal/misc/Unsafe.isBigEndian0", |_, _| boolean(false)),
    ("jdk/internal/misc/Unsafe.unalignedAccess0", |_, _| boolean(true)),
    ("jdk/internal/misc/Unsafe.objectFieldOffset1", offset_by_name),
    ("jdk/internal/misc/Unsafe.objectFieldOffset0", offset_of_field),
    ("jdk/internal/misc/Unsafe.staticFieldOffset0", offset_of_field),
    ("jdk/internal/misc/Unsafe.staticFieldBase0", statics_of_field),
    ("jdk/internal/misc/Unsafe.shouldBeInitialized0", |env, args| {
        let name = env.name_of_mirror(reference_at(args, 1))?;
        boolean(match name {
            Some(name) => env.needs_initialising(&name)?,
            None => false,
        })
    }),
    ("jdk/internal/misc/Unsafe.ensureClassInitialized0", |env, args| {
        if let Some(name) = env.name_of_mirror(reference_at(args, 1))?
            && env.needs_initialising(&name)?
        {
            let function = env.made(&format!("ensure:{name}"), &[Type::Ptr], Some(Type::Ptr));
            return env.enter(function, &[0]);
        }
        void()
    }),
    ("jdk/internal/misc/Unsafe.allocateInstance", |env, args| {
        let name = env.name_of_mirror(reference_at(args, 1))?.unwrap_or_default();
        let object = env.new_object(&name)?;
        env.after_initialising(&name, object)
    }),
    ("jdk/internal/misc/Unsafe.throwException", |_, args| {
        Err(Stop::Throw(vec![args.get(1).copied().unwrap_or(0)]))
    }),
    ("jdk/internal/misc/Unsafe.allocateMemory0", |env, args| {
        let bytes = long_at(args, 1) as u64;
        long(env.memory().allocate_heap(bytes).map_err(Stop::from)? as i64)
    }),
    ("jdk/internal/misc/Unsafe.freeMemory0", |env, args| {
        env.memory().free(reference_at(args, 1))?;
        void()
    }),
    ("jdk/internal/misc/Unsafe.setMemory0", |env, args| {
        let at = reference_at(args, 1).wrapping_add(reference_at(args, 2));
        let length = long_at(args, 3) as u64;
        env.memory().fill(at, int_at(args, 4) as u8, length)?;
        env.caller.note(Effect::Overwritten { address: at, length });
        void()
    }),
    ("jdk/internal/misc/Unsafe.copyMemory0", |env, args| {
        let from = reference_at(args, 1).wrapping_add(reference_at(args, 2));
        let to = reference_at(args, 3).wrapping_add(reference_at(args, 4));
        env.copy(to, from, long_at(args, 5) as u64)?;
        void()
    }),
    // Like the one before, with the bytes of each element in the other order.
    ("jdk/internal/misc/Unsafe.copySwapMemory0", |env, args| {
        let from = reference_at(args, 1).wrapping_add(reference_at(args, 2));
        let to = reference_at(args, 3).wrapping_add(reference_at(args, 4));
        let mut bytes = env.memory().read_bytes(from, long_at(args, 5) as u64)?.to_vec();
        let element = usize::try_from(long_at(args, 6)).unwrap_or(1).max(1);
        bytes.chunks_exact_mut(element).for_each(<[u8]>::reverse);
        env.memory().write_bytes(to, &bytes)?;
        env.caller.note(Effect::Overwritten { address: to, length: bytes.len() as u64 });
        void()
    }),
];

/// `(unsafe, object, offset)`: registers hold a small number extended to 32 bits.
fn get<const BYTES: u32, const SIGNED: bool>(env: &mut Env<'_, '_>, args: &[u128]) -> Answer {
    let at = reference_at(args, 1).wrapping_add(reference_at(args, 2));
    let bits = env.caller.memory.read_uint(at, BYTES)? as u64;
    let wide = match (BYTES, SIGNED) {
        (1, true) => u64::from(bits as u8 as i8 as i32 as u32),
        (2, true) => u64::from(bits as u16 as i16 as i32 as u32),
        _ => bits,
    };
    env.give(wide, Origin::Memory { address: at, bytes: BYTES, is_signed: SIGNED })
}

/// `(unsafe, object, offset, value)`.
fn put<const BYTES: u32>(env: &mut Env<'_, '_>, args: &[u128]) -> Answer {
    let at = reference_at(args, 1).wrapping_add(reference_at(args, 2));
    env.store(at, BYTES, reference_at(args, 3), Origin::Argument(3))?;
    void()
}

/// `(unsafe, class, name)`: an instance field that the class declares.
fn offset_by_name(env: &mut Env<'_, '_>, args: &[u128]) -> Answer {
    let class = env.name_of_mirror(reference_at(args, 1))?.unwrap_or_default();
    let name = env.text(reference_at(args, 2))?;
    let file = env.file(&class)?;
    if !file.fields.iter().any(|field| field.name == name && !field.is(flags::STATIC)) {
        return Err(env.throw("java/lang/InternalError", &name));
    }
    long(env.vm.offset(&class, &name)? as i64)
}

/// The class and the position of the field that a `java.lang.reflect.Field` stands for.
fn field(env: &mut Env<'_, '_>, object: u64) -> Result<(String, usize), Stop> {
    const FIELD: &str = "java/lang/reflect/Field";
    let mirror = env.get(object, FIELD, "clazz")?;
    let class = env.name_of_mirror(mirror)?.unwrap_or_default();
    Ok((class, env.get_int(object, FIELD, "slot")? as usize))
}

fn offset_of_field(env: &mut Env<'_, '_>, args: &[u128]) -> Answer {
    let (class, slot) = field(env, reference_at(args, 1))?;
    let loaded = env.load(&class)?;
    let offset = env.vm.hierarchy().class(loaded).layout.offset(slot);
    long(offset.unwrap_or(0) as i64)
}

fn statics_of_field(env: &mut Env<'_, '_>, args: &[u128]) -> Answer {
    let (class, _) = field(env, reference_at(args, 1))?;
    let id = env.class_id(&class)?;
    if !env.caller.memory.class_begun(id.0) {
        // Its initialiser writes them otherwise.
        env.write_constants(&class)?;
    }
    reference(env.statics(&class)?)
}
