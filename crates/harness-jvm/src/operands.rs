//! Operands as the machine has them: 64 bits that a register holds.

use crate::Bits;
use crate::callees::{Callees, stored_bytes, widened};
use trine_frontend_jvm::class::{Constant, FieldType};
use trine_ir::FuncId;
use trine_ir::objects::{ELEMENTS_OFFSET, LENGTH_OFFSET};
use trine_jdk::env::Env;
use trine_machine::{Effect, Origin, Stop};
use trine_testcase::objects::{ClassApi, MemberId, Operand, Primitive, Sequence};
use trine_testcase::{FloatFormat, LeafId, LeafKind};

/// What it takes to have a value.
pub(crate) enum Value {
    /// It is there.
    Ready(Bits),
    /// What this call gives.
    Call(FuncId, Bits),
    /// This class has to be initialised; then ask again.
    Initialise(String),
}

/// What operands are read against.
pub(crate) struct Reader<'r, 'e, 'v, 'c> {
    pub api: &'r ClassApi,
    pub sequence: &'r Sequence,
    pub callees: &'r mut Callees,
    pub env: &'e mut Env<'v, 'c>,
    /// What the steps so far gave.
    pub values: &'r [Bits],
    /// Strings read so far: the number of the next one.
    pub texts: &'r mut u32,
    /// Where the value read last comes from.
    pub origin: Origin,
}

impl Reader<'_, '_, '_, '_> {
    /// The value of `operand` where `wanted` is asked for.
    pub fn value(&mut self, operand: &Operand, wanted: &FieldType) -> Result<Value, Stop> {
        self.origin = Origin::Concrete;
        match operand {
            Operand::Leaf(leaf) => Ok(self.primitive(*leaf, wanted)),
            Operand::Boxed(primitive, leaf) => {
                self.origin = input(*leaf, *primitive);
                let bits = widened(&FieldType::Base((*primitive).into()), self.sequence.leaf(*leaf) as u64);
                Ok(Value::Call(self.callees.boxes(self.env.vm, (*primitive).into()), bits))
            }
            Operand::Text(leaves) => {
                let units = self.sequence.text(leaves);
                *self.texts += 1;
                match self.env.caller.is_tracked() {
                    true => self.text_of_inputs(&units, leaves).map(Value::Ready),
                    false => self.env.intern(&units).map(Value::Ready),
                }
            }
            Operand::Step(step) => {
                self.origin = Origin::Kept(step.0);
                let bits = self.values.get(step.0 as usize).copied();
                bits.map(Value::Ready).ok_or_else(|| Stop::Unsupported(format!("{step} before it is there")))
            }
            Operand::Constant(member) => self.constant(*member),
            Operand::ClassObject(ty) => self.env.mirror_of(&crate::callees::erased(ty)).map(Value::Ready),
            Operand::Null => Ok(Value::Ready(0)),
        }
    }

    /// A string whose characters and length are inputs. It is no literal: code that has the same one has an object of its own.
    fn text_of_inputs(&mut self, units: &[u16], leaves: &[LeafId]) -> Result<Bits, Stop> {
        let string = self.env.new_string_of(units)?;
        let value = self.env.get(string, "java/lang/String", "value")?;
        let bytes = if units.iter().all(|&unit| unit < 256) { 1 } else { 2 };
        for (at, leaf) in leaves.iter().enumerate() {
            let address = value + ELEMENTS_OFFSET + at as u64 * u64::from(bytes);
            let origin = input(*leaf, Primitive::Char);
            self.env.caller.note(Effect::Stored { address, bytes, origin });
        }
        if bytes == 1 {
            let origin = Origin::Length(*self.texts - 1);
            self.env.caller.note(Effect::Stored { address: value + LENGTH_OFFSET, bytes: 4, origin });
        }
        Ok(string)
    }

    fn primitive(&mut self, leaf: LeafId, wanted: &FieldType) -> Value {
        let from = primitive_of(&self.sequence.steps.leaves[leaf].kind);
        let is_same = match wanted {
            FieldType::Base(to) => register(from) == register((*to).into()),
            _ => true,
        };
        if is_same {
            self.origin = input(leaf, from);
        }
        let bits = widened(&FieldType::Base(from.into()), self.sequence.leaf(leaf) as u64);
        match wanted {
            FieldType::Base(to) => Value::Ready(converted(bits, from, (*to).into())),
            _ => Value::Call(self.callees.boxes(self.env.vm, from.into()), bits),
        }
    }

    /// The value of a static field.
    pub fn constant(&mut self, member: MemberId) -> Result<Value, Stop> {
        let place = self.callees.place(self.api, self.env.vm, member)?;
        match &place.constant {
            Some(Constant::Int(value)) => return Ok(Value::Ready(u64::from(*value as u32))),
            Some(Constant::Long(value)) => return Ok(Value::Ready(*value as u64)),
            Some(Constant::Float(value)) => return Ok(Value::Ready(u64::from(value.to_bits()))),
            Some(Constant::Double(value)) => return Ok(Value::Ready(value.to_bits())),
            Some(Constant::String(units)) => return self.env.intern(units).map(Value::Ready),
            _ => {}
        }
        if self.env.needs_initialising(&place.class)? {
            return Ok(Value::Initialise(place.class.clone()));
        }
        let statics = self.env.statics(&place.class)?;
        let bits = self.env.read(statics, place.offset, stored_bytes(&place.ty))?;
        Ok(Value::Ready(widened(&place.ty, bits)))
    }
}

/// A leaf as an input: its number is the leaf's.
fn input(leaf: LeafId, primitive: Primitive) -> Origin {
    let is_signed = matches!(primitive, Primitive::Byte | Primitive::Short);
    Origin::Input { number: leaf.0, is_signed }
}

/// What registers hold of a primitive type: whether it is a number with a fraction, and its bits.
fn register(primitive: Primitive) -> (bool, u32) {
    let is_float = matches!(primitive, Primitive::Float | Primitive::Double);
    (is_float, primitive.leaf_kind().bits().max(32))
}

/// The primitive type whose values a leaf has.
pub(crate) fn primitive_of(kind: &LeafKind) -> Primitive {
    match kind {
        LeafKind::Bool => Primitive::Boolean,
        LeafKind::Char { .. } => Primitive::Char,
        LeafKind::Float(FloatFormat::F32) => Primitive::Float,
        LeafKind::Float(_) => Primitive::Double,
        other => match other.bits() {
            ..=8 => Primitive::Byte,
            9..=16 => Primitive::Short,
            17..=32 => Primitive::Int,
            _ => Primitive::Long,
        },
    }
}

/// A primitive value as one of a wider type (JLS 5.1.2); the same bits where that is no widening.
fn converted(bits: Bits, from: Primitive, to: Primitive) -> Bits {
    let integer = match from {
        Primitive::Long => Some(bits as i64),
        Primitive::Float | Primitive::Double | Primitive::Boolean => None,
        _ => Some(i64::from(bits as u32 as i32)),
    };
    match (integer, to) {
        (Some(value), Primitive::Long) => value as u64,
        (Some(value), Primitive::Float) => u64::from((value as f32).to_bits()),
        (Some(value), Primitive::Double) => (value as f64).to_bits(),
        (None, Primitive::Double) if from == Primitive::Float => {
            f64::from(f32::from_bits(bits as u32)).to_bits()
        }
        _ => bits,
    }
}

/// The bits of a leaf of a primitive type, from those that a register holds.
pub(crate) fn leaf_bits(primitive: Primitive, bits: Bits) -> u128 {
    let width = primitive.leaf_kind().bits();
    let mask = if width >= 64 { u64::MAX } else { (1 << width) - 1 };
    u128::from(bits & mask)
}
