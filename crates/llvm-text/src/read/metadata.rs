//! Metadata nodes, metadata operands, and attachments of instructions.

use crate::ast::{DebugLocation, Field, Meta, MetadataId, MetadataNode, NodeKind, Operand, Value};
use crate::error::Reading;
use crate::lexer::{Kind, Token, unescape};

use super::Reader;
use super::number::parse_int;

/// What follows the operands of an instruction.
#[derive(Debug, Default)]
pub(super) struct Options {
    /// `align N`.
    pub align: Option<u32>,
    /// `!dbg`.
    pub dbg: Option<DebugLocation>,
}

impl<'m> Reader<'m> {
    /// `!0 = distinct !DIFile(…)`.
    pub(crate) fn metadata_definition(&mut self) -> Reading<MetadataNode> {
        self.expect(Kind::Meta, "a metadata node")?;
        self.expect_punct(b'=')?;
        match self.meta()? {
            Meta::Inline(node) => Ok(*node),
            other => Ok(MetadataNode { distinct: false, kind: NodeKind::Value(other) }),
        }
    }

    /// `!name = !{!1, !2}`: the numbers.
    pub(crate) fn named_metadata(&mut self) -> Reading<Vec<MetadataId>> {
        let node = self.metadata_definition()?;
        Ok(node
            .elements()
            .iter()
            .filter_map(|element| match element {
                Meta::Id(id) => Some(*id),
                _ => None,
            })
            .collect())
    }

    /// The number of `!12`.
    pub(super) fn metadata_id(&self, token: Token) -> Option<MetadataId> {
        if token.kind == Kind::Meta { self.raw(token).parse().ok().map(MetadataId) } else { None }
    }

    /// Anything that may stand in a node or a metadata operand.
    pub(super) fn meta(&mut self) -> Reading<Meta> {
        self.nested(|r| match r.kind() {
            Kind::Meta => r.meta_reference(),
            Kind::Str => Ok(Meta::Str(r.string()?)),
            Kind::Number => r.meta_number(),
            Kind::Word => r.meta_word(),
            _ => r.meta_value(),
        })
    }

    /// `!12`, `!"text"`, `!{…}`, `!DIFile(…)`.
    fn meta_reference(&mut self) -> Reading<Meta> {
        let token = self.token;
        if let Some(id) = self.metadata_id(token) {
            self.advance();
            return Ok(Meta::Id(id));
        }
        if token.start == token.end {
            self.advance();
            if self.kind() == Kind::Str {
                return Ok(Meta::Str(self.string()?));
            }
            if !self.at_punct(b'{') {
                return self.expected("a metadata node");
            }
            return Ok(Meta::Inline(Box::new(self.tuple()?)));
        }
        Ok(Meta::Inline(Box::new(self.special()?)))
    }

    fn tuple(&mut self) -> Reading<MetadataNode> {
        self.expect_punct(b'{')?;
        let mut elements = Vec::new();
        while !self.eat_punct(b'}') {
            if !elements.is_empty() {
                self.expect_punct(b',')?;
            }
            elements.push(self.meta()?);
        }
        Ok(MetadataNode { distinct: false, kind: NodeKind::Tuple(elements) })
    }

    /// `!DIFile(filename: "a.c", …)`.
    fn special(&mut self) -> Reading<MetadataNode> {
        let token = self.advance();
        let name = self.raw(token).into();
        self.expect_punct(b'(')?;
        let mut fields = Vec::new();
        while !self.eat_punct(b')') {
            if !fields.is_empty() {
                self.expect_punct(b',')?;
            }
            fields.push(self.field()?);
        }
        Ok(MetadataNode { distinct: false, kind: NodeKind::Special { name, fields } })
    }

    fn field(&mut self) -> Reading<Field> {
        let key = if self.kind() == Kind::Label {
            let token = self.advance();
            Some(unescape(self.raw(token)).into())
        } else {
            None
        };
        Ok(Field { key, value: self.meta()? })
    }

    fn meta_number(&mut self) -> Reading<Meta> {
        match parse_int(self.raw(self.token)) {
            Some(value) => {
                self.advance();
                Ok(Meta::Int(value as i128))
            }
            None => self.expected("a number"),
        }
    }

    fn meta_word(&mut self) -> Reading<Meta> {
        let word = self.word();
        if self.at_type() {
            return self.meta_value();
        }
        self.advance();
        match word {
            "null" => Ok(Meta::Null),
            "true" => Ok(Meta::Bool(true)),
            "false" => Ok(Meta::Bool(false)),
            "distinct" => match self.meta()? {
                Meta::Inline(mut node) => {
                    node.distinct = true;
                    Ok(Meta::Inline(node))
                }
                _ => self.expected("a node after `distinct`"),
            },
            _ if self.at_punct(b'|') => self.meta_flags(word),
            _ => Ok(Meta::Word(word.into())),
        }
    }

    /// `DIFlagA | DIFlagB`, the first read.
    fn meta_flags(&mut self, first: &str) -> Reading<Meta> {
        let mut flags = vec![first.into()];
        while self.eat_punct(b'|') {
            if !matches!(self.kind(), Kind::Word | Kind::Number) {
                return self.expected("a flag");
            }
            let token = self.advance();
            flags.push(self.raw(token).into());
        }
        Ok(Meta::Flags(flags))
    }

    /// `i64 5`, `ptr %x`, `metadata !1`.
    fn meta_value(&mut self) -> Reading<Meta> {
        let ty = self.ty()?;
        if ty == crate::tables::TypeTable::METADATA {
            return self.meta();
        }
        let value = self.value(ty)?;
        Ok(Meta::Value(Box::new(Operand { ty, value })))
    }

    /// A metadata operand of a call, its type `metadata` read.
    pub(super) fn metadata_operand(&mut self) -> Reading<Value> {
        Ok(Value::Metadata(Box::new(self.meta()?)))
    }

    /// What may follow an instruction: `, align 4, !dbg !12, !tbaa !3`. When `after_comma`, the first comma was read.
    pub(super) fn options(&mut self, after_comma: bool) -> Reading<Options> {
        let mut options = Options::default();
        let mut more = after_comma || self.eat_punct(b',');
        while more {
            match self.kind() {
                Kind::Meta => self.attachment(&mut options.dbg)?,
                Kind::Word if self.word() == "align" => {
                    self.advance();
                    options.align = Some(self.parenthesized_u32()?);
                }
                Kind::Word => self.skip_option()?,
                _ => return self.expected("an attachment or option"),
            }
            more = self.eat_punct(b',');
        }
        Ok(options)
    }

    /// `!dbg !12` or `!prof !{…}`; only `!dbg` is kept.
    pub(super) fn attachment(&mut self, dbg: &mut Option<DebugLocation>) -> Reading<()> {
        let kind = self.expect(Kind::Meta, "an attachment")?;
        if let Some(id) = self.metadata_id(self.token) {
            self.advance();
            if self.raw(kind) == "dbg" {
                *dbg = Some(DebugLocation::Id(id));
            }
            return Ok(());
        }
        match self.meta()? {
            Meta::Inline(node) if self.raw(kind) == "dbg" => *dbg = Some(DebugLocation::Inline(node)),
            _ => {}
        }
        Ok(())
    }
}
