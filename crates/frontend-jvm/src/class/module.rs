//! What the descriptor of a module, `module-info.class`, says (JVMS 4.7.25).
//!
//! noak 0.7 refuses a required module without a version, which most are; so the attribute is read here.

use super::read::{Flaw, class_name};
use noak::reader::{Class, cpool};

/// The services that a module provides, each with the classes that do, by internal names; or what is wrong with the descriptor.
pub(crate) fn provides(descriptor: &[u8]) -> Result<Vec<(String, Vec<String>)>, String> {
    read(descriptor).map_err(|Flaw(reason)| reason)
}

fn read(descriptor: &[u8]) -> Result<Vec<(String, Vec<String>)>, Flaw> {
    let class = Class::new(descriptor)?;
    let pool = class.pool();
    for attribute in class.attributes().iter() {
        let attribute = attribute?;
        if pool.retrieve(attribute.name())?.as_bytes() != b"Module" {
            continue;
        }
        let mut rest = Numbers(attribute.content());
        rest.skip(3)?;
        let required = rest.number()?;
        rest.skip(3 * required)?;
        // What it exports, then what it opens: each to some modules.
        for _ in 0..2 {
            for _ in 0..rest.number()? {
                rest.skip(2)?;
                let to = rest.number()?;
                rest.skip(to)?;
            }
        }
        let used = rest.number()?;
        rest.skip(used)?;
        let name = |index: usize| class_name(pool, cpool::Index::new(index as u16)?);
        let mut services = Vec::new();
        for _ in 0..rest.number()? {
            let service = name(rest.number()?)?;
            let count = rest.number()?;
            let providers = (0..count).map(|_| name(rest.number()?)).collect::<Result<_, Flaw>>()?;
            services.push((service, providers));
        }
        return Ok(services);
    }
    Ok(Vec::new())
}

/// Numbers of two bytes, one after the other.
struct Numbers<'a>(&'a [u8]);

impl Numbers<'_> {
    fn number(&mut self) -> Result<usize, Flaw> {
        let Some((&bytes, rest)) = self.0.split_first_chunk::<2>() else { return Err(ENDS.into()) };
        self.0 = rest;
        Ok(usize::from(u16::from_be_bytes(bytes)))
    }

    fn skip(&mut self, count: usize) -> Result<(), Flaw> {
        self.0 = self.0.get(2 * count..).ok_or(ENDS)?;
        Ok(())
    }
}

const ENDS: &str = "what it says about its module ends too early";
