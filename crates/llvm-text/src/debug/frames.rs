//! From an instruction's `!dbg` to file, function and the calls it was inlined through.

use super::DILocation;
use crate::ast::{DebugLocation, MetadataId};
use crate::error::ReadError;
use crate::module::Module;

/// More scopes than any program nests, fewer than a cycle has.
const LONGEST_CHAIN: usize = 4096;

/// One place of a location: the place itself, or a call it was inlined at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Frame {
    /// Line, from 1; 0 for code the compiler made up.
    pub line: u32,
    /// Column, from 1; 0 when unknown.
    pub column: u32,
    /// Its [`DIFile`](super::DIFile).
    pub file: Option<MetadataId>,
    /// Its [`DISubprogram`](super::DISubprogram).
    pub subprogram: Option<MetadataId>,
}

impl Module {
    /// The places of a location: itself first, then the calls it was inlined at, innermost first.
    ///
    /// # Errors
    /// When a node on the way is missing, is of the wrong kind, or refers to itself.
    pub fn frames(&self, location: &DebugLocation) -> Result<Vec<Frame>, ReadError> {
        let mut next = match location {
            DebugLocation::Id(id) => self.debug::<DILocation>(*id)?,
            DebugLocation::Inline(node) => DILocation::of(node),
        };
        let mut frames = vec![self.frame(&next)?];
        while let Some(call) = next.inlined_at {
            if frames.len() > LONGEST_CHAIN {
                return Err(self.node_fault(call, format!("the location {call} is inlined into itself")));
            }
            next = self.debug(call)?;
            frames.push(self.frame(&next)?);
        }
        Ok(frames)
    }

    /// The place of one location, its calls not followed.
    fn frame(&self, location: &DILocation) -> Result<Frame, ReadError> {
        let (file, subprogram) = match location.scope {
            Some(scope) => self.scope_place(scope)?,
            None => (None, None),
        };
        Ok(Frame { line: location.line, column: location.column, file, subprogram })
    }

    /// File and function of a scope: the innermost file, and the first function on the way out.
    ///
    /// # Errors
    /// When a scope is missing or refers to itself.
    pub fn scope_place(
        &self,
        scope: MetadataId,
    ) -> Result<(Option<MetadataId>, Option<MetadataId>), ReadError> {
        let mut file = None;
        let mut next = Some(scope);
        for _ in 0..LONGEST_CHAIN {
            let Some(id) = next else { return Ok((file, None)) };
            let node = self.metadata(id)?;
            if node.name() == "DIFile" {
                return Ok((file.or(Some(id)), None));
            }
            file = file.or(node.node("file"));
            if node.name() == "DISubprogram" {
                return Ok((file, Some(id)));
            }
            next = node.node("scope");
        }
        Err(self.node_fault(scope, format!("the scope {scope} lies in itself")))
    }
}
