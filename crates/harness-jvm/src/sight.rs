//! Values as expectations have them: primitive values, wrappers, strings, constants, earlier objects, arrays, descriptions.

use crate::Bits;
use crate::callees::{as_use, stored_bytes, widened};
use crate::operands::{Value, leaf_bits};
use crate::script::Script;
use trine_frontend_jvm::class::{BaseType, FieldType};
use trine_ir::objects::ELEMENTS_OFFSET;
use trine_jdk::env::Env;
use trine_jdk::vm::Vm;
use trine_machine::{Caller, Stop};
use trine_testcase::objects::{ClassId, MemberId, MemberKind, Primitive, Seen, StepId, TypeUse, Visibility};

/// Elements that an expectation lists, at most.
const MAX_ELEMENTS: u32 = 32;
/// Units of a string that an expectation has, at most.
const MAX_UNITS: usize = 400;

/// Classes of the JDK whose `toString` says what they are, by the beginning of their names.
const TOLD: [&str; 9] = [
    "java/math/",
    "java/time/",
    "java/util/",
    "java/lang/StringBu",
    "java/lang/Enum",
    "java/net/UR",
    "java/text/",
    "java/lang/Record",
    "java/nio/charset/",
];
/// Of these, those whose `toString` tells of identity or state that is not theirs.
const NOT_TOLD: [&str; 4] =
    ["java/util/concurrent/", "java/util/stream/", "java/util/Scanner", "java/util/Timer"];

/// What a look at a value gives.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Sight {
    /// It can be said.
    Clear(Seen),
    /// An object whose `toString` may tell.
    Described(Bits),
    /// Too much to be said.
    Nothing,
}

impl Script<'_> {
    /// What can be said of `bits`, a value of the type `ty`; `before` is the first step that it is not compared with.
    pub fn sight(
        &mut self,
        bits: Bits,
        ty: &FieldType,
        before: StepId,
        caller: &mut Caller<'_>,
    ) -> Result<Sight, Stop> {
        match self.sight_but_elements(bits, ty, before, caller)? {
            Some(sight) => Ok(sight),
            None => self.elements(bits, before, caller),
        }
    }

    /// What can be said of a value but for the elements of an array that no earlier step made: `None` for that.
    fn sight_but_elements(
        &mut self,
        bits: Bits,
        ty: &FieldType,
        before: StepId,
        caller: &mut Caller<'_>,
    ) -> Result<Option<Sight>, Stop> {
        if let FieldType::Base(base) = ty {
            let primitive = Primitive::from(*base);
            let leaf = Seen::Leaf(primitive.leaf_kind(), leaf_bits(primitive, bits));
            return Ok(Some(Sight::Clear(leaf)));
        }
        if bits == 0 {
            return Ok(Some(Sight::Clear(Seen::Null)));
        }
        let class = Env { vm: self.vm, caller }.class_name(bits)?.to_owned();
        if let Some(seen) = self.plain_object(bits, &class, caller)? {
            return Ok(Some(seen));
        }
        if let Some(member) = self.constant_at(bits, &class, caller)? {
            return Ok(Some(Sight::Clear(Seen::Constant(member))));
        }
        let steps = std::sync::Arc::clone(&self.sequence.steps);
        let same = steps.steps.iter_enumerated().zip(&self.values).find(|((step, made), value)| {
            *step < before && **value == bits && crate::heap::gives_object(made.ty.as_ref())
        });
        if let Some(((step, _), _)) = same {
            return Ok(Some(Sight::Clear(Seen::Same(step))));
        }
        if class.starts_with('[') {
            return Ok(None);
        }
        Ok(Some(match self.is_told(&class, caller)? {
            true => Sight::Described(bits),
            false => Sight::Clear(Seen::NotNull),
        }))
    }

    /// A string, wrapper or class object.
    fn plain_object(
        &mut self,
        bits: Bits,
        class: &str,
        caller: &mut Caller<'_>,
    ) -> Result<Option<Sight>, Stop> {
        let env = &mut Env { vm: self.vm, caller };
        if class == "java/lang/String" {
            let units = env.units(bits)?;
            return Ok(Some(match units.len() <= MAX_UNITS {
                false => Sight::Nothing,
                true if names_a_place(env.vm, &units) => Sight::Clear(Seen::NotNull),
                true => Sight::Clear(Seen::Text(units)),
            }));
        }
        if class == "java/lang/Class" {
            let ty = FieldType::parse(&env.descriptor(bits)?);
            return Ok(Some(ty.map_or(Sight::Nothing, |ty| Sight::Clear(Seen::ClassObject(as_use(&ty))))));
        }
        let Some(base) = BaseType::ALL.into_iter().find(|&base| base.wrapper() == class) else {
            return Ok(None);
        };
        let (ty, offset) = (FieldType::Base(base), env.vm.offset(class, "value")?);
        let value = widened(&ty, env.read(bits, offset, stored_bytes(&ty))?);
        Ok(Some(Sight::Clear(Seen::Boxed(base.into(), leaf_bits(base.into(), value)))))
    }

    /// The constant of its class that the object is: of an enumeration, or a static final field of the class's own type.
    fn constant_at(
        &mut self,
        bits: Bits,
        class: &str,
        caller: &mut Caller<'_>,
    ) -> Result<Option<MemberId>, Stop> {
        let Some(declared) = self.class_or_enclosing_enum(class, caller)? else { return Ok(None) };
        if !self.is_named(declared) {
            return Ok(None);
        }
        let name = self.api.classes[declared].name.clone();
        if (Env { vm: self.vm, caller }).needs_initialising(&name)? {
            return Ok(None);
        }
        let api = self.api;
        for &member in &api.classes[declared].members {
            let field = &api.members[member];
            let of_own_type = matches!(&field.result, Some(TypeUse::Class(class)) if class.name == name);
            let is_constant = match field.kind {
                MemberKind::EnumConstant => true,
                MemberKind::Field => field.is_static && field.is_final_or_abstract && of_own_type,
                _ => false,
            };
            if is_constant
                && field.visibility != Visibility::Hidden
                && matches!(self.static_value(member, caller)?, Value::Ready(value) if value == bits)
            {
                return Ok(Some(member));
            }
        }
        Ok(None)
    }

    /// Whether a test may name the class, and all that enclose it.
    fn is_named(&self, class: ClassId) -> bool {
        let enclosing = |&class: &ClassId| self.api.classes[class].enclosing;
        std::iter::successors(Some(class), enclosing)
            .all(|class| self.api.classes[class].visibility != Visibility::Hidden)
    }

    /// The class in the model; for constants of an enumeration with bodies, the enumeration.
    fn class_or_enclosing_enum(
        &mut self,
        class: &str,
        caller: &mut Caller<'_>,
    ) -> Result<Option<ClassId>, Stop> {
        if class.starts_with('[') {
            return Ok(None);
        }
        if let Some(known) = self.api.class_named(class) {
            return Ok(Some(known));
        }
        let above = Env { vm: self.vm, caller }.superclass(class)?;
        Ok(above
            .and_then(|above| self.api.class_named(&above))
            .filter(|&above| self.api.classes[above].kind == trine_testcase::objects::ClassKind::Enum))
    }

    /// The elements of an array, unless one of them is an array: it may hold itself.
    fn elements(&mut self, array: Bits, before: StepId, caller: &mut Caller<'_>) -> Result<Sight, Stop> {
        let class = Env { vm: self.vm, caller }.class_name(array)?.to_owned();
        let descriptor = class.strip_prefix('[').unwrap_or(&class);
        let length = Env { vm: self.vm, caller }.length(array)?;
        let Some(ty) = FieldType::parse(descriptor).filter(|_| length <= MAX_ELEMENTS) else {
            return Ok(Sight::Clear(Seen::NotNull));
        };
        if matches!(ty, FieldType::Array(_)) {
            return Ok(Sight::Clear(Seen::NotNull));
        }
        let bytes = stored_bytes(&ty);
        let mut elements = Vec::new();
        for at in 0..u64::from(length) {
            let env = Env { vm: self.vm, caller };
            let bits = env.read(array, ELEMENTS_OFFSET + at * u64::from(bytes), bytes)?;
            match self.sight_but_elements(widened(&ty, bits), &ty, before, caller)? {
                None | Some(Sight::Clear(Seen::NotNull) | Sight::Described(_) | Sight::Nothing) => {
                    return Ok(Sight::Clear(Seen::NotNull));
                }
                Some(Sight::Clear(seen)) => elements.push(seen),
            }
        }
        Ok(Sight::Clear(Seen::Elements(elements)))
    }

    /// Whether `toString` of the class says what an object is: declared by a class of the class path, or a known one of the JDK.
    fn is_told(&mut self, class: &str, caller: &mut Caller<'_>) -> Result<bool, Stop> {
        if class.contains("$$") {
            return Ok(false);
        }
        let mut env = Env { vm: self.vm, caller };
        let loaded = env.load(class)?;
        let declaring = {
            let hierarchy = env.vm.hierarchy();
            let selected = hierarchy.select(loaded, "toString", "()Ljava/lang/String;");
            selected.map(|method| hierarchy.class(method.class).name().to_owned())
        };
        let Some(declaring) = declaring else { return Ok(false) };
        if env.is_of_class_path(&declaring)? {
            return Ok(true);
        }
        let is_told = |name: &str| {
            TOLD.iter().any(|told| name.starts_with(told))
                && !NOT_TOLD.iter().any(|told| name.starts_with(told))
        };
        Ok(is_told(&declaring) && (is_told(class) || env.is_of_class_path(class)?))
    }

    /// What `toString` gave, unless it shows an identity, or where classes lie.
    pub fn description(&mut self, text: Bits, caller: &mut Caller<'_>) -> Result<Seen, Stop> {
        if text == 0 {
            return Ok(Seen::NotNull);
        }
        let units = Env { vm: self.vm, caller }.units(text)?;
        let is_identity = |pair: &[u16]| pair[0] == u16::from(b'@') && is_hex(pair[1]);
        let fits =
            units.len() <= MAX_UNITS && !units.windows(2).any(is_identity) && !names_a_place(self.vm, &units);
        Ok(if fits { Seen::Described(units) } else { Seen::NotNull })
    }
}

/// Whether a text has in it where classes lie on this machine: a folder or archive of the class path, or the JDK.
fn names_a_place(vm: &Vm, units: &[u16]) -> bool {
    // Nearly all texts have no path.
    if units.iter().filter(|&&unit| unit == u16::from(b'/')).count() < 2 {
        return false;
    }
    let text = String::from_utf16_lossy(units);
    let absolute = |place: &str| std::path::absolute(place).ok().map(|path| path.display().to_string());
    let places = vm.class_path.split(':').filter(|place| !place.is_empty()).filter_map(absolute);
    places.chain([vm.home.clone()]).any(|place| place.len() > 1 && text.contains(&place))
}

fn is_hex(unit: u16) -> bool {
    u8::try_from(unit).is_ok_and(|byte| byte.is_ascii_hexdigit())
}
