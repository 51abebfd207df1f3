//! The test cluster: who makes a type, who changes it, and what is called under test.
//!
//! Source: Fraser and Arcuri, *Whole Test Suite Generation*, TSE 2013, section 4.1: test cluster with generators and modifiers.
//! Deviations: types have arguments, so that a generator of `Collection<String>` is a generator of the class `Collection` whose type
//! parameters can be chosen to fit; costs (how many steps a value takes at least) end recursions where EvoSuite gives up at a depth.

use crate::solve::{PRIMITIVES, STRING, wrapper};
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;
use std::rc::Rc;
use trine_base::Stream;
use trine_testcase::objects::types::OBJECT;
use trine_testcase::objects::{
    Bindings, ClassApi, ClassId, ClassKind, ClassUse, Compared, Constants, Member, MemberId, MemberKind,
    Operand, ParameterType, Primitive, Sequence, StepId, TypeArgument, TypeParameter, TypeUse, Types,
    Visibility,
};

/// A way to make a value of a class.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Generator {
    /// A constructor.
    New(MemberId),
    /// A method.
    Call(MemberId),
    /// A constant of an enumeration or a static final field.
    Constant(MemberId),
    /// A static field that is assigned.
    Get(MemberId),
    /// An implementation that the test brings.
    Mock,
}

/// A constant is drawn from the dynamic pool with this probability (EvoSuite's `dynamic_pool` is 0.5).
const DYNAMIC: f64 = 0.3;

/// Values of each kind in the dynamic pool.
const MAX_POOL: usize = 400;

/// Longer strings do not come into it.
const MAX_POOL_TEXT: usize = 40;

/// What a class takes that nothing can make.
const UNMAKEABLE: u32 = 1_000;

/// How objects of a class that tests cannot name come to one of its methods.
#[derive(Clone, Debug)]
pub struct Answered {
    /// Sequences whose last step gives one; none where no run has given one.
    pub sequences: Vec<Rc<Sequence>>,
    /// Members that it answers by the method.
    pub members: Vec<MemberId>,
}

/// How an object was made and changed by calls.
#[derive(Clone, Debug)]
pub struct Structure {
    /// The calls, and what they take.
    pub sequence: Rc<Sequence>,
    /// The step that gives the object.
    pub object: StepId,
}

impl Structure {
    /// Steps.
    #[must_use]
    pub fn length(&self) -> usize {
        self.sequence.steps.steps.len()
    }
}

/// The test cluster of an API model.
#[derive(Debug)]
pub struct Cluster<'a> {
    /// Subtyping.
    pub types: Types<'a>,
    /// Constants of the code under test.
    pub constants: Constants,
    /// Values that runs compared, the dynamic pool.
    pub pool: Constants,
    /// Members of the classes under test in whose bodies goals are open; empty where that is not known.
    pub wanted: Vec<MemberId>,
    /// By method of a class that tests cannot name in which goals are open: how its objects come to it.
    pub answered: Vec<Answered>,
    /// How likely calls of methods change the objects that they are given, of those that runs called.
    pub effects: FxHashMap<MemberId, f64>,
    /// By the name of a class that is not under test: how its objects were made that differ in size.
    pub grown: BTreeMap<String, Vec<Structure>>,
    /// With which probability what is inserted is a round trip through bytes; zero where no goal asks for that.
    pub round_trips: f64,
    /// Members of the classes under test that a test calls: constructors and methods, inherited ones of the project included.
    pub subjects: Vec<MemberId>,
    /// Static members that give an array of as many elements as a number says: their only argument, or the one behind an array whose
    /// elements come first.
    pub array_makers: Vec<MemberId>,
    /// With which probability an array comes from one of these.
    pub arrays_by_calls: f64,
    /// For each class, who makes values of it or of a class below it.
    generators: FxHashMap<ClassId, Vec<Generator>>,
    /// For each class, methods that may be called on an instance.
    methods: Vec<Vec<MemberId>>,
    /// For each class, fields that may be assigned.
    fields: Vec<Vec<MemberId>>,
    /// For each class, the methods that a mock of it implements.
    abstracts: Vec<Vec<MemberId>>,
    /// For each class, about how many steps a value takes at least.
    costs: Vec<u32>,
    /// For each class, whether all its objects come from tests that implement it, or from calls on other objects.
    only_mocked: Vec<bool>,
}

impl<'a> Cluster<'a> {
    /// The cluster of `api`.
    #[must_use]
    pub fn new(api: &'a ClassApi, constants: &Constants) -> Self {
        let types = Types::new(api);
        let ids = || api.classes.indices();
        let mut methods: Vec<_> = ids().map(|id| types.callable(id)).collect();
        for member in api.serialization.iter().flat_map(|by| [by.write, by.read]) {
            // Called in round trips, as a whole.
            methods[api.members[member].class.0 as usize].clear();
        }
        for one in &api.reflected {
            // Called with names that there are.
            methods[api.members[one.lookup].class.0 as usize].clear();
        }
        let fields = ids().map(|id| assignable_fields(&types, id)).collect();
        let abstracts = ids().map(|id| types.abstract_methods(id)).collect();
        let mut cluster = Self {
            subjects: subjects(&types, &methods),
            types,
            constants: constants.clone(),
            pool: Constants::default(),
            wanted: Vec::new(),
            answered: Vec::new(),
            effects: FxHashMap::default(),
            grown: BTreeMap::new(),
            round_trips: 0.0,
            array_makers: Vec::new(),
            arrays_by_calls: 0.0,
            generators: FxHashMap::default(),
            methods,
            fields,
            abstracts,
            costs: vec![UNMAKEABLE; api.classes.len()],
            only_mocked: Vec::new(),
        };
        cluster.find_array_makers();
        cluster.find_generators();
        cluster.only_mocked = api.classes.indices().map(|id| cluster.is_only_mocked(id)).collect();
        cluster.find_costs();
        cluster
    }

    fn find_array_makers(&mut self) {
        let is_count = |parameter: &ParameterType| parameter.ty == TypeUse::Primitive(Primitive::Int);
        let gives_array = |member: &Member| {
            member.is_static
                && matches!(member.result, Some(TypeUse::Array(_)))
                && match &member.parameters[..] {
                    [count] => is_count(count),
                    [first, count] => Some(&first.ty) == member.result.as_ref() && is_count(count),
                    _ => false,
                }
        };
        let members = self.api().members.iter_enumerated();
        self.array_makers = members.filter(|(_, member)| gives_array(member)).map(|(id, _)| id).collect();
    }

    /// The constants that a value is drawn from: mined ones, or those that runs compared.
    pub fn drawn(&self, rng: &mut Stream) -> &Constants {
        let is_empty = self.pool.strings.is_empty() && self.pool.integers.is_empty();
        if !is_empty && rng.chance(DYNAMIC) { &self.pool } else { &self.constants }
    }

    /// Takes note of values that a run compared.
    pub fn learn(&mut self, compared: &[Compared]) {
        for one in compared {
            match one {
                Compared::Strings(a, b) => [a, b].into_iter().for_each(|text| {
                    if self.pool.strings.len() < MAX_POOL && text.len() <= MAX_POOL_TEXT {
                        self.pool.string(text);
                    }
                }),
                Compared::Integers(a, b) => [a, b].into_iter().for_each(|&value| {
                    if self.pool.integers.len() < MAX_POOL {
                        self.pool.integer(value);
                    }
                }),
                Compared::Floats(a, b) => [a, b].into_iter().for_each(|&bits| {
                    if self.pool.floats.len() < MAX_POOL {
                        self.pool.float(f64::from_bits(bits));
                    }
                }),
                Compared::Pattern(..) | Compared::Parsed(..) => {}
            }
        }
    }

    /// Constants of enumerations and of classes that are values of the closed type `wanted`.
    #[must_use]
    pub fn constants_of(&self, class: &str, wanted: &TypeUse) -> Vec<Operand> {
        let constants = self.generators(class).iter().filter_map(|generator| match generator {
            Generator::Constant(member) => Some(*member),
            _ => None,
        });
        let fits = |member: &MemberId| {
            self.member(*member).result.as_ref().is_some_and(|ty| self.types.is_subtype(ty, wanted))
        };
        constants.filter(fits).map(Operand::Constant).collect()
    }

    /// The model.
    #[must_use]
    pub fn api(&self) -> &'a ClassApi {
        self.types.api
    }

    /// A member of the model.
    #[must_use]
    pub fn member(&self, id: MemberId) -> &'a Member {
        &self.api().members[id]
    }

    /// Whether a class is under test.
    #[must_use]
    pub fn is_subject(&self, class: ClassId) -> bool {
        self.api().subjects.contains(&class)
    }

    /// Who makes values of the class `name` or of one below it.
    #[must_use]
    pub fn generators(&self, name: &str) -> &[Generator] {
        self.types.id(name).and_then(|id| self.generators.get(&id)).map_or(&[], Vec::as_slice)
    }

    /// Types of the generic class `name` that constants, static fields and static methods give without a choice of their arguments.
    #[must_use]
    pub fn offered(&self, name: &str) -> Vec<TypeUse> {
        let is_static = |generator: &Generator| match generator {
            Generator::Constant(member) | Generator::Get(member) => Some(*member),
            Generator::Call(member) => Some(*member).filter(|&member| self.member(member).is_static),
            Generator::New(_) | Generator::Mock => None,
        };
        let mut offered = Vec::new();
        for member in self.generators(name).iter().filter_map(is_static) {
            let declared = self.member(member);
            let Some(TypeUse::Class(result)) = &declared.result else { continue };
            let Some(of) = self.types.as_super(result, name).map(TypeUse::Class) else { continue };
            if declared.type_parameters.is_empty() && self.types.is_nameable(&of) && !offered.contains(&of) {
                offered.push(of);
            }
        }
        offered
    }

    /// Methods that may be called on an instance of the class `name`.
    #[must_use]
    pub fn methods(&self, name: &str) -> &[MemberId] {
        self.types.id(name).map_or(&[], |id| &self.methods[id.0 as usize])
    }

    /// How likely a call of `method` changes the objects that it is given; as likely as not where no run called it.
    #[must_use]
    pub fn effect(&self, method: MemberId) -> f64 {
        self.effects.get(&method).copied().unwrap_or(0.5)
    }

    /// Fields of an instance of the class `name` that may be assigned.
    #[must_use]
    pub fn fields(&self, name: &str) -> &[MemberId] {
        self.types.id(name).map_or(&[], |id| &self.fields[id.0 as usize])
    }

    /// Methods that a mock of the class `name` implements.
    #[must_use]
    pub fn abstracts(&self, name: &str) -> &[MemberId] {
        self.types.id(name).map_or(&[], |id| &self.abstracts[id.0 as usize])
    }

    /// About how many steps a value made by `generator` takes at least.
    #[must_use]
    pub fn cost(&self, generator: Generator) -> u32 {
        match generator {
            Generator::Constant(_) | Generator::Get(_) => 0,
            Generator::Mock => 2,
            Generator::New(member) | Generator::Call(member) => {
                let declared = self.member(member);
                let class = &self.api().classes[declared.class];
                let receiver = match declared.kind {
                    MemberKind::Constructor if class.is_inner => class.enclosing,
                    MemberKind::Method if !declared.is_static => Some(declared.class),
                    _ => None,
                };
                let receiver = receiver.map_or(0, |class| self.costs[class.0 as usize]);
                let parameters = declared.parameters.iter().map(|parameter| self.type_cost(&parameter.ty));
                parameters.fold(1 + receiver, u32::saturating_add).min(UNMAKEABLE)
            }
        }
    }

    /// Whether a generator asks for what a mock would have to answer: a call on an object that only tests implement.
    #[must_use]
    pub fn asks_mock(&self, generator: Generator) -> bool {
        match generator {
            Generator::Call(member) => {
                let declared = self.member(member);
                !declared.is_static
                    && declared.is_final_or_abstract
                    && self.only_mocked[declared.class.0 as usize]
            }
            _ => false,
        }
    }

    fn is_only_mocked(&self, class: ClassId) -> bool {
        let known = self.generators.get(&class).map_or(&[][..], Vec::as_slice);
        known.contains(&Generator::Mock)
            && known.iter().all(|generator| match generator {
                Generator::Mock => true,
                Generator::Call(member) => !self.member(*member).is_static,
                Generator::New(_) | Generator::Constant(_) | Generator::Get(_) => false,
            })
    }

    /// Whether a generator is meant not to be used any more.
    #[must_use]
    pub fn is_deprecated(&self, generator: Generator) -> bool {
        match generator {
            Generator::New(member)
            | Generator::Call(member)
            | Generator::Constant(member)
            | Generator::Get(member) => self.member(member).is_deprecated,
            Generator::Mock => false,
        }
    }

    /// About how many steps a value of a type takes at least.
    #[must_use]
    pub fn type_cost(&self, ty: &TypeUse) -> u32 {
        match ty {
            TypeUse::Primitive(_) | TypeUse::Variable(_) => 0,
            TypeUse::Array(_) => 1,
            TypeUse::Class(class) => {
                self.types.id(&class.name).map_or(UNMAKEABLE, |id| self.costs[id.0 as usize])
            }
        }
    }

    /// Takes no values from a static field, a constructor or a method any more, where there is another way to its type.
    pub fn avoid(&mut self, member: MemberId) {
        let is_it = |generator: &Generator| match generator {
            Generator::New(of) | Generator::Call(of) | Generator::Constant(of) | Generator::Get(of) => {
                *of == member
            }
            Generator::Mock => false,
        };
        for known in self.generators.values_mut().filter(|known| !known.iter().all(is_it)) {
            known.retain(|generator| !is_it(generator));
        }
    }

    fn find_generators(&mut self) {
        let api = self.types.api;
        for (id, class) in api.classes.iter_enumerated() {
            if class.visibility == Visibility::Hidden {
                continue;
            }
            for &member in &class.members {
                if let Some((made, generator)) = self.generator(member) {
                    self.add_generator(made, generator);
                }
            }
            if class.is_mockable() {
                // Mocks stand for the very type: mocks of types below it are made where those are wanted.
                self.generators.entry(id).or_default().push(Generator::Mock);
            }
        }
    }

    fn add_generator(&mut self, made: ClassId, generator: Generator) {
        let of_streams = self.types.api.serialization.as_ref();
        if of_streams
            .is_some_and(|by| generator == Generator::New(by.output) || generator == Generator::New(by.input))
        {
            // Nothing but code that asks for these has a use for them.
            return self.generators.entry(made).or_default().push(generator);
        }
        for above in self.types.above(made) {
            let is_object = self.types.api.classes[above].name == OBJECT;
            let of_subject =
                self.types.api.subjects.contains(&made) && matches!(generator, Generator::New(_));
            let of_object = made == above;
            if !is_object || of_subject || of_object {
                self.generators.entry(above).or_default().push(generator);
            }
        }
    }

    /// What a member makes, and how.
    fn generator(&self, member: MemberId) -> Option<(ClassId, Generator)> {
        let declared = self.member(member);
        if declared.visibility == Visibility::Hidden {
            return None;
        }
        let class = &self.types.api.classes[declared.class];
        if declared.kind == MemberKind::Constructor {
            return (!class.is_abstract).then_some((declared.class, Generator::New(member)));
        }
        let Some(TypeUse::Class(made)) = &declared.result else { return None };
        let is_value = made.name == STRING || made.name == OBJECT || is_wrapper(&made.name);
        let made = self.types.id(&made.name).filter(|_| !is_value)?;
        let generator = match (declared.kind, declared.is_static, declared.is_final_or_abstract) {
            (MemberKind::EnumConstant, ..) | (MemberKind::Field, true, true) => Generator::Constant(member),
            (MemberKind::Field, true, false) => Generator::Get(member),
            (MemberKind::Field, ..) | (MemberKind::Constructor, ..) => return None,
            (MemberKind::Method, ..) if is_made_for_enumerations(self.types.api, declared) => return None,
            (MemberKind::Method, ..) => Generator::Call(member),
        };
        Some((made, generator))
    }

    /// Least costs, by relaxation: values first, then what is made of them.
    fn find_costs(&mut self) {
        for name in PRIMITIVES.iter().map(|&primitive| wrapper(primitive)).chain([STRING, OBJECT]) {
            for id in self.types.id(name).into_iter().flat_map(|id| self.types.above(id)) {
                self.costs[id.0 as usize] = 0;
            }
        }
        if let Some(class) = self.types.id(crate::solve::CLASS) {
            self.costs[class.0 as usize] = 0;
        }
        loop {
            let mut changed = false;
            for id in self.types.api.classes.indices() {
                let known = self.generators.get(&id).map_or(&[][..], Vec::as_slice);
                let least = known.iter().map(|&generator| self.cost(generator)).min();
                if let Some(least) = least.filter(|&least| least < self.costs[id.0 as usize]) {
                    self.costs[id.0 as usize] = least;
                    changed = true;
                }
            }
            if !changed {
                return;
            }
        }
    }

    /// Type arguments that may stand for a parameter with these bounds, the usual ones first.
    #[must_use]
    pub fn usual_arguments(&self) -> Vec<TypeUse> {
        [wrapper(PRIMITIVES[0]), STRING, OBJECT].map(|name| TypeUse::Class(ClassUse::plain(name))).to_vec()
    }

    /// Enumerations that a test may name: what `E extends Enum<E>` takes.
    #[must_use]
    pub fn enumerations(&self) -> Vec<TypeUse> {
        let classes = self.api().classes.iter();
        let named =
            classes.filter(|class| class.kind == ClassKind::Enum && class.visibility != Visibility::Hidden);
        named.map(|class| TypeUse::Class(ClassUse::plain(&class.name))).collect()
    }

    /// Interfaces without type parameters that a test can implement.
    #[must_use]
    pub fn interfaces(&self) -> Vec<TypeUse> {
        let classes = self.api().classes.iter();
        let named = classes.filter(|class| {
            class.kind == ClassKind::Interface && class.is_extensible && class.type_parameters.is_empty()
        });
        named.map(|class| TypeUse::Class(ClassUse::plain(&class.name))).collect()
    }

    /// Classes without type parameters below a bound of one of `parameters`, of which objects can be had.
    #[must_use]
    pub fn below_bounds(&self, parameters: &[TypeParameter]) -> Vec<TypeUse> {
        let bounds = parameters.iter().flat_map(|parameter| &parameter.bounds);
        let bounds = bounds.filter_map(|bound| match bound {
            TypeUse::Class(class) => self.types.id(&class.name).filter(|_| class.name != OBJECT),
            TypeUse::Primitive(_) | TypeUse::Variable(_) | TypeUse::Array(_) => None,
        });
        let bounds: Vec<ClassId> = bounds.collect();
        let is_below = |id: ClassId| self.types.above(id).iter().any(|above| bounds.contains(above));
        let classes =
            self.api().classes.iter_enumerated().filter(|(_, class)| {
                class.visibility != Visibility::Hidden && class.type_parameters.is_empty()
            });
        let makeable = classes.filter(|&(id, _)| self.costs[id.0 as usize] < UNMAKEABLE && is_below(id));
        makeable.map(|(_, class)| TypeUse::Class(ClassUse::plain(&class.name))).collect()
    }

    /// What the parameters of `class` stand for in an object of it, so that it is a `wanted`.
    #[must_use]
    pub fn arguments_for(&self, class: ClassId, wanted: Option<&TypeUse>) -> Bindings {
        let mut bindings = Bindings::new();
        let this = TypeUse::Class(trine_testcase::objects::implement::this_type(self.api(), class));
        let parameters = &self.api().classes[class].type_parameters;
        if let Some(wanted) = wanted {
            self.types.infer_from_result(&this, wanted, parameters, &mut bindings);
        }
        bindings
    }
}

/// Whether a class is the wrapper of a primitive type.
#[must_use]
pub fn is_wrapper(name: &str) -> bool {
    PRIMITIVES.iter().any(|&primitive| wrapper(primitive) == name)
}

/// Whether arrays of a type can be made: those of a type with arguments are made without them, and cast.
#[must_use]
pub fn is_element(ty: &TypeUse) -> bool {
    match ty {
        TypeUse::Primitive(_) | TypeUse::Class(_) => true,
        TypeUse::Variable(_) => false,
        TypeUse::Array(element) => is_element(element),
    }
}

/// Whether a type is there at run time, so that it has a class object: no type arguments but unbounded wildcards.
#[must_use]
pub fn is_reifiable(ty: &TypeUse) -> bool {
    match ty {
        TypeUse::Primitive(_) => true,
        TypeUse::Variable(_) => false,
        TypeUse::Array(element) => is_reifiable(element),
        TypeUse::Class(class) => class.arguments.iter().all(|argument| *argument == TypeArgument::Any),
    }
}

/// `values()` and `valueOf(String)`, which compilers add to enumerations.
fn is_made_for_enumerations(api: &ClassApi, member: &Member) -> bool {
    api.classes[member.class].kind == ClassKind::Enum
        && member.is_static
        && match member.name.as_str() {
            "values" => member.parameters.is_empty(),
            "valueOf" => member.parameters.len() == 1,
            _ => false,
        }
}

/// What is called under test: what the classes declare, and what they implement without declaring it: abstract methods from above that
/// constants of an enumeration or classes within have bodies for, and those of the types of constants.
fn subjects(types: &Types<'_>, methods: &[Vec<MemberId>]) -> Vec<MemberId> {
    let api = types.api;
    let mut found = Vec::new();
    for &id in &api.subjects {
        let class = &api.classes[id];
        let visible = class.visibility != Visibility::Hidden;
        for &member in &class.members {
            let declared = &api.members[member];
            let called = match declared.kind {
                MemberKind::Constructor => visible && !class.is_abstract,
                MemberKind::Method if declared.is_static => {
                    visible && !is_made_for_enumerations(api, declared)
                }
                MemberKind::Method => methods[id.0 as usize].contains(&member),
                MemberKind::Field | MemberKind::EnumConstant => false,
            };
            if called && declared.visibility != Visibility::Hidden {
                found.push(member);
            }
        }
    }
    for &id in &api.subjects {
        let own = Some(id).filter(|&id| api.classes[id].is_abstract);
        for class in own.into_iter().chain(constant_types(types, id)) {
            let implemented = methods[class.0 as usize].iter().copied().filter(|&method| {
                let method = &api.members[method];
                method.is_final_or_abstract && !api.subjects.contains(&method.class)
            });
            let new: Vec<MemberId> = implemented.filter(|method| !found.contains(method)).collect();
            found.extend(new);
        }
    }
    if found.is_empty() {
        // An enumeration without code of its own: that it can be asked for by name.
        let members = api.subjects.iter().flat_map(|&id| &api.classes[id].members).copied();
        let by_name = members.filter(|&member| {
            let declared = &api.members[member];
            is_made_for_enumerations(api, declared) && declared.name == "valueOf"
        });
        found.extend(by_name.filter(|&member| api.members[member].visibility != Visibility::Hidden));
    }
    found
}

/// Abstract types of the constants of a class: what implements them is often written there, without a name.
fn constant_types(types: &Types<'_>, id: ClassId) -> Vec<ClassId> {
    let api = types.api;
    let constants = api.classes[id].members.iter().map(|&member| &api.members[member]).filter(|member| {
        let is_constant = member.kind == MemberKind::Field && member.is_static && member.is_final_or_abstract;
        is_constant && member.visibility != Visibility::Hidden
    });
    let class = |member: &Member| match &member.result {
        Some(TypeUse::Class(class)) => types.id(&class.name),
        _ => None,
    };
    let mut found: Vec<ClassId> =
        constants.filter_map(class).filter(|&class| api.classes[class].is_abstract).collect();
    found.sort_unstable();
    found.dedup();
    found
}

/// Fields of an instance that may be assigned, those of classes above included.
fn assignable_fields(types: &Types<'_>, id: ClassId) -> Vec<MemberId> {
    let members = types.above(id).into_iter().flat_map(|above| types.api.classes[above].members.clone());
    let fields = members.filter(|&member| {
        let field = &types.api.members[member];
        let assigned = field.kind == MemberKind::Field && !field.is_final_or_abstract && !field.is_static;
        assigned && field.visibility != Visibility::Hidden
    });
    fields.collect()
}
