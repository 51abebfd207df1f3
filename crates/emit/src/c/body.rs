//! The body of a test: objects, globals and stubs set up, the calls, the checks.
//!
//! Statements between two calls have no order a reader could see, so they are regrouped: first
//! the objects, each with its values folded into an initialiser and those it points to before
//! it; then what no initialiser can hold (globals, cycles of pointers, objects of earlier
//! calls); then the stubs. Objects that nothing reaches are left out.

use crate::c::assertion;
use crate::c::framework::Framework;
use crate::c::initializer::{InitializerTree, declaration, has_tail};
use crate::c::literal;
use crate::c::names::Names;
use crate::c::outputs::output_name;
use crate::c::scope::{Local, Scope, Shape, Unwritable};
use crate::c::stubs::{calls_name, returns_name};
use crate::c::variable_arguments;
use std::collections::{BTreeMap, BTreeSet};
use trine_record::TestRecord;
use trine_testcase::{
    ApiModel, Argument, CallableId, LeafId, Linkage, Observation, Observed, ObservedValue, Place, PlaceRoot,
    PlaceStep, PointerValue, RecordKind, Statement, TypeId, TypeKind, Variable,
};

/// Objects larger than this are static.
const LARGEST_ON_STACK_BYTES: u64 = 1 << 18;

/// How checks are written.
#[derive(Clone, Copy, Debug, Default)]
pub struct Style {
    /// The framework.
    pub framework: Framework,
    /// Absolute tolerance of floating-point checks; exact when `None`.
    pub float_tolerance: Option<f64>,
    /// Whether checks are left out: the body of a crash reproducer.
    pub without_checks: bool,
}

/// The statements of a test, one per line, without indentation; empty lines separate groups.
///
/// # Errors
/// When the test uses what C code in this unit's test file cannot name.
pub fn lines(
    api: &ApiModel,
    unit: &str,
    record: &TestRecord,
    style: Style,
) -> Result<Vec<String>, Unwritable> {
    let scope = Scope { api, unit, locals: BTreeMap::new(), streams: BTreeMap::new(), names: Names::of(api) };
    let mut body = Body {
        record,
        style,
        scope,
        live: live_variables(record),
        objects: BTreeMap::new(),
        has_statics: false,
        stub_counts: BTreeMap::new(),
        output_counts: BTreeMap::new(),
        result: None,
        changes_begun: false,
        lines: Vec::new(),
    };
    body.name_objects();
    body.lines = crate::c::registers::watch(&body.scope.api.registers, record)?;
    body.write()?;
    Ok(body.lines)
}

/// An object's values, as far as its declaration holds them.
#[derive(Clone, Debug, Default)]
pub struct Object {
    /// The values.
    pub node: InitializerTree,
    /// Objects its pointers point to.
    targets: BTreeSet<Variable>,
    /// Whether a statement sets what the declaration cannot hold; later ones then stay statements.
    pub frozen: bool,
    /// Whether its declaration is written.
    declared: bool,
}

/// The writer of one body.
pub struct Body<'a> {
    /// The test.
    pub record: &'a TestRecord,
    /// How checks are written.
    pub style: Style,
    /// What it can name.
    pub scope: Scope<'a>,
    /// Objects and results that something reaches.
    live: BTreeSet<Variable>,
    /// Values of the objects.
    pub objects: BTreeMap<Variable, Object>,
    /// Whether some objects must be static: what they are initialised with is constant.
    has_statics: bool,
    /// Stub values set so far.
    stub_counts: BTreeMap<CallableId, u32>,
    /// Outputs of stubs set so far, by parameter.
    output_counts: BTreeMap<(CallableId, u32), u32>,
    /// The variable that holds the result of the last call.
    pub result: Option<String>,
    /// Whether volatile objects change by now.
    changes_begun: bool,
    /// What is written.
    pub lines: Vec<String>,
}

impl<'a> Body<'a> {
    /// Gives a name to each live object.
    fn name_objects(&mut self) {
        for (variable, statement) in variables(self.record) {
            let Statement::Object { ty, count, heap, name } = statement else { continue };
            if !self.live.contains(&variable) {
                continue;
            }
            let name = self.scope.names.take(name);
            let shape = match count {
                None => Shape::Plain,
                Some(1) if !self.is_character(*ty) && self.only_first_element(variable) => Shape::Single,
                Some(count) => Shape::Array(*count),
            };
            self.scope.locals.insert(variable, Local { name, ty: *ty, shape, heap: *heap });
            self.objects.insert(variable, Object::default());
        }
        let mut locals = self.scope.locals.values();
        self.has_statics = locals.any(|local| !local.heap && self.ends_in_tail(local.ty));
    }

    fn is_character(&self, ty: TypeId) -> bool {
        matches!(self.scope.types().kind(ty), TypeKind::Char { .. })
    }

    /// Whether no place names more of `variable` than its first element.
    fn only_first_element(&self, variable: Variable) -> bool {
        places(self.record).all(|place| {
            place.root != PlaceRoot::Variable(variable)
                || matches!(place.steps.first(), None | Some(PlaceStep::Index(0)))
        })
    }

    fn write(&mut self) -> Result<(), Unwritable> {
        let record = self.record;
        let mut group: Vec<(Variable, &Statement)> = Vec::new();
        let last_call = record.statements.iter().rposition(|s| matches!(s, Statement::Call { .. }));
        for (variable, statement) in variables(record) {
            let Statement::Call { callable, args } = statement else {
                group.push((variable, statement));
                continue;
            };
            self.set_up(&std::mem::take(&mut group))?;
            let call = self.call(*callable, args)?;
            if last_call == Some(variable.0 as usize) {
                return self.last_call(*callable, &call);
            }
            self.begin_changes();
            self.earlier_call(variable, *callable, &call)?;
        }
        self.set_up(&group)
    }

    /// What stands before a call.
    fn set_up(&mut self, group: &[(Variable, &Statement)]) -> Result<(), Unwritable> {
        let before = self.lines.len();
        self.declare_streams(group);
        let mut assignments = Vec::new();
        for (variable, statement) in group {
            if !self.fold(statement) && !matches!(statement, Statement::Object { .. }) {
                assignments.push((*variable, *statement));
            }
        }
        let objects = group.iter().filter(|(_, statement)| matches!(statement, Statement::Object { .. }));
        let objects: Vec<Variable> = objects.map(|(variable, _)| *variable).collect();
        // Those that must be static make what they point to static, too: the page of a variable that changes is closed to accesses.
        let (tailed, others): (Vec<_>, Vec<_>) =
            objects.into_iter().partition(|&one| self.has_tail(one) || self.changes(one));
        for variable in tailed {
            self.declare(variable, true)?;
        }
        for variable in others {
            self.declare(variable, false)?;
        }
        let declares = self.lines.len() > before;
        if declares && !assignments.is_empty() {
            self.blank();
        }
        for (_, statement) in assignments {
            self.assign(statement)?;
        }
        Ok(())
    }

    /// Whether `statement` goes into an initialiser, or is about an object that nothing reaches.
    fn fold(&mut self, statement: &Statement) -> bool {
        let (place, node) = match statement {
            Statement::SetLeaf { place, leaf } => (place, self.leaf_node(*leaf)),
            Statement::SetPointer { place, value } => (place, InitializerTree::Pointer(value.clone())),
            _ => return false,
        };
        let PlaceRoot::Variable(variable) = place.root else { return false };
        let Some(object) = self.objects.get(&variable) else { return !self.live.contains(&variable) };
        if node.is_zero() && self.is_on_heap(variable) && self.in_tail(place).is_some() {
            // Zeros are there already.
            return true;
        }
        let target = match &node {
            InitializerTree::Pointer(PointerValue::To(Place {
                root: PlaceRoot::Variable(target), ..
            })) => Some(*target),
            _ => None,
        };
        // On the heap, an object has no address before its values are copied there.
        let is_itself = |target| target == variable && self.is_on_heap(variable);
        let cyclic = target
            .is_some_and(|target| is_itself(target) || target != variable && self.reaches(target, variable));
        let cyclic = cyclic || !self.may_initialise(variable, place, target);
        let folds = !object.declared && !object.frozen && !cyclic && !self.second_member(variable, place);
        let steps = self.node_steps(place).to_vec();
        let object = self.objects.entry(variable).or_default();
        if !folds {
            object.frozen = true;
            return false;
        }
        object.targets.extend(target.filter(|&target| target != variable));
        object.node.set(&steps, node);
        true
    }

    /// Whether an initialiser of `variable` may hold the value at `place`, which points to `target`: that
    /// of a static object cannot point to the heap, that of one on the heap has no flexible array member.
    fn may_initialise(&self, variable: Variable, place: &Place, target: Option<Variable>) -> bool {
        match self.is_on_heap(variable) {
            true => self.in_tail(place).is_none(),
            false => !(self.has_statics && target.is_some_and(|target| self.is_on_heap(target))),
        }
    }

    fn is_on_heap(&self, variable: Variable) -> bool {
        self.scope.locals.get(&variable).is_some_and(|local| local.heap)
    }

    fn leaf_node(&self, leaf: LeafId) -> InitializerTree {
        InitializerTree::Leaf(self.record.leaf_kinds[leaf.0 as usize].kind.clone(), self.leaf_bits(leaf))
    }

    fn leaf_bits(&self, leaf: LeafId) -> u128 {
        self.record.leaves.get(leaf.0 as usize).copied().unwrap_or(0)
    }

    /// The steps of `place` within the variable as declared.
    pub fn node_steps<'p>(&self, place: &'p Place) -> &'p [PlaceStep] {
        let PlaceRoot::Variable(variable) = place.root else { return &place.steps };
        match (self.scope.locals.get(&variable).map(|local| local.shape), place.steps.as_slice()) {
            (Some(Shape::Single), [PlaceStep::Index(0), rest @ ..]) => rest,
            (_, steps) => steps,
        }
    }

    fn reaches(&self, from: Variable, to: Variable) -> bool {
        let mut pending = vec![from];
        let mut seen = BTreeSet::new();
        while let Some(variable) = pending.pop() {
            if variable == to {
                return true;
            }
            if seen.insert(variable) {
                pending.extend(self.objects.get(&variable).into_iter().flat_map(|object| &object.targets));
            }
        }
        false
    }

    /// Whether `place` lies in a union of which another member is set already: an initialiser
    /// holds one.
    fn second_member(&self, variable: Variable, place: &Place) -> bool {
        let (Some(local), Some(object)) = (self.scope.locals.get(&variable), self.objects.get(&variable))
        else {
            return false;
        };
        let mut ty = local.ty;
        let mut node = Some(&object.node);
        let mut counted = matches!(local.shape, Shape::Array(_));
        for step in self.node_steps(place) {
            let next = match self.scope.types().kind(ty) {
                _ if counted => ty,
                TypeKind::Record { kind, fields, .. } => {
                    let other = |node: &InitializerTree| match node {
                        InitializerTree::Parts(parts) => {
                            parts.keys().any(|key| PlaceStep::Field(*key) != *step)
                        }
                        _ => false,
                    };
                    if *kind == RecordKind::Union && node.is_some_and(other) {
                        return true;
                    }
                    match step {
                        PlaceStep::Field(field) => fields.get(*field as usize).map_or(ty, |field| field.ty),
                        PlaceStep::Index(_) => ty,
                    }
                }
                TypeKind::Array { element, .. } => *element,
                _ => ty,
            };
            counted = false;
            node = node.and_then(|node| node.get(std::slice::from_ref(step)));
            ty = next;
        }
        false
    }

    /// Declares `variable`, after the objects that it points to.
    fn declare(&mut self, variable: Variable, is_static: bool) -> Result<(), Unwritable> {
        let Some(object) = self.objects.get_mut(&variable) else { return Ok(()) };
        if std::mem::replace(&mut object.declared, true) {
            return Ok(());
        }
        for target in object.targets.clone() {
            self.declare(target, is_static)?;
        }
        let local = self.scope.local(variable)?;
        if self.scope.types().is_of_argument_list(local.ty) {
            return Ok(());
        }
        self.check_complete(local)?;
        let object = &self.objects[&variable];
        if local.heap {
            let lines = self.made_on_heap(variable, local, &object.node)?;
            self.lines.extend(lines);
            return Ok(());
        }
        let line = declaration(&self.scope, &local.name, local.ty, local.shape, &object.node)?;
        let is_large = self.is_large(local) && object.targets.is_empty();
        let storage = if is_static || is_large { "static " } else { "" };
        self.lines.push(format!("{storage}{line};"));
        Ok(())
    }

    /// Lets volatile objects change from the call on that follows.
    pub fn begin_changes(&mut self) {
        if !self.changes_begun && self.record.statements.iter().any(crate::c::registers::is_change) {
            self.changes_begun = true;
            self.lines.push("trine_volatile_begins();".to_owned());
        }
    }

    /// No longer, after the last call.
    pub fn end_changes(&mut self) {
        if self.changes_begun {
            self.lines.push("trine_volatile_ends();".to_owned());
        }
    }

    /// Whether something in `variable` changes between reads.
    fn changes(&self, variable: Variable) -> bool {
        self.record.statements.iter().any(|statement| match statement {
            Statement::Volatile { place, .. } => place.root == PlaceRoot::Variable(variable),
            _ => false,
        })
    }

    /// Whether `variable` has elements in a flexible array member.
    fn has_tail(&self, variable: Variable) -> bool {
        match (self.scope.locals.get(&variable), self.objects.get(&variable)) {
            (Some(local), Some(object)) => has_tail(&self.scope, local.ty, &object.node),
            _ => false,
        }
    }

    fn check_complete(&self, local: &Local) -> Result<(), Unwritable> {
        match self.scope.types().kind(local.ty) {
            TypeKind::Void | TypeKind::Function { .. } | TypeKind::Record { complete: false, .. } => {
                let ty = self.scope.declarators().cast_to(local.ty);
                Err(Unwritable(format!("`{ty}` is incomplete: `{}` cannot be declared", local.name)))
            }
            _ => Ok(()),
        }
    }

    /// Whether `local` might not fit the stack.
    fn is_large(&self, local: &Local) -> bool {
        let count = if let Shape::Array(count) = local.shape { u64::from(count) } else { 1 };
        self.scope.types().size_bytes(local.ty).saturating_mul(count) > LARGEST_ON_STACK_BYTES
    }

    fn assign(&mut self, statement: &Statement) -> Result<(), Unwritable> {
        let line = match statement {
            Statement::SetLeaf { place, leaf } => {
                let target = self.scope.place(place)?;
                let kind = &self.record.leaf_kinds[leaf.0 as usize].kind;
                let value = literal::leaf(self.scope.types(), Some(target.ty), kind, self.leaf_bits(*leaf));
                format!("{} = {value};", self.writable(&target.text, target.ty))
            }
            Statement::SetPointer { place, value } => {
                let target = self.scope.place(place)?;
                let cast = if self.is_untyped(place, value, target.ty) { "(void *)" } else { "" };
                let value = self.scope.pointer(value, Some(target.ty))?;
                format!("{} = {cast}{value};", self.writable(&target.text, target.ty))
            }
            Statement::StubReturn { callable, value } => {
                let number = self.stub_counts.entry(*callable).or_default();
                let target = format!("{}[{number}]", returns_name(&self.scope.api.callables[*callable].name));
                let position = *number;
                *number += 1;
                if self.answers_by_default(*callable, position) {
                    return Ok(());
                }
                let returns = self.scope.api.callables[*callable].returns;
                format!("{target} = {};", self.assigned(value, returns)?)
            }
            Statement::StubWrite { callable, parameter, value } => {
                return self.stub_write(*callable, *parameter, *value);
            }
            _ => return self.give(statement),
        };
        self.lines.push(line);
        Ok(())
    }

    /// Whether `callable` answers zero from its call at `position` on, as it does when nobody says so.
    fn answers_by_default(&self, callable: CallableId, position: u32) -> bool {
        let answers = self.record.statements.iter().filter_map(|statement| match statement {
            Statement::StubReturn { callable: stub, value } if *stub == callable => Some(value),
            _ => None,
        });
        let is_zero = |value: &Argument| match value {
            Argument::Leaf(leaf) => self.leaf_bits(*leaf) == 0,
            value => *value == Argument::Pointer(PointerValue::Null),
        };
        let default = self.scope.api.stubs.get(&callable).map_or(0, |stub| stub.default);
        default == 0 && answers.skip(position as usize).all(is_zero)
    }

    /// Gives the next call of `callable` an output.
    fn stub_write(
        &mut self,
        callable: CallableId,
        parameter: u32,
        value: Variable,
    ) -> Result<(), Unwritable> {
        let number = self.output_counts.entry((callable, parameter)).or_default();
        let array = output_name(&self.scope.api.callables[callable], parameter);
        let local = self.scope.local(value)?;
        let address = if matches!(local.shape, Shape::Array(_)) { "" } else { "&" };
        self.lines.push(format!("{array}[{number}] = {address}{};", local.name));
        self.lines.push(format!("{array}_bytes[{number}] = sizeof {};", local.name));
        *number += 1;
        Ok(())
    }

    /// Whether `value` goes to a variable that the unit only declares: its type is not known to us beyond being a
    /// pointer, and what it is declared as need not be what we point it to.
    fn is_untyped(&self, place: &Place, value: &PointerValue, ty: TypeId) -> bool {
        let types = self.scope.types();
        let declared_only = |id| self.scope.api.globals[id].linkage == Linkage::Undefined;
        let to_object = matches!(value, PointerValue::To(_));
        let to_void =
            matches!(types.kind(ty), TypeKind::Pointer(to) if matches!(types.kind(*to), TypeKind::Void));
        to_object && to_void && matches!(place.root, PlaceRoot::Global(id) if declared_only(id))
    }

    /// `text`, a place of type `ty`, as something that can be assigned to.
    fn writable(&self, text: &str, ty: TypeId) -> String {
        if !self.scope.types().is_const(ty) {
            return text.to_owned();
        }
        let write = self.scope.declarators();
        format!("*({}){}", write.declare_writable(ty, "*"), format_args!("&{text}"))
    }

    /// An argument where an initialiser in braces is not allowed.
    fn assigned(&self, argument: &Argument, ty: TypeId) -> Result<String, Unwritable> {
        match argument {
            Argument::Leaf(leaf) => {
                let kind = &self.record.leaf_kinds[leaf.0 as usize].kind;
                Ok(literal::leaf(self.scope.types(), Some(ty), kind, self.leaf_bits(*leaf)))
            }
            _ => self.argument(argument, Some(ty)),
        }
    }

    fn call(&self, callable: CallableId, args: &[Argument]) -> Result<String, Unwritable> {
        if variable_arguments::takes_list(self.scope.api, callable) {
            return self.call_with_list(callable, args);
        }
        let params = &self.scope.api.callables[callable].params;
        let fixed = args.iter().zip(params);
        let strings = fixed.map(|(argument, param)| self.argument(argument, Some(param.ty)));
        let mut strings = strings.collect::<Result<Vec<_>, _>>()?;
        if let Some(first) = args.get(params.len()) {
            strings.extend(self.variable_arguments(first)?);
            if variable_arguments::ends_in_null(self.scope.api, callable) {
                strings.push("NULL".to_owned());
            }
        }
        Ok(format!("{}({})", self.scope.callable(callable)?, strings.join(", ")))
    }

    pub(crate) fn argument(&self, argument: &Argument, ty: Option<TypeId>) -> Result<String, Unwritable> {
        match argument {
            Argument::Leaf(leaf) => {
                let kind = &self.record.leaf_kinds[leaf.0 as usize].kind;
                Ok(literal::leaf(self.scope.types(), ty, kind, self.leaf_bits(*leaf)))
            }
            Argument::Pointer(PointerValue::Null) if ty.is_none() => Ok("(void *)NULL".to_owned()),
            Argument::Pointer(value) => self.scope.pointer(value, ty),
            Argument::Object(variable) => {
                let local = self.scope.local(*variable)?;
                let index = if matches!(local.shape, Shape::Array(_)) { "[0]" } else { "" };
                Ok(format!("{}{index}", local.name))
            }
            Argument::Zero(zero) => Ok(self.zero(ty.unwrap_or(*zero))),
            Argument::Result(variable) => Ok(self.scope.local(*variable)?.name.clone()),
            Argument::Held(place) => Ok(self.scope.place(place)?.text),
        }
    }

    fn zero(&self, ty: TypeId) -> String {
        match self.scope.types().kind(ty) {
            TypeKind::Record { .. } | TypeKind::Array { .. } => {
                format!(
                    "({}){{ 0 }}",
                    self.scope.declarators().cast_to(self.scope.declarators().without_const(ty))
                )
            }
            TypeKind::Pointer(_) => "NULL".to_owned(),
            TypeKind::Bool => "false".to_owned(),
            TypeKind::Float { .. } => "0.0".to_owned(),
            _ => "0".to_owned(),
        }
    }

    /// A call before the last one, with a check of what it returns where that was observed.
    fn earlier_call(
        &mut self,
        variable: Variable,
        callable: CallableId,
        call: &str,
    ) -> Result<(), Unwritable> {
        let returns = self.scope.api.callables[callable].returns;
        let checked =
            (!self.style.without_checks).then(|| assertion::earlier_value(self.record, variable)).flatten();
        let is_used = self.live.contains(&variable);
        if matches!(self.scope.types().kind(returns), TypeKind::Void) || !is_used && checked.is_none() {
            self.lines.push(format!("{call};"));
            return Ok(());
        }
        if is_used || !assertion::inlines_earlier(checked, call) {
            let name = self.scope.names.take(&self.result_name(returns));
            let declared = self.scope.declarators().declare_writable(returns, &name);
            self.lines.push(format!("{declared} = {call};"));
            let local = Local { name, ty: returns, shape: Shape::Plain, heap: false };
            self.scope.locals.insert(variable, local);
        }
        if let Some(value) = checked {
            let text = self.scope.locals.get(&variable).map_or(call, |local| local.name.as_str());
            let check = assertion::check_of(self, text.to_owned(), returns, value)?;
            self.lines.push(self.style.framework.write(&check));
        }
        Ok(())
    }

    /// A name for what a call returns: that of the structure it points to.
    fn result_name(&self, returns: TypeId) -> String {
        let types = self.scope.types();
        let TypeKind::Pointer(pointee) = types.kind(returns) else { return "result".to_owned() };
        let mut ty = *pointee;
        loop {
            match &types.types[ty].kind {
                TypeKind::Alias { target, name } => match types.kind(*target) {
                    TypeKind::Record { tag: Some(_), .. } => ty = *target,
                    TypeKind::Record { .. } => return name.trim_end_matches("_t").to_owned(),
                    _ => return "result".to_owned(),
                },
                TypeKind::Qualified { target, .. } => ty = *target,
                TypeKind::Record { tag: Some(tag), .. } => return tag.trim_end_matches("_t").to_owned(),
                _ => return "result".to_owned(),
            }
        }
    }

    fn last_call(&mut self, callable: CallableId, call: &str) -> Result<(), Unwritable> {
        if self.style.without_checks {
            self.blank();
            self.begin_changes();
            self.lines.push(format!("{call};"));
            return Ok(());
        }
        assertion::write(self, callable, call)?;
        self.free_what_is_left(self.scope.api.callables[callable].returns)
    }

    /// Separates what follows from what stands before.
    pub fn blank(&mut self) {
        if self.lines.last().is_some_and(|line| !line.is_empty()) {
            self.lines.push(String::new());
        }
    }

    /// The counter of the calls of a stub.
    #[must_use]
    pub fn stub_calls(&self, callable: CallableId) -> String {
        calls_name(&self.scope.api.callables[callable].name)
    }
}

fn variables(record: &TestRecord) -> impl Iterator<Item = (Variable, &Statement)> {
    record.statements.iter().enumerate().map(|(index, statement)| (Variable(index as u32), statement))
}

/// Every place that the test names.
fn places(record: &TestRecord) -> impl Iterator<Item = &Place> {
    let in_statements = record.statements.iter().flat_map(|statement| match statement {
        Statement::SetLeaf { place, .. } | Statement::Volatile { place, .. } => vec![place],
        Statement::SetPointer { place, value } => {
            [Some(place), target(value)].into_iter().flatten().collect()
        }
        Statement::StubReturn { value, .. } => argument_target(value).into_iter().collect(),
        Statement::Call { args, .. } => args.iter().filter_map(argument_target).collect(),
        _ => Vec::new(),
    });
    in_statements.chain(record.observations.iter().flat_map(observed_places))
}

fn target(value: &PointerValue) -> Option<&Place> {
    match value {
        PointerValue::To(place) => Some(place),
        PointerValue::Null | PointerValue::Function(_) | PointerValue::Stream(_) => None,
    }
}

fn argument_target(argument: &Argument) -> Option<&Place> {
    match argument {
        Argument::Pointer(value) => target(value),
        Argument::Held(place) => Some(place),
        _ => None,
    }
}

fn observed_places(observation: &Observation) -> impl Iterator<Item = &Place> {
    let mut seen = &observation.place;
    while let Observed::Behind(pointer, _) = seen {
        seen = pointer;
    }
    let place = match seen {
        Observed::Place(place) => Some(place),
        _ => None,
    };
    let value = match &observation.value {
        ObservedValue::PointsTo(place) => Some(place),
        _ => None,
    };
    place.into_iter().chain(value)
}

/// The variables that a call, a stub, a global or a check reaches, also through other objects.
fn live_variables(record: &TestRecord) -> BTreeSet<Variable> {
    let mut pending = Vec::new();
    let mut edges: Vec<(Variable, Variable)> = Vec::new();
    let root = |place: &Place| match place.root {
        PlaceRoot::Variable(variable) => Some(variable),
        PlaceRoot::Global(_) => None,
    };
    for statement in &record.statements {
        match statement {
            Statement::SetPointer { place, value } => match (root(place), target(value).and_then(root)) {
                (Some(from), Some(to)) => edges.push((from, to)),
                (None, Some(to)) => pending.push(to),
                _ => {}
            },
            Statement::Call { args, .. } => pending.extend(args.iter().filter_map(argument_variable)),
            Statement::StubReturn { value, .. } => pending.extend(argument_variable(value)),
            Statement::StubWrite { value, .. } => pending.push(*value),
            _ => {}
        }
    }
    pending.extend(record.observations.iter().flat_map(observed_places).filter_map(root));
    let mut live = BTreeSet::new();
    while let Some(variable) = pending.pop() {
        if live.insert(variable) {
            pending.extend(edges.iter().filter(|(from, _)| *from == variable).map(|(_, to)| *to));
        }
    }
    live
}

fn argument_variable(argument: &Argument) -> Option<Variable> {
    match argument {
        Argument::Object(variable) | Argument::Result(variable) => Some(*variable),
        Argument::Pointer(PointerValue::To(Place { root: PlaceRoot::Variable(variable), .. }))
        | Argument::Held(Place { root: PlaceRoot::Variable(variable), .. }) => Some(*variable),
        _ => None,
    }
}
