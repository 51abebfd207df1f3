//! From the class under test to all that its calls need: the closure over levels, then what the whole says of its parts.

use super::class::{self, each_class, each_class_of, types_of};
use super::library::Library;
use super::reflected::{LOOKUPS, names_of, reflected};
use super::{ApiError, functional, jdk};
use crate::class::{ClassFile, flags};
use crate::hierarchy::LinkageError;
use std::collections::{HashMap, HashSet};
use std::sync::Arc;
use trine_base::IndexVec;
use trine_testcase::objects::{
    ClassApi, ClassId, ClassType, ClassUse, Member, MemberId, MemberKind, Serialization, TypeArgument,
    TypeUse, Visibility,
};

/// Classes of the class path at this level have members, those farther away are mentioned only.
const OWN_LEVELS: usize = 3;

/// The same for classes of the JDK.
const JDK_LEVELS: usize = 2;

/// Implementations of an abstract class or interface that are looked for.
const MAX_IMPLEMENTATIONS: usize = 6;

/// Classes that the code under test tests for or casts to, at most.
const MAX_TESTED: usize = 24;

/// A class of a model that is being built.
struct Entry {
    file: Arc<ClassFile>,
    visibility: Visibility,
    /// What a test may use of it; `None` where types only mention it.
    members: Option<Vec<Member>>,
}

/// A model that is being built.
struct Builder<'l, 'a> {
    library: &'l Library<'a>,
    /// The container of the class under test.
    origin: String,
    package: String,
    entries: IndexVec<ClassId, Entry>,
    ids: HashMap<String, ClassId>,
    /// Classes to look at, by level.
    levels: Vec<Vec<ClassId>>,
}

impl Library<'_> {
    /// The API model of the class with the internal name `subject`.
    ///
    /// # Errors
    /// When the class is missing or damaged, has no code, or no test can call it.
    pub fn model(&self, subject: &str) -> Result<ClassApi, ApiError> {
        self.model_with(subject, &[])
    }

    /// The same, with the classes `used` by tests that are there already, and what calls of those need.
    ///
    /// # Errors
    /// Those of [`Library::model`].
    pub fn model_with(&self, subject: &str, used: &[String]) -> Result<ClassApi, ApiError> {
        model(self, subject, used)
    }
}

/// The model of the class `subject` and what its calls need.
fn model(library: &Library<'_>, subject: &str, used: &[String]) -> Result<ClassApi, ApiError> {
    let source_name = subject.replace('/', ".");
    let no_class = |reason: LinkageError| ApiError::NoClass { class: source_name.clone(), reason };
    let file = library.file(subject).map_err(no_class)?;
    let name = class::source_name(library, &file);
    if file.is(flags::INTERFACE)
        && !file.methods.iter().any(|method| method.has_code && method.name != "<clinit>")
    {
        let what = if file.is(flags::ANNOTATION) { "an annotation" } else { "an interface" };
        return Err(ApiError::NoCode { class: name, what });
    }
    let mut builder = Builder {
        library,
        origin: file.origin.clone(),
        package: package_of_tests(subject, file.module.is_some()),
        entries: IndexVec::new(),
        ids: HashMap::new(),
        levels: vec![Vec::new(); OWN_LEVELS + 2],
    };
    let subjects = builder.subjects(subject);
    for value in jdk::VALUES {
        builder.mention(value);
    }
    builder.tested(&subjects);
    builder.extended(subject);
    builder.serialization(&subjects);
    // Objects in states that only these bring about.
    for giver in library.givers(subject) {
        builder.want(&giver, 1);
    }
    for name in used {
        builder.want(name, 1);
    }
    builder.follow();
    builder.reflection();
    builder.copies();
    let api = builder.finish(subjects);
    check(&api, &file, name)?;
    Ok(api)
}

/// The package, `com/acme`, that tests of the class with the internal name `class` are in: its own, and for one of the JDK, whose
/// packages admit no other classes, one below `test`.
#[must_use]
pub fn package_of_tests(class: &str, is_of_jdk: bool) -> String {
    let own = class.rsplit_once('/').map_or("", |(package, _)| package);
    if is_of_jdk { format!("test/{own}") } else { own.to_owned() }
}

/// Whether a test can call anything of the classes under test.
fn check(api: &ClassApi, subject: &ClassFile, class: String) -> Result<(), ApiError> {
    let of_jdk = subject.module.is_some();
    let visible = |&&id: &&ClassId| api.classes[id].visibility != Visibility::Hidden;
    if !api.subjects.iter().any(|id| visible(&id)) {
        let reason = match of_jdk && !jdk::is_exported(&subject.name) {
            true => "it is of the JDK, and not in a package below `java`, `javax`, `org.w3c` or `org.xml`",
            false => {
                "it is private, local, anonymous, made by a compiler, or has a type parameter named like one around it"
            }
        };
        return Err(ApiError::NothingToCall { class, reason });
    }
    let mut members = api.subjects.iter().filter(visible).flat_map(|&id| &api.classes[id].members);
    if !members.any(|&id| api.members[id].visibility != Visibility::Hidden) {
        let reason = "it has no constructor, method or field that is not private";
        return Err(ApiError::NothingToCall { class, reason });
    }
    Ok(())
}

impl Builder<'_, '_> {
    /// Adds the class under test and its member classes.
    fn subjects(&mut self, subject: &str) -> Vec<ClassId> {
        let mut subjects: Vec<ClassId> = self.want(subject, 0).into_iter().collect();
        let mut next = 0;
        while let Some(&id) = subjects.get(next) {
            next += 1;
            let file = Arc::clone(&self.entries[id].file);
            let nested = file.attributes.inner_classes.iter();
            let nested = nested.filter(|inner| inner.outer.as_ref() == Some(&file.name));
            for inner in nested {
                subjects.extend(self.want(&inner.name, 0).filter(|id| !subjects.contains(id)));
            }
        }
        subjects
    }

    /// Adds what the code of the classes under test tests for or casts to: what they take as an `Object` may be one of those.
    fn tested(&mut self, subjects: &[ClassId]) {
        let files: Vec<Arc<ClassFile>> =
            subjects.iter().map(|&id| Arc::clone(&self.entries[id].file)).collect();
        for name in super::constants::tested(&files).into_iter().take(MAX_TESTED) {
            self.want(&name, 1);
        }
    }

    /// Adds the classes of the class path that local and anonymous classes of the unit extend: some register such objects there.
    fn extended(&mut self, subject: &str) {
        let within = format!("{subject}$");
        let mut names = vec![subject.to_owned()];
        let mut next = 0;
        while let Some(name) = names.get(next).cloned() {
            next += 1;
            let Ok(file) = self.library.file(&name) else { continue };
            let nested = file.attributes.inner_classes.iter().map(|inner| &inner.name);
            let new: Vec<String> = nested.filter(|name| name.starts_with(&within)).cloned().collect();
            for name in new {
                if !names.contains(&name) {
                    names.push(name);
                }
            }
            let is_of_path = |name: &str| self.library.file(name).is_ok_and(|file| file.module.is_none());
            if class::nested(&file).is_some_and(|nested| nested.outer.is_none())
                && let Some(above) = file.superclass.clone().filter(|above| is_of_path(above))
            {
                self.want(&above, 1);
            }
        }
    }

    /// Adds what serializes objects, where the classes under test have code that is called then, and by nothing else.
    fn serialization(&mut self, subjects: &[ClassId]) {
        let has_hook = |&id: &ClassId| {
            let mut methods = self.entries[id].file.methods.iter();
            methods.any(|method| {
                method.has_code && jdk::is_serialization_hook(&method.name, &method.ty.to_string())
            })
        };
        if !subjects.iter().any(has_hook) {
            return;
        }
        for name in jdk::BYTES {
            self.want(name, 1);
        }
        for (name, used) in jdk::SERIALIZATION {
            let Some(id) = self.mention(name) else { continue };
            let file = Arc::clone(&self.entries[id].file);
            let mut members = class::members(self.library, &file, id, false, false);
            members.retain(|member| member.visibility != Visibility::Hidden && used.contains(&&*member.name));
            self.entries[id].members = Some(members);
        }
    }

    /// Adds what looks members up, where a member of the model takes one.
    fn reflection(&mut self) {
        let mut is_taken = false;
        for id in self.entries.indices() {
            for member in self.entries[id].members.iter().flatten() {
                for parameter in &member.parameters {
                    each_class(&parameter.ty, &mut |name| is_taken |= jdk::REFLECTED.contains(&name));
                }
            }
        }
        if !is_taken {
            return;
        }
        for (name, ..) in jdk::LOOKED_UP {
            self.mention(name);
        }
        let Some(id) = self.mention(jdk::CLASS) else { return };
        let file = Arc::clone(&self.entries[id].file);
        let mut members = class::members(self.library, &file, id, false, false);
        members.retain(|member| LOOKUPS.iter().flatten().any(|lookup| *lookup == member.name));
        for name in members.iter().flat_map(types_of).flat_map(names_of) {
            self.mention(&name);
        }
        self.entries[id].members = Some(members);
    }

    /// Adds what makes an array as long as a number says, for the arrays of primitives that members of the model take.
    fn copies(&mut self) {
        let is_of_primitives =
            |ty: &TypeUse| matches!(ty, TypeUse::Array(of) if matches!(**of, TypeUse::Primitive(_)));
        let members = self.entries.iter().flat_map(|entry| entry.members.iter().flatten());
        let parameters = members.flat_map(|member| &member.parameters).map(|parameter| &parameter.ty);
        let taken: HashSet<TypeUse> = parameters.filter(|ty| is_of_primitives(ty)).cloned().collect();
        if taken.is_empty() {
            return;
        }
        let (name, copy) = jdk::COPY;
        let Some(id) = self.mention(name) else { return };
        let mut members = class::members(self.library, &self.entries[id].file, id, false, false);
        members.retain(|member| {
            member.name == copy && member.parameters.first().is_some_and(|of| taken.contains(&of.ty))
        });
        let of_class = self.entries[id].members.get_or_insert_default();
        members.retain(|member| of_class.iter().all(|known| known.descriptor != member.descriptor));
        of_class.append(&mut members);
    }

    /// The class as types mention it, with all above it and around it; `None` when there is none.
    fn mention(&mut self, name: &str) -> Option<ClassId> {
        if let Some(&known) = self.ids.get(name) {
            return Some(known);
        }
        let file = self.library.file(name).ok()?;
        let visibility = class::visibility(self.library, &file, &self.package);
        let id = self.entries.push(Entry { file: Arc::clone(&file), visibility, members: None });
        self.ids.insert(name.to_owned(), id);
        for above in class::supertypes(&file) {
            each_class_of(&above, &mut |name| {
                self.mention(name);
            });
        }
        for parameter in class::type_parameters(self.library, &file) {
            for bound in &parameter.bounds {
                each_class(bound, &mut |name| {
                    self.mention(name);
                });
            }
        }
        if let Some(outer) = class::nested(&file).and_then(|nested| nested.outer.clone()) {
            self.mention(&outer);
        }
        Some(id)
    }

    /// The class, with members if `level` is not too far.
    fn want(&mut self, name: &str, level: usize) -> Option<ClassId> {
        let id = self.mention(name)?;
        let entry = &self.entries[id];
        let farthest = match entry.file.module.is_some() {
            _ if level == 0 => 0,
            true if !jdk::is_used(name) || (jdk::VALUES.contains(&name) && name != jdk::VALUES[0]) => {
                return Some(id);
            }
            true => JDK_LEVELS,
            false => OWN_LEVELS,
        };
        if entry.members.is_none() && level <= farthest {
            let here = entry.file.package() == self.package;
            let is_deprecated = self.is_deprecated(&entry.file);
            let mut members = class::members(self.library, &entry.file, id, here, is_deprecated);
            let of_jdk = entry.file.module.is_some() && level > 0;
            let name = entry.file.name.as_str();
            members.retain(|member| {
                let seen = level == 0 || member.visibility != Visibility::Hidden;
                let called = !of_jdk || jdk::calls(name, &member.name);
                let of_object = level == 0 || name != jdk::VALUES[0] || member.name == "<init>";
                seen && called && of_object
            });
            self.entries[id].members = Some(members);
            self.levels[level].push(id);
        }
        Some(id)
    }

    /// Whether a class, or one that it is nested in, is deprecated.
    fn is_deprecated(&self, file: &Arc<ClassFile>) -> bool {
        let mut file = Arc::clone(file);
        loop {
            if file.attributes.is_deprecated {
                return true;
            }
            let outer = class::nested(&file).and_then(|nested| nested.outer.clone());
            match outer.and_then(|outer| self.library.file(&outer).ok()) {
                Some(outer) => file = outer,
                None => return false,
            }
        }
    }

    fn follow(&mut self) {
        for level in 0..self.levels.len() - 1 {
            let mut next = 0;
            while let Some(&id) = self.levels[level].get(next) {
                next += 1;
                self.needs(id, level);
            }
        }
    }

    /// Adds what calls of the class `id` need.
    fn needs(&mut self, id: ClassId, level: usize) {
        let file = Arc::clone(&self.entries[id].file);
        for above in class::supertypes(&file) {
            self.want(&above.name, level.max(1));
            each_class_of(&above, &mut |name| {
                self.want(name, level + 1);
            });
        }
        if let Some(outer) = class::nested(&file).and_then(|nested| nested.outer.clone())
            && class::is_inner(&file)
        {
            self.want(&outer, level + 1);
        }
        let members = self.entries[id].members.clone().unwrap_or_default();
        for member in members.iter().filter(|member| member.visibility != Visibility::Hidden) {
            for ty in types_of(member) {
                each_class(ty, &mut |name| {
                    self.want(name, level + 1);
                });
            }
        }
        for parameter in class::type_parameters(self.library, &file) {
            for bound in &parameter.bounds {
                each_class(bound, &mut |name| {
                    self.want(name, level + 1);
                });
            }
        }
        self.ways_to_make(id, &file, level, &members);
    }

    /// Adds implementations and factories of the class `id`.
    fn ways_to_make(&mut self, id: ClassId, file: &ClassFile, level: usize, members: &[Member]) {
        let constructed = members.iter().any(|member| {
            let gives_it = member.is_static
                && matches!(&member.result, Some(TypeUse::Class(class)) if class.name == file.name);
            let makes_it = member.kind == MemberKind::Constructor && !file.is(flags::ABSTRACT);
            member.visibility != Visibility::Hidden && (gives_it || makes_it)
        });
        let name = &file.name;
        let of_jdk = file.module.is_some();
        let mut has_makers = false;
        if !constructed || of_jdk {
            let near = self.library.makers(name, &|maker| !of_jdk || self.is_near(maker));
            has_makers = !near.is_empty();
            for maker in near {
                self.want(&maker, level.max(1));
            }
        }
        // Subclasses that the class path has are told apart by tests of types, even where the class itself can be made.
        if !of_jdk || file.is(flags::ABSTRACT) {
            let (count, level) = match constructed {
                true => (2, level + 1),
                false => (MAX_IMPLEMENTATIONS, level.max(1)),
            };
            let is_near = |below: &str| !of_jdk || self.is_near(below);
            let mut implementations = self.library.implementations(name, count, &is_near);
            if implementations.is_empty() && !constructed && !has_makers {
                implementations = self.library.implementations(name, count, &|_| true);
            }
            for below in implementations {
                if self.mention(&below).is_some_and(|id| self.entries[id].visibility != Visibility::Hidden) {
                    self.want(&below, level);
                }
            }
        }
        debug_assert!(self.entries[id].members.is_some());
    }

    /// Whether a class comes from the jar or folder of the class under test: what implements `Comparable` in another library has nothing to
    /// do with it.
    fn is_near(&self, name: &str) -> bool {
        self.library.file(name).is_ok_and(|file| file.origin == self.origin)
    }

    /// The model.
    fn finish(self, subjects: Vec<ClassId>) -> ClassApi {
        let mut api = ClassApi { subjects, package: self.package.replace('/', "."), ..ClassApi::default() };
        let mut with_members = Vec::new();
        // Types may mention classes that are known by now, or that need not be.
        let mut entries = self.entries;
        let mut mentioned = Builder {
            library: self.library,
            origin: self.origin,
            package: self.package,
            entries: IndexVec::new(),
            ids: self.ids,
            levels: Vec::new(),
        };
        std::mem::swap(&mut mentioned.entries, &mut entries);
        let count = mentioned.entries.len();
        for id in mentioned.entries.indices().take(count) {
            for member in mentioned.entries[id].members.clone().iter().flatten() {
                for ty in types_of(member) {
                    each_class(ty, &mut |name| {
                        mentioned.mention(name);
                    });
                }
            }
        }
        for (id, entry) in mentioned.entries.iter_enumerated() {
            let mut class = class_type(mentioned.library, entry, &mentioned.ids);
            for member in entry.members.iter().flatten() {
                class.members.push(api.members.push(member.clone()));
            }
            if entry.members.is_some() {
                with_members.push(id);
            }
            api.classes.push(class);
        }
        complete_raw_types(&mut api, &mentioned.ids);
        hide_what_cannot_be_written(&mut api, &mentioned.ids);
        api.serialization = serialization(&api, &mentioned.ids);
        api.reflected = reflected(&api, &mentioned.ids, &|id| Arc::clone(&mentioned.entries[id].file));
        functional::complete(&mut api, &with_members, |id| Arc::clone(&mentioned.entries[id].file));
        api
    }
}

fn class_type(library: &Library<'_>, entry: &Entry, ids: &HashMap<String, ClassId>) -> ClassType {
    let file = &entry.file;
    let outer = class::nested(file).and_then(|nested| nested.outer.as_ref());
    ClassType {
        name: file.name.clone(),
        source_name: class::source_name(library, file),
        kind: class::kind(file),
        is_abstract: file.is(flags::ABSTRACT),
        is_inner: class::is_inner(file),
        enclosing: outer.and_then(|outer| ids.get(outer).copied()),
        is_extensible: false,
        open_constructors: Vec::new(),
        visibility: entry.visibility,
        type_parameters: class::type_parameters(library, file),
        supertypes: class::supertypes(file),
        members: Vec::new(),
        functional: None,
    }
}

/// How tests of the model serialize objects, where the classes under test take part in that.
fn serialization(api: &ClassApi, ids: &HashMap<String, ClassId>) -> Option<Serialization> {
    let of_subjects = api.subjects.iter().flat_map(|&id| api.classes[id].members.iter().copied());
    let is_hook = |&member: &MemberId| {
        let member = &api.members[member];
        member.kind == MemberKind::Method && jdk::is_serialization_hook(&member.name, &member.descriptor)
    };
    let hooks: Vec<MemberId> = of_subjects.filter(is_hook).collect();
    let member = |class: &str, name: &str, descriptor: &str| {
        let mut members = api.classes[*ids.get(class)?].members.iter().copied();
        members
            .find(|&member| api.members[member].name == name && api.members[member].descriptor == descriptor)
    };
    let [output, input] = jdk::SERIALIZATION.map(|(name, _)| name);
    let [sink, source] = jdk::BYTES;
    Some(Serialization {
        sink: member(sink, "<init>", "()V")?,
        output: member(output, "<init>", "(Ljava/io/OutputStream;)V")?,
        write: member(output, "writeObject", "(Ljava/lang/Object;)V")?,
        content: member(sink, "toByteArray", "()[B")?,
        source: member(source, "<init>", "([B)V")?,
        input: member(input, "<init>", "(Ljava/io/InputStream;)V")?,
        read: member(input, "readObject", "()Ljava/lang/Object;")?,
        serializable: *ids.get("java/io/Serializable")?,
        hooks,
    })
    .filter(|serialization| !serialization.hooks.is_empty())
}

/// Gives raw types, and types with a wrong number of arguments, unbounded wildcards.
fn complete_raw_types(api: &mut ClassApi, ids: &HashMap<String, ClassId>) {
    let counts: Vec<usize> = api.classes.iter().map(|class| class.type_parameters.len()).collect();
    let count = |name: &str| ids.get(name).map_or(0, |id| counts[id.0 as usize]);
    for class in api.classes.iter_mut() {
        class.supertypes.iter_mut().for_each(|above| _ = complete_class(above, &count));
        let bounds = class.type_parameters.iter_mut().flat_map(|parameter| &mut parameter.bounds);
        bounds.for_each(|bound| _ = complete(bound, &count));
    }
    for member in api.members.iter_mut() {
        // Using a raw constant is an unchecked conversion; the raw result of a method is put into a variable first.
        if let (MemberKind::Field, Some(TypeUse::Class(class))) = (member.kind, &member.result)
            && class.arguments.len() != count(&class.name)
        {
            member.visibility = Visibility::Hidden;
        }
        let bounds = member.type_parameters.iter_mut().flat_map(|parameter| &mut parameter.bounds);
        let parameters = member.parameters.iter_mut().map(|parameter| &mut parameter.ty);
        for ty in bounds.chain(parameters) {
            member.is_raw |= complete(ty, &count);
        }
        member.result.iter_mut().chain(&mut member.throws).for_each(|ty| _ = complete(ty, &count));
    }
}

/// Whether arguments were missing.
fn complete(ty: &mut TypeUse, count: &dyn Fn(&str) -> usize) -> bool {
    match ty {
        TypeUse::Primitive(_) | TypeUse::Variable(_) => false,
        TypeUse::Array(element) => complete(element, count),
        TypeUse::Class(class) => complete_class(class, count),
    }
}

fn complete_class(class: &mut ClassUse, count: &dyn Fn(&str) -> usize) -> bool {
    let wanted = count(&class.name);
    let mut was_raw = class.arguments.len() != wanted;
    if was_raw {
        class.arguments = vec![TypeArgument::Any; wanted];
    }
    for argument in &mut class.arguments {
        if let TypeArgument::Exactly(ty) | TypeArgument::Extends(ty) | TypeArgument::Super(ty) = argument {
            was_raw |= complete(ty, count);
        }
    }
    was_raw
}

/// Hides members with parameters of types that no test can write, or that the class path lacks.
fn hide_what_cannot_be_written(api: &mut ClassApi, ids: &HashMap<String, ClassId>) {
    let classes = &api.classes;
    for member in api.members.iter_mut() {
        let mut written = true;
        let parameters = member.parameters.iter().map(|parameter| &parameter.ty);
        let bounds = member.type_parameters.iter().flat_map(|parameter| &parameter.bounds);
        for ty in parameters.chain(bounds) {
            each_class(ty, &mut |name| {
                written &= ids.get(name).is_some_and(|&id| classes[id].visibility != Visibility::Hidden);
            });
        }
        for ty in member.result.iter().chain(&member.throws) {
            each_class(ty, &mut |name| written &= ids.contains_key(name));
        }
        if !written {
            member.visibility = Visibility::Hidden;
        }
    }
}
