//! Objects of a test that lie on the heap, because the code under test frees them.
//!
//! ```c
//! struct node *list = trine_on_heap(&(struct node){ .value = 1 }, sizeof(struct node));
//! char *name = trine_on_heap("ab", sizeof "ab");
//!
//! destroy(list);                 // frees it
//! TRINE_CHECK_...                // nothing here looks at freed memory
//! trine_free(name);              // what the call left to the test
//! ```
//!
//! What a test frees is what its replay observed: its own objects that are still alive, and blocks of
//! the call that only the test and each other point to; `trine_free(result->next);` before
//! `trine_free(result);`. The functions below reach the
//! library's allocator by its symbols: a header might collide with names of the unit, and `malloc`
//! may be redirected there ([`crate::c::environment`]).
//!
//! Not handled: what the replay could not name ([`trine_testcase::Observed::Behind`]); a test leaves it behind.

use crate::c::body::Body;
use crate::c::initializer::{InitializerTree, text, value};
use crate::c::scope::{Local, Scope, Shape, Unwritable};
use std::fmt::Write as _;
use trine_testcase::{
    Observation, Observed, ObservedValue, Place, PlaceRoot, PlaceStep, Statement, TypeId, TypeKind, Variable,
};

/// The functions that `functions` call to make and free objects on the heap.
pub(crate) fn support(functions: &str) -> String {
    let makes = functions.contains("trine_on_heap(");
    let mut text = String::new();
    if makes || functions.contains("trine_free(") {
        text.push_str("/* The heap, for what the code under test frees or leaves to be freed. */\n");
    }
    if makes {
        text.push_str("void *trine_malloc(__SIZE_TYPE__) __asm__(\"malloc\");\n");
    }
    if functions.contains("trine_free(") {
        text.push_str("void trine_free(void *) __asm__(\"free\");\n");
    }
    if makes {
        text.push_str(
            "\n/* A copy of `value` on the heap; zeros where that is null. */\n\
             static void *trine_on_heap(const void *value, __SIZE_TYPE__ size)\n{\n    \
             void *memory = trine_malloc(size);\n\n    \
             if (!memory)\n        __builtin_trap();\n    \
             return value ? __builtin_memcpy(memory, value, size) : __builtin_memset(memory, 0, size);\n}\n",
        );
    }
    if !text.is_empty() {
        text.push('\n');
    }
    text
}

/// The value of an object and its size, as arguments of `trine_on_heap`.
fn copied(scope: &Scope<'_>, ty: TypeId, shape: Shape, node: &InitializerTree) -> Result<String, Unwritable> {
    let write = scope.declarators();
    if let Shape::Array(count) = shape {
        if let Some((literal, true)) = text(scope, ty, node, u64::from(count)) {
            return Ok(format!("{literal}, sizeof {literal}"));
        }
        let spelled = write.declare_writable(ty, &format!("[{count}]"));
        let elements = crate::c::initializer::array(scope, ty, Some(u64::from(count)), node)?;
        return Ok(format!("({spelled}){}, sizeof({spelled})", braced(elements)));
    }
    let spelled = write.declare_writable(ty, "");
    if spelled.starts_with("struct {") || spelled.starts_with("union {") {
        return Err(Unwritable("a structure without a name cannot be made on the heap".to_owned()));
    }
    let value = braced(value(scope, ty, node)?);
    Ok(format!("&({spelled}){value}, sizeof({spelled})"))
}

fn braced(value: String) -> String {
    if value.starts_with('{') { value } else { format!("{{ {value} }}") }
}

impl Body<'_> {
    /// The statements that make `local`, an object on the heap, with the values of `node`.
    ///
    /// # Errors
    /// When a value cannot be written.
    pub(crate) fn made_on_heap(
        &self,
        variable: Variable,
        local: &Local,
        node: &InitializerTree,
    ) -> Result<Vec<String>, Unwritable> {
        let write = self.scope.declarators();
        let is_grouped =
            matches!(self.scope.types().kind(local.ty), TypeKind::Array { .. } | TypeKind::Function { .. });
        let name = if is_grouped { format!("(*{})", local.name) } else { format!("*{}", local.name) };
        let declared = write.declare_writable(local.ty, &name);
        let Some((element, count)) = self.tail_of(variable) else {
            let copied = copied(&self.scope, local.ty, local.shape, node)?;
            return Ok(vec![format!("{declared} = trine_on_heap({copied});")]);
        };
        let (head, part) = (write.cast_to(write.without_const(local.ty)), write.cast_to(element));
        let size = format!("sizeof({head}) + {count} * sizeof({part})");
        let mut lines = vec![format!("{declared} = trine_on_heap(NULL, {size});")];
        if !node.is_zero() {
            lines.push(format!("*{} = ({head}){};", local.name, value(&self.scope, local.ty, node)?));
        }
        Ok(lines)
    }

    /// Element type and number of the elements in the flexible array member of `variable`, if it has any.
    fn tail_of(&self, variable: Variable) -> Option<(TypeId, u32)> {
        let places = self.record.statements.iter().filter_map(|statement| match statement {
            Statement::SetLeaf { place, .. }
            | Statement::SetPointer { place, .. }
            | Statement::Volatile { place, .. } => Some(place),
            _ => None,
        });
        let tails = places.filter(|place| place.root == PlaceRoot::Variable(variable));
        let tails: Vec<_> = tails.filter_map(|place| self.in_tail(place)).collect();
        let &(element, _) = tails.first()?;
        tails.iter().map(|(_, index)| index + 1).max().map(|count| (element, count))
    }

    /// Element type and position, if `place` lies in a flexible array member.
    pub(crate) fn in_tail(&self, place: &Place) -> Option<(TypeId, u32)> {
        let PlaceRoot::Variable(variable) = place.root else { return None };
        let local = self.scope.locals.get(&variable)?;
        let mut ty = local.ty;
        for step in self.node_steps(place) {
            ty = match (step, self.scope.types().kind(ty)) {
                (PlaceStep::Index(index), TypeKind::Array { element, length: None }) => {
                    return Some((*element, *index));
                }
                (PlaceStep::Index(_), TypeKind::Array { element, .. }) => *element,
                (PlaceStep::Field(field), TypeKind::Record { fields, .. }) => fields.get(*field as usize)?.ty,
                _ => return None,
            };
        }
        None
    }

    /// Whether `ty` may be longer than it says.
    pub(crate) fn ends_in_tail(&self, ty: TypeId) -> bool {
        match self.scope.types().kind(ty) {
            TypeKind::Record { fields, .. } => fields.last().is_some_and(|last| self.ends_in_tail(last.ty)),
            TypeKind::Array { length: None, .. } => true,
            _ => false,
        }
    }

    /// The pointer at `place`, as an argument of `free`.
    fn freed(&self, returns: TypeId, place: &Observed) -> Result<String, Unwritable> {
        let pointer = self.observed(returns, place)?;
        let is_const = match self.scope.types().kind(pointer.ty) {
            TypeKind::Pointer(target) => self.scope.types().is_const(*target),
            _ => false,
        };
        Ok(if is_const { format!("(void *){}", pointer.text) } else { pointer.text })
    }

    /// Frees what the calls left to the test.
    ///
    /// # Errors
    /// When an observed place cannot be written.
    pub(crate) fn free_what_is_left(&mut self, returns: TypeId) -> Result<(), Unwritable> {
        let mut text = String::new();
        let record = self.record;
        for observation in &record.observations {
            let freed = match (&observation.place, &observation.value) {
                (Observed::Alive(variable), _) => match self.scope.locals.get(variable) {
                    Some(local) => local.name.clone(),
                    None => continue,
                },
                (place, ObservedValue::Allocated) => self.freed(returns, place)?,
                _ => continue,
            };
            let _ = writeln!(text, "trine_free({freed});");
        }
        if !text.is_empty() {
            self.blank();
            self.lines.extend(text.lines().map(str::to_owned));
        }
        Ok(())
    }
}

/// Whether an observation is checked, rather than only noted or cleaned up after.
#[must_use]
pub(crate) fn is_checked(observation: &Observation) -> bool {
    !matches!(observation.place, Observed::Alive(_) | Observed::EarlierResult(_))
        && !matches!(observation.value, ObservedValue::Allocated | ObservedValue::Address)
}
