//! Reads sites and the coverage model.

use super::parse::{Parsed, Parser};
use crate::coverage_model::{Condition, ConditionKind, Decision, Outcome, Region};
use crate::edge_set::EdgeSet;
use crate::function::{Site, SiteKind};
use trine_base::Span;

impl Parser<'_> {
    /// The entries between `{` and the first block.
    pub(super) fn coverage(&mut self) -> Parsed<()> {
        loop {
            let model = &self.function.coverage;
            let (regions, conditions) = (model.regions.len(), model.conditions.len());
            let (sites, decisions) = (self.function.sites.len(), model.decisions.len());
            if self.entry("site", sites)? {
                let site = self.site_entry()?;
                self.function.sites.push(site);
            } else if self.entry("region", regions)? {
                let span = self.expect_span()?;
                let region = Region { span, dead: self.eat_word("dead") };
                self.function.coverage.regions.push(region);
            } else if self.entry("condition", conditions)? {
                let condition = self.condition()?;
                self.function.coverage.conditions.push(condition);
            } else if self.entry("decision", decisions)? {
                let decision = self.decision()?;
                self.function.coverage.decisions.push(decision);
            } else {
                return Ok(());
            }
        }
    }

    fn expect_span(&mut self) -> Parsed<Span> {
        match self.span()? {
            Some(span) => Ok(span),
            None => self.error("a span as `!file0:12:5..12:9`"),
        }
    }

    fn site_entry(&mut self) -> Parsed<Site> {
        let kind = if self.eat_word("branch") {
            SiteKind::Branch
        } else if self.eat_word("switch") {
            SiteKind::Switch { outcomes: self.number("the number of outcomes")? }
        } else {
            return self.error("`branch` or `switch`");
        };
        Ok(Site { kind, span: self.span()? })
    }

    fn expansion(&mut self) -> Parsed<Option<Span>> {
        if self.eat_word("in") { self.expect_span().map(Some) } else { Ok(None) }
    }

    fn condition(&mut self) -> Parsed<Condition> {
        let kind = if self.eat_word("boolean") {
            ConditionKind::Boolean
        } else if self.eat_word("case") {
            ConditionKind::SwitchCase
        } else {
            return self.error("`boolean` or `case`");
        };
        let span = self.expect_span()?;
        let expansion = self.expansion()?;
        self.expect_word("true")?;
        let when_true = self.outcome()?;
        self.expect_word("false")?;
        let outcomes = [when_true, self.outcome()?];
        let mut decision = None;
        if self.peek_index("decision").is_some() && !self.at_entry() {
            let id = self.index("decision")?;
            self.expect("/")?;
            decision = Some((id, self.number("a position in the decision")?));
        }
        Ok(Condition { span, expansion, kind, outcomes, decision })
    }

    /// Whether the word that comes next is the head of an entry.
    fn at_entry(&mut self) -> bool {
        self.advance();
        let colon = *self.peek() == super::lex::Token::Mark(":");
        self.back();
        colon
    }

    fn outcome(&mut self) -> Parsed<Outcome> {
        if self.eat_word("taken") {
            let pairs: Parsed<Vec<_>> = self.list("(", ")", |parser| {
                let site = parser.index("site")?;
                parser.expect("/")?;
                let first: u32 = parser.number("an outcome")?;
                let last = if parser.eat_word("to") { parser.number("an outcome")? } else { first };
                Ok((site, first..last.saturating_add(1)))
            });
            let mut edges = EdgeSet::new();
            pairs?.into_iter().for_each(|(site, run)| edges.push_run(site, run));
            return Ok(Outcome::Taken(edges));
        }
        for (word, outcome) in
            [("folded", Outcome::Folded), ("dead", Outcome::Dead), ("unmatched", Outcome::Unmatched)]
        {
            if self.eat_word(word) {
                return Ok(outcome);
            }
        }
        self.error("`taken(…)`, `folded`, `dead` or `unmatched`")
    }

    fn decision(&mut self) -> Parsed<Decision> {
        let span = self.expect_span()?;
        let expansion = self.expansion()?;
        self.expect_word("conditions")?;
        let conditions = self.list("(", ")", |parser| parser.index("condition"))?;
        self.expect_word("next")?;
        let next = self.list("(", ")", |parser| {
            let when_true = parser.next_condition()?;
            parser.expect("/")?;
            Ok([when_true, parser.next_condition()?])
        })?;
        let mut negated = vec![false; conditions.len()];
        if self.eat_word("negated") {
            let positions: Vec<usize> =
                self.list("(", ")", |parser| parser.number("a position in the decision"))?;
            for position in positions {
                match negated.get_mut(position) {
                    Some(negated) => *negated = true,
                    None => return self.error("positions of the decision's conditions"),
                }
            }
        }
        let mut twins_before = 0;
        if self.eat_word("twins") {
            self.expect("(")?;
            twins_before = self.number("a number of decisions")?;
            self.expect(")")?;
        }
        Ok(Decision { span, expansion, conditions, next, negated, twins_before })
    }

    fn next_condition(&mut self) -> Parsed<Option<u16>> {
        if self.eat_word("end") { Ok(None) } else { self.number("a position or `end`").map(Some) }
    }
}
