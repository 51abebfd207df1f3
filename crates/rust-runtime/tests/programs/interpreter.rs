//! A small language: lexer, parser and evaluator of expressions with variables, functions and loops.
use std::collections::HashMap;
use std::iter::Peekable;
use std::str::Chars;

#[derive(Clone, Debug, PartialEq)]
enum Token {
    Number(f64),
    Name(String),
    Sign(char),
}

#[derive(Clone, Debug)]
enum Expression {
    Number(f64),
    Variable(String),
    Call(String, Vec<Expression>),
    Binary(Box<Expression>, char, Box<Expression>),
    Assign(String, Box<Expression>),
}

type Answer<T> = Result<T, String>;

fn tokens(text: &str) -> Answer<Vec<Token>> {
    let mut characters = text.chars().peekable();
    let mut found = Vec::new();
    let take = |characters: &mut Peekable<Chars<'_>>, test: fn(char) -> bool| {
        let mut word = String::new();
        while let Some(c) = characters.next_if(|c| test(*c)) {
            word.push(c);
        }
        word
    };
    while let Some(&c) = characters.peek() {
        match c {
            ' ' => { characters.next(); }
            '0'..='9' => {
                let word = take(&mut characters, |c| c.is_ascii_digit() || c == '.');
                found.push(Token::Number(word.parse().map_err(|_| format!("`{word}` is no number"))?));
            }
            'a'..='z' => found.push(Token::Name(take(&mut characters, char::is_alphanumeric))),
            '+' | '-' | '*' | '/' | '^' | '(' | ')' | '=' | ',' => {
                found.push(Token::Sign(c));
                characters.next();
            }
            other => return Err(format!("`{other}` is not of the language")),
        }
    }
    Ok(found)
}

struct Parser {
    tokens: Vec<Token>,
    at: usize,
}

impl Parser {
    fn sign(&mut self, wanted: &str) -> Option<char> {
        match self.tokens.get(self.at) {
            Some(Token::Sign(sign)) if wanted.contains(*sign) => {
                self.at += 1;
                Some(*sign)
            }
            _ => None,
        }
    }
    fn expression(&mut self, level: usize) -> Answer<Expression> {
        const LEVELS: [&str; 3] = ["+-", "*/", "^"];
        let Some(signs) = LEVELS.get(level) else { return self.atom() };
        let mut left = self.expression(level + 1)?;
        while let Some(sign) = self.sign(signs) {
            let right = self.expression(if sign == '^' { level } else { level + 1 })?;
            left = Expression::Binary(Box::new(left), sign, Box::new(right));
        }
        Ok(left)
    }
    fn atom(&mut self) -> Answer<Expression> {
        let token = self.tokens.get(self.at).cloned().ok_or("the end came early")?;
        self.at += 1;
        match token {
            Token::Number(number) => Ok(Expression::Number(number)),
            Token::Sign('-') => {
                let operand = self.atom()?;
                Ok(Expression::Binary(Box::new(Expression::Number(0.0)), '-', Box::new(operand)))
            }
            Token::Sign('(') => {
                let inner = self.expression(0)?;
                self.sign(")").ok_or("a `)` is missing")?;
                Ok(inner)
            }
            Token::Name(name) if self.sign("(").is_some() => {
                let mut arguments = Vec::new();
                while self.sign(")").is_none() {
                    arguments.push(self.expression(0)?);
                    self.sign(",");
                }
                Ok(Expression::Call(name, arguments))
            }
            Token::Name(name) if self.sign("=").is_some() => Ok(Expression::Assign(name, Box::new(self.expression(0)?))),
            Token::Name(name) => Ok(Expression::Variable(name)),
            Token::Sign(sign) => Err(format!("`{sign}` stands where a value should")),
        }
    }
}

#[derive(Default)]
struct Interpreter {
    variables: HashMap<String, f64>,
}

impl Interpreter {
    fn evaluate(&mut self, expression: &Expression) -> Answer<f64> {
        Ok(match expression {
            Expression::Number(number) => *number,
            Expression::Variable(name) => {
                *self.variables.get(name).ok_or_else(|| format!("`{name}` has no value"))?
            }
            Expression::Assign(name, value) => {
                let value = self.evaluate(value)?;
                self.variables.insert(name.clone(), value);
                value
            }
            Expression::Binary(left, sign, right) => {
                let (a, b) = (self.evaluate(left)?, self.evaluate(right)?);
                match sign {
                    '+' => a + b,
                    '-' => a - b,
                    '*' => a * b,
                    '/' if b == 0.0 => return Err("division by zero".to_owned()),
                    '/' => a / b,
                    _ => a.powf(b),
                }
            }
            Expression::Call(name, arguments) => {
                let values = arguments.iter().map(|a| self.evaluate(a)).collect::<Answer<Vec<_>>>()?;
                match (name.as_str(), &values[..]) {
                    ("sum", values) => values.iter().sum(),
                    ("max", [first, rest @ ..]) => rest.iter().fold(*first, |a, b| a.max(*b)),
                    ("sqrt", [value]) => value.sqrt(),
                    _ => return Err(format!("no function `{name}` of {} arguments", values.len())),
                }
            }
        })
    }
    fn run(&mut self, line: &str) -> Answer<f64> {
        let mut parser = Parser { tokens: tokens(line)?, at: 0 };
        let expression = parser.expression(0)?;
        match parser.tokens.get(parser.at) {
            None => self.evaluate(&expression),
            Some(token) => Err(format!("{token:?} is left over")),
        }
    }
}

fn main() {
    let mut interpreter = Interpreter::default();
    let lines = "x = 3\ny = x * (2 + 4) ^ 2\n-y + 1\nsum(1, 2, x, sqrt(16))\n1 / (x - 3)\n2 ^ 3 ^ 2\nmax(1, 7, 3) / 2\nz + 1\n(1\n1 $ 2\n1.2.3\n3 3\nmin(1)";
    for line in lines.lines() {
        match interpreter.run(line) {
            Ok(value) => println!("{line:24} {value}"),
            Err(error) => println!("{line:24} error: {error}"),
        }
    }
    for step in 0..50 {
        interpreter.run(&format!("x = x + {step} * 2 - x / 3")).unwrap();
    }
    println!("{:?}", interpreter.run("x"));
}
