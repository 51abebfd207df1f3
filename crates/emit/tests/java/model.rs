//! API models from declarations that look like Java, with the names of class files:
//!
//! ```text
//! class com/example/Box<T> implements java/lang/Comparable<com/example/Box<T>>
//!   new(T value) throws java/io/IOException
//!   T get()
//!   static final int LIMIT
//! ```

use trine_testcase::objects::{
    ClassApi, ClassId, ClassKind, ClassType, ClassUse, Member, MemberId, MemberKind, ParameterType,
    Primitive, TypeArgument, TypeParameter, TypeUse,
};

/// The model of these declarations; classes of `package` are under test unless they are in another.
pub fn model(package: &str, declarations: &str) -> ClassApi {
    let mut api = ClassApi { package: package.to_owned(), ..ClassApi::default() };
    let mut class = None;
    for line in declarations.lines().filter(|line| !line.trim().is_empty()) {
        match (line.trim(), class) {
            (line, _) if is_class(line) => class = Some(add_class(&mut api, line)),
            (line, Some(class)) => add_member(&mut api, class, line),
            (line, None) => panic!("no class before `{line}`"),
        }
    }
    for id in api.classes.indices().collect::<Vec<_>>() {
        let abstracts: Vec<MemberId> = api.classes[id]
            .members
            .iter()
            .copied()
            .filter(|&member| {
                api.members[member].is_final_or_abstract && api.members[member].kind == MemberKind::Method
            })
            .collect();
        if let [single] = abstracts[..]
            && api.classes[id].kind == ClassKind::Interface
        {
            api.classes[id].functional = Some(single);
        }
    }
    let folder = package.replace('.', "/");
    api.subjects = api
        .classes
        .iter_enumerated()
        .filter(|(_, class)| class.name.rsplit_once('/').map_or("", |(package, _)| package) == folder)
        .map(|(id, _)| id)
        .collect();
    api
}

fn is_class(line: &str) -> bool {
    ["class ", "interface ", "enum ", "abstract class ", "record ", "inner class "]
        .iter()
        .any(|start| line.starts_with(start))
}

fn add_class(api: &mut ClassApi, line: &str) -> ClassId {
    let mut words = line;
    let is_abstract = words.starts_with("abstract ") || words.starts_with("interface ");
    let is_inner = words.starts_with("inner ");
    words = words.trim_start_matches("abstract ").trim_start_matches("inner ");
    let (kind, rest) = words.split_once(' ').expect("kind and name");
    let kind = match kind {
        "class" => ClassKind::Class,
        "interface" => ClassKind::Interface,
        "enum" => ClassKind::Enum,
        _ => ClassKind::Record,
    };
    let (head, supertypes) = rest.split_once(" implements ").unwrap_or((rest, ""));
    let (name, parameters) = match head.split_once('<') {
        Some((name, parameters)) => (name, parameters.trim_end_matches('>')),
        None => (head, ""),
    };
    let type_parameters = type_parameters(parameters);
    let supertypes = split(supertypes)
        .into_iter()
        .map(|text| match ty(&text, &type_parameters) {
            TypeUse::Class(class) => class,
            _ => panic!("{text} is no class"),
        })
        .collect();
    api.classes.push(ClassType {
        kind,
        is_abstract,
        is_inner,
        type_parameters,
        supertypes,
        is_extensible: true,
        ..ClassType::named(name)
    })
}

fn type_parameters(text: &str) -> Vec<TypeParameter> {
    split(text)
        .into_iter()
        .map(|text| {
            let (name, bound) = text
                .split_once(" extends ")
                .map_or((text.as_str(), None), |(name, bound)| (name, Some(bound)));
            TypeParameter {
                name: name.to_owned(),
                bounds: bound.iter().map(|bound| ty(bound, &[])).collect(),
            }
        })
        .collect()
}

fn add_member(api: &mut ClassApi, class: ClassId, line: &str) {
    let mut scope = api.classes[class].type_parameters.clone();
    let mut rest = line;
    let mut take = |word: &str| match rest.strip_prefix(word).and_then(|rest| rest.strip_prefix(' ')) {
        Some(shorter) => {
            rest = shorter;
            true
        }
        None => false,
    };
    let (is_deprecated, is_static) = (take("@Deprecated"), take("static"));
    let (is_abstract, is_final, is_constant) = (take("abstract"), take("final"), take("constant"));
    let mut own = Vec::new();
    if let Some(generic) = rest.strip_prefix('<') {
        let (parameters, after) = generic.split_once("> ").expect("type parameters end");
        own = type_parameters(parameters);
        scope.extend(own.clone());
        rest = after;
    }
    let (rest, throws) = rest.split_once(" throws ").unwrap_or((rest, ""));
    let (head, parameters) = match rest.split_once('(') {
        Some((head, parameters)) => (head, Some(parameters.trim_end_matches(')'))),
        None => (rest, None),
    };
    let (result, name) = head.rsplit_once(' ').unwrap_or(("", head));
    let is_varargs = parameters.is_some_and(|parameters| parameters.contains("..."));
    let parameters_list: Vec<ParameterType> = split(parameters.unwrap_or_default())
        .into_iter()
        .map(|text| {
            let (of_type, name) = text.rsplit_once(' ').expect("type and name of a parameter");
            ParameterType { name: Some(name.to_owned()), ty: ty(&of_type.replace("...", "[]"), &scope) }
        })
        .collect();
    let kind = match (parameters, name) {
        (Some(_), "new") => MemberKind::Constructor,
        (Some(_), _) => MemberKind::Method,
        (None, _) if is_constant => MemberKind::EnumConstant,
        (None, _) => MemberKind::Field,
    };
    let descriptor =
        parameters_list.iter().map(|parameter| format!("{:?};", parameter.ty)).collect::<String>();
    let result = match (kind, result) {
        (MemberKind::EnumConstant, _) => Some(TypeUse::Class(ClassUse::plain(&api.classes[class].name))),
        (_, "" | "void") => None,
        (_, result) => Some(ty(result, &scope)),
    };
    let name = if kind == MemberKind::Constructor { "<init>" } else { name };
    let member = Member {
        is_static: is_static || kind == MemberKind::EnumConstant,
        is_final_or_abstract: is_abstract || is_final,
        type_parameters: own,
        parameters: parameters_list,
        is_varargs,
        result,
        throws: split(throws).iter().map(|text| ty(text, &scope)).collect(),
        is_deprecated,
        ..Member::named(kind, name, &format!("({descriptor})"))
    };
    api.add_member(class, member);
}

/// A type as text; `scope` has the type variables.
pub fn ty(text: &str, scope: &[TypeParameter]) -> TypeUse {
    if let Some(element) = text.strip_suffix("[]") {
        return TypeUse::Array(Box::new(ty(element, scope)));
    }
    use Primitive::{Boolean, Byte, Char, Double, Float, Int, Long, Short};
    if let Some(primitive) =
        [Boolean, Byte, Char, Short, Int, Long, Float, Double].into_iter().find(|it| it.keyword() == text)
    {
        return TypeUse::Primitive(primitive);
    }
    if scope.iter().any(|parameter| parameter.name == text) {
        return TypeUse::Variable(text.to_owned());
    }
    let (name, arguments) = match text.split_once('<') {
        Some((name, arguments)) => (name, arguments.strip_suffix('>').expect("`>`")),
        None => (text, ""),
    };
    let full = if name.contains('/') { name.to_owned() } else { format!("java/lang/{name}") };
    let argument = |text: String| match text.as_str() {
        "?" => TypeArgument::Any,
        _ => match (text.strip_prefix("? extends "), text.strip_prefix("? super ")) {
            (Some(bound), _) => TypeArgument::Extends(ty(bound, scope)),
            (_, Some(bound)) => TypeArgument::Super(ty(bound, scope)),
            _ => TypeArgument::Exactly(ty(&text, scope)),
        },
    };
    TypeUse::Class(ClassUse { name: full, arguments: split(arguments).into_iter().map(argument).collect() })
}

/// The parts between commas that are not in angle brackets.
fn split(text: &str) -> Vec<String> {
    let mut parts = vec![String::new()];
    let mut depth = 0;
    for c in text.chars() {
        depth += i32::from(c == '<') - i32::from(c == '>');
        match c {
            ',' if depth == 0 => parts.push(String::new()),
            c => parts.last_mut().expect("one part at least").push(c),
        }
    }
    parts.iter().map(|part| part.trim().to_owned()).filter(|part| !part.is_empty()).collect()
}

/// The member with this name, of a class whose name ends so; the first, or the one with this many parameters.
pub fn member(api: &ClassApi, class: &str, name: &str, parameters: Option<usize>) -> MemberId {
    api.members
        .iter_enumerated()
        .find(|(_, member)| {
            let of_class = api.classes[member.class].name.rsplit(['/', '$']).next() == Some(class);
            of_class && member.name == name && parameters.is_none_or(|count| member.parameters.len() == count)
        })
        .map_or_else(|| panic!("no {class}.{name}"), |(id, _)| id)
}
