//! Which annotations a class and its methods carry: their types, and the exception that JUnit 4 is told to expect, read when asked for.

use super::ClassFile;
use super::read::{Flaw, each_attribute, text};
use crate::error::JvmError;
use noak::reader::attributes::annotations::{Annotation, ElementValue};
use noak::reader::{Attribute, AttributeContent, DecodeMany, cpool};

type Result<T> = std::result::Result<T, Flaw>;

/// Types of annotations, as descriptors: `Ljavax/annotation/processing/Generated;`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Annotations {
    /// Of the class.
    pub class: Vec<String>,
    /// Of each method, in order.
    pub methods: Vec<Vec<String>>,
    /// Of each method: the class that its `@Test(expected = ...)` of JUnit 4 names.
    pub expected: Vec<Option<String>>,
}

impl ClassFile {
    /// The annotations that the class file keeps, visible at run time or not.
    ///
    /// # Errors
    /// When they are damaged.
    pub fn annotations(&self) -> std::result::Result<Annotations, JvmError> {
        if self.is_made() {
            let (methods, expected) = (vec![Vec::new(); self.methods.len()], vec![None; self.methods.len()]);
            return Ok(Annotations { class: Vec::new(), methods, expected });
        }
        self.read_annotations().map_err(|Flaw(reason)| JvmError::BadClass {
            class: self.name.clone(),
            origin: self.origin.clone(),
            reason: format!("annotations: {reason}"),
        })
    }

    fn read_annotations(&self) -> Result<Annotations> {
        let decoded = self.bytes.decoded()?;
        let class = &decoded.class;
        let pool = class.pool();
        let (own, _) = of(pool, &class.attributes())?;
        let mut annotations = Annotations { class: own, ..Annotations::default() };
        for method in &decoded.methods {
            let (types, expected) = of(pool, &method.attributes())?;
            annotations.methods.push(types);
            annotations.expected.push(expected);
        }
        Ok(annotations)
    }
}

fn of<'a>(
    pool: &cpool::ConstantPool<'a>,
    attributes: &DecodeMany<'a, Attribute<'a>, u16>,
) -> Result<(Vec<String>, Option<String>)> {
    let (mut types, mut expected) = (Vec::new(), None);
    let mut add = |annotations: DecodeMany<'a, Annotation<'a>, u16>| -> Result<()> {
        for annotation in annotations.iter() {
            let annotation = annotation?;
            types.push(text(pool.retrieve(annotation.type_())?));
            if types.last().is_some_and(|ty| ty == "Lorg/junit/Test;") {
                expected = expected_by(pool, &annotation)?;
            }
        }
        Ok(())
    };
    each_attribute(pool, attributes, |content| match content {
        AttributeContent::RuntimeVisibleAnnotations(list) => add(list.annotations()),
        AttributeContent::RuntimeInvisibleAnnotations(list) => add(list.annotations()),
        _ => Ok(()),
    })?;
    Ok((types, expected))
}

/// The class that the element `expected` of an annotation names.
fn expected_by<'a>(pool: &cpool::ConstantPool<'a>, annotation: &Annotation<'a>) -> Result<Option<String>> {
    for pair in annotation.pairs().iter() {
        let pair = pair?;
        if let ElementValue::Class(class) = pair.value().clone()
            && text(pool.retrieve(pair.name())?) == "expected"
        {
            let descriptor = text(pool.retrieve(class)?);
            let name = descriptor.strip_prefix('L').and_then(|rest| rest.strip_suffix(';'));
            return Ok(name.map(str::to_owned));
        }
    }
    Ok(None)
}
