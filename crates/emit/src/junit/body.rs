//! The body of a test method: variables, calls and assertions, in the order of the sequence.

use super::assertion::is_repeated;
use super::expression::{Context, Expression, Refusal, is_array_of_arrays};
use super::hierarchy::mentions;
use super::overload::Static;
use super::plan::{index, is_generic_array, is_unchecked_array};
use super::variables::{parameter_name, wanted_name};
use trine_testcase::objects::{Action, Ended, Expectation, ParameterType, Seen, Shown, StepId};

/// A statement.
#[derive(Clone, Debug)]
struct Statement {
    text: String,
    is_assertion: bool,
}

impl Context<'_, '_> {
    /// The statements of the test, one per element; an empty one is a blank line.
    pub(super) fn statements(&mut self) -> Result<Vec<String>, Refusal> {
        let test = self.test;
        let thrower = match &test.ended {
            Ended::Threw { step, named, .. } => Some((*step, named.as_str())),
            _ => None,
        };
        let mut statements: Vec<Statement> = Vec::new();
        for step in test.sequence.steps.steps.indices() {
            if !self.plan.is_inline(step) {
                match thrower {
                    Some((last, class)) if last == step => statements.push(self.throwing(step, class)?),
                    _ => statements.extend(self.step(step)?),
                }
            }
        }
        // Queries change nothing: one that the last step was already, or that was asked before, need not be asked again.
        let asked = statements.len().saturating_sub(1);
        for Expectation { shown, seen } in &test.expectations {
            let actual = match shown {
                Shown::Result(step) if is_late(seen) => self.value(*step)?,
                Shown::Result(_) => continue,
                Shown::Elements(step) => self.value(*step)?,
                Shown::Query(step, member) | Shown::Field(step, member) => {
                    self.query(Some(*step), *member)?
                }
                Shown::StaticQuery(member) | Shown::StaticField(member) => self.query(None, *member)?,
            };
            for text in self.assertions(&actual, seen)? {
                if statements[asked..].iter().all(|earlier| earlier.text != text) {
                    statements.push(Statement { text, is_assertion: true });
                }
            }
        }
        Ok(spaced(&statements))
    }

    /// The call that throws. What its calls declare need not be declared by the test.
    fn throwing(&mut self, step: StepId, class: &str) -> Result<Statement, Refusal> {
        let thrown = self.thrown.clone();
        let action = self.action(step)?.text;
        self.thrown = thrown;
        let body = match self.test.sequence.steps.steps[step].action {
            Action::Get { .. } => {
                let ty = self.declared_type(step)?;
                let name = self.variables.take(&wanted_name(self.api, &self.test.sequence.steps, step));
                format!("{{\n    {ty} {name} = {action};\n}}")
            }
            _ => action,
        };
        Ok(Statement { text: self.throws(class, &body), is_assertion: true })
    }

    /// A step that is a statement of its own, and what is asserted of its result.
    fn step(&mut self, step: StepId) -> Result<Vec<Statement>, Refusal> {
        let test = self.test;
        let is_here = |expectation: &&Expectation| {
            expectation.shown == Shown::Result(step) && !is_late(&expectation.seen)
        };
        let results: Vec<&Expectation> = test.expectations.iter().filter(is_here).collect();
        let is_asserted_alone = results.len() == 1 && self.plan.uses_of(step) == 2;
        // Any type will do for what is only said not to be null, unless arguments have a say in it.
        let is_of_any_type = |seen: &Seen| match &test.sequence.steps.steps[step].action {
            Action::Call { method, .. } => {
                let method = &self.api.members[*method];
                let takes = |parameter: &ParameterType| mentions(&parameter.ty, &method.type_parameters);
                *seen == Seen::NotNull && !method.parameters.iter().any(takes)
            }
            _ => false,
        };
        let value = if is_asserted_alone
            && !is_repeated(&results[0].seen)
            && (!self.is_inferred(step) || is_of_any_type(&results[0].seen))
        {
            self.action(step)?
        } else if self.plan.uses_of(step) > 0 || self.must_be_declared(step) {
            let (declaration, value) = self.declaration(step)?;
            let mut statements = vec![Statement { text: declaration, is_assertion: false }];
            if self.is_mockito(step) {
                let told = self.mockito_stubs(step, &value.text)?;
                statements.extend(told.into_iter().map(|text| Statement { text, is_assertion: false }));
            }
            for result in results {
                let assertions = self.assertions(&value, &result.seen)?;
                statements.extend(assertions.into_iter().map(|text| Statement { text, is_assertion: true }));
            }
            return Ok(statements);
        } else {
            let text = format!("{};", self.action(step)?.text);
            return Ok(vec![Statement { text, is_assertion: false }]);
        };
        let assertions = self.assertions(&value, &results[0].seen)?;
        Ok(assertions.into_iter().map(|text| Statement { text, is_assertion: true }).collect())
    }

    /// Whether the type of what a step gives depends on where it stands: results of generic methods, and new objects of generic classes.
    fn is_inferred(&self, step: StepId) -> bool {
        match &self.test.sequence.steps.steps[step].action {
            Action::New { .. } | Action::Mock { .. } => true,
            Action::Call { method, .. } => {
                let method = &self.api.members[*method];
                method.result.as_ref().is_some_and(|result| mentions(result, &method.type_parameters))
            }
            _ => false,
        }
    }

    /// Whether what a step does is no statement without a variable.
    fn must_be_declared(&self, step: StepId) -> bool {
        matches!(
            self.test.sequence.steps.steps[step].action,
            Action::Array { .. } | Action::Get { .. } | Action::Mock { .. }
        )
    }

    /// `Account account = new Account("Ada", 100);`
    fn declaration(&mut self, step: StepId) -> Result<(String, Expression), Refusal> {
        let (api, test) = (self.api, self.test);
        let here = &test.sequence.steps.steps[step];
        let declared = self.declared_type(step)?;
        let action = match &here.action {
            Action::Array { elements }
                if !elements.is_empty() && !here.ty.as_ref().is_some_and(is_generic_array) =>
            {
                let whole = self.action(step)?.text;
                match whole.ends_with('}') {
                    true => self.elements(elements, is_array_of_arrays(here.ty.as_ref()))?,
                    false => whole,
                }
            }
            _ => self.action(step)?.text,
        };
        let is_unchecked = (matches!(here.action, Action::Array { .. }) || self.is_mockito(step))
            && here.ty.as_ref().is_some_and(|ty| is_unchecked_array(api, ty));
        let unchecked = if is_unchecked { "@SuppressWarnings(\"unchecked\")\n" } else { "" };
        let wanted = wanted_name(api, &test.sequence.steps, step);
        let of_parameter =
            || parameter_name(api, &test.sequence.steps, step).filter(|name| self.variables.is_free(name));
        let wanted = if self.variables.is_free(&wanted) { wanted } else { of_parameter().unwrap_or(wanted) };
        let name = self.variables.take(&wanted);
        self.named[index(step)] = Some(name.clone());
        let ty = here.ty.clone().map_or(Static::Null, Static::Is);
        Ok((format!("{unchecked}{declared} {name} = {action};"), Expression::simple(name, ty)))
    }
}

/// Whether it takes calls to say what was seen: they come when all steps are done, as in the run that showed it.
fn is_late(seen: &Seen) -> bool {
    match seen {
        Seen::Described(_) => true,
        Seen::Elements(elements) => elements.iter().any(is_late),
        _ => false,
    }
}

/// With a blank line before the first assertion, where enough stands before it.
fn spaced(statements: &[Statement]) -> Vec<String> {
    let first = statements.iter().position(|statement| statement.is_assertion);
    let mut lines = Vec::new();
    for (at, statement) in statements.iter().enumerate() {
        if Some(at) == first && at >= 2 {
            lines.push(String::new());
        }
        lines.push(statement.text.clone());
    }
    lines
}
