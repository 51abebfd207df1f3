//! Prints sites and the coverage model.

use super::pieces::{At, Commas};
use crate::coverage_model::{Condition, ConditionKind, Decision, Outcome, Region};
use crate::function::{Function, SiteKind};
use std::fmt::{self, Display, Formatter};

pub(super) fn print(f: &mut Formatter<'_>, function: &Function) -> fmt::Result {
    for (id, site) in function.sites.iter_enumerated() {
        let at = At(site.span);
        match site.kind {
            SiteKind::Branch => writeln!(f, "    {id}: branch{at}")?,
            SiteKind::Switch { outcomes } => writeln!(f, "    {id}: switch {outcomes}{at}")?,
        }
    }
    let model = &function.coverage;
    for (id, Region { span, dead }) in model.regions.iter_enumerated() {
        let dead = if *dead { " dead" } else { "" };
        writeln!(f, "    {id}:{}{dead}", At(Some(*span)))?;
    }
    for (id, condition) in model.conditions.iter_enumerated() {
        writeln!(f, "    {id}: {condition}")?;
    }
    for (id, decision) in model.decisions.iter_enumerated() {
        writeln!(f, "    {id}:{decision}")?;
    }
    Ok(())
}

impl Display for Condition {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let kind = match self.kind {
            ConditionKind::Boolean => "boolean",
            ConditionKind::SwitchCase => "case",
        };
        write!(f, "{kind}{}", At(Some(self.span)))?;
        if self.expansion.is_some() {
            write!(f, " in{}", At(self.expansion))?;
        }
        let [when_true, when_false] = &self.outcomes;
        write!(f, " true {when_true} false {when_false}")?;
        match self.decision {
            Some((decision, position)) => write!(f, " {decision}/{position}"),
            None => Ok(()),
        }
    }
}

/// From so many neighboring outcomes on, only the first and the last are written.
const LONG_RUN: usize = 8;

impl Display for Outcome {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Outcome::Taken(pairs) => {
                let mut texts = Vec::new();
                for (site, run) in pairs.runs() {
                    if run.len() < LONG_RUN {
                        texts.extend(run.clone().map(|outcome| format!("{site}/{outcome}")));
                    } else {
                        texts.push(format!("{site}/{} to {}", run.start, run.end - 1));
                    }
                }
                write!(f, "taken({})", Commas(&texts))
            }
            Outcome::Folded => f.write_str("folded"),
            Outcome::Dead => f.write_str("dead"),
            Outcome::Unmatched => f.write_str("unmatched"),
        }
    }
}

impl Display for Decision {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(&At(Some(self.span)).to_string())?;
        if self.expansion.is_some() {
            write!(f, " in{}", At(self.expansion))?;
        }
        let end = |next: Option<u16>| next.map_or("end".to_owned(), |next| next.to_string());
        let next: Vec<_> = self.next.iter().map(|[t, e]| format!("{} / {}", end(*t), end(*e))).collect();
        write!(f, " conditions({}) next({})", Commas(&self.conditions), Commas(&next))?;
        let negated: Vec<_> = (0..self.negated.len()).filter(|position| self.negated[*position]).collect();
        if !negated.is_empty() {
            write!(f, " negated({})", Commas(&negated))?;
        }
        if self.twins_before == 0 { Ok(()) } else { write!(f, " twins({})", self.twins_before) }
    }
}
