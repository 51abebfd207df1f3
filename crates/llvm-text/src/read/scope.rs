//! The names of one body: locals and blocks, known by name or number, often before they are defined.
//!
//! Locals get their id at first mention. Blocks do too while the body is read, and are renumbered to the order of the
//! text at the end.

use std::borrow::Cow;
use std::collections::HashMap;

use crate::ast::{BlockId, Function, Local, LocalId, LocalName, TypeId};
use crate::lexer::Token;

/// One side of a name: names and numbers live in different maps, so that `%"12"` is not `%12`.
#[derive(Debug, Default)]
struct Names<'m> {
    by_name: HashMap<Cow<'m, str>, u32>,
    by_number: HashMap<u32, u32>,
}

/// A name or number as it stands in the text.
#[derive(Clone, Debug)]
pub(super) enum Key<'m> {
    Name(Cow<'m, str>),
    Number(u32),
}

impl Key<'_> {
    /// The same, owned.
    pub(super) fn to_name(&self) -> LocalName {
        match self {
            Key::Name(name) => LocalName::Name(name.as_ref().into()),
            Key::Number(number) => LocalName::Number(*number),
        }
    }
}

impl<'m> Names<'m> {
    /// The index behind a key; `next` is given to new ones.
    fn index(&mut self, key: &Key<'m>, next: u32) -> u32 {
        match key {
            Key::Number(number) => *self.by_number.entry(*number).or_insert(next),
            Key::Name(name) => match self.by_name.get(name) {
                Some(&index) => index,
                None => {
                    self.by_name.insert(name.clone(), next);
                    next
                }
            },
        }
    }
}

/// The key of a token: unquoted digits are a number.
pub(super) fn key<'m>(token: Token, name: Cow<'m, str>) -> Key<'m> {
    if !token.quoted
        && name.bytes().all(|byte| byte.is_ascii_digit())
        && let Ok(number) = name.parse()
    {
        return Key::Number(number);
    }
    Key::Name(name)
}

/// A local as known so far.
#[derive(Debug)]
pub(super) struct LocalEntry {
    pub local: Local,
    pub defined: bool,
    /// Where it was first mentioned, for messages.
    pub offset: usize,
}

/// A block as known so far.
#[derive(Debug)]
pub(super) struct BlockEntry {
    pub name: LocalName,
    /// Its place in the text, once its label was read.
    pub place: Option<u32>,
    pub offset: usize,
}

/// The names of the body being read.
#[derive(Debug, Default)]
pub(super) struct Scope<'m> {
    local_names: Names<'m>,
    block_names: Names<'m>,
    pub locals: Vec<LocalEntry>,
    pub blocks: Vec<BlockEntry>,
    /// The next number for something without a name.
    pub next_number: u32,
}

impl<'m> Scope<'m> {
    /// A scope that holds the parameters of a function.
    pub(super) fn new(function: &'m Function) -> Self {
        let mut scope = Scope::default();
        for param in &function.params {
            let key = match &param.name {
                LocalName::Name(name) => Key::Name(Cow::Borrowed(name)),
                LocalName::Number(number) => Key::Number(*number),
            };
            scope.define(&key, param.ty, 0);
        }
        scope
    }

    /// The local behind a key, of the type the text gives it here.
    pub(super) fn use_local(&mut self, key: &Key<'m>, ty: TypeId, offset: usize) -> LocalId {
        let next = self.locals.len() as u32;
        let index = self.local_names.index(key, next);
        if index == next {
            let local = Local { name: key.to_name(), ty };
            self.locals.push(LocalEntry { local, defined: false, offset });
        }
        LocalId(index)
    }

    /// Defines a local; `None` when it is defined already.
    pub(super) fn define(&mut self, key: &Key<'m>, ty: TypeId, offset: usize) -> Option<LocalId> {
        let id = self.use_local(key, ty, offset);
        let entry = &mut self.locals[id.index()];
        if std::mem::replace(&mut entry.defined, true) {
            return None;
        }
        entry.local.ty = ty;
        self.count(key);
        Some(id)
    }

    /// Numbers go on after the highest used.
    fn count(&mut self, key: &Key<'_>) {
        if let Key::Number(number) = key {
            self.next_number = number.saturating_add(1);
        }
    }

    /// The block behind a key, in order of mention.
    pub(super) fn use_block(&mut self, key: &Key<'m>, offset: usize) -> BlockId {
        let next = self.blocks.len() as u32;
        let index = self.block_names.index(key, next);
        if index == next {
            self.blocks.push(BlockEntry { name: key.to_name(), place: None, offset });
        }
        BlockId(index)
    }

    /// Notes that the block's label stands here, as the `place`-th; `None` when it did before.
    pub(super) fn place_block(&mut self, key: &Key<'m>, place: u32, offset: usize) -> Option<BlockId> {
        let id = self.use_block(key, offset);
        let entry = &mut self.blocks[id.index()];
        if entry.place.replace(place).is_some() {
            return None;
        }
        self.count(key);
        Some(id)
    }
}
