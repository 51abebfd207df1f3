//! The tree of macro expansions of one function, to say for any region where a reader of the main file sees it.
//!
//! ```text
//!   file 0 (main)   if (BOTH(a, b))        expansion region 0:9:7 ─► file 1
//!   file 1 (macro)  ((x) && (y))           a condition at 1:2:20 has the chain [0:9:7]
//! ```
//!
//! The main file is the first virtual file that no expansion refers to; `llvm-cov` visits a file only through a
//! chain of expansions that starts there.
//!
//! Source: `findMainViewFileID` and `getCoverageForExpansion` of LLVM's `CoverageMapping`.
//! Not handled: two expansion regions for one virtual file (clang writes none): the last one counts.
//! Cost: linear in the regions; a chain is as long as macros nest.

use super::{FileId, Region, RegionKind, Span};

/// A span in a virtual file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct FileSpan {
    /// The virtual file.
    pub file: FileId,
    /// The range in it.
    pub span: Span,
}

/// Where a region is: where its text is spelled, and where the main file expands to it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RegionOrigin {
    /// The region's own position: in the macro's definition when it comes from a macro.
    pub spelling: FileSpan,
    /// The expansions around it, innermost first; empty outside macros.
    pub expansions: Vec<FileSpan>,
    /// Whether the chain ends in the main file, which `llvm-cov` requires for counting branches.
    pub reaches_main: bool,
}

impl RegionOrigin {
    /// What to show in the main file: the outermost expansion, or the spelling outside macros.
    pub fn visible(&self) -> FileSpan {
        self.expansions.last().copied().unwrap_or(self.spelling)
    }

    /// True when the text comes from a macro or an include.
    pub fn in_expansion(&self) -> bool {
        !self.expansions.is_empty()
    }
}

/// For each virtual file the expansion region that leads to it.
pub(crate) struct Expansions {
    site: Vec<Option<FileSpan>>,
    main: FileId,
}

impl Expansions {
    pub(crate) fn new(regions: &[Region], files: usize) -> Self {
        let mut site = vec![None; files];
        for region in regions {
            if let RegionKind::Expansion { file } = region.kind
                && let Some(slot) = site.get_mut(file.0 as usize)
            {
                *slot = Some(FileSpan { file: region.file_id, span: region.span });
            }
        }
        let main = site.iter().position(Option::is_none).unwrap_or(0);
        Expansions { site, main: FileId(main as u32) }
    }

    /// The virtual file that holds the function's body.
    pub(crate) fn main(&self) -> FileId {
        self.main
    }

    /// A region's own position and the expansions around it, innermost first. A circle is cut after one turn.
    pub(crate) fn place(&self, region: &Region) -> RegionOrigin {
        let spelling = FileSpan { file: region.file_id, span: region.span };
        let mut expansions = Vec::new();
        let mut file = region.file_id;
        while file != self.main
            && expansions.len() < self.site.len()
            && let Some(site) = self.site.get(file.0 as usize).copied().flatten()
        {
            expansions.push(site);
            file = site.file;
        }
        RegionOrigin { spelling, expansions, reaches_main: file == self.main }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::covmap::Counter;

    fn expansion(from: u32, line: u32, to: u32) -> Region {
        let span = Span { start_line: line, start_col: 1, end_line: line, end_col: 2 };
        let kind = RegionKind::Expansion { file: FileId(to) };
        Region { kind, file_id: FileId(from), span, count: Counter::Zero }
    }

    #[test]
    fn a_nested_expansion_is_visible_at_its_outermost_site() {
        let regions = [expansion(0, 9, 2), expansion(2, 3, 1)];
        let expansions = Expansions::new(&regions, 3);
        let inner = Region { kind: RegionKind::Code, file_id: FileId(1), ..regions[1] };
        let place = expansions.place(&inner);
        assert_eq!(expansions.main(), FileId(0));
        assert_eq!(place.expansions.iter().map(|s| s.span.start_line).collect::<Vec<_>>(), [3, 9]);
        assert_eq!((place.visible().file, place.visible().span.start_line), (FileId(0), 9));
        assert!(place.reaches_main);
    }

    #[test]
    fn files_that_expand_to_each_other_do_not_reach_the_main_file() {
        let regions = [expansion(1, 4, 2), expansion(2, 5, 1)];
        let place = Expansions::new(&regions, 3).place(&regions[0]);
        assert!(!place.reaches_main && place.in_expansion());
    }
}
