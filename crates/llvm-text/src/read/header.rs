//! Headers: functions without their bodies, globals without their initializers, aliases, type definitions.

use crate::ast::{
    Alias, AliasKind, DebugLocation, Function, FunctionAttrs, Global, Linkage, LocalName, Param, ParamAttrs,
    Type, TypeId, Visibility,
};
use crate::error::Reading;
use crate::lexer::Kind;
use crate::tables::TypeTable;

use super::Reader;

/// What stands after `@x =`.
#[derive(Debug)]
pub(crate) enum GlobalHeader {
    /// A variable, and the byte offset and line of its initializer's value.
    Variable(Global, Option<(usize, u32)>),
    /// An alias or ifunc, and the byte offset and line of its target.
    Alias(Alias, (usize, u32)),
}

fn linkage(word: &str) -> Option<Linkage> {
    Some(match word {
        "external" => Linkage::External,
        "private" => Linkage::Private,
        "internal" => Linkage::Internal,
        "available_externally" => Linkage::AvailableExternally,
        "linkonce" => Linkage::LinkOnce,
        "linkonce_odr" => Linkage::LinkOnceOdr,
        "weak" => Linkage::Weak,
        "weak_odr" => Linkage::WeakOdr,
        "common" => Linkage::Common,
        "appending" => Linkage::Appending,
        "extern_weak" => Linkage::ExternWeak,
        _ => return None,
    })
}

fn visibility(word: &str) -> Option<Visibility> {
    Some(match word {
        "default" => Visibility::Default,
        "hidden" => Visibility::Hidden,
        "protected" => Visibility::Protected,
        _ => return None,
    })
}

fn is_calling_convention(word: &str) -> bool {
    (word.ends_with("cc") && word.len() > 2)
        || ["spir_", "amdgpu_", "ptx_", "msp430_", "avr_", "riscv_vls"]
            .iter()
            .any(|prefix| word.starts_with(prefix))
        || matches!(word, "cc" | "intel_ocl_bicc")
}

impl<'m> Reader<'m> {
    /// A calling convention, if one stands here: `Some(None)` for `ccc`.
    pub(super) fn calling_convention(&mut self) -> Reading<Option<Option<Box<str>>>> {
        let word = self.word();
        if !is_calling_convention(word) {
            return Ok(None);
        }
        self.advance();
        if word == "cc" {
            return Ok(Some(Some(format!("cc {}", self.u32()?).into())));
        }
        if self.at_punct(b'(') {
            self.skip_group()?;
        }
        Ok(Some((word != "ccc").then(|| word.into())))
    }

    /// `define …` up to its `{`, or `declare …`.
    pub(crate) fn function(&mut self) -> Reading<Function> {
        let line = self.line;
        let is_definition = self.eat_word("define");
        if !is_definition {
            self.expect_word("declare")?;
        }
        let mut dbg = None;
        while self.kind() == Kind::Meta {
            self.attachment(&mut dbg)?;
        }
        let mut function = self.function_prefix(is_definition, line)?;
        let token = self.expect(Kind::Global, "the name of a function")?;
        function.name = self.name(token).into();
        self.params(&mut function)?;
        self.function_suffix(&mut function, &mut dbg)?;
        function.dbg = match dbg {
            Some(DebugLocation::Id(id)) => Some(id),
            _ => None,
        };
        let params = function.params.iter().map(|param| param.ty).collect();
        let ty = Type::Function { result: function.result, params, vararg: function.vararg };
        function.ty = self.tables.types.intern(ty);
        Ok(function)
    }

    /// Everything before the name: linkage, convention, result.
    fn function_prefix(&mut self, is_definition: bool, line: u32) -> Reading<Function> {
        let mut function = Function {
            name: Box::default(),
            is_definition,
            linkage: Linkage::default(),
            visibility: Visibility::default(),
            calling_convention: None,
            ty: TypeTable::VOID,
            result: TypeTable::VOID,
            result_attrs: ParamAttrs::default(),
            params: Vec::new(),
            vararg: false,
            attrs: FunctionAttrs::default(),
            attribute_groups: Vec::new(),
            section: None,
            align: None,
            personality: None,
            dbg: None,
            line,
        };
        while !self.at_type() {
            if let Some(convention) = self.calling_convention()? {
                function.calling_convention = convention;
                continue;
            }
            match self.kind() {
                Kind::Word => {
                    if let Some(linkage) = linkage(self.word()) {
                        function.linkage = linkage;
                        self.advance();
                    } else if let Some(visibility) = visibility(self.word()) {
                        function.visibility = visibility;
                        self.advance();
                    } else {
                        self.param_attr(&mut function.result_attrs)?;
                    }
                }
                Kind::Str => self.string_attr()?,
                _ => return self.expected("the result type of a function"),
            }
        }
        function.result = self.ty()?;
        Ok(function)
    }

    fn params(&mut self, function: &mut Function) -> Reading<()> {
        self.expect_punct(b'(')?;
        let mut next_number = 0;
        while !self.eat_punct(b')') {
            if !function.params.is_empty() {
                self.expect_punct(b',')?;
            }
            if self.kind() == Kind::Ellipsis {
                self.advance();
                function.vararg = true;
                return self.expect_punct(b')');
            }
            let param = self.param(&mut next_number)?;
            function.params.push(param);
        }
        Ok(())
    }

    fn param(&mut self, next_number: &mut u32) -> Reading<Param> {
        let ty = self.ty()?;
        let attrs = self.param_attrs()?;
        let name = if self.kind() == Kind::Local {
            let token = self.advance();
            self.local_name(token)
        } else {
            LocalName::Number(*next_number)
        };
        if let LocalName::Number(number) = name {
            *next_number = number.saturating_add(1);
        }
        Ok(Param { name, ty, attrs })
    }

    /// Everything after the parameters.
    fn function_suffix(&mut self, function: &mut Function, dbg: &mut Option<DebugLocation>) -> Reading<()> {
        loop {
            match self.kind() {
                Kind::Hash => {
                    let number = self.group_reference(&mut function.attrs)?;
                    function.attribute_groups.push(number);
                }
                Kind::Str => self.string_attr()?,
                Kind::Meta => self.attachment(dbg)?,
                Kind::Word => self.function_suffix_word(function)?,
                Kind::Punct(b',') => {
                    self.advance();
                }
                Kind::Eof => return Ok(()),
                _ => return self.expected("the body of the function"),
            }
        }
    }

    fn function_suffix_word(&mut self, function: &mut Function) -> Reading<()> {
        match self.word() {
            "section" => {
                self.advance();
                function.section = Some(self.string()?);
            }
            "partition" | "gc" => {
                self.advance();
                self.string()?;
            }
            "align" => {
                self.advance();
                function.align = Some(self.parenthesized_u32()?);
            }
            "personality" => {
                self.advance();
                self.ty()?;
                function.personality = self.personality()?;
            }
            "prefix" | "prologue" => {
                self.advance();
                self.typed_constant()?;
            }
            _ => self.function_attr(&mut function.attrs)?,
        }
        Ok(())
    }

    /// The name of a personality function; `None` when it is a constant expression.
    fn personality(&mut self) -> Reading<Option<Box<str>>> {
        if self.kind() == Kind::Global {
            let token = self.advance();
            return Ok(Some(self.name(token).into()));
        }
        self.constant(TypeTable::PTR)?;
        Ok(None)
    }

    /// `@x = …`.
    pub(crate) fn global(&mut self) -> Reading<GlobalHeader> {
        let line = self.line;
        let token = self.expect(Kind::Global, "a global name")?;
        let mut global = Global {
            name: self.name(token).into(),
            linkage: Linkage::default(),
            visibility: Visibility::default(),
            thread_local: false,
            constant: false,
            externally_initialized: false,
            ty: TypeTable::VOID,
            has_initializer: true,
            section: None,
            align: None,
            dbg: Vec::new(),
            line,
        };
        self.expect_punct(b'=')?;
        loop {
            match self.word() {
                "global" | "constant" => return self.variable(global),
                "alias" => return self.alias(global, AliasKind::Alias),
                "ifunc" => return self.alias(global, AliasKind::IFunc),
                "" => return self.expected("`global`, `constant` or `alias`"),
                _ => self.global_word(&mut global)?,
            }
        }
    }

    /// One keyword before `global`, `constant` or `alias`.
    fn global_word(&mut self, global: &mut Global) -> Reading<()> {
        let word = self.word();
        self.advance();
        if let Some(linkage) = linkage(word) {
            global.linkage = linkage;
            global.has_initializer = !matches!(word, "external" | "extern_weak");
        } else if let Some(visibility) = visibility(word) {
            global.visibility = visibility;
        } else if word == "thread_local" {
            global.thread_local = true;
        } else if word == "externally_initialized" {
            global.externally_initialized = true;
        }
        if self.at_punct(b'(') { self.skip_group() } else { Ok(()) }
    }

    fn variable(&mut self, mut global: Global) -> Reading<GlobalHeader> {
        global.constant = self.word() == "constant";
        self.advance();
        global.ty = self.ty()?;
        let mut initializer = None;
        if global.has_initializer {
            initializer = Some((self.start_of_value(), self.line));
            self.skip_value()?;
        }
        self.global_suffix(&mut global)?;
        Ok(GlobalHeader::Variable(global, initializer))
    }

    /// Where the current token starts with its sigil, prefix and quote.
    fn start_of_value(&self) -> usize {
        let before = match self.kind() {
            Kind::Global | Kind::Local | Kind::Meta | Kind::Hash => 1,
            Kind::Bytes => 1,
            _ => 0,
        };
        self.token.start - before - usize::from(self.token.quoted)
    }

    /// Skips a constant: up to a comma at this level, or an attribute group, or the end.
    fn skip_value(&mut self) -> Reading<()> {
        if self.kind() == Kind::Eof {
            return self.expected("an initializer");
        }
        while !matches!(self.kind(), Kind::Punct(b',') | Kind::Hash | Kind::Eof) {
            match self.kind() {
                Kind::Bad => return self.expected("a constant"),
                Kind::Punct(b'(' | b'[' | b'{' | b'<') => self.skip_group()?,
                _ => {
                    self.advance();
                }
            }
        }
        Ok(())
    }

    fn global_suffix(&mut self, global: &mut Global) -> Reading<()> {
        loop {
            match self.kind() {
                Kind::Eof => return Ok(()),
                Kind::Punct(b',') => {
                    self.advance();
                }
                Kind::Meta => {
                    let mut dbg = None;
                    self.attachment(&mut dbg)?;
                    if let Some(DebugLocation::Id(id)) = dbg {
                        global.dbg.push(id);
                    }
                }
                Kind::Word if self.word() == "section" => {
                    self.advance();
                    global.section = Some(self.string()?);
                }
                Kind::Word if self.word() == "align" => {
                    self.advance();
                    global.align = Some(self.parenthesized_u32()?);
                }
                Kind::Punct(b'(' | b'[' | b'{' | b'<') => self.skip_group()?,
                Kind::Bad | Kind::Punct(b')' | b']' | b'}' | b'>') => {
                    return self.expected("an attribute of the global");
                }
                _ => {
                    self.advance();
                }
            }
        }
    }

    fn alias(&mut self, global: Global, kind: AliasKind) -> Reading<GlobalHeader> {
        self.advance();
        let ty = self.ty()?;
        self.expect_punct(b',')?;
        let target = (self.start_of_value(), self.line);
        let Global { name, linkage, visibility, thread_local, line, .. } = global;
        Ok(GlobalHeader::Alias(Alias { name, kind, linkage, visibility, thread_local, ty, line }, target))
    }

    /// The name in `%x = type …`.
    pub(crate) fn type_name(&mut self) -> Reading<Box<str>> {
        let token = self.expect(Kind::Local, "the name of a type")?;
        Ok(self.name(token).into())
    }

    /// The name in `!llvm.dbg.cu = …`.
    pub(crate) fn metadata_name(&mut self) -> Reading<Box<str>> {
        let token = self.expect(Kind::Meta, "the name of a list of metadata")?;
        self.expect_punct(b'=')?;
        Ok(crate::lexer::unescape(self.raw(token)).into())
    }

    /// `%x = type …`: the name, and the type unless it is opaque.
    pub(crate) fn type_definition(&mut self) -> Reading<(Box<str>, Option<TypeId>)> {
        let token = self.expect(Kind::Local, "the name of a type")?;
        let name = self.name(token).into();
        self.expect_punct(b'=')?;
        self.expect_word("type")?;
        if self.eat_word("opaque") {
            return Ok((name, None));
        }
        Ok((name, Some(self.ty()?)))
    }

    /// `source_filename = "a.c"`, `target triple = "…"`, `module asm "…"`: the word before the string, and the string.
    pub(crate) fn module_string(&mut self) -> Reading<(&'m str, Box<str>)> {
        let mut word = "";
        while self.kind() == Kind::Word {
            word = self.word();
            self.advance();
        }
        self.eat_punct(b'=');
        Ok((word, self.string()?))
    }
}
