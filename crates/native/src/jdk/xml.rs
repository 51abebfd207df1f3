//! Just enough of XML to read the reports of JUnit and JaCoCo: elements with attributes, and the text inside of them.
//!
//! Not done: namespaces, entities of a document's own, checks of what no writer of reports writes.

use std::borrow::Cow;

/// What comes next in a document.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event<'a> {
    /// An element begins; one without content ends at once, by an event of its own.
    Start(&'a str, Vec<(&'a str, Cow<'a, str>)>),
    /// An element ends.
    End(&'a str),
    /// Text, entities resolved.
    Text(Cow<'a, str>),
}

/// The value of the attribute `name`, empty where there is none.
#[must_use]
pub fn attribute<'a>(attributes: &'a [(&str, Cow<'_, str>)], name: &str) -> &'a str {
    attributes.iter().find(|(known, _)| *known == name).map_or("", |(_, value)| value)
}

/// Goes through a document.
#[derive(Clone, Debug)]
pub struct Reader<'a> {
    rest: &'a str,
    /// The element that ended where it began.
    ending: Option<&'a str>,
}

impl<'a> Reader<'a> {
    /// A reader of `document`.
    #[must_use]
    pub fn new(document: &'a str) -> Self {
        Self { rest: document, ending: None }
    }

    /// Skips up to and with `end`.
    fn skip(&mut self, end: &str) {
        self.rest = self.rest.find(end).map_or("", |at| &self.rest[at + end.len()..]);
    }

    fn element(&mut self) -> Option<Event<'a>> {
        let inside = &self.rest[1..];
        if let Some(name) = inside.strip_prefix('/') {
            let end = name.find('>')?;
            self.rest = &name[end + 1..];
            return Some(Event::End(name[..end].trim_end()));
        }
        let name_end = inside.find(|c: char| c.is_whitespace() || c == '>' || c == '/')?;
        let name = &inside[..name_end];
        let mut rest = inside[name_end..].trim_start();
        let mut attributes = Vec::new();
        while !rest.starts_with(['>', '/']) {
            let (key, behind) = rest.split_once('=')?;
            let behind = behind.trim_start();
            let quote = behind.chars().next().filter(|quote| matches!(quote, '"' | '\''))?;
            let (value, behind) = behind[1..].split_once(quote)?;
            attributes.push((key.trim(), resolved(value)));
            rest = behind.trim_start();
        }
        if let Some(behind) = rest.strip_prefix('/') {
            self.ending = Some(name);
            rest = behind;
        }
        self.rest = rest.strip_prefix('>')?;
        Some(Event::Start(name, attributes))
    }
}

impl<'a> Iterator for Reader<'a> {
    type Item = Event<'a>;

    fn next(&mut self) -> Option<Event<'a>> {
        if let Some(name) = self.ending.take() {
            return Some(Event::End(name));
        }
        loop {
            if self.rest.is_empty() {
                return None;
            }
            if let Some(behind) = self.rest.strip_prefix("<![CDATA[") {
                let (text, behind) = behind.split_once("]]>").unwrap_or((behind, ""));
                self.rest = behind;
                return Some(Event::Text(Cow::Borrowed(text)));
            }
            match self.rest {
                rest if rest.starts_with("<!--") => self.skip("-->"),
                rest if rest.starts_with("<?") => self.skip("?>"),
                rest if rest.starts_with("<!") => self.skip(">"),
                rest if rest.starts_with('<') => return self.element(),
                rest => {
                    let end = rest.find('<').unwrap_or(rest.len());
                    self.rest = &rest[end..];
                    return Some(Event::Text(resolved(&rest[..end])));
                }
            }
        }
    }
}

/// A text with its entities resolved.
fn resolved(text: &str) -> Cow<'_, str> {
    if !text.contains('&') {
        return Cow::Borrowed(text);
    }
    let mut resolved = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, behind)) = rest.split_once('&') {
        resolved.push_str(before);
        let (entity, behind) = behind.split_once(';').unwrap_or((behind, ""));
        match entity {
            "lt" => resolved.push('<'),
            "gt" => resolved.push('>'),
            "amp" => resolved.push('&'),
            "quot" => resolved.push('"'),
            "apos" => resolved.push('\''),
            number => resolved.extend(character(number)),
        }
        rest = behind;
    }
    resolved.push_str(rest);
    Cow::Owned(resolved)
}

fn character(entity: &str) -> Option<char> {
    let number = entity.strip_prefix('#')?;
    let code = match number.strip_prefix('x') {
        Some(hex) => u32::from_str_radix(hex, 16),
        None => number.parse(),
    };
    char::from_u32(code.ok()?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn elements_attributes_and_text_are_read() {
        let text = "<?xml version=\"1.0\"?><!DOCTYPE r PUBLIC \"a\" \"b\"><r a='1'><c name=\"&lt;init&gt;\"/>x &amp; y<![CDATA[<raw>]]></r>";
        let events: Vec<Event<'_>> = Reader::new(text).collect();
        assert_eq!(
            events,
            [
                Event::Start("r", vec![("a", "1".into())]),
                Event::Start("c", vec![("name", "<init>".into())]),
                Event::End("c"),
                Event::Text("x & y".into()),
                Event::Text("<raw>".into()),
                Event::End("r"),
            ]
        );
    }

    #[test]
    fn a_document_that_breaks_off_ends() {
        for text in ["<a", "<a b=", "<a b=\"c", "</a", "<!--", "<![CDATA[x", "&lt"] {
            assert!(Reader::new(text).count() <= 1, "{text}");
        }
    }
}
