//! Attributes: those we keep are recorded, the others are skipped with their arguments.

use crate::ast::{AttributeGroup, FunctionAttrs, ParamAttrs, ParamFlags, Type};
use crate::error::Reading;
use crate::lexer::Kind;

use super::Reader;
use super::number::{parse_int, truncate};

/// Words that start a value after the attributes of an argument.
fn is_value_word(word: &str) -> bool {
    use crate::ast::{BinaryOp, CastOp};
    matches!(
        word,
        "true"
            | "false"
            | "null"
            | "undef"
            | "poison"
            | "zeroinitializer"
            | "none"
            | "splat"
            | "blockaddress"
            | "dso_local_equivalent"
            | "no_cfi"
            | "ptrauth"
            | "getelementptr"
            | "asm"
            | "icmp"
            | "fcmp"
            | "select"
            | "extractelement"
            | "insertelement"
            | "shufflevector"
            | "inf"
            | "nan"
            | "qnan"
            | "snan"
    ) || CastOp::from_keyword(word).is_some()
        || BinaryOp::from_keyword(word).is_some()
}

impl<'m> Reader<'m> {
    /// The attributes after the type of a parameter or argument, up to its name or value.
    pub(super) fn param_attrs(&mut self) -> Reading<ParamAttrs> {
        let mut attrs = ParamAttrs::default();
        loop {
            match self.kind() {
                Kind::Word if !is_value_word(self.word()) => self.param_attr(&mut attrs)?,
                Kind::Str => self.string_attr()?,
                _ => return Ok(attrs),
            }
        }
    }

    /// One attribute of a parameter or result, at a word.
    pub(super) fn param_attr(&mut self, attrs: &mut ParamAttrs) -> Reading<()> {
        let word = self.word();
        self.advance();
        if let Some(flag) = ParamFlags::from_keyword(word) {
            attrs.flags.insert(flag);
            return Ok(());
        }
        match word {
            "align" => {
                attrs.align = self.parenthesized_u32()?;
                return Ok(());
            }
            "sret" | "byval" | "byref" | "inalloca" | "preallocated" | "elementtype"
                if self.at_punct(b'(') =>
            {
                return self.type_attr(word, attrs);
            }
            "range" if self.at_punct(b'(') => return self.range_attr(attrs),
            "dereferenceable" | "dereferenceable_or_null" if self.at_punct(b'(') => {
                self.advance();
                let bytes = self.u64()?;
                let details = attrs.details_mut();
                if word == "dereferenceable" {
                    details.dereferenceable = Some(bytes);
                } else {
                    details.dereferenceable_or_null = Some(bytes);
                }
                return self.expect_punct(b')');
            }
            _ => {}
        }
        self.skip_attr_argument()
    }

    /// What may follow the word of an attribute we do not keep: `(…)`, `=…`, or a number.
    fn skip_attr_argument(&mut self) -> Reading<()> {
        if self.eat_punct(b'=') {
            self.advance();
        }
        match self.kind() {
            Kind::Punct(b'(') => self.skip_group(),
            Kind::Number => {
                self.advance();
                Ok(())
            }
            _ => Ok(()),
        }
    }

    /// `sret(T)` and its kin, the word read.
    fn type_attr(&mut self, word: &str, attrs: &mut ParamAttrs) -> Reading<()> {
        self.expect_punct(b'(')?;
        let ty = Some(self.ty()?);
        let details = attrs.details_mut();
        match word {
            "sret" => details.sret = ty,
            "byval" => details.byval = ty,
            "byref" => details.byref = ty,
            "inalloca" => details.inalloca = ty,
            "preallocated" => details.preallocated = ty,
            _ => details.elementtype = ty,
        }
        self.expect_punct(b')')
    }

    /// `range(iN lo, hi)`, the word read.
    fn range_attr(&mut self, attrs: &mut ParamAttrs) -> Reading<()> {
        self.expect_punct(b'(')?;
        let ty = self.ty()?;
        let width = match *self.tables.resolved(ty) {
            Type::Int(width) => width,
            _ => return self.fault("a range needs an integer type"),
        };
        let low = self.advance();
        self.expect_punct(b',')?;
        let high = self.advance();
        let (low, high) = (parse_int(self.raw(low)), parse_int(self.raw(high)));
        if let (Some(low), Some(high)) = (low, high) {
            attrs.details_mut().range = Some((truncate(low, width), truncate(high, width)));
        }
        self.expect_punct(b')')
    }

    /// `8` or `(8)`.
    pub(super) fn parenthesized_u32(&mut self) -> Reading<u32> {
        if self.eat_punct(b'(') {
            let value = self.u32()?;
            self.expect_punct(b')')?;
            return Ok(value);
        }
        self.u32()
    }

    /// `"key"` or `"key"="value"`, skipped.
    pub(super) fn string_attr(&mut self) -> Reading<()> {
        self.advance();
        if self.eat_punct(b'=') {
            self.expect(Kind::Str, "the value of an attribute")?;
        }
        Ok(())
    }

    /// One attribute of a function or call, at a word.
    pub(super) fn function_attr(&mut self, attrs: &mut FunctionAttrs) -> Reading<()> {
        let word = self.word();
        self.advance();
        if attrs.set_keyword(word) {
            return Ok(());
        }
        if word == "memory" && self.at_punct(b'(') {
            let start = self.token.end;
            self.skip_group()?;
            attrs.memory_none |= self.lexer.slice(start, self.previous_end - 1).trim() == "none";
            return Ok(());
        }
        self.skip_attr_argument()
    }

    /// `#3` at a function or call.
    pub(super) fn group_reference(&mut self, attrs: &mut FunctionAttrs) -> Reading<u32> {
        let Ok(number) = self.raw(self.token).parse() else {
            return self.expected("an attribute group");
        };
        match self.tables.groups.get(&number) {
            Some(group) => attrs.merge(group.flags),
            None => {
                return self.fault(format!(
                    "the attribute group `#{number}` is not defined in this file, which may be cut short"
                ));
            }
        }
        self.advance();
        Ok(number)
    }

    /// `attributes #3 = { … }`.
    pub(crate) fn attribute_group(&mut self) -> Reading<AttributeGroup> {
        self.expect_word("attributes")?;
        let token = self.expect(Kind::Hash, "an attribute group")?;
        let Ok(number) = self.raw(token).parse() else {
            return self.expected("the number of an attribute group");
        };
        self.expect_punct(b'=')?;
        self.expect_punct(b'{')?;
        let mut group = AttributeGroup { number, ..AttributeGroup::default() };
        while !self.eat_punct(b'}') {
            match self.kind() {
                Kind::Word => self.function_attr(&mut group.flags)?,
                Kind::Str => {
                    let key = self.string()?;
                    let value = if self.eat_punct(b'=') { self.string()? } else { Box::default() };
                    group.strings.push((key, value));
                }
                _ => return self.expected("an attribute"),
            }
        }
        Ok(group)
    }
}
