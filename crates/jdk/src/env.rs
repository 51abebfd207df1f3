//! What natives work with: objects, fields, strings, arrays, classes, and ways to throw and to call.

use crate::vm::Vm;
use std::sync::Arc;
use trine_frontend_jvm::class::FieldType;
use trine_frontend_jvm::hierarchy::ClassId as LoadedId;
use trine_frontend_jvm::lower::{declare, runtime};
use trine_frontend_jvm::{LinkageError, class};
use trine_ir::objects::{ELEMENTS_OFFSET, LENGTH_OFFSET};
use trine_ir::{ClassId, ClassKind, FuncId, Type};
use trine_machine::{Access, Caller, Effect, FaultKind, Memory, Origin, Returns, Stop};

/// The result of a native.
pub type Answer = Result<Returns, Stop>;

/// A native's view of the run.
pub struct Env<'a, 'c> {
    /// The runtime.
    pub vm: &'a mut Vm,
    /// The run that calls.
    pub caller: &'a mut Caller<'c>,
}

/// No result.
pub fn void() -> Answer {
    Ok(Returns::none())
}

/// An `int`, or what is smaller.
pub fn int(value: i32) -> Answer {
    Ok(Returns::one(u128::from(value as u32)))
}

/// A `boolean`.
pub fn boolean(value: bool) -> Answer {
    int(i32::from(value))
}

/// A `long`.
pub fn long(value: i64) -> Answer {
    Ok(Returns::one(u128::from(value as u64)))
}

/// A reference.
pub fn reference(object: u64) -> Answer {
    Ok(Returns::one(u128::from(object)))
}

/// The `int` argument at `position`.
pub fn int_at(args: &[u128], position: usize) -> i32 {
    args.get(position).map_or(0, |&bits| bits as u32 as i32)
}

/// The `long` argument at `position`.
pub fn long_at(args: &[u128], position: usize) -> i64 {
    args.get(position).map_or(0, |&bits| bits as u64 as i64)
}

/// The reference argument at `position`.
pub fn reference_at(args: &[u128], position: usize) -> u64 {
    args.get(position).map_or(0, |&bits| bits as u64)
}

/// The fault of using null.
pub fn null() -> Stop {
    Stop::Fault(FaultKind::NullDereference { address: 0, access: Access::Read })
}

impl Env<'_, '_> {
    /// The memory.
    pub fn memory(&mut self) -> &mut Memory {
        self.caller.memory
    }

    /// The number of bytes `bytes` at `offset` of `object`.
    pub fn read(&self, object: u64, offset: u64, bytes: u32) -> Result<u64, Stop> {
        if object == 0 {
            return Err(null());
        }
        Ok(self.caller.memory.read_uint(object.wrapping_add(offset), bytes)? as u64)
    }

    /// Writes the low `bytes` bytes of `value` at `offset` of `object`.
    pub fn write(&mut self, object: u64, offset: u64, bytes: u32, value: u64) -> Result<(), Stop> {
        if object == 0 {
            return Err(null());
        }
        self.store(object.wrapping_add(offset), bytes, value, Origin::Concrete)
    }

    /// Writes the low `bytes` bytes of `value`, which comes from `origin`, at `address`.
    pub fn store(&mut self, address: u64, bytes: u32, value: u64, origin: Origin) -> Result<(), Stop> {
        self.caller.memory.write_uint(address, bytes, u128::from(value))?;
        self.caller.note(Effect::Stored { address, bytes, origin });
        Ok(())
    }

    /// Copies bytes within memory.
    pub fn copy(&mut self, to: u64, from: u64, length: u64) -> Result<(), Stop> {
        self.caller.memory.copy(to, from, length)?;
        self.caller.note(Effect::Copied { to, from, length });
        Ok(())
    }

    /// Gives the value `bits`, which comes from `origin`.
    pub fn give(&mut self, bits: u64, origin: Origin) -> Answer {
        self.caller.note(Effect::Gives { index: 0, origin });
        reference(bits)
    }

    /// The reference in the field `name` that `class` declares.
    pub fn get(&mut self, object: u64, class: &str, name: &str) -> Result<u64, Stop> {
        let offset = self.vm.offset(class, name)?;
        self.read(object, offset, 8)
    }

    /// The `int` in the field `name` that `class` declares.
    pub fn get_int(&mut self, object: u64, class: &str, name: &str) -> Result<i32, Stop> {
        let offset = self.vm.offset(class, name)?;
        Ok(self.read(object, offset, 4)? as u32 as i32)
    }

    /// Writes the reference or `long` field `name` that `class` declares.
    pub fn set(&mut self, object: u64, class: &str, name: &str, value: u64) -> Result<(), Stop> {
        let offset = self.vm.offset(class, name)?;
        self.write(object, offset, 8, value)
    }

    /// Writes the field `name` of `bytes` bytes that `class` declares.
    pub fn set_small(
        &mut self,
        object: u64,
        class: &str,
        name: &str,
        bytes: u32,
        value: u64,
    ) -> Result<(), Stop> {
        let offset = self.vm.offset(class, name)?;
        self.write(object, offset, bytes, value)
    }

    /// Writes the static field `name` of `bytes` bytes of `class`.
    pub fn set_static(&mut self, class: &str, name: &str, bytes: u32, value: u64) -> Result<(), Stop> {
        let statics = self.statics(class)?;
        let offset = self.vm.offset(class, name)?;
        self.write(statics, offset, bytes, value)
    }

    /// The object that holds the static fields of `class`; its constants are written into it.
    pub fn statics(&mut self, class: &str) -> Result<u64, Stop> {
        let id = self.class_id(class)?;
        let size = u64::from(self.vm.program.classes[id].static_bytes);
        self.caller.memory.statics(id.0, size).ok_or(Stop::MemoryLimit)
    }

    /// Writes the constants among the static fields of `class`: no initialiser does.
    pub fn write_constants(&mut self, class: &str) -> Result<(), Stop> {
        let loaded = self.load(class)?;
        let constants: Vec<(u64, FieldType, class::Constant)> = {
            let hierarchy = self.vm.hierarchy();
            let class = hierarchy.class(loaded);
            let fields = class.file.fields.iter().enumerate();
            fields
                .filter(|(_, field)| field.is(class::flags::STATIC))
                .filter_map(|(at, field)| {
                    Some((class.layout.offset(at)?, field.ty.clone(), field.constant.clone()?))
                })
                .collect()
        };
        if constants.is_empty() {
            return Ok(());
        }
        let statics = self.statics(class)?;
        for (offset, ty, constant) in constants {
            let bits = match constant {
                class::Constant::Int(value) => u64::from(value as u32),
                class::Constant::Long(value) => value as u64,
                class::Constant::Float(value) => u64::from(value.to_bits()),
                class::Constant::Double(value) => value.to_bits(),
                class::Constant::String(units) => self.intern(&units)?,
                _ => continue,
            };
            self.write(statics, offset, declare::stored(&ty).store_size_bytes(), bits)?;
        }
        Ok(())
    }

    /// Loads a class by its internal name.
    pub fn load(&mut self, name: &str) -> Result<LoadedId, Stop> {
        let loaded = self.vm.hierarchy().load(name);
        loaded.map_err(|error| self.linkage(&error))
    }

    /// Throws what Java throws for `error`.
    pub fn linkage(&mut self, error: &LinkageError) -> Stop {
        let (class, message) = runtime::thrown(error);
        self.throw(class, &message)
    }

    /// The class or array type named `name` (`java/lang/String`, `[I`) in the program.
    pub fn class_id(&mut self, name: &str) -> Result<ClassId, Stop> {
        if let Some(known) = self.vm.program.class_named(name) {
            return Ok(known);
        }
        let declared = {
            let mut hierarchy = self.vm.hierarchy();
            let ty = FieldType::of_class_name(name).ok_or_else(|| LinkageError::NoClass(name.to_owned()));
            ty.and_then(|ty| declare::reference_type(&mut hierarchy, &self.vm.program, &ty))
        };
        declared.map_err(|error| self.linkage(&error))
    }

    /// The number of the class of `object`.
    pub fn class_of(&self, object: u64) -> Result<ClassId, Stop> {
        Ok(ClassId(self.read(object, 0, 4)? as u32))
    }

    /// The name of the class of `object`: `java/lang/String`, `[I`.
    pub fn class_name(&self, object: u64) -> Result<&str, Stop> {
        let id = self.class_of(object)?;
        let class = self.vm.program.classes.get(id);
        class
            .map(|class| &*class.name)
            .ok_or_else(|| Stop::Unsupported("an object without a class".to_owned()))
    }

    /// Whether `object` is an instance of the class or array type `class`.
    pub fn is_instance(&mut self, object: u64, class: ClassId) -> Result<bool, Stop> {
        Ok(object != 0 && {
            let own = self.class_of(object)?;
            self.vm.program_is_subclass(own, class)
        })
    }

    /// A new object of `class`, its fields zero; no constructor is run.
    pub fn new_object(&mut self, class: &str) -> Result<u64, Stop> {
        let id = self.class_id(class)?;
        let size = match self.vm.program.classes[id].kind {
            ClassKind::Instance { size_bytes } => u64::from(size_bytes),
            _ => return Err(Stop::Unsupported(format!("an instance of `{class}`"))),
        };
        self.caller.memory.allocate_managed(size, id.0).ok_or(Stop::MemoryLimit)
    }

    /// A new array of the type `name` (`[I`), its elements zero.
    pub fn new_array(&mut self, name: &str, length: i32) -> Result<u64, Stop> {
        let id = self.class_id(name)?;
        let count = u64::try_from(length).map_err(|_| FaultKind::NegativeLength { length })?;
        let element = u64::from(self.vm.program.classes[id].kind.element_bytes().unwrap_or(1));
        let array = self.caller.memory.allocate_managed(ELEMENTS_OFFSET + count * element, id.0);
        let array = array.ok_or(Stop::MemoryLimit)?;
        self.write(array, LENGTH_OFFSET, 4, u64::from(length as u32))?;
        Ok(array)
    }

    /// A new array of references of the type `name`.
    pub fn new_references(&mut self, name: &str, elements: &[u64]) -> Result<u64, Stop> {
        let array = self.new_array(name, elements.len() as i32)?;
        for (at, &element) in elements.iter().enumerate() {
            self.write(array, ELEMENTS_OFFSET + 8 * at as u64, 8, element)?;
        }
        Ok(array)
    }

    /// A new `byte[]`.
    pub fn new_bytes(&mut self, bytes: &[u8]) -> Result<u64, Stop> {
        let array = self.new_array("[B", bytes.len() as i32)?;
        self.caller.memory.write_bytes(array + ELEMENTS_OFFSET, bytes)?;
        Ok(array)
    }

    /// The length of an array.
    pub fn length(&self, array: u64) -> Result<u32, Stop> {
        Ok(self.read(array, LENGTH_OFFSET, 4)? as u32)
    }

    /// Elements of an array of references.
    pub fn references(&self, array: u64) -> Result<Vec<u64>, Stop> {
        let length = self.length(array)?;
        (0..u64::from(length)).map(|at| self.read(array, ELEMENTS_OFFSET + 8 * at, 8)).collect()
    }

    /// `count` bytes of a `byte[]` from `start` on.
    pub fn bytes(&self, array: u64, start: i32, count: i32) -> Result<Vec<u8>, Stop> {
        let length = self.length(array)?;
        if start < 0 || count < 0 || i64::from(start) + i64::from(count) > i64::from(length) {
            let index = if start < 0 { start } else { start.wrapping_add(count) };
            return Err(FaultKind::ArrayIndex { index, length }.into());
        }
        let at = array + ELEMENTS_OFFSET + start as u64;
        Ok(self.caller.memory.read_bytes(at, count as u64)?.to_vec())
    }

    /// A new string of these UTF-16 units.
    pub fn new_string_of(&mut self, units: &[u16]) -> Result<u64, Stop> {
        let is_latin = units.iter().all(|&unit| unit < 256);
        let bytes: Vec<u8> = match is_latin {
            true => units.iter().map(|&unit| unit as u8).collect(),
            false => units.iter().flat_map(|unit| unit.to_le_bytes()).collect(),
        };
        let value = self.new_bytes(&bytes)?;
        let string = self.new_object("java/lang/String")?;
        self.set(string, "java/lang/String", "value", value)?;
        self.set_small(string, "java/lang/String", "coder", 1, u64::from(!is_latin))?;
        Ok(string)
    }

    /// A new string.
    pub fn new_string(&mut self, text: &str) -> Result<u64, Stop> {
        let units: Vec<u16> = text.encode_utf16().collect();
        self.new_string_of(&units)
    }

    /// The interned string of these units.
    pub fn intern(&mut self, units: &[u16]) -> Result<u64, Stop> {
        if let Some(&known) = self.vm.state.strings.get(units) {
            return Ok(known);
        }
        let string = self.new_string_of(units)?;
        self.vm.state.strings.insert(units.to_vec(), string);
        Ok(string)
    }

    /// The interned string of `text`.
    pub fn intern_text(&mut self, text: &str) -> Result<u64, Stop> {
        let units: Vec<u16> = text.encode_utf16().collect();
        self.intern(&units)
    }

    /// The UTF-16 units of a string.
    pub fn units(&mut self, string: u64) -> Result<Vec<u16>, Stop> {
        let value = self.get(string, "java/lang/String", "value")?;
        let offset = self.vm.offset("java/lang/String", "coder")?;
        let is_latin = self.read(string, offset, 1)? == 0;
        let length = self.length(value)? as i32;
        let bytes = self.bytes(value, 0, length)?;
        Ok(match is_latin {
            true => bytes.iter().map(|&byte| u16::from(byte)).collect(),
            false => bytes.chunks_exact(2).map(|pair| u16::from_le_bytes([pair[0], pair[1]])).collect(),
        })
    }

    /// The text of a string; lone surrogates are replaced.
    pub fn text(&mut self, string: u64) -> Result<String, Stop> {
        Ok(String::from_utf16_lossy(&self.units(string)?))
    }

    /// Declares a function of the runtime whose body is made; `name` without the prefix.
    pub fn made(&self, name: &str, params: &[Type], returns: Option<Type>) -> FuncId {
        runtime::declare(&self.vm.program, name, params, returns, true)
    }

    /// Goes on with `function` in place of the native.
    pub fn enter<T>(&self, function: FuncId, args: &[u64]) -> Result<T, Stop> {
        Err(Stop::Enter { function, args: args.iter().map(|&bits| u128::from(bits)).collect() })
    }

    /// Throws a new throwable of `class` with this message.
    pub fn throw(&mut self, class: &str, message: &str) -> Stop {
        match self.new_string(message) {
            Ok(message) => self.throw_with(class, message),
            Err(stop) => stop,
        }
    }

    /// Throws a new throwable of `class`, whose message is a string object or null.
    pub fn throw_with(&mut self, class: &str, message: u64) -> Stop {
        let function = self.made(&format!("throw:{class}"), &[Type::Ptr], None);
        Stop::Enter { function, args: vec![u128::from(message)] }
    }

    /// Initialises the class `name`, then gives `result`.
    pub fn after_initialising(&mut self, name: &str, result: u64) -> Answer {
        if self.needs_initialising(name)? {
            let function = self.made(&format!("ensure:{name}"), &[Type::Ptr], Some(Type::Ptr));
            return self.enter(function, &[result]);
        }
        reference(result)
    }

    /// Whether the initialisation of the class `name` was not begun.
    pub fn needs_initialising(&mut self, name: &str) -> Result<bool, Stop> {
        if name.starts_with('[') {
            return Ok(false);
        }
        let id = self.class_id(name)?;
        Ok(!self.caller.memory.class_begun(id.0))
    }

    /// Names of the methods in progress with line and position in bytes, innermost first, without functions that no
    /// source has.
    pub fn methods(&mut self) -> Vec<(FuncId, u32, u32)> {
        let vm = &mut *self.vm;
        let calls = self.caller.calls().filter(|call| vm.is_of_source(call.function));
        let place = |call: trine_machine::Location| {
            let start = call.span.map_or((0, 0), |span| (span.start.line, span.start.column));
            (call.function, start.0, start.1)
        };
        calls.map(place).collect()
    }

    /// Class and name of a function that is a method.
    pub fn class_and_method(&self, function: FuncId) -> (String, String) {
        let name = &self.vm.program.callables[function].name;
        let head = name.split('(').next().unwrap_or(name);
        let (class, method) = head.rsplit_once('.').unwrap_or((head, ""));
        (class.to_owned(), method.to_owned())
    }

    /// The class file of the class `name`.
    pub fn file(&mut self, name: &str) -> Result<Arc<class::ClassFile>, Stop> {
        let loaded = self.load(name)?;
        Ok(Arc::clone(&self.vm.hierarchy().class(loaded).file))
    }
}
