//! Calls, arrays and callers by reflection.

use super::{Native, Table};
use crate::env::{Answer, Env, boolean, int, int_at, null, reference, reference_at, void};
use trine_frontend_jvm::class::{BaseType, FieldType, Method, flags};
use trine_frontend_jvm::lower::declare;
use trine_ir::Type;
use trine_ir::objects::ELEMENTS_OFFSET;
use trine_machine::{FaultKind, Stop};

pub const TABLE: Table = &[
    ("jdk/internal/reflect/NativeMethodAccessorImpl.invoke0", invoke),
    ("jdk/internal/reflect/DirectMethodHandleAccessor$NativeAccessor.invoke0", invoke),
    ("jdk/internal/reflect/NativeConstructorAccessorImpl.newInstance0", new_instance),
    ("jdk/internal/reflect/DirectConstructorHandleAccessor$NativeAccessor.newInstance0", new_instance),
    ("jdk/internal/reflect/Reflection.getCallerClass", caller_class),
    ("java/lang/reflect/Array.newArray", new_array),
    ("java/lang/reflect/Array.multiNewArray", new_multi_array),
    ("java/lang/reflect/Array.getLength", |env, args| {
        array_class(env, reference_at(args, 0))?;
        int(env.length(reference_at(args, 0))? as i32)
    }),
    ("java/lang/reflect/Array.get", get),
    ("java/lang/reflect/Array.set", set),
    ("java/lang/reflect/Array.getBoolean", |env, args| element(env, args, BaseType::Boolean)),
    ("java/lang/reflect/Array.getByte", |env, args| element(env, args, BaseType::Byte)),
    ("java/lang/reflect/Array.getChar", |env, args| element(env, args, BaseType::Char)),
    ("java/lang/reflect/Array.getShort", |env, args| element(env, args, BaseType::Short)),
    ("java/lang/reflect/Array.getInt", |env, args| element(env, args, BaseType::Int)),
    ("java/lang/reflect/Array.getLong", |env, args| element(env, args, BaseType::Long)),
    ("java/lang/reflect/Array.getFloat", |env, args| element(env, args, BaseType::Float)),
    ("java/lang/reflect/Array.getDouble", |env, args| element(env, args, BaseType::Double)),
    ("java/lang/reflect/Array.setBoolean", |env, args| set_element(env, args, BaseType::Boolean)),
    ("java/lang/reflect/Array.setByte", |env, args| set_element(env, args, BaseType::Byte)),
    ("java/lang/reflect/Array.setChar", |env, args| set_element(env, args, BaseType::Char)),
    ("java/lang/reflect/Array.setShort", |env, args| set_element(env, args, BaseType::Short)),
    ("java/lang/reflect/Array.setInt", |env, args| set_element(env, args, BaseType::Int)),
    ("java/lang/reflect/Array.setLong", |env, args| set_element(env, args, BaseType::Long)),
    ("java/lang/reflect/Array.setFloat", |env, args| set_element(env, args, BaseType::Float)),
    ("java/lang/reflect/Array.setDouble", |env, args| set_element(env, args, BaseType::Double)),
];

pub const REPLACED: Table = &[
    // Reflection stays native however often a method is called: no classes are made for it.
    ("jdk/internal/reflect/ReflectionFactory.inflationThreshold()I", |_, _| int(i32::MAX)),
    (
        "jdk/internal/reflect/MethodHandleAccessorFactory.useNativeAccessor(Ljava/lang/reflect/Executable;)Z",
        YES,
    ),
    ("jdk/internal/reflect/ReflectionFactory.useNativeAccessor(Ljava/lang/reflect/Executable;)Z", YES),
    ("jdk/internal/reflect/ReflectionFactory.useFieldHandleAccessor()Z", NO),
    ("jdk/internal/reflect/ReflectionFactory.useMethodHandleAccessor()Z", NO),
];

const YES: Native = |_, _| boolean(true);
const NO: Native = |_, _| boolean(false);

/// The value in a box, and its type.
pub fn unboxed(env: &mut Env<'_, '_>, object: u64) -> Result<Option<(BaseType, u64)>, Stop> {
    if object == 0 {
        return Ok(None);
    }
    let class = env.class_name(object)?.to_owned();
    let Some(base) = BaseType::of_wrapper(&class) else { return Ok(None) };
    let offset = env.vm.offset(&class, "value")?;
    let bits = env.read(object, offset, base.size_bytes() as u32)?;
    Ok(Some((base, bits)))
}

/// `bits` of the type `from` as bits of a register of the type `to`, where Java widens the one to the other.
pub fn widened(from: BaseType, bits: u64, to: BaseType) -> Option<u64> {
    use BaseType as B;
    let value: i64 = match from {
        B::Boolean => return (to == B::Boolean).then_some(bits & 1),
        B::Byte => i64::from(bits as i8),
        B::Short => i64::from(bits as i16),
        B::Char => i64::from(bits as u16),
        B::Int => i64::from(bits as i32),
        B::Long => bits as i64,
        B::Float => {
            return match to {
                B::Float => Some(bits & 0xffff_ffff),
                B::Double => Some(f64::from(f32::from_bits(bits as u32)).to_bits()),
                _ => None,
            };
        }
        B::Double => return (to == B::Double).then_some(bits),
    };
    let rank = |base| match base {
        B::Byte => 1,
        B::Short | B::Char => 2,
        B::Int => 3,
        B::Long => 4,
        B::Float => 5,
        B::Double => 6,
        B::Boolean => 0,
    };
    let fits = from == to || rank(to) > rank(from) && !(from == B::Byte && to == B::Char);
    match to {
        _ if !fits => None,
        B::Long => Some(value as u64),
        B::Float => Some(u64::from((value as f32).to_bits())),
        B::Double => Some((value as f64).to_bits()),
        B::Boolean => None,
        _ => Some(u64::from(value as u32)),
    }
}

pub fn illegal(env: &mut Env<'_, '_>, message: &str) -> Stop {
    env.throw("java/lang/IllegalArgumentException", message)
}

/// The bits of the arguments in an `Object[]` for parameters of these types.
fn arguments(env: &mut Env<'_, '_>, array: u64, types: &[FieldType]) -> Result<Vec<u64>, Stop> {
    let objects = if array == 0 { Vec::new() } else { env.references(array)? };
    if objects.len() != types.len() {
        let message = match env.vm.release {
            ..=17 => "wrong number of arguments".to_owned(),
            _ => format!("wrong number of arguments: {} expected: {}", objects.len(), types.len()),
        };
        return Err(illegal(env, &message));
    }
    let mut bits = Vec::with_capacity(types.len());
    for (object, ty) in objects.into_iter().zip(types) {
        let fitting = match ty {
            FieldType::Base(base) => {
                unboxed(env, object)?.and_then(|(from, value)| widened(from, value, *base))
            }
            _ => {
                let class = env.class_id(&ty.class_name().unwrap_or_default())?;
                (object == 0 || env.is_instance(object, class)?).then_some(object)
            }
        };
        let Some(fitting) = fitting else { return Err(illegal(env, "argument type mismatch")) };
        bits.push(fitting);
    }
    Ok(bits)
}

/// The class and the method that an object of `java.lang.reflect` stands for.
fn member(env: &mut Env<'_, '_>, object: u64) -> Result<(String, Method), Stop> {
    let reflected = env.class_name(object)?.to_owned();
    let mirror = env.get(object, &reflected, "clazz")?;
    let slot = env.get_int(object, &reflected, "slot")?;
    let class = env.name_of_mirror(mirror)?.unwrap_or_default();
    let file = env.file(&class)?;
    let method = usize::try_from(slot).ok().and_then(|slot| file.methods.get(slot).cloned());
    method
        .map(|method| (class, method))
        .ok_or_else(|| Stop::Unsupported("a reflected method of another class file".to_owned()))
}

/// Goes on with a call of `method`, its result boxed.
fn call(env: &mut Env<'_, '_>, class: &str, method: &Method, args: Vec<u64>) -> Answer {
    let name = format!("reflect:{class}.{}{}", method.name, method.ty);
    let has_receiver = !method.is(flags::STATIC) && method.name != "<init>";
    let types: Vec<Type> = has_receiver
        .then_some(Type::Ptr)
        .into_iter()
        .chain(method.ty.parameters.iter().map(declare::register_of))
        .collect();
    let function = env.made(&name, &types, Some(Type::Ptr));
    env.enter(function, &args)
}

/// `(method, receiver, arguments)`.
fn invoke(env: &mut Env<'_, '_>, args: &[u128]) -> Answer {
    let (class, method) = member(env, reference_at(args, 0))?;
    let mut passed = Vec::new();
    if !method.is(flags::STATIC) {
        let receiver = reference_at(args, 1);
        if receiver == 0 {
            return Err(null());
        }
        let id = env.class_id(&class)?;
        if !env.is_instance(receiver, id)? {
            let message = match env.vm.release {
                ..=17 => "object is not an instance of declaring class".to_owned(),
                _ => {
                    let actual = env.class_name(receiver)?.replace('/', ".");
                    format!("object of type {actual} is not an instance of {}", class.replace('/', "."))
                }
            };
            return Err(illegal(env, &message));
        }
        passed.push(receiver);
    }
    passed.extend(arguments(env, reference_at(args, 2), &method.ty.parameters)?);
    call(env, &class, &method, passed)
}

/// `(constructor, arguments)`.
fn new_instance(env: &mut Env<'_, '_>, args: &[u128]) -> Answer {
    if let Some(answer) = super::proxies::deserialise(env, reference_at(args, 0)) {
        return answer;
    }
    let (class, method) = member(env, reference_at(args, 0))?;
    if env.file(&class)?.is(flags::ABSTRACT) {
        return Err(env.throw_with("java/lang/InstantiationException", 0));
    }
    let passed = arguments(env, reference_at(args, 1), &method.ty.parameters)?;
    call(env, &class, &method, passed)
}

/// The class of the method that called the one that asks; reflection itself does not count.
fn caller_class(env: &mut Env<'_, '_>, _: &[u128]) -> Answer {
    let methods = env.methods();
    let callers = methods.iter().skip(1).map(|&(function, ..)| env.class_and_method(function));
    let mut counted = callers.filter(|(class, method)| {
        !(class == "java/lang/reflect/Method" && method == "invoke"
            || class.starts_with("jdk/internal/reflect/")
            || class == "java/lang/reflect/Constructor")
    });
    match counted.next() {
        Some((class, _)) => reference(env.mirror_of_class(&class)?),
        None => reference(0),
    }
}

/// The descriptor of the elements of an array; what is none is refused as Java does.
fn array_class(env: &mut Env<'_, '_>, array: u64) -> Result<FieldType, Stop> {
    if array == 0 {
        return Err(null());
    }
    match FieldType::of_class_name(env.class_name(array)?) {
        Some(FieldType::Array(element)) => Ok(*element),
        _ => Err(illegal(env, "Argument is not an array")),
    }
}

fn new_array(env: &mut Env<'_, '_>, args: &[u128]) -> Answer {
    let descriptor = env.descriptor(reference_at(args, 0))?;
    if &*descriptor == "V" {
        return Err(env.throw_with("java/lang/IllegalArgumentException", 0));
    }
    reference(env.new_array(&format!("[{descriptor}"), int_at(args, 1))?)
}

fn new_multi_array(env: &mut Env<'_, '_>, args: &[u128]) -> Answer {
    let descriptor = env.descriptor(reference_at(args, 0))?;
    let dimensions = reference_at(args, 1);
    let count = env.length(dimensions)?;
    if count == 0 {
        return Err(illegal(env, "Empty dimensions array"));
    }
    let mut lengths = Vec::new();
    for at in 0..u64::from(count) {
        lengths.push(env.read(dimensions, ELEMENTS_OFFSET + 4 * at, 4)? as u32 as i32);
    }
    if let Some(&length) = lengths.iter().find(|&&length| length < 0) {
        return Err(FaultKind::NegativeLength { length }.into());
    }
    let name = format!("{}{descriptor}", "[".repeat(lengths.len()));
    reference(nested(env, &name, &lengths)?)
}

/// Arrays of arrays, of these lengths from the outermost on.
fn nested(env: &mut Env<'_, '_>, name: &str, lengths: &[i32]) -> Result<u64, Stop> {
    let array = env.new_array(name, lengths[0])?;
    if lengths.len() > 1 {
        for at in 0..lengths[0] as u64 {
            let inner = nested(env, &name[1..], &lengths[1..])?;
            env.write(array, ELEMENTS_OFFSET + 8 * at, 8, inner)?;
        }
    }
    Ok(array)
}

/// Where element `index` of `array` lies, its type, and its bytes.
fn place(env: &mut Env<'_, '_>, array: u64, index: i32) -> Result<(u64, FieldType, u32), Stop> {
    let element = array_class(env, array)?;
    let length = env.length(array)?;
    if index < 0 || index as u32 >= length {
        // Without a message, unlike the exception of an instruction.
        return Err(env.throw_with("java/lang/ArrayIndexOutOfBoundsException", 0));
    }
    let size = declare::stored(&element).store_size_bytes();
    Ok((ELEMENTS_OFFSET + u64::from(size) * index as u64, element, size))
}

fn get(env: &mut Env<'_, '_>, args: &[u128]) -> Answer {
    let array = reference_at(args, 0);
    let (offset, element, size) = place(env, array, int_at(args, 1))?;
    let bits = env.read(array, offset, size)?;
    match element {
        FieldType::Base(base) => boxed(env, base, bits),
        _ => reference(bits),
    }
}

/// Goes on with the object that holds `bits`, read from memory.
pub fn boxed(env: &mut Env<'_, '_>, base: BaseType, bits: u64) -> Answer {
    let (class, ty) = (base.wrapper(), FieldType::Base(base));
    let bits = widened(base, bits, base).unwrap_or(bits);
    // The adapter of reflection initialises the class if need be.
    let name = format!("reflect:{class}.valueOf({ty})L{class};");
    let function = env.made(&name, &[declare::register_of(&ty)], Some(Type::Ptr));
    env.enter(function, &[bits])
}

fn set(env: &mut Env<'_, '_>, args: &[u128]) -> Answer {
    let (array, value) = (reference_at(args, 0), reference_at(args, 2));
    let (offset, element, size) = place(env, array, int_at(args, 1))?;
    let bits = match &element {
        FieldType::Base(base) => unboxed(env, value)?.and_then(|(from, bits)| widened(from, bits, *base)),
        other => {
            let class = env.class_id(&other.class_name().unwrap_or_default())?;
            (value == 0 || env.is_instance(value, class)?).then_some(value)
        }
    };
    let Some(bits) = bits else { return Err(illegal(env, "argument type mismatch")) };
    env.write(array, offset, size, bits)?;
    void()
}

fn element(env: &mut Env<'_, '_>, args: &[u128], to: BaseType) -> Answer {
    let array = reference_at(args, 0);
    let (offset, element, size) = place(env, array, int_at(args, 1))?;
    let bits = env.read(array, offset, size)?;
    let wide = match element {
        FieldType::Base(from) => widened(from, bits, to),
        _ => None,
    };
    match wide {
        Some(bits) => reference(bits),
        None => Err(illegal(env, "Argument is not an array of primitive type")),
    }
}

fn set_element(env: &mut Env<'_, '_>, args: &[u128], from: BaseType) -> Answer {
    let array = reference_at(args, 0);
    let (offset, element, size) = place(env, array, int_at(args, 1))?;
    let bits = match element {
        FieldType::Base(to) => widened(from, reference_at(args, 2), to),
        _ => None,
    };
    let Some(bits) = bits else { return Err(illegal(env, "argument type mismatch")) };
    env.write(array, offset, size, bits)?;
    void()
}
