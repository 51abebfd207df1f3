//! A module: its entities read, and everything else read on demand.

use std::collections::HashMap;
use std::ops::Deref;
use std::sync::Arc;

use super::ast::{
    Alias, AliasId, AttributeGroup, Body, FuncId, Function, Global, GlobalId, MetadataId, MetadataNode,
    NamedStruct, StructId, Symbol, Type, TypeId, TypedConstant,
};
use super::error::{Fault, ReadError, Reading};
use super::index::{FunctionPiece, Index, Piece, index};
use super::layout::{DataLayout, Layout};
use super::node_cache::NodeCache;
use super::read::{GlobalHeader, Reader};
use super::tables::Tables;
use super::text::TextSource;

const WHOLE_FILE: &str =
    "nothing of this file can be used; check that it is complete `.ll` text written by clang or rustc";
const ONE_BODY: &str = "this function cannot be run; the others are not affected";
const ONE_CONSTANT: &str = "this constant is unknown; code that uses it cannot be run";
const AGAIN: &str = "what is not in memory of it is unknown; run again";
const ONE_NODE: &str = "the debug information that needs it is missing";

/// A module of textual LLVM IR. Shared freely between threads. Its text is asked for when something is read of it, and
/// not held in between.
///
/// ```
/// use trine_llvm_text::{Module, TerminatorKind};
///
/// let module = Module::parse("define i32 @one() {\n  ret i32 1\n}\n", "one.ll")?;
/// for (id, function) in module.function_ids() {
///     assert_eq!(&*function.name, "one");
///     let body = module.body(id)?.expect("a definition");
///     assert!(matches!(body.blocks[0].terminator.kind, TerminatorKind::Ret(Some(_))));
/// }
/// # Ok::<(), trine_llvm_text::ReadError>(())
/// ```
#[derive(Debug)]
pub struct Module {
    read: Arc<TopLevel>,
    /// Metadata nodes read on demand.
    node_cache: NodeCache,
}

/// What is read of a module at once.
#[derive(Debug)]
pub struct TopLevel {
    name: String,
    text: Arc<dyn TextSource>,
    /// Bytes of the text.
    length_bytes: usize,
    tables: Tables,
    functions: Vec<Function>,
    bodies: Vec<Option<Piece>>,
    globals: Vec<Global>,
    initializers: Vec<Option<Piece>>,
    aliases: Vec<Alias>,
    targets: Vec<Piece>,
    /// Number, offset and line, sorted by number.
    nodes: Vec<(u32, u32, u32)>,
    named_nodes: HashMap<Box<str>, Piece>,
    source_filename: Option<Box<str>>,
    triple: Option<Box<str>>,
    module_asm: Vec<Box<str>>,
    layout: DataLayout,
}

impl Deref for Module {
    type Target = TopLevel;

    fn deref(&self) -> &TopLevel {
        &self.read
    }
}

impl Module {
    /// Reads the top level of `text`; `name` stands for the file in messages.
    ///
    /// # Errors
    /// When the text is no LLVM IR, is cut short, or a header cannot be read. Bodies, initializers and metadata are not
    /// looked into.
    pub fn parse(text: impl Into<Arc<str>>, name: impl Into<String>) -> Result<Module, ReadError> {
        Self::parse_from(Arc::new(text.into()), name)
    }

    /// As [`parse`](Self::parse), for a text that is not held in memory.
    ///
    /// # Errors
    /// As [`parse`](Self::parse), and when there is no text.
    pub fn parse_from(source: Arc<dyn TextSource>, name: impl Into<String>) -> Result<Module, ReadError> {
        let name = name.into();
        let text = source.text().map_err(|what| Fault { offset: 0, what }.locate(&name, "", WHOLE_FILE))?;
        match Builder::build(&text) {
            Ok(builder) => Ok(builder.finish(source, text.len(), name)),
            Err(fault) => Err(fault.locate(&name, &text, WHOLE_FILE)),
        }
    }

    /// As [`parse`](Self::parse), for the bytes of a file, which may be anything.
    ///
    /// # Errors
    /// As [`parse`](Self::parse), and when the bytes are bitcode, an object file or no UTF-8.
    pub fn parse_bytes(bytes: Vec<u8>, name: impl Into<String>) -> Result<Module, ReadError> {
        let name = name.into();
        match String::from_utf8(bytes) {
            Ok(text) => Module::parse(text, name),
            Err(error) => {
                let valid = error.utf8_error().valid_up_to();
                let what = format!("not LLVM IR text: {}", what_bytes_are(error.as_bytes()));
                let fault = Fault { offset: valid, what };
                let before = String::from_utf8_lossy(&error.as_bytes()[..valid]).into_owned();
                Err(fault.locate(&name, &before, WHOLE_FILE))
            }
        }
    }

    /// The same module, of which no metadata is remembered; ids mean the same in both.
    #[must_use]
    pub fn forgetful(&self) -> Module {
        Module { read: Arc::clone(&self.read), node_cache: NodeCache::new(self.nodes.len()) }
    }

    /// How many metadata nodes are remembered.
    #[must_use]
    pub fn remembered_nodes(&self) -> usize {
        self.node_cache.len()
    }

    /// The name given to [`parse`](Self::parse).
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The whole text, which may have to be fetched.
    ///
    /// # Errors
    /// When it cannot be had any more.
    pub fn text(&self) -> Result<Arc<str>, ReadError> {
        let text = self.text.text().and_then(|text| match text.len() == self.length_bytes {
            true => Ok(text),
            false => Err("the text is not the one that was read before".to_owned()),
        });
        text.map_err(|what| Fault { offset: 0, what }.locate(&self.name, "", AGAIN))
    }

    /// Bytes of the text.
    pub fn size_bytes(&self) -> usize {
        self.length_bytes
    }

    /// `source_filename`.
    pub fn source_filename(&self) -> Option<&str> {
        self.source_filename.as_deref()
    }

    /// `target triple`.
    pub fn triple(&self) -> Option<&str> {
        self.triple.as_deref()
    }

    /// `module asm`, one entry per line.
    pub fn module_asm(&self) -> &[Box<str>] {
        &self.module_asm
    }

    /// All functions, defined and declared, in the order of the text.
    pub fn functions(&self) -> &[Function] {
        &self.functions
    }

    /// Ids and functions, in the order of the text.
    pub fn function_ids(&self) -> impl Iterator<Item = (FuncId, &Function)> {
        self.functions.iter().enumerate().map(|(index, function)| (FuncId::from_index(index), function))
    }

    /// The function behind an id of this module.
    pub fn function(&self, id: FuncId) -> &Function {
        &self.functions[id.index()]
    }

    /// All global variables in the order of the text.
    pub fn globals(&self) -> &[Global] {
        &self.globals
    }

    /// The global behind an id of this module.
    pub fn global(&self, id: GlobalId) -> &Global {
        &self.globals[id.index()]
    }

    /// All aliases and ifuncs in the order of the text.
    pub fn aliases(&self) -> &[Alias] {
        &self.aliases
    }

    /// The alias behind an id of this module.
    pub fn alias(&self, id: AliasId) -> &Alias {
        &self.aliases[id.index()]
    }

    /// What the name (without `@`) stands for.
    pub fn symbol(&self, name: &str) -> Option<Symbol> {
        self.tables.symbols.get(name).copied()
    }

    /// The name of a symbol, without `@`.
    pub fn symbol_name(&self, symbol: Symbol) -> &str {
        match symbol {
            Symbol::Function(id) => &self.function(id).name,
            Symbol::Global(id) => &self.global(id).name,
            Symbol::Alias(id) => &self.alias(id).name,
        }
    }

    /// All named structs.
    pub fn structs(&self) -> &[NamedStruct] {
        &self.tables.structs
    }

    /// The struct behind an id of this module.
    pub fn named_struct(&self, id: StructId) -> &NamedStruct {
        &self.tables.structs[id.index()]
    }

    /// The type behind an id.
    pub fn ty(&self, id: TypeId) -> &Type {
        self.tables.types.get(id)
    }

    /// As [`ty`](Self::ty), names looked through: [`Type::Named`] only for opaque structs.
    pub fn resolved_type(&self, id: TypeId) -> &Type {
        self.tables.resolved(id)
    }

    /// The id of a type, new if need be. Its parts must be ids of this module.
    pub fn intern_type(&self, ty: Type) -> TypeId {
        self.tables.types.intern(ty)
    }

    /// Sizes, alignments and offsets under the module's `target datalayout`.
    pub fn layout(&self) -> Layout<'_> {
        Layout::new(&self.layout, &self.tables)
    }

    /// The attribute group `#number`.
    pub fn attribute_group(&self, number: u32) -> Option<&AttributeGroup> {
        self.tables.groups.get(&number)
    }

    /// What `read` makes of a piece of the text.
    fn read<T>(
        &self,
        piece: Piece,
        next_step: &'static str,
        read: impl for<'m> FnOnce(&'m TopLevel, Reader<'m>) -> Reading<T>,
    ) -> Result<T, ReadError> {
        let text = self.text()?;
        read(self, Reader::new(&self.tables, &text, piece.start, piece.end, piece.line))
            .map_err(|fault| fault.locate(&self.name, &text, next_step))
    }

    /// Whether any function has a body.
    pub fn defines_functions(&self) -> bool {
        self.bodies.iter().any(Option::is_some)
    }

    /// Reads the body of a function; `Ok(None)` for declarations. Nothing is cached: keep what you ask for.
    ///
    /// # Errors
    /// When the body cannot be read; this says nothing about other bodies.
    pub fn body(&self, id: FuncId) -> Result<Option<Body>, ReadError> {
        let Some(piece) = self.bodies[id.index()] else { return Ok(None) };
        self.read(piece, ONE_BODY, |module, mut reader| reader.body(&module.functions[id.index()])).map(Some)
    }

    /// Reads the initializer of a global; `Ok(None)` for external ones.
    ///
    /// # Errors
    /// When the constant cannot be read.
    pub fn initializer(&self, id: GlobalId) -> Result<Option<TypedConstant>, ReadError> {
        let Some(piece) = self.initializers[id.index()] else { return Ok(None) };
        let ty = self.global(id).ty;
        let value = self.read(piece, ONE_CONSTANT, |_, mut reader| reader.constant(ty))?;
        Ok(Some(TypedConstant { ty, value }))
    }

    /// Reads what an alias stands for.
    ///
    /// # Errors
    /// When the constant cannot be read.
    pub fn alias_target(&self, id: AliasId) -> Result<TypedConstant, ReadError> {
        self.read(self.targets[id.index()], ONE_CONSTANT, |_, mut reader| reader.typed_constant())
    }

    /// How many numbered metadata nodes there are.
    pub fn metadata_count(&self) -> usize {
        self.nodes.len()
    }

    /// The node `!N`, read on first use and kept.
    ///
    /// # Errors
    /// When there is no such node, or it cannot be read.
    pub fn metadata(&self, id: MetadataId) -> Result<&MetadataNode, ReadError> {
        let Some(place) = self.node_place(id) else {
            let what = format!("the metadata node {id} is used but not defined in this file");
            return Err(self.fault_at(self.length_bytes, what));
        };
        if let Some(node) = self.node_cache.get(place) {
            return Ok(node);
        }
        let (_, start, line) = self.nodes[place];
        let piece = Piece { start: start as usize, end: self.length_bytes, line };
        let node = self.read(piece, ONE_NODE, |_, mut reader| reader.metadata_definition())?;
        self.node_cache.keep(place, node).ok_or_else(|| self.node_fault(id, "it has no place".to_owned()))
    }

    /// An error at the definition of a node.
    pub(crate) fn node_fault(&self, id: MetadataId, what: String) -> ReadError {
        let offset = self.node_place(id).map_or(self.length_bytes, |place| self.nodes[place].1 as usize);
        self.fault_at(offset, what)
    }

    fn fault_at(&self, offset: usize, what: String) -> ReadError {
        match self.text() {
            Ok(text) => Fault { offset, what }.locate(&self.name, &text, ONE_NODE),
            Err(error) => error,
        }
    }

    fn node_place(&self, id: MetadataId) -> Option<usize> {
        match self.nodes.get(id.index()) {
            Some(node) if node.0 == id.0 => Some(id.index()),
            _ => self.nodes.binary_search_by_key(&id.0, |node| node.0).ok(),
        }
    }

    /// The nodes listed under a name (without `!`), such as `llvm.dbg.cu`; empty when there is no such name.
    ///
    /// # Errors
    /// When the list cannot be read.
    pub fn named_metadata(&self, name: &str) -> Result<Vec<MetadataId>, ReadError> {
        match self.named_nodes.get(name) {
            Some(&piece) => self.read(piece, ONE_NODE, |_, mut reader| reader.named_metadata()),
            None => Ok(Vec::new()),
        }
    }
}

fn what_bytes_are(bytes: &[u8]) -> &'static str {
    match bytes {
        [0x7F, b'E', b'L', b'F', ..] => "this is an ELF object or program",
        [b'B', b'C', 0xC0, 0xDE, ..] => "this is LLVM bitcode; write text with `-S -emit-llvm` or `llvm-dis`",
        _ => "it holds bytes that are not UTF-8",
    }
}

/// The entities while they are read.
struct Builder {
    tables: Tables,
    functions: Vec<Function>,
    bodies: Vec<Option<Piece>>,
    globals: Vec<Global>,
    initializers: Vec<Option<Piece>>,
    aliases: Vec<Alias>,
    targets: Vec<Piece>,
    nodes: Vec<(u32, u32, u32)>,
    named_nodes: HashMap<Box<str>, Piece>,
    strings: Vec<(Box<str>, Box<str>)>,
}

impl Builder {
    fn build(text: &str) -> Reading<Builder> {
        let index = index(text)?;
        let mut builder = Builder {
            tables: Tables::new(),
            functions: Vec::new(),
            bodies: Vec::new(),
            globals: Vec::new(),
            initializers: Vec::new(),
            aliases: Vec::new(),
            targets: Vec::new(),
            nodes: Vec::new(),
            named_nodes: HashMap::new(),
            strings: Vec::new(),
        };
        builder.strings(text, &index)?;
        builder.types(text, &index)?;
        builder.groups(text, &index)?;
        builder.globals(text, &index)?;
        for piece in &index.functions {
            builder.function(text, piece)?;
        }
        builder.metadata(text, index)?;
        Ok(builder)
    }

    fn reader<'m>(&'m self, text: &'m str, piece: &Piece) -> Reader<'m> {
        Reader::new(&self.tables, text, piece.start, piece.end, piece.line)
    }

    fn strings(&mut self, text: &str, index: &Index) -> Reading<()> {
        for piece in &index.strings {
            let (word, string) = self.reader(text, piece).module_string()?;
            self.strings.push((word.into(), string));
        }
        Ok(())
    }

    /// Names first, so that definitions may refer to later ones.
    fn types(&mut self, text: &str, index: &Index) -> Reading<()> {
        for piece in &index.types {
            let name = self.reader(text, piece).type_name()?;
            self.tables.add_struct(&name);
        }
        for piece in &index.types {
            let (name, definition) = self.reader(text, piece).type_definition()?;
            let id = self.tables.add_struct(&name);
            self.tables.structs[id.index()].definition = definition;
        }
        Ok(())
    }

    fn groups(&mut self, text: &str, index: &Index) -> Reading<()> {
        for piece in &index.groups {
            let group = self.reader(text, piece).attribute_group()?;
            self.tables.groups.insert(group.number, group);
        }
        Ok(())
    }

    /// Enters a name; a fault if it is taken.
    fn name(&mut self, name: &str, symbol: Symbol, offset: usize) -> Reading<()> {
        match self.tables.symbols.insert(name.into(), symbol) {
            None => Ok(()),
            Some(_) => Err(Fault { offset, what: format!("`@{name}` is defined twice") }),
        }
    }

    fn globals(&mut self, text: &str, index: &Index) -> Reading<()> {
        for piece in &index.globals {
            let header = self.reader(text, piece).global()?;
            let rest = |(start, line)| Piece { start, end: piece.end, line };
            match header {
                GlobalHeader::Variable(global, initializer) => {
                    let symbol = Symbol::Global(GlobalId::from_index(self.globals.len()));
                    self.name(&global.name, symbol, piece.start)?;
                    self.globals.push(global);
                    self.initializers.push(initializer.map(rest));
                }
                GlobalHeader::Alias(alias, target) => {
                    let symbol = Symbol::Alias(AliasId::from_index(self.aliases.len()));
                    self.name(&alias.name, symbol, piece.start)?;
                    self.aliases.push(alias);
                    self.targets.push(rest(target));
                }
            }
        }
        Ok(())
    }

    fn function(&mut self, text: &str, piece: &FunctionPiece) -> Reading<()> {
        let function = self.reader(text, &piece.header).function()?;
        let symbol = Symbol::Function(FuncId::from_index(self.functions.len()));
        self.name(&function.name, symbol, piece.header.start)?;
        self.functions.push(function);
        self.bodies.push(piece.body);
        Ok(())
    }

    fn metadata(&mut self, text: &str, index: Index) -> Reading<()> {
        for piece in &index.named_nodes {
            let name = self.reader(text, piece).metadata_name()?;
            self.named_nodes.insert(name, *piece);
        }
        self.nodes = index.nodes;
        self.check_complete(text)
    }

    /// What a file cut short at a line would lack: the nodes its functions refer to.
    fn check_complete(&self, text: &str) -> Reading<()> {
        for function in self.functions.iter() {
            if let Some(id) = function.dbg
                && self.nodes.binary_search_by_key(&id.0, |node| node.0).is_err()
            {
                let what = format!(
                    "`@{}` refers to {id}, which is not in this file: it is cut short",
                    function.name
                );
                return Err(Fault { offset: text.len(), what });
            }
        }
        Ok(())
    }

    fn finish(mut self, text: Arc<dyn TextSource>, length_bytes: usize, name: String) -> Module {
        let mut take = |word: &str| {
            let place = self.strings.iter().position(|(key, _)| &**key == word)?;
            Some(self.strings.remove(place).1)
        };
        let source_filename = take("source_filename");
        let triple = take("triple");
        let layout = DataLayout::parse(take("datalayout").as_deref().unwrap_or_default(), &self.tables);
        let module_asm =
            self.strings.into_iter().filter(|(key, _)| &**key == "asm").map(|(_, line)| line).collect();
        let node_cache = NodeCache::new(self.nodes.len());
        let read = TopLevel {
            name,
            text,
            length_bytes,
            tables: self.tables,
            functions: self.functions,
            bodies: self.bodies,
            globals: self.globals,
            initializers: self.initializers,
            aliases: self.aliases,
            targets: self.targets,
            nodes: self.nodes,
            named_nodes: self.named_nodes,
            source_filename,
            triple,
            module_asm,
            layout,
        };
        Module { read: Arc::new(read), node_cache }
    }
}
