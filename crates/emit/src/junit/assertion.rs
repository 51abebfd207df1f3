//! Assertions: what a run showed, as calls of the framework.

use super::expression::{Context, Expression, Refusal};
use super::hierarchy::{unwrapped, wrapper};
use super::literal::{element, plain, primitive_of, typed};
use super::overload::Static;
use super::plan::is_generic_array;
use super::titles::is_enumeration;
use trine_testcase::objects::{Primitive, Seen, TypeUse};

/// Whether an assertion about this mentions what it is about more than once.
#[must_use]
pub fn is_repeated(seen: &Seen) -> bool {
    matches!(seen, Seen::Elements(elements) if !elements.iter().all(is_comparable))
}

/// Whether an array with this element can be compared as a whole.
fn is_comparable(seen: &Seen) -> bool {
    !matches!(seen, Seen::Described(_) | Seen::NotNull | Seen::Elements(_))
}

impl Context<'_, '_> {
    /// Statements that `actual` is what was seen.
    pub fn assertions(&mut self, actual: &Expression, seen: &Seen) -> Result<Vec<String>, Refusal> {
        let text = actual.text.as_str();
        Ok(vec![match seen {
            Seen::Leaf(kind, bits) => {
                let Some(primitive) = primitive_of(kind) else {
                    return Err("a value has a type that Java does not have".to_owned());
                };
                self.primitive(primitive, *bits, text)
            }
            Seen::Boxed(primitive, bits) => self.boxed(*primitive, *bits, actual),
            Seen::Null => self.call("assertNull", &[text]),
            Seen::Same(step) => {
                let expected = self.value(*step)?.text;
                self.compare("assertSame", &expected, text)
            }
            Seen::Text(units) => {
                let expected = self.string(units)?.text;
                self.compare("assertEquals", &expected, text)
            }
            Seen::Constant(member) => {
                let expected = self.constant(*member)?.text;
                let assertion = if is_enumeration(self.api, *member) { "assertEquals" } else { "assertSame" };
                self.compare(assertion, &expected, text)
            }
            Seen::ClassObject(ty) => {
                let expected = self.class_object(ty).text;
                self.compare("assertEquals", &expected, text)
            }
            Seen::Elements(elements) => return self.array_assertions(actual, elements),
            Seen::Described(units) => {
                let expected = self.string(units)?.text;
                self.compare("assertEquals", &expected, &format!("{}.toString()", actual.as_receiver()))
            }
            Seen::NotNull => self.call("assertNotNull", &[text]),
        }])
    }

    /// `assertThrows(X.class, () -> …)`.
    pub fn throws(&mut self, class: &str, body: &str) -> String {
        let class = self.names.class(class);
        self.call("assertThrows", &[&format!("{class}.class"), &format!("() -> {body}")])
    }

    fn primitive(&mut self, primitive: Primitive, bits: u128, actual: &str) -> String {
        match primitive {
            Primitive::Boolean => {
                self.call(if bits & 1 == 1 { "assertTrue" } else { "assertFalse" }, &[actual])
            }
            Primitive::Float | Primitive::Double if self.framework.wants_delta() => {
                let (expected, delta) = (plain(primitive, bits), delta(primitive));
                let (first, second) = if self.framework.takes_actual_first() {
                    (actual, expected.as_str())
                } else {
                    (expected.as_str(), actual)
                };
                self.call("assertEquals", &[first, second, delta])
            }
            _ => self.compare("assertEquals", &plain(primitive, bits), actual),
        }
    }

    fn boxed(&mut self, primitive: Primitive, bits: u128, actual: &Expression) -> String {
        let is_wrapper = matches!(&actual.ty, Static::Is(TypeUse::Class(class)) if unwrapped(&class.name) == Some(primitive));
        match (is_wrapper, primitive) {
            (true, Primitive::Boolean) => {
                self.call(if bits & 1 == 1 { "assertTrue" } else { "assertFalse" }, &[&actual.text])
            }
            (true, _) if !self.framework.compares_with_wrappers() => {
                let expected =
                    format!("{}.valueOf({})", self.names.class(wrapper(primitive)), typed(primitive, bits));
                self.compare("assertEquals", &expected, &actual.text)
            }
            _ => self.compare("assertEquals", &typed(primitive, bits), &actual.text),
        }
    }

    /// An array as a whole, or its length and its elements one by one.
    fn array_assertions(&mut self, actual: &Expression, elements: &[Seen]) -> Result<Vec<String>, Refusal> {
        let Static::Is(TypeUse::Array(element)) = &actual.ty else {
            // Of an array without elements nobody knows the type.
            let Some(element) = element_type(elements) else {
                return Ok(vec![self.call("assertNotNull", &[&actual.text])]);
            };
            let cast = format!("({}[]) {}", self.names.ty(&element), actual.as_receiver());
            return Ok(vec![self.whole_array(&cast, &element, elements)?]);
        };
        if elements.iter().all(is_comparable) {
            return Ok(vec![self.whole_array(&actual.text, element, elements)?]);
        }
        let receiver = actual.as_receiver();
        let mut all =
            vec![self.compare("assertEquals", &elements.len().to_string(), &format!("{receiver}.length"))];
        for (at, seen) in elements.iter().enumerate() {
            let one = Expression::simple(format!("{receiver}[{at}]"), Static::Is((**element).clone()));
            all.extend(self.assertions(&one, seen)?);
        }
        Ok(all)
    }

    /// An array as a whole; `actual` may be cast to its type.
    fn whole_array(&mut self, actual: &str, element: &TypeUse, elements: &[Seen]) -> Result<String, Refusal> {
        let element = if is_generic_array(element) {
            TypeUse::Class(trine_testcase::objects::ClassUse::plain("java/lang/Object"))
        } else {
            element.clone()
        };
        let ty = self.unbounded(&element);
        let is_zero = |seen: &Seen| matches!(seen, Seen::Leaf(_, 0) | Seen::Null);
        let expected = if elements.is_empty() || (elements.len() > 1 && elements.iter().all(is_zero)) {
            let brackets = ty.find('[').unwrap_or(ty.len());
            format!("new {}[{}]{}", &ty[..brackets], elements.len(), &ty[brackets..])
        } else {
            let mut texts = Vec::new();
            for seen in elements {
                texts.push(self.expected_element(seen)?);
            }
            format!("new {ty}[] {{{}}}", texts.join(", "))
        };
        let name = if self.framework.takes_actual_first() { "assertEquals" } else { "assertArrayEquals" };
        Ok(match element {
            TypeUse::Primitive(primitive @ (Primitive::Float | Primitive::Double))
                if self.framework.wants_delta() =>
            {
                let (first, second) = if self.framework.takes_actual_first() {
                    (actual, expected.as_str())
                } else {
                    (expected.as_str(), actual)
                };
                self.call(name, &[first, second, delta(primitive)])
            }
            _ => self.compare(name, &expected, actual),
        })
    }

    /// An element that is expected, where it is assigned.
    fn expected_element(&mut self, seen: &Seen) -> Result<String, Refusal> {
        Ok(match seen {
            Seen::Leaf(kind, bits) => {
                primitive_of(kind).map_or_else(|| "0".to_owned(), |primitive| element(primitive, *bits))
            }
            Seen::Boxed(primitive, bits) => typed(*primitive, *bits),
            Seen::Same(step) => self.value(*step)?.text,
            Seen::Text(units) => self.string(units)?.text,
            Seen::Constant(member) => self.constant(*member)?.text,
            Seen::ClassObject(ty) => self.class_object(ty).text,
            Seen::Null | Seen::Elements(_) | Seen::Described(_) | Seen::NotNull => "null".to_owned(),
        })
    }

    /// A call of an assertion that compares.
    fn compare(&mut self, assertion: &str, expected: &str, actual: &str) -> String {
        match self.framework.takes_actual_first() {
            true => self.call(assertion, &[actual, expected]),
            false => self.call(assertion, &[expected, actual]),
        }
    }

    /// A call of an assertion.
    fn call(&mut self, assertion: &str, arguments: &[&str]) -> String {
        let name = self.names.static_method(self.framework.assertions(), assertion);
        format!("{name}({});", arguments.join(", "))
    }
}

/// The type of the elements of an array that is declared as something else, where they tell it.
fn element_type(elements: &[Seen]) -> Option<TypeUse> {
    let first = elements.first()?;
    let primitive = |seen: &Seen| match seen {
        Seen::Leaf(kind, _) => primitive_of(kind),
        _ => None,
    };
    match primitive(first) {
        Some(ty) if elements.iter().all(|seen| primitive(seen) == Some(ty)) => Some(TypeUse::Primitive(ty)),
        None if elements.iter().all(is_comparable) => {
            Some(TypeUse::Class(trine_testcase::objects::ClassUse::plain("java/lang/Object")))
        }
        _ => None,
    }
}

/// No difference at all.
fn delta(primitive: Primitive) -> &'static str {
    if primitive == Primitive::Float { "0.0f" } else { "0.0" }
}
