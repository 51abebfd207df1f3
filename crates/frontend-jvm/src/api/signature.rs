//! Generic signatures (JVMS 4.7.9.1): types as the source wrote them, for tests that compile without raw types.
//!
//! ```text
//!   <T:Ljava/lang/Object;:Ljava/lang/Comparable<-TT;>;>(Ljava/util/Map<TT;[I>;)TT;^TX;
//!   `------------ type parameters ------------------´ `---- parameters ---´ `´ throws
//! ```
//!
//! What cannot be read is `None`: the descriptor then has the erased types.

use trine_testcase::objects::{ClassUse, Primitive, TypeArgument, TypeParameter, TypeUse};

/// The signature of a class.
#[derive(Debug, PartialEq)]
pub(super) struct ClassSignature {
    pub parameters: Vec<TypeParameter>,
    pub supertypes: Vec<ClassUse>,
}

/// The signature of a method.
#[derive(Debug, PartialEq)]
pub(super) struct MethodSignature {
    pub type_parameters: Vec<TypeParameter>,
    pub parameters: Vec<TypeUse>,
    pub result: Option<TypeUse>,
    pub throws: Vec<TypeUse>,
}

/// Types nest no deeper than this.
const MAX_DEPTH: usize = 60;

/// Reads the signature of a class.
pub(super) fn class(text: &str) -> Option<ClassSignature> {
    let mut reader = Reader { rest: text };
    let parameters = reader.type_parameters()?;
    let mut supertypes = Vec::new();
    while !reader.rest.is_empty() {
        reader.expect('L')?;
        supertypes.push(reader.class(MAX_DEPTH)?);
    }
    Some(ClassSignature { parameters, supertypes })
}

/// Reads the signature of a method.
pub(super) fn method(text: &str) -> Option<MethodSignature> {
    let mut reader = Reader { rest: text };
    let type_parameters = reader.type_parameters()?;
    reader.expect('(')?;
    let mut parameters = Vec::new();
    while !reader.take(')') {
        parameters.push(reader.ty(MAX_DEPTH)?);
    }
    let result = if reader.take('V') { None } else { Some(reader.ty(MAX_DEPTH)?) };
    let mut throws = Vec::new();
    while reader.take('^') {
        throws.push(reader.ty(MAX_DEPTH)?);
    }
    reader.rest.is_empty().then_some(MethodSignature { type_parameters, parameters, result, throws })
}

/// Reads the signature of a field.
pub(super) fn field(text: &str) -> Option<TypeUse> {
    let mut reader = Reader { rest: text };
    let ty = reader.ty(MAX_DEPTH)?;
    reader.rest.is_empty().then_some(ty)
}

struct Reader<'a> {
    rest: &'a str,
}

impl<'a> Reader<'a> {
    fn take(&mut self, letter: char) -> bool {
        self.rest.strip_prefix(letter).is_some_and(|rest| {
            self.rest = rest;
            true
        })
    }

    fn expect(&mut self, letter: char) -> Option<()> {
        self.take(letter).then_some(())
    }

    /// What stands before the first of `ends`, at least one character.
    fn name(&mut self, ends: &[char]) -> Option<&'a str> {
        let at = self.rest.find(ends).filter(|&at| at > 0)?;
        let (name, rest) = self.rest.split_at(at);
        self.rest = rest;
        Some(name)
    }

    fn type_parameters(&mut self) -> Option<Vec<TypeParameter>> {
        let mut parameters = Vec::new();
        if !self.take('<') {
            return Some(parameters);
        }
        while !self.take('>') {
            let name = self.name(&[':'])?.to_owned();
            let mut bounds = Vec::new();
            while self.take(':') {
                // The class is left out where an interface is the first bound.
                if !self.rest.starts_with([':', '>']) {
                    bounds.push(self.ty(MAX_DEPTH)?);
                }
            }
            bounds.retain(|bound| *bound != TypeUse::Class(ClassUse::plain("java/lang/Object")));
            parameters.push(TypeParameter { name, bounds });
        }
        Some(parameters)
    }

    fn ty(&mut self, depth: usize) -> Option<TypeUse> {
        let depth = depth.checked_sub(1)?;
        let letter = self.rest.chars().next()?;
        self.rest = &self.rest[letter.len_utf8()..];
        Some(match letter {
            'L' => TypeUse::Class(self.class(depth)?),
            '[' => TypeUse::Array(Box::new(self.ty(depth)?)),
            'T' => {
                let name = self.name(&[';'])?.to_owned();
                self.expect(';')?;
                TypeUse::Variable(name)
            }
            letter => TypeUse::Primitive(primitive(letter)?),
        })
    }

    /// A class behind its `L`. Arguments of enclosing classes come first, as the type parameters of inner classes do.
    fn class(&mut self, depth: usize) -> Option<ClassUse> {
        let mut name = self.name(&['<', ';', '.'])?.to_owned();
        let mut arguments = Vec::new();
        loop {
            if self.take('<') {
                while !self.take('>') {
                    arguments.push(self.argument(depth)?);
                }
            }
            if self.take(';') {
                return Some(ClassUse { name, arguments });
            }
            self.expect('.')?;
            name.push('$');
            name.push_str(self.name(&['<', ';', '.'])?);
        }
    }

    fn argument(&mut self, depth: usize) -> Option<TypeArgument> {
        Some(match self.rest.chars().next()? {
            '*' => {
                self.take('*');
                TypeArgument::Any
            }
            '+' => {
                self.take('+');
                TypeArgument::Extends(self.ty(depth)?)
            }
            '-' => {
                self.take('-');
                TypeArgument::Super(self.ty(depth)?)
            }
            _ => TypeArgument::Exactly(self.ty(depth)?),
        })
    }
}

fn primitive(letter: char) -> Option<Primitive> {
    Some(match letter {
        'Z' => Primitive::Boolean,
        'B' => Primitive::Byte,
        'C' => Primitive::Char,
        'S' => Primitive::Short,
        'I' => Primitive::Int,
        'J' => Primitive::Long,
        'F' => Primitive::Float,
        'D' => Primitive::Double,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bounds_wildcards_arrays_and_thrown_types_are_read() {
        let read = method(
            "<T:Ljava/lang/Object;:Ljava/lang/Comparable<-TT;>;X:Ljava/lang/Exception;>(Ljava/util/Map<TT;[I>;*)TT;^TX;",
        );
        assert_eq!(read, None, "`*` is no type");
        let read = method(
            "<T:Ljava/lang/Object;:Ljava/lang/Comparable<-TT;>;X:Ljava/lang/Exception;>(Ljava/util/Map<TT;[I>;)TT;^TX;",
        )
        .unwrap();
        assert_eq!(read.type_parameters[0].bounds.len(), 1);
        assert_eq!(read.result, Some(TypeUse::Variable("T".to_owned())));
        assert_eq!(read.throws.len(), 1);
        let TypeUse::Class(map) = &read.parameters[0] else { panic!() };
        assert_eq!(map.arguments.len(), 2);
    }

    #[test]
    fn an_inner_class_of_a_generic_class_takes_the_arguments_of_both() {
        let Some(TypeUse::Class(inner)) = field("La/Outer<TE;>.Inner<+TF;>.Deep;") else { panic!() };
        assert_eq!(inner.name, "a/Outer$Inner$Deep");
        assert_eq!(inner.arguments.len(), 2);
    }

    #[test]
    fn what_is_no_signature_is_refused() {
        for text in ["", "L;", "Lx", "<T>", "TT", "[", "Q", "La<*;", "II"] {
            assert_eq!(field(text), None, "{text}");
        }
        assert_eq!(field(&"[".repeat(10_000)), None);
        assert!(class("<T:>Ljava/lang/Object;").is_some());
    }
}
