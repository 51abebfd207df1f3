//! Checks, from what the replay of a test observed.
//!
//! A lone scalar result is checked on the call itself; else the result has a variable. A few changed
//! characters of a buffer become one string comparison, because unchanged elements are known from the
//! object's declaration; arrays of which much changed are checked as a whole ([`crate::c::content`]). Where nothing can
//! be checked, a comment says why.

use crate::c::body::Body;
use crate::c::call_order;
use crate::c::content;
use crate::c::framework::{Check, Framework};
use crate::c::given::given_name;
use crate::c::heap::is_checked;
use crate::c::initializer::{InitializerTree, characters};
use crate::c::literal;
use crate::c::scope::{Shape, Unwritable, Written};
use crate::c::stubs::linked_name;
use std::collections::BTreeMap;
use trine_record::TestRecord;
use trine_testcase::{
    CallableId, LeafKind, Linkage, NO_RETURN_STATUS, Observation, Observed, ObservedValue, Output, Place,
    PlaceRoot, PlaceStep, PointerValue, Statement, TypeId, TypeKind, Variable, is_end_in_stub,
};

/// Calls longer than this are not put inside a check.
const LONGEST_INLINE: usize = 60;

/// Writes the last call, `call`, and the checks after it.
///
/// # Errors
/// When an observed place cannot be written.
pub fn write(body: &mut Body<'_>, callable: CallableId, call: &str) -> Result<(), Unwritable> {
    let record = body.record;
    if let Some(ending) = &record.ending {
        body.blank();
        body.begin_changes();
        if is_end_in_stub(ending) {
            body.lines.push(format!("/* It {ending}. */"));
        }
        let check = Check::Ends(call.to_owned(), status_of(ending));
        body.lines.push(body.style.framework.write(&check));
        return Ok(());
    }
    let returns = body.scope.api.callables[callable].returns;
    let mut of_the_end = record.observations.iter().filter(|seen| !is_earlier(seen));
    if let (Some(Observation { place: Observed::Result(steps), value }), None) =
        (of_the_end.next(), of_the_end.next())
        && steps.is_empty()
        && inlines(value, call)
    {
        // What the test has to free needs a name.
        if *value == ObservedValue::Allocated {
            write_call(body, callable, call)?;
        }
        let text = body.result.clone().unwrap_or_else(|| call.to_owned());
        let check = check(body, &Written { text, ty: returns, whole_array: false }, value)?;
        body.blank();
        if body.result.is_none() {
            body.begin_changes();
        }
        body.lines.push(body.style.framework.write(&check));
        return Ok(());
    }
    write_call(body, callable, call)?;
    body.end_changes();
    write_checks(body, returns)
}

/// Whether an observation is of a call before the last one: it is checked behind that call.
pub(crate) fn is_earlier(observation: &Observation) -> bool {
    matches!(observation.place, Observed::EarlierResult(_))
}

/// What the call of this statement, one before the last, was seen to return.
pub(crate) fn earlier_value(record: &TestRecord, call: Variable) -> Option<&ObservedValue> {
    let is_it = |seen: &&Observation| seen.place == Observed::EarlierResult(call);
    record.observations.iter().find(is_it).map(|seen| &seen.value)
}

/// Whether the check that an earlier call returned this is written around the call.
pub(crate) fn inlines_earlier(value: Option<&ObservedValue>, call: &str) -> bool {
    value.is_some_and(|value| inlines(value, call))
}

/// The check that `text`, of type `ty`, has `value`.
///
/// # Errors
/// When the value cannot be written.
pub(crate) fn check_of(
    body: &Body<'_>,
    text: String,
    ty: TypeId,
    value: &ObservedValue,
) -> Result<Check, Unwritable> {
    check(body, &Written { text, ty, whole_array: false }, value)
}

/// `2` of `exits with status 2`, as the parent process sees it (the low 8 bits); `None` when it does
/// not exit but aborts.
fn status_of(ending: &str) -> Option<i32> {
    if is_end_in_stub(ending) {
        return Some(NO_RETURN_STATUS);
    }
    if ending.contains("abort") {
        return None;
    }
    let status: i32 = ending.split_whitespace().find_map(|word| word.parse().ok()).unwrap_or(0);
    Some(status & 0xff)
}

fn inlines(value: &ObservedValue, call: &str) -> bool {
    !matches!(value, ObservedValue::Leaf(LeafKind::Float(_), _)) && call.len() <= LONGEST_INLINE
}

/// The comment that says why nothing is checked after the last call.
fn nothing_to_check(body: &Body<'_>, callable: CallableId) -> String {
    let function = &body.scope.api.callables[callable];
    let is_heap = |(index, statement): (usize, &Statement)| match statement {
        Statement::Object { heap: true, .. } => Some(Observed::Alive(Variable(index as u32))),
        _ => None,
    };
    let mut objects = body.record.statements.iter().enumerate().filter_map(is_heap);
    let is_alive = |object: &Observed| body.record.observations.iter().any(|seen| seen.place == *object);
    let name = &function.name;
    let why = match body.scope.types().kind(function.returns) {
        TypeKind::Void if objects.any(|object| !is_alive(&object)) => {
            format!("{name} frees what it is given")
        }
        TypeKind::Void => format!("{name} returns nothing and changes nothing that can be seen"),
        _ => format!("what {name} returns differs from run to run"),
    };
    format!("/* Nothing to check: {why}. */")
}

/// The call as a statement; its result has a variable if a check looks at it.
fn write_call(body: &mut Body<'_>, callable: CallableId, call: &str) -> Result<(), Unwritable> {
    let returns = body.scope.api.callables[callable].returns;
    content::keep_unchanged(body)?;
    keep_output(body);
    body.blank();
    body.begin_changes();
    let looks = |observation: &Observation| is_of_result(&observation.place);
    if !body.record.observations.iter().any(looks) {
        let cast = if matches!(body.scope.types().kind(returns), TypeKind::Void) { "" } else { "(void)" };
        if !body.record.observations.iter().any(|seen| is_checked(seen) || is_earlier(seen)) {
            let comment = nothing_to_check(body, callable);
            body.lines.push(comment);
        }
        body.lines.push(format!("{cast}{call};"));
        return Ok(());
    }
    let declared = body.scope.declarators().declare_writable(returns, "");
    let name = body.scope.names.take("result");
    let declaration = if declared.starts_with("struct {") || declared.starts_with("union {") {
        format!("__typeof__({call}) {name}")
    } else {
        body.scope.declarators().declare_writable(returns, &name)
    };
    body.lines.push(format!("{declaration} = {call};"));
    body.result = Some(name);
    Ok(())
}

/// Has what the call prints kept, as far as it is checked.
fn keep_output(body: &mut Body<'_>) {
    for (output, descriptor) in [(Output::Standard, 1), (Output::Error, 2)] {
        if body.record.observations.iter().any(|seen| seen.place == Observed::Written(output)) {
            body.lines.push(format!("trine_keep_output({descriptor});"));
        }
    }
}

/// Whether `place` is the result of the last call, or is named by way of it.
fn is_of_result(place: &Observed) -> bool {
    match place {
        Observed::Result(_) => true,
        Observed::Behind(pointer, _) => is_of_result(pointer),
        _ => false,
    }
}

fn write_checks(body: &mut Body<'_>, returns: TypeId) -> Result<(), Unwritable> {
    if !body.record.observations.iter().any(is_checked) {
        return Ok(());
    }
    body.blank();
    let mut done: Vec<bool> = body.record.observations.iter().map(|seen| !is_checked(seen)).collect();
    for index in 0..done.len() {
        if std::mem::replace(&mut done[index], true) {
            continue;
        }
        let record = body.record;
        let observation = &record.observations[index];
        if let Some(check) = content::check(body, returns, observation)? {
            body.lines.push(body.style.framework.write(&check));
            continue;
        }
        let check = match whole_array(body, observation) {
            Some(group) => {
                for member in group.members {
                    done[member] = true;
                }
                group.check
            }
            None => single(body, returns, observation)?,
        };
        body.lines.push(body.style.framework.write(&check));
    }
    Ok(())
}

fn single(body: &Body<'_>, returns: TypeId, observation: &Observation) -> Result<Check, Unwritable> {
    if let Observed::StubCalls(callable) = &observation.place {
        let ObservedValue::Leaf(_, count) = observation.value else {
            return Err(Unwritable("a stub's calls are counted".into()));
        };
        return Ok(Check::Integer(body.stub_calls(*callable), count.to_string(), false));
    }
    if let (Observed::StubOrder, ObservedValue::Text(names)) = (&observation.place, &observation.value) {
        return Ok(Check::Text(call_order::LOG.to_owned(), literal::string(names)));
    }
    if observation.place == Observed::RegisterWrites
        && let ObservedValue::Leaf(_, count) = observation.value
    {
        return Ok(Check::Integer("trine_register_writes()".to_owned(), count.to_string(), false));
    }
    let map = &body.scope.api.registers;
    if let Some(condition) = crate::c::registers::condition(map, &observation.place, &observation.value) {
        return Ok(Check::Truth(condition, true));
    }
    if let Observed::Written(output) = &observation.place {
        return written_to(*output, &observation.value);
    }
    check(body, &body.observed(returns, &observation.place)?, &observation.value)
}

impl Body<'_> {
    /// What was observed: the result of the last call, of type `returns`, a place, or what these point to.
    ///
    /// # Errors
    /// When it cannot be written, or is no value.
    pub(crate) fn observed(&self, returns: TypeId, place: &Observed) -> Result<Written, Unwritable> {
        match place {
            Observed::Result(steps) => {
                let text = self.result.clone().unwrap_or_default();
                let whole = Written { text, ty: returns, whole_array: false };
                steps.iter().try_fold(whole, |written, step| self.scope.step(written, *step))
            }
            Observed::Place(place) => self.scope.place(place),
            Observed::Behind(pointer, steps) => self.scope.behind(self.observed(returns, pointer)?, steps),
            Observed::StubArgument(stub, call, parameter) => {
                let stub = &self.scope.api.callables[*stub];
                let Some(param) = stub.params.get(*parameter as usize) else {
                    return Err(Unwritable("the stub has no such parameter".into()));
                };
                let text = format!("{}[{call}]", given_name(stub, *parameter));
                Ok(Written { text, ty: param.ty, whole_array: false })
            }
            _ => Err(Unwritable("no value was observed".into())),
        }
    }
}

/// The check that a file or stream holds `value`.
fn written_to(output: Output, value: &ObservedValue) -> Result<Check, Unwritable> {
    let ObservedValue::Text(bytes) = value else {
        return Err(Unwritable("a file holds bytes".into()));
    };
    let (function, number) = match output {
        Output::Standard => ("trine_output_holds", 1),
        Output::Error => ("trine_output_holds", 2),
        Output::File(number) => ("trine_file_holds", number),
        Output::Stream(number) => ("trine_stream_holds", number),
    };
    Ok(Check::Truth(format!("{function}({number}, {}, {})", literal::string(bytes), bytes.len()), true))
}

/// The check that `written` has `value`.
fn check(body: &Body<'_>, written: &Written, value: &ObservedValue) -> Result<Check, Unwritable> {
    let text = written.text.clone();
    Ok(match value {
        ObservedValue::Leaf(kind, bits) => leaf(body, written, kind, *bits),
        ObservedValue::Sign(is_negative) => {
            Check::Truth(format!("{text} {} 0", if *is_negative { '<' } else { '>' }), true)
        }
        ObservedValue::Null => Check::Null(text, true),
        ObservedValue::NotNull | ObservedValue::Allocated | ObservedValue::Address => {
            Check::Null(text, false)
        }
        ObservedValue::Bytes(_)
        | ObservedValue::Digests(..)
        | ObservedValue::Room(_)
        | ObservedValue::Unchanged => {
            return Err(Unwritable("memory as a whole is not a value".into()));
        }
        // What only another file can name is something.
        ObservedValue::PointsTo(place) => match body.scope.pointer(&PointerValue::To(place.clone()), None) {
            Ok(pointer) => Check::Pointer(text, pointer),
            Err(_) => Check::Null(text, false),
        },
        ObservedValue::Function(callable) => match function_name(body, *callable) {
            Some(name) => Check::Pointer(text, name),
            None => Check::Null(text, false),
        },
        ObservedValue::Text(bytes) => Check::Text(text, literal::string(bytes)),
    })
}

/// The name of a function whose address is the same in the test file as in the code under test.
fn function_name(body: &Body<'_>, callable: CallableId) -> Option<String> {
    let name = body.scope.callable(callable).ok()?;
    let is_external = body.scope.api.callables[callable].linkage == Linkage::Undefined;
    (!is_external || linked_name(name) == name).then(|| name.to_owned())
}

fn leaf(body: &Body<'_>, written: &Written, kind: &LeafKind, bits: u128) -> Check {
    let text = written.text.clone();
    if matches!(kind, LeafKind::Bool) {
        return Check::Truth(text, bits & 1 == 1);
    }
    let value = literal::leaf(body.scope.types(), Some(written.ty), kind, bits);
    match kind {
        LeafKind::Float(format) => Check::Float(text, value, *format, body.style.float_tolerance),
        _ if kind.bits() > 64 => Check::Truth(format!("{text} == {value}"), true),
        _ => Check::Integer(text, value, kind.is_signed()),
    }
}

/// Observations that one check covers.
struct Group {
    members: Vec<usize>,
    check: Check,
}

/// The check of the whole array in which `observation` saw one element, if that reads better.
fn whole_array(body: &Body<'_>, observation: &Observation) -> Option<Group> {
    let Observed::Place(place) = &observation.place else { return None };
    let (PlaceStep::Index(_), prefix) = place.steps.split_last()? else { return None };
    let array = Place { root: place.root, steps: prefix.to_vec() };
    let (element, length) = extent(body, &array)?;
    let holds_address = |other: &Observation| {
        other.value == ObservedValue::Address
            && matches!(&other.place, Observed::Place(place) if is_in(place, &array))
    };
    if body.record.observations.iter().any(holds_address) {
        return None;
    }
    let mut changed = BTreeMap::new();
    let mut members = Vec::new();
    for (index, other) in body.record.observations.iter().enumerate() {
        if let Some((position, node)) = element_of(other, &array) {
            changed.insert(position, node);
            members.push(index);
        }
    }
    let known = initial(body, &array);
    let check = string_check(body, &array, element, length, &changed, known.as_ref())?;
    Some(Group { members, check })
}

/// Whether `place` is an element of `array`.
fn is_in(place: &Place, array: &Place) -> bool {
    let parent = place.steps.split_last().map(|(_, parent)| parent);
    place.root == array.root && parent == Some(&array.steps)
}

/// Element type and length of the array at `place`.
fn extent(body: &Body<'_>, place: &Place) -> Option<(TypeId, u64)> {
    let written = body.scope.place(place).ok()?;
    if let (true, PlaceRoot::Variable(variable)) = (written.whole_array, place.root)
        && let Shape::Array(count) = body.scope.local(variable).ok()?.shape
    {
        return Some((written.ty, u64::from(count)));
    }
    match body.scope.types().kind(written.ty) {
        TypeKind::Array { element, length } => Some((*element, (*length)?)),
        _ => None,
    }
}

/// Position and value, if `observation` saw an element of `array`.
fn element_of(observation: &Observation, array: &Place) -> Option<(u32, InitializerTree)> {
    let (Observed::Place(place), ObservedValue::Leaf(kind, bits)) = (&observation.place, &observation.value)
    else {
        return None;
    };
    let (PlaceStep::Index(index), prefix) = place.steps.split_last()? else { return None };
    (place.root == array.root && prefix == array.steps)
        .then(|| (*index, InitializerTree::Leaf(kind.clone(), *bits)))
}

/// What `array` held before the only call; `None` where that is not known.
pub(crate) fn initial(body: &Body<'_>, array: &Place) -> Option<InitializerTree> {
    let calls = body.record.statements.iter().filter(|s| matches!(s, Statement::Call { .. })).count();
    let PlaceRoot::Variable(variable) = array.root else { return None };
    let object = body.objects.get(&variable).filter(|object| calls == 1 && !object.frozen)?;
    Some(object.node.get(body.node_steps(array)).cloned().unwrap_or_default())
}

/// The content of a character array as a string, if all that changed belongs to it.
fn string_check(
    body: &Body<'_>,
    array: &Place,
    element: TypeId,
    length: u64,
    changed: &BTreeMap<u32, InitializerTree>,
    known: Option<&InitializerTree>,
) -> Option<Check> {
    let bytes = match known {
        Some(node) => characters(&body.scope, element, &overlay(node, changed), length)?,
        // Only what changed is known: it must be the string from its start, with its end.
        None => {
            let contiguous = changed.keys().enumerate().all(|(position, index)| position == *index as usize);
            let node = InitializerTree::Parts(changed.clone());
            let length = contiguous.then_some(changed.len() as u64)?;
            characters(&body.scope, element, &node, length)?
        }
    };
    let end = bytes.iter().position(|&byte| byte == 0)?;
    let last = *changed.keys().next_back()? as usize;
    let is_text = bytes[..end].iter().all(|byte| (0x20..0x7f).contains(byte) || byte.is_ascii_whitespace());
    let text = body.scope.place(array).ok()?.text;
    (last <= end && is_text).then(|| Check::Text(text, literal::string(&bytes[..end])))
}

fn overlay(node: &InitializerTree, changed: &BTreeMap<u32, InitializerTree>) -> InitializerTree {
    let mut result = node.clone();
    for (index, value) in changed {
        result.set(&[PlaceStep::Index(*index)], value.clone());
    }
    result
}

impl Framework {
    /// Whether tests run in processes of their own.
    #[must_use]
    pub fn isolates_tests(self) -> bool {
        self == Self::Plain
    }
}
