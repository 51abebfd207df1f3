//! The part of YAML that task definitions are written in: block mappings and lists, plain and quoted
//! scalars, comments.
//!
//! ```text
//! format_version: '2.0'
//! input_files: 'loop.c'
//! properties:
//!   - property_file: coverage-branches.prp
//!   - property_file: unreach-call.prp
//!     expected_verdict: false
//! ```
//!
//! Not handled, and said so: flow style (`[a, b]`, `{a: b}`), block scalars (`|`, `>`), anchors, tags, tabs.

/// A value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Yaml {
    /// Text, without its quotes.
    Scalar(String),
    /// A list.
    List(Vec<Yaml>),
    /// A mapping, in order.
    Map(Vec<(String, Yaml)>),
}

/// What cannot be read, and in which line (from 1).
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {what}")]
pub struct YamlError {
    /// Line, from 1.
    pub line: usize,
    /// What is wrong.
    pub what: String,
}

impl Yaml {
    /// Reads `text`.
    ///
    /// # Errors
    /// When it is not of the part of YAML that this reads.
    pub fn parse(text: &str) -> Result<Self, YamlError> {
        let mut lines = Vec::new();
        for (number, raw) in text.lines().enumerate() {
            let content = without_comment(raw);
            let trimmed = content.trim();
            if trimmed.is_empty() || trimmed == "---" {
                continue;
            }
            if content.trim_end().starts_with('\t') {
                return error(number + 1, "indented by a tab");
            }
            let indent = content.len() - content.trim_start().len();
            lines.push(Line { number: number + 1, indent, text: trimmed.to_owned() });
        }
        let mut reader = Reader { lines, at: 0 };
        let value = match reader.lines.first() {
            Some(line) => reader.block(line.indent)?,
            None => Self::Map(Vec::new()),
        };
        match reader.lines.get(reader.at) {
            Some(line) => error(line.number, "indentation that fits nothing above"),
            None => Ok(value),
        }
    }

    /// The value of `key` in a mapping.
    #[must_use]
    pub fn get(&self, key: &str) -> Option<&Self> {
        match self {
            Self::Map(entries) => entries.iter().find(|(name, _)| name == key).map(|(_, value)| value),
            _ => None,
        }
    }

    /// The text of a scalar.
    #[must_use]
    pub fn text(&self) -> Option<&str> {
        match self {
            Self::Scalar(text) => Some(text),
            _ => None,
        }
    }

    /// The elements of a list; a scalar stands for a list of one.
    #[must_use]
    pub fn elements(&self) -> &[Self] {
        match self {
            Self::List(elements) => elements,
            Self::Scalar(_) => std::slice::from_ref(self),
            Self::Map(_) => &[],
        }
    }
}

struct Line {
    number: usize,
    indent: usize,
    text: String,
}

struct Reader {
    lines: Vec<Line>,
    at: usize,
}

impl Reader {
    /// The list or mapping whose lines are indented by `indent`.
    fn block(&mut self, indent: usize) -> Result<Yaml, YamlError> {
        match self.lines[self.at].text.strip_prefix('-') {
            Some(rest) if rest.is_empty() || rest.starts_with(' ') => self.list(indent),
            _ => self.map(indent),
        }
    }

    fn list(&mut self, indent: usize) -> Result<Yaml, YamlError> {
        let mut elements = Vec::new();
        while let Some(line) = self.lines.get_mut(self.at).filter(|line| line.indent == indent) {
            let Some(rest) = line.text.strip_prefix('-') else { break };
            let content = rest.trim_start().to_owned();
            if content.is_empty() {
                self.at += 1;
                elements.push(self.nested(indent)?);
            } else if split_key(&content).is_some() {
                // The mapping goes on in lines indented like its first key.
                let inner = indent + line.text.len() - content.len();
                line.indent = inner;
                line.text = content;
                elements.push(self.map(inner)?);
            } else {
                elements.push(Yaml::Scalar(scalar(&content, line.number)?));
                self.at += 1;
            }
        }
        Ok(Yaml::List(elements))
    }

    fn map(&mut self, indent: usize) -> Result<Yaml, YamlError> {
        let mut entries: Vec<(String, Yaml)> = Vec::new();
        while let Some(line) = self.lines.get(self.at).filter(|line| line.indent == indent) {
            let number = line.number;
            let Some((key, content)) = split_key(&line.text) else {
                return error(number, &format!("`{}` is neither `key: value` nor `- element`", line.text));
            };
            let (key, content) = (scalar(key, number)?, content.to_owned());
            if entries.iter().any(|(known, _)| *known == key) {
                return error(number, &format!("`{key}` is given twice"));
            }
            self.at += 1;
            let value = match content.as_str() {
                "" => self.nested(indent)?,
                content => Yaml::Scalar(scalar(content, number)?),
            };
            entries.push((key, value));
        }
        Ok(Yaml::Map(entries))
    }

    /// What stands below a key or dash at `indent`; a list may stand right below its key.
    fn nested(&mut self, indent: usize) -> Result<Yaml, YamlError> {
        match self.lines.get(self.at) {
            Some(line) if line.indent > indent => self.block(line.indent),
            Some(line) if line.indent == indent && line.text.starts_with("- ") => self.list(indent),
            _ => Ok(Yaml::Scalar(String::new())),
        }
    }
}

/// `key: rest`, where the colon ends the line or a space follows it.
fn split_key(text: &str) -> Option<(&str, &str)> {
    let (key, rest) = text.split_once(": ").or_else(|| text.strip_suffix(':').map(|key| (key, "")))?;
    (!key.starts_with(['[', '{', '"', '\''])).then_some((key.trim_end(), rest.trim()))
}

fn scalar(text: &str, line: usize) -> Result<String, YamlError> {
    for quote in ['\'', '"'] {
        if let Some(rest) = text.strip_prefix(quote) {
            return match rest.strip_suffix(quote) {
                Some(inner) => Ok(inner.replace("''", "'")),
                None => error(line, &format!("{text} is not closed")),
            };
        }
    }
    match text.chars().next() {
        Some(c @ ('[' | '{' | '|' | '>' | '&' | '*' | '!' | '%' | '@' | '`')) => {
            error(line, &format!("`{c}` starts something that is not supported here"))
        }
        _ => Ok(text.to_owned()),
    }
}

/// The line up to a `#` that starts a comment: at its start or after a space, outside of quotes.
fn without_comment(line: &str) -> &str {
    let mut quote = None;
    let mut before = ' ';
    for (at, c) in line.char_indices() {
        match (quote, c) {
            (None, '#') if before.is_whitespace() => return &line[..at],
            (None, '\'' | '"') => quote = Some(c),
            (Some(open), _) if c == open => quote = None,
            _ => {}
        }
        before = c;
    }
    line
}

fn error<T>(line: usize, what: &str) -> Result<T, YamlError> {
    Err(YamlError { line, what: what.to_owned() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_task_definition_is_read() {
        let text = "# a task\nformat_version: '2.0'\n\ninput_files: 'a#b.c'   # quoted\nproperties:\n  \
                    - property_file: ../p/coverage-branches.prp\n  - property_file: unreach.prp\n    \
                    expected_verdict: false\noptions:\n  language: C\n  data_model: ILP32\n";
        let yaml = Yaml::parse(text).unwrap();
        assert_eq!(yaml.get("input_files").and_then(Yaml::text), Some("a#b.c"));
        let properties = yaml.get("properties").unwrap().elements();
        assert_eq!(properties.len(), 2);
        assert_eq!(properties[1].get("expected_verdict").and_then(Yaml::text), Some("false"));
        let model = yaml.get("options").and_then(|options| options.get("data_model"));
        assert_eq!(model.and_then(Yaml::text), Some("ILP32"));
    }

    #[test]
    fn lists_may_stand_below_their_key_without_indentation() {
        let yaml = Yaml::parse("input_files:\n- a.c\n- \"b.c\"\nx: 1\n").unwrap();
        let files: Vec<_> = yaml.get("input_files").unwrap().elements().iter().map(Yaml::text).collect();
        assert_eq!(files, [Some("a.c"), Some("b.c")]);
        assert_eq!(yaml.get("x").and_then(Yaml::text), Some("1"));
    }

    #[test]
    fn what_is_not_read_is_said_with_its_line() {
        for (text, line) in
            [("a: [1]\n", 1), ("a: 1\nb\n", 2), ("a: 'x\n", 1), ("a: 1\n   b: 2\n", 2), ("a: 1\na: 2", 2)]
        {
            assert_eq!(Yaml::parse(text).unwrap_err().line, line, "{text}");
        }
    }
}
