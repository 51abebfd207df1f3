//! One function's record: the global `@__covrec_…`, decoded into regions.
//!
//! The mapping bytes are: the virtual files (one for the function's file and one per macro expansion or include),
//! the counter expressions, and per virtual file a list of regions with delta-coded lines. The lowest two bits of
//! a number tell a counter from an expression; a zero tag in front of a region announces another kind of region.
//!
//! Source: "LLVM Code Coverage Mapping Format", section "Encoding"; the MC/DC kinds from LLVM's reader.
//! Not handled: mapping versions before 6. Cost: linear in the bytes.

use super::cursor::Cursor;
use super::{Counter, CovMapError, Expression, UnitMapping};

/// A virtual file of one function: the function's own file, or one expansion of a macro or include.
/// An index into [`FunctionRecord::filenames`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FileId(pub u32);

/// A source range: lines and columns start at 1, the end column is exclusive; `u32::MAX` is the end of the line.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Span {
    /// First line.
    pub start_line: u32,
    /// First column.
    pub start_col: u32,
    /// Last line.
    pub end_line: u32,
    /// Column behind the last one.
    pub end_col: u32,
}

impl Span {
    /// First position.
    pub fn start(&self) -> (u32, u32) {
        (self.start_line, self.start_col)
    }

    /// Position behind the last one.
    pub fn end(&self) -> (u32, u32) {
        (self.end_line, self.end_col)
    }

    /// True when `inner` lies within this span (or is equal to it).
    pub fn contains(&self, inner: &Span) -> bool {
        self.start() <= inner.start() && inner.end() <= self.end()
    }
}

/// What a region describes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum RegionKind {
    /// Code with a count.
    Code,
    /// The use of a macro (or an include) whose code is in virtual file `file`.
    Expansion {
        /// The virtual file of the expansion.
        file: FileId,
    },
    /// Code removed by the preprocessor.
    Skipped,
    /// White space with a count, shown but not counted.
    Gap,
    /// A condition or a case label with a count per side.
    Branch {
        /// How often it was true.
        true_count: Counter,
        /// How often it was false.
        false_count: Counter,
    },
    /// A condition of a decision that is measured for MC/DC.
    McdcBranch {
        /// How often it was true.
        true_count: Counter,
        /// How often it was false.
        false_count: Counter,
        /// Number of the condition in its decision, from 0.
        id: u16,
        /// The condition evaluated next when this one is true; `None`: the decision is made.
        true_next: Option<u16>,
        /// The condition evaluated next when this one is false.
        false_next: Option<u16>,
    },
    /// A decision that is measured for MC/DC.
    McdcDecision {
        /// Position in the bitmap of executed test vectors.
        bitmap_index: u32,
        /// Number of its conditions.
        num_conditions: u16,
    },
}

/// A source region with its count.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Region {
    /// What it describes.
    pub kind: RegionKind,
    /// The virtual file it lies in.
    pub file_id: FileId,
    /// Where it lies in that file.
    pub span: Span,
    /// Its count; for branches the true count, for expansions the count of the first region of the expanded file.
    pub count: Counter,
}

/// The numbers in front of the mapping bytes of `@__covrec_…`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RecordHeader {
    /// [`name_hash`](super::name_hash) of the function's profile name.
    pub name_hash: u64,
    /// Length of the mapping in bytes.
    pub data_len: u32,
    /// Structural hash of the function, the third operand of its counter increments. 0: a stand-in
    /// for a function that is not emitted.
    pub func_hash: u64,
    /// Hash of the unit's file names.
    pub filenames_ref: u64,
}

/// The decoded record of one function.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FunctionRecord {
    /// [`name_hash`](super::name_hash) of the function's profile name.
    pub name_hash: u64,
    /// Structural hash of the function.
    pub func_hash: u64,
    /// The path of each virtual file (indexed by [`FileId`]); paths repeat.
    pub filenames: Vec<String>,
    /// The counter expressions.
    pub expressions: Vec<Expression>,
    /// All regions, by virtual file, in the order clang wrote them.
    pub regions: Vec<Region>,
}

impl FunctionRecord {
    /// Decodes the mapping bytes behind `header`.
    pub fn decode(header: &RecordHeader, mapping: &[u8], unit: &UnitMapping) -> Result<Self, CovMapError> {
        if header.filenames_ref != unit.filenames_ref {
            return Err(CovMapError::OtherUnit { expected: header.filenames_ref, found: unit.filenames_ref });
        }
        let mut cursor = Cursor::new(Cursor::new(mapping).take(header.data_len as usize)?);
        let filenames = read_files(&mut cursor, unit)?;
        let mut expressions = read_expressions(&mut cursor)?;
        let mut regions = Vec::new();
        for file in 0..filenames.len() {
            let mut reader =
                RegionReader { cursor: &mut cursor, expressions: &mut expressions, files: filenames.len() };
            reader.read_file(FileId(file as u32), &mut regions)?;
        }
        count_expansions(&mut regions, filenames.len());
        let RecordHeader { name_hash, func_hash, .. } = *header;
        Ok(FunctionRecord { name_hash, func_hash, filenames, expressions, regions })
    }

    /// True for the stand-in of a function that was declared used but not emitted: one region that is never executed.
    pub fn is_dummy(&self) -> bool {
        self.func_hash == 0
            && self.expressions.is_empty()
            && matches!(self.regions[..], [Region { count: Counter::Zero, .. }])
    }
}

fn read_files(cursor: &mut Cursor, unit: &UnitMapping) -> Result<Vec<String>, CovMapError> {
    let count = cursor.size("number of files")?;
    let mut files = Vec::with_capacity(count);
    for _ in 0..count {
        let index = cursor.uleb32("file name index")? as usize;
        let name = unit.filenames.get(index).ok_or_else(|| cursor.malformed("file name index"))?;
        files.push(name.clone());
    }
    Ok(files)
}

/// The operands; whether an expression adds or subtracts is only said where it is used, so all start as `Subtract`.
fn read_expressions(cursor: &mut Cursor) -> Result<Vec<Expression>, CovMapError> {
    let count = cursor.size("number of expressions")?;
    let mut expressions = vec![Expression::Subtract(Counter::Zero, Counter::Zero); count];
    let mut operands = Vec::with_capacity(count);
    for _ in 0..count {
        operands.push((read_counter(cursor, &mut expressions)?, read_counter(cursor, &mut expressions)?));
    }
    for (expression, (l, r)) in expressions.iter_mut().zip(operands) {
        *expression = match expression {
            Expression::Add(..) => Expression::Add(l, r),
            Expression::Subtract(..) => Expression::Subtract(l, r),
        };
    }
    Ok(expressions)
}

fn read_counter(cursor: &mut Cursor, expressions: &mut [Expression]) -> Result<Counter, CovMapError> {
    let code = cursor.uleb32("counter")?;
    decode_counter(code, expressions).ok_or_else(|| cursor.malformed("counter"))
}

/// Two bits of tag: zero, counter, difference, sum. The tag of an expression also says what the expression is.
fn decode_counter(code: u32, expressions: &mut [Expression]) -> Option<Counter> {
    let index = code >> 2;
    match code & 3 {
        0 => Some(Counter::Zero),
        1 => Some(Counter::Counter(index)),
        tag => {
            let expression = expressions.get_mut(index as usize)?;
            let (Expression::Add(l, r) | Expression::Subtract(l, r)) = *expression;
            *expression = if tag == 2 { Expression::Subtract(l, r) } else { Expression::Add(l, r) };
            Some(Counter::Expression(index))
        }
    }
}

/// The state shared by the regions of one function.
struct RegionReader<'c, 'b> {
    cursor: &'c mut Cursor<'b>,
    expressions: &'c mut Vec<Expression>,
    files: usize,
}

impl RegionReader<'_, '_> {
    /// The regions of one virtual file.
    fn read_file(&mut self, file_id: FileId, regions: &mut Vec<Region>) -> Result<(), CovMapError> {
        let count = self.cursor.size("number of regions")?;
        let mut line = 0;
        for _ in 0..count {
            let (kind, count) = self.kind()?;
            let (span, is_gap) = self.span(&mut line)?;
            let kind = if is_gap { RegionKind::Gap } else { kind };
            regions.push(Region { kind, file_id, span, count });
        }
        Ok(())
    }

    fn counter(&mut self) -> Result<Counter, CovMapError> {
        read_counter(self.cursor, self.expressions)
    }

    /// A counter that is not zero means code; else bit 2 means an expansion, and the rest is the kind.
    fn kind(&mut self) -> Result<(RegionKind, Counter), CovMapError> {
        let code = self.cursor.uleb32("region kind")?;
        if code & 3 != 0 {
            let count =
                decode_counter(code, self.expressions).ok_or_else(|| self.cursor.malformed("counter"))?;
            return Ok((RegionKind::Code, count));
        }
        let rest = code >> 3;
        if code & 4 != 0 {
            let known = (rest as usize) < self.files;
            let file = known.then_some(FileId(rest)).ok_or_else(|| self.cursor.malformed("expanded file"))?;
            return Ok((RegionKind::Expansion { file }, Counter::Zero));
        }
        match rest {
            0 => Ok((RegionKind::Code, Counter::Zero)),
            2 => Ok((RegionKind::Skipped, Counter::Zero)),
            4 => self.branch(),
            5 => self.decision(),
            6 => self.mcdc_branch(),
            _ => Err(self.cursor.malformed("region kind")),
        }
    }

    fn branch(&mut self) -> Result<(RegionKind, Counter), CovMapError> {
        let (true_count, false_count) = (self.counter()?, self.counter()?);
        Ok((RegionKind::Branch { true_count, false_count }, true_count))
    }

    fn decision(&mut self) -> Result<(RegionKind, Counter), CovMapError> {
        let bitmap_index = self.cursor.uleb32("bitmap index")?;
        let num_conditions = self.cursor.uleb15("number of conditions")?;
        Ok((RegionKind::McdcDecision { bitmap_index, num_conditions }, Counter::Zero))
    }

    /// The ids are stored plus one; a next id of zero means that the decision is made.
    fn mcdc_branch(&mut self) -> Result<(RegionKind, Counter), CovMapError> {
        let (true_count, false_count) = (self.counter()?, self.counter()?);
        let id = self.cursor.uleb15("condition id")?;
        let id = id.checked_sub(1).ok_or_else(|| self.cursor.malformed("condition id"))?;
        let true_next = self.cursor.uleb15("next condition id")?.checked_sub(1);
        let false_next = self.cursor.uleb15("next condition id")?.checked_sub(1);
        Ok((RegionKind::McdcBranch { true_count, false_count, id, true_next, false_next }, true_count))
    }

    /// A span and whether it is a gap (the highest bit of the end column). Columns 0 to 0 stand for whole lines.
    fn span(&mut self, line: &mut u32) -> Result<(Span, bool), CovMapError> {
        let delta = self.cursor.uleb32("start line")?;
        let mut start_col = self.cursor.uleb32("start column")?;
        let lines = self.cursor.uleb32("number of lines")?;
        let end = self.cursor.uleb32("end column")?;
        let (mut end_col, is_gap) = (end & 0x7fff_ffff, end >> 31 == 1);
        if start_col == 0 && end_col == 0 {
            (start_col, end_col) = (1, u32::MAX);
        }
        *line = line.checked_add(delta).ok_or_else(|| self.cursor.malformed("start line"))?;
        let end_line = line.checked_add(lines).ok_or_else(|| self.cursor.malformed("number of lines"))?;
        let span = Span { start_line: *line, start_col, end_line, end_col };
        match span.start() <= span.end() {
            true => Ok((span, is_gap)),
            false => Err(self.cursor.malformed("source range")),
        }
    }
}

/// Gives each expansion the count of the first region of the file it expands to. Expansions nest at most as deep
/// as there are files, which bounds the number of passes.
fn count_expansions(regions: &mut [Region], files: usize) {
    let mut first = vec![None; files];
    for (index, region) in regions.iter().enumerate().rev() {
        first[region.file_id.0 as usize] = Some(index);
    }
    for _ in 0..files {
        let mut changed = false;
        for index in 0..regions.len() {
            let RegionKind::Expansion { file } = regions[index].kind else { continue };
            let count = first[file.0 as usize].map_or(Counter::Zero, |f: usize| regions[f].count);
            changed |= regions[index].count != count;
            regions[index].count = count;
        }
        if !changed {
            break;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::covmap::{CountingRules, FunctionModel, name_hash};

    fn unit() -> UnitMapping {
        UnitMapping { filenames: vec!["/d".into(), "/d/a.c".into()], filenames_ref: 7 }
    }

    fn decode(mapping: &[u8]) -> Result<FunctionRecord, CovMapError> {
        let header = RecordHeader {
            name_hash: name_hash(b"main"),
            data_len: mapping.len() as u32,
            func_hash: 24,
            filenames_ref: 7,
        };
        FunctionRecord::decode(&header, mapping, &unit())
    }

    #[test]
    fn the_record_of_a_plain_function_is_one_region() {
        let record = decode(b"\x01\x01\x00\x01\x01\x0F\x1E\x00K").unwrap();
        assert_eq!(record.filenames, ["/d/a.c"]);
        let span = Span { start_line: 15, start_col: 30, end_line: 15, end_col: 75 };
        let region = Region { kind: RegionKind::Code, file_id: FileId(0), span, count: Counter::Counter(0) };
        assert_eq!(record.regions, [region]);
        assert!(!record.is_dummy());
    }

    #[test]
    fn every_cut_and_every_flipped_byte_is_an_error_or_a_record_but_no_panic() {
        let mapping = b"\x01\x01\x02\x01\x05\x01\x09\x04\x01\x04\x19\x0A\x02\x28\x07\x02\x00\x05\x00\x18\x30\x09\x02\x01\x02\x00\x00\x07\x00\x0A\x05\x00\x0E\x00\x8E\x80\x80\x80\x08";
        assert!(decode(mapping).is_ok());
        for cut in 0..mapping.len() {
            assert!(decode(&mapping[..cut]).is_err());
        }
        for at in 0..mapping.len() {
            for value in 0..=255 {
                let mut damaged = mapping.to_vec();
                damaged[at] = value;
                if let Ok(record) = decode(&damaged) {
                    let _ = FunctionModel::new(&record, CountingRules::EachSideFolds);
                }
            }
        }
    }

    #[test]
    fn a_record_of_another_unit_is_refused() {
        let header = RecordHeader { name_hash: 0, data_len: 0, func_hash: 0, filenames_ref: 8 };
        let error = FunctionRecord::decode(&header, &[], &unit());
        assert_eq!(error, Err(CovMapError::OtherUnit { expected: 8, found: 7 }));
    }
}
