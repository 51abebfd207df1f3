//! Sequences that do what the user's own tests did, as starting points of a search.
//!
//! Source: carving (Elbaum, Chin, Dwyer and Dokulil, FSE 2006), as seeds of a search (Rojas, Fraser and Arcuri, STVR 2016). A call becomes a
//! step where the API model has its method and a source can write it; otherwise it is left out with all that needs it. Type arguments, which
//! class files do not tell, are chosen when an object is made and once more where a later step asks for others. An object that no call gave (a
//! lambda, an object of a class of the tests) becomes a mock that answers nothing, where one can stand for it.

use crate::check::check_step;
use crate::draft::Draft;
use crate::solve::{bind_rest, class_bindings, operand_type, plain, wrapper};
use std::collections::HashMap;
use trine_testcase::objects::types::object;
use trine_testcase::objects::{
    Action, Bindings, CarvedCall, CarvedValue, ClassApi, ClassUse, MemberId, MemberKind, Operand, Primitive,
    Sequence, StepId, TypeArgument, TypeUse, Types,
};

/// Steps that are made of a test, at most; those that are not needed are taken out again.
const MAX_STEPS: usize = 400;

/// Types that are tried for each type parameter, at most.
const MAX_CHOICES: usize = 8;

/// Makes sequences of carved calls.
#[derive(Debug)]
pub struct Carving<'a> {
    types: Types<'a>,
    /// Members by class, name and descriptor.
    members: HashMap<(&'a str, &'a str, &'a str), MemberId>,
}

impl<'a> Carving<'a> {
    /// Into sequences over `api`.
    #[must_use]
    pub fn new(api: &'a ClassApi) -> Self {
        let key = |id: MemberId| {
            let member = &api.members[id];
            (api.classes[member.class].name.as_str(), member.name.as_str(), member.descriptor.as_str())
        };
        let members = api.members.iter_enumerated().map(|(id, _)| (key(id), id)).collect();
        Self { types: Types::new(api), members }
    }

    /// Sequences of at most `max_steps` steps, each of which calls members of classes under test.
    #[must_use]
    pub fn sequences(&self, calls: &[CarvedCall], max_steps: usize) -> Vec<Sequence> {
        let mut made = Made { carving: self, draft: Draft::default(), gave: Vec::new() };
        let mut all = Vec::new();
        for call in calls {
            if made.draft.steps.len() >= MAX_STEPS {
                break;
            }
            let before = made.draft.steps.len();
            let step = made.step(call);
            if step.is_none() {
                made.draft.steps.truncate(before);
            }
            // What comes behind a step that throws is not executed: it ends a sequence of its own.
            if let (Some(step), true) = (step, call.threw) {
                all.extend(self.split(&made.draft, Some(step.0 as usize), max_steps));
                made.draft.steps.truncate(before);
            }
            made.gave.push(step.filter(|_| !call.threw));
        }
        all.extend(self.split(&made.draft, None, max_steps));
        all
    }

    /// What a draft does with the classes under test, in sequences that are short enough; with `last` only what ends in that step.
    fn split(&self, draft: &Draft, last: Option<usize>, max_steps: usize) -> Vec<Sequence> {
        let ends: Vec<usize> = match last {
            Some(last) => vec![last],
            None => (0..draft.steps.len()).collect(),
        };
        let needs = Needs::new(draft);
        let mut all = Vec::new();
        let mut chosen: Vec<usize> = Vec::new();
        let mut kept: Option<Vec<bool>> = None;
        for end in ends.into_iter().filter(|&at| self.is_under_test(draft, at)) {
            chosen.push(end);
            let with = needs.of(&chosen);
            if count(&with) <= max_steps {
                kept = Some(with);
                continue;
            }
            all.extend(kept.take().map(|kept| part(draft, &kept)));
            chosen = vec![end];
            kept = Some(needs.of(&chosen)).filter(|kept| count(kept) <= max_steps);
            if kept.is_none() {
                chosen.clear();
            }
        }
        all.extend(kept.map(|kept| part(draft, &kept)));
        all
    }

    fn is_under_test(&self, draft: &Draft, at: usize) -> bool {
        let api = self.types.api;
        let action = &draft.steps[at].action;
        let class_of_receiver = match action {
            Action::Call { receiver: Some(receiver), .. } => match operand_type(&self.types, draft, receiver)
            {
                Some(TypeUse::Class(of)) => self.types.id(&of.name),
                _ => None,
            },
            _ => None,
        };
        class_of_receiver.is_some_and(|class| api.subjects.contains(&class))
            || action.member().is_some_and(|member| api.subjects.contains(&api.members[member].class))
    }
}

/// A draft of the calls so far.
struct Made<'c, 'a> {
    carving: &'c Carving<'a>,
    draft: Draft,
    /// The step that each call became.
    gave: Vec<Option<StepId>>,
}

impl Made<'_, '_> {
    /// Adds the step of `call`; `None` where there is none.
    fn step(&mut self, call: &CarvedCall) -> Option<StepId> {
        let carving = self.carving;
        let key = (call.class.as_str(), call.name.as_str(), call.descriptor.as_str());
        let member = *carving.members.get(&key)?;
        let declared = &carving.types.api.members[member];
        let mut values = call.args.as_slice();
        let mut outer = None;
        let class = &carving.types.api.classes[declared.class];
        let is_new = declared.kind == MemberKind::Constructor;
        if is_new && class.is_inner {
            outer = Some(self.operand(values.first()?, None)?);
            values = &values[1..];
        }
        if values.len() != declared.parameters.len()
            || declared.is_static != (call.receiver.is_none() && !is_new)
        {
            return None;
        }
        let receiver = match &call.receiver {
            Some(receiver) => Some(self.operand(receiver, None)?),
            None => None,
        };
        let of = receiver.as_ref().map(|receiver| operand_type(&carving.types, &self.draft, receiver));
        let bindings = match of {
            Some(Some(TypeUse::Class(of))) => class_bindings(&carving.types, declared, &of)?,
            Some(_) => return None,
            None => Bindings::new(),
        };
        let mut args = Vec::with_capacity(values.len());
        for (value, parameter) in values.iter().zip(&declared.parameters) {
            let wanted = carving.types.accepts(&parameter.ty, &bindings);
            args.push(self.operand(value, wanted.as_ref())?);
        }
        let mut bindings = bindings;
        let open = if is_new { &class.type_parameters } else { &declared.type_parameters };
        for (arg, parameter) in args.iter().zip(&declared.parameters) {
            if let Some(given) = operand_type(&carving.types, &self.draft, arg) {
                carving.types.infer(&parameter.ty, &given, open, &mut bindings);
            }
        }
        bind_rest(&carving.types, open, &mut bindings, &[]);
        let (action, ty) = match is_new {
            true => {
                let arguments = open.iter().map(|parameter| bindings.get(&parameter.name).cloned());
                let arguments: Vec<TypeArgument> = arguments.collect::<Option<_>>()?;
                let ty = TypeUse::Class(ClassUse { name: class.name.clone(), arguments });
                (Action::New { constructor: member, outer, args }, Some(ty))
            }
            false => {
                let ty = declared
                    .result
                    .as_ref()
                    .map(|result| carving.types.nameable(&carving.types.project(result, &bindings, open)));
                (Action::Call { method: member, receiver, args }, ty)
            }
        };
        let step = self.draft.push(action, ty);
        self.fits(step).then_some(step)
    }

    /// The operand for a value where `wanted` is asked for; arrays and mocks are steps of their own.
    fn operand(&mut self, value: &CarvedValue, wanted: Option<&TypeUse>) -> Option<Operand> {
        let carving = self.carving;
        Some(match value {
            CarvedValue::Null => Operand::Null,
            CarvedValue::Primitive(primitive, bits) => {
                Operand::Leaf(self.draft.leaf(primitive.leaf_kind(), "", *bits))
            }
            CarvedValue::Boxed(primitive, bits) => {
                Operand::Boxed(*primitive, self.draft.leaf(primitive.leaf_kind(), "", *bits))
            }
            CarvedValue::Text(units) => self.draft.text("", units),
            CarvedValue::ClassObject(ty) => Operand::ClassObject(ty.clone()),
            CarvedValue::Constant(class, name) => {
                let api = carving.types.api;
                let members = &api.classes[carving.types.id(class)?].members;
                let is_it = |member: &&MemberId| {
                    let member = &api.members[**member];
                    member.name == *name
                        && matches!(member.kind, MemberKind::Field | MemberKind::EnumConstant)
                };
                Operand::Constant(*members.iter().find(is_it)?)
            }
            CarvedValue::Call(call) => Operand::Step((*self.gave.get(*call)?)?),
            CarvedValue::Array(ty, values) => {
                let ty = match wanted {
                    Some(TypeUse::Array(_)) => wanted?.clone(),
                    _ => ty.clone(),
                };
                let TypeUse::Array(element) = &ty else { return None };
                let elements: Option<Vec<Operand>> =
                    values.iter().map(|value| self.operand(value, Some(element))).collect();
                let step = self.draft.push(Action::Array { elements: elements? }, Some(ty));
                Operand::Step(self.fits(step).then_some(step)?)
            }
            CarvedValue::Unknown => {
                let Some(TypeUse::Class(of)) = wanted else { return None };
                let class = carving.types.class(&of.name)?;
                if !class.is_extensible || !class.is_abstract {
                    return None;
                }
                let exact = |argument: &TypeArgument| match argument {
                    TypeArgument::Exactly(ty) | TypeArgument::Extends(ty) | TypeArgument::Super(ty) => {
                        ty.clone()
                    }
                    TypeArgument::Any => object(),
                };
                let arguments = of.arguments.iter().map(|argument| TypeArgument::Exactly(exact(argument)));
                let ty = ClassUse { name: of.name.clone(), arguments: arguments.collect() };
                let step = self
                    .draft
                    .push(Action::Mock { constructed: None, answers: Vec::new() }, Some(TypeUse::Class(ty)));
                Operand::Step(self.fits(step).then_some(step)?)
            }
        })
    }

    /// Whether a source can write a step, if need be with other type arguments of what it uses.
    fn fits(&mut self, step: StepId) -> bool {
        let at = step.0 as usize;
        if check_step(&self.carving.types, &self.draft, at).is_ok() {
            return true;
        }
        let used: Vec<StepId> = self.draft.steps[at]
            .action
            .operands()
            .into_iter()
            .filter_map(|operand| match operand {
                Operand::Step(used) => Some(*used),
                _ => None,
            })
            .collect();
        used.into_iter().any(|used| self.retype(used, at))
    }

    /// Chooses other type arguments for what the step `used` gives, so that all steps up to `at` hold.
    fn retype(&mut self, used: StepId, at: usize) -> bool {
        let before = self.draft.steps[used.0 as usize].ty.clone();
        let Some(TypeUse::Class(of)) = &before else { return false };
        let open = of.arguments.len();
        if !(1..=2).contains(&open) {
            return false;
        }
        let choices = self.choices(at);
        let name = of.name.clone();
        for number in 0..choices.len().pow(open as u32) {
            let picked = (0..open).map(|place| number / choices.len().pow(place as u32) % choices.len());
            let arguments = picked.map(|pick| TypeArgument::Exactly(choices[pick].clone())).collect();
            self.draft.steps[used.0 as usize].ty =
                Some(TypeUse::Class(ClassUse { name: name.clone(), arguments }));
            let holds = |step| check_step(&self.carving.types, &self.draft, step).is_ok();
            if (used.0 as usize..=at).all(holds) {
                return true;
            }
        }
        self.draft.steps[used.0 as usize].ty = before;
        false
    }

    /// Types that stand for type parameters where the step at `at` is to fit: those that it mentions, and the usual ones.
    fn choices(&self, at: usize) -> Vec<TypeUse> {
        let types = &self.carving.types;
        let action = &self.draft.steps[at].action;
        let mut choices: Vec<TypeUse> = Vec::new();
        let mut add = |ty: TypeUse| {
            if !matches!(ty, TypeUse::Primitive(_)) && types.is_nameable(&ty) && !choices.contains(&ty) {
                choices.push(ty);
            }
        };
        let parameters = action.member().map(|member| types.api.members[member].parameters.as_slice());
        for parameter in parameters.unwrap_or_default() {
            if let TypeUse::Class(of) = &parameter.ty {
                for argument in &of.arguments {
                    if let TypeArgument::Exactly(ty) | TypeArgument::Extends(ty) | TypeArgument::Super(ty) =
                        argument
                    {
                        add(ty.clone());
                    }
                }
            }
        }
        for operand in action.operands() {
            let of = operand_type(types, &self.draft, operand);
            if let Some(TypeUse::Class(of)) = &of {
                for argument in &of.arguments {
                    if let TypeArgument::Exactly(ty) = argument {
                        add(ty.clone());
                    }
                }
            }
            of.into_iter().for_each(&mut add);
        }
        [plain("java/lang/String"), plain(wrapper(Primitive::Int)), object()].into_iter().for_each(&mut add);
        choices.truncate(MAX_CHOICES);
        choices
    }
}

/// What the steps of a draft need of each other.
struct Needs {
    /// The steps that each uses.
    used: Vec<Vec<usize>>,
    /// The step whose object each is called on.
    receivers: Vec<Option<usize>>,
}

impl Needs {
    fn new(draft: &Draft) -> Self {
        let step = |operand: &Operand| match operand {
            Operand::Step(id) => Some(id.0 as usize),
            _ => None,
        };
        let actions = || draft.steps.iter().map(|step| &step.action);
        let receiver = |action: &Action| match action {
            Action::Call { receiver, .. } => receiver.as_ref().and_then(step),
            _ => None,
        };
        Self {
            used: actions().map(|action| action.operands().into_iter().filter_map(step).collect()).collect(),
            receivers: actions().map(receiver).collect(),
        }
    }

    /// Which steps the `chosen` ones need: what they use, and the calls on those objects that are made before their last use.
    fn of(&self, chosen: &[usize]) -> Vec<bool> {
        let mut keep = vec![false; self.used.len()];
        for &at in chosen {
            keep[at] = true;
        }
        loop {
            let before = count(&keep);
            let mut last_use = vec![0; keep.len()];
            for at in (0..keep.len()).rev() {
                let is_change = self.receivers[at].is_some_and(|receiver| at < last_use[receiver]);
                keep[at] |= is_change;
                if keep[at] {
                    for &used in &self.used[at] {
                        keep[used] = true;
                        last_use[used] = last_use[used].max(at);
                    }
                }
            }
            if count(&keep) == before {
                return keep;
            }
        }
    }
}

fn count(keep: &[bool]) -> usize {
    keep.iter().filter(|&&kept| kept).count()
}

/// The steps of a draft that are kept.
fn part(draft: &Draft, keep: &[bool]) -> Sequence {
    let mut part = draft.clone();
    part.retain(keep);
    part.finish()
}
