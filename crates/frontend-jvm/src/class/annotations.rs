//! Which annotations a class and its methods carry: their types only, read when asked for.

use super::ClassFile;
use super::read::{Flaw, each_attribute, text};
use crate::error::JvmError;
use noak::reader::attributes::annotations::Annotation;
use noak::reader::{Attribute, AttributeContent, DecodeMany, cpool};

type Result<T> = std::result::Result<T, Flaw>;

/// Types of annotations, as descriptors: `Ljavax/annotation/processing/Generated;`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Annotations {
    /// Of the class.
    pub class: Vec<String>,
    /// Of each method, in order.
    pub methods: Vec<Vec<String>>,
}

impl ClassFile {
    /// The annotations that the class file keeps, visible at run time or not.
    ///
    /// # Errors
    /// When they are damaged.
    pub fn annotations(&self) -> std::result::Result<Annotations, JvmError> {
        if self.is_made() {
            return Ok(Annotations { class: Vec::new(), methods: vec![Vec::new(); self.methods.len()] });
        }
        self.read_annotations().map_err(|Flaw(reason)| JvmError::BadClass {
            class: self.name.clone(),
            origin: self.origin.clone(),
            reason: format!("annotations: {reason}"),
        })
    }

    fn read_annotations(&self) -> Result<Annotations> {
        let class = self.reader()?;
        let pool = class.pool();
        let methods = class.methods().iter().map(|method| of(pool, &method?.attributes()));
        Ok(Annotations { class: of(pool, &class.attributes())?, methods: methods.collect::<Result<_>>()? })
    }
}

fn of<'a>(
    pool: &cpool::ConstantPool<'a>,
    attributes: &DecodeMany<'a, Attribute<'a>, u16>,
) -> Result<Vec<String>> {
    let mut types = Vec::new();
    let mut add = |annotations: DecodeMany<'a, Annotation<'a>, u16>| -> Result<()> {
        for annotation in annotations.iter() {
            types.push(text(pool.retrieve(annotation?.type_())?));
        }
        Ok(())
    };
    each_attribute(pool, attributes, |content| match content {
        AttributeContent::RuntimeVisibleAnnotations(list) => add(list.annotations()),
        AttributeContent::RuntimeInvisibleAnnotations(list) => add(list.annotations()),
        _ => Ok(()),
    })?;
    Ok(types)
}
