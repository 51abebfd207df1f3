//! Errors: `?`, conversions, sources, `main` that returns one, and its exit code.
use std::error::Error;
use std::fmt;
use std::num::ParseIntError;
use std::process::ExitCode;

#[derive(Debug)]
enum ConfigError {
    Missing(&'static str),
    Number { line: usize, source: ParseIntError },
    Range(i64),
}

impl fmt::Display for ConfigError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Missing(key) => write!(f, "`{key}` is missing"),
            Self::Number { line, .. } => write!(f, "line {line} holds no number"),
            Self::Range(value) => write!(f, "{value} is out of range"),
        }
    }
}

impl Error for ConfigError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            Self::Number { source, .. } => Some(source),
            _ => None,
        }
    }
}

fn value(text: &str, key: &'static str) -> Result<i64, ConfigError> {
    for (number, line) in text.lines().enumerate() {
        let Some((name, value)) = line.split_once('=') else { continue };
        if name.trim() == key {
            let value: i64 =
                value.trim().parse().map_err(|source| ConfigError::Number { line: number + 1, source })?;
            return if (0..1000).contains(&value) { Ok(value) } else { Err(ConfigError::Range(value)) };
        }
    }
    Err(ConfigError::Missing(key))
}

fn area(text: &str) -> Result<i64, Box<dyn Error>> {
    let (width, height) = (value(text, "width")?, value(text, "height")?);
    let area = i8::try_from(width * height).map_err(|error| format!("too large: {error}"))?;
    std::str::from_utf8(&[0x41, area as u8])?;
    Ok(i64::from(area))
}

fn report(error: &dyn Error) -> String {
    let mut text = error.to_string();
    let mut next = error.source();
    while let Some(cause) = next {
        text += &format!(" <- {cause}");
        next = cause.source();
    }
    text
}

fn main() -> ExitCode {
    let texts = [
        "width = 4\nheight=9",
        "width = 4",
        "width = x\nheight = 1",
        "width = 5\nheight = 5000",
        "width = 40\nheight = 50",
        "width = 1\n\nheight = 99999999999999999999",
    ];
    let mut failures = 0;
    for text in texts {
        match area(text) {
            Ok(area) => println!("area {area}"),
            Err(error) => {
                failures += 1;
                let own = error.downcast_ref::<ConfigError>().is_some();
                println!("{} (own: {own})", report(&*error));
            }
        }
    }
    let missing = std::fs::File::open("there is no such file").map(|_| ()).unwrap_err();
    println!("{:?} {missing}", missing.kind());
    ExitCode::from(failures)
}
