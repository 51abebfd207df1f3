//! Long options: `--name`, `--name=argument`, `--name argument`, and unique beginnings of names.

use super::{Scan, set_argument};
use crate::fault::Stop;

/// Bytes of a `struct option`: name, whether it has an argument, flag, value.
const OPTION_BYTES: u64 = 32;
const NEEDS_ARGUMENT: i32 = 1;

/// A `struct option`.
#[derive(Clone, Debug, PartialEq, Eq)]
struct LongOption {
    name: Vec<u8>,
    argument: i32,
    flag: u64,
    value: i32,
}

/// What a name stands for.
enum Found {
    At(usize),
    Nothing,
    Several(Vec<usize>),
}

impl Scan<'_, '_> {
    /// The option whose name starts at the next character; -1 when it may be a short one.
    pub(super) fn long_option(&mut self, alone: bool, prefix: &str) -> Result<i32, Stop> {
        let table = self.table()?;
        let text = self.context.c_string(self.state.next)?;
        let length = text.iter().position(|&byte| byte == b'=').unwrap_or(text.len());
        let position = match find(&table, &text[..length], alone) {
            Found::At(position) => position,
            Found::Several(all) => return self.ambiguous(&table, &all, &text, prefix),
            Found::Nothing => {
                let second = self.byte(self.word(self.index)?.wrapping_add(1))?;
                let short = text.first().is_some_and(|first| self.options.contains(first));
                if alone && second != b'-' && short {
                    return Ok(-1);
                }
                self.complain_of("unrecognized option", prefix, &text, "")?;
                return Ok(self.refuse());
            }
        };
        self.take(&table[position], position, text.get(length).map(|_| length as u64 + 1), prefix)
    }

    /// Uses the option found; `argument` is where one stands in the same word.
    fn take(
        &mut self,
        option: &LongOption,
        position: usize,
        argument: Option<u64>,
        prefix: &str,
    ) -> Result<i32, Stop> {
        let text = std::mem::take(&mut self.state.next);
        self.index += 1;
        if let Some(offset) = argument {
            if option.argument == 0 {
                self.complain_of("option", prefix, &option.name, " doesn't allow an argument")?;
                self.state.bad = option.value;
                return Ok(i32::from(b'?'));
            }
            set_argument(self.context, text.wrapping_add(offset))?;
        } else if option.argument == NEEDS_ARGUMENT {
            if self.index >= self.count {
                self.complain_of("option", prefix, &option.name, " requires an argument")?;
                self.state.bad = option.value;
                return Ok(self.missing());
            }
            let word = self.word(self.index)?;
            set_argument(self.context, word)?;
            self.index += 1;
        }
        let index_at = self.context.word(4);
        if index_at != 0 {
            self.context.write(index_at, 4, position as u128)?;
        }
        if option.flag != 0 {
            self.context.write(option.flag, 4, u128::from(option.value as u32))?;
            return Ok(0);
        }
        Ok(option.value)
    }

    fn ambiguous(
        &mut self,
        table: &[LongOption],
        all: &[usize],
        text: &[u8],
        prefix: &str,
    ) -> Result<i32, Stop> {
        let mut end = b" is ambiguous; possibilities:".to_vec();
        for &position in all {
            end.extend([b" '", prefix.as_bytes(), &table[position].name, b"'"].concat());
        }
        self.complain_of("option", prefix, text, &String::from_utf8_lossy(&end))?;
        Ok(self.refuse())
    }

    fn complain_of(&mut self, what: &str, prefix: &str, name: &[u8], end: &str) -> Result<(), Stop> {
        let parts = [what.as_bytes(), b" '", prefix.as_bytes(), name, b"'", end.as_bytes()];
        self.complain(&parts.concat())
    }

    /// Leaves the word behind.
    fn refuse(&mut self) -> i32 {
        self.state.next = 0;
        self.index += 1;
        self.state.bad = 0;
        i32::from(b'?')
    }

    fn table(&self) -> Result<Vec<LongOption>, Stop> {
        let mut table = Vec::new();
        let mut at = self.context.word(3);
        loop {
            let name = self.context.read(at, 8)? as u64;
            if name == 0 {
                return Ok(table);
            }
            table.push(LongOption {
                name: self.context.c_string(name)?,
                argument: self.context.read(at.wrapping_add(8), 4)? as i32,
                flag: self.context.read(at.wrapping_add(16), 8)? as u64,
                value: self.context.read(at.wrapping_add(24), 4)? as i32,
            });
            at = at.wrapping_add(OPTION_BYTES);
        }
    }
}

/// The option of this name, else the only one whose name starts like this; several that do the
/// same count as one, unless `alone`.
fn find(table: &[LongOption], name: &[u8], alone: bool) -> Found {
    if let Some(position) = table.iter().position(|option| option.name == name) {
        return Found::At(position);
    }
    let starting: Vec<usize> =
        (0..table.len()).filter(|&position| table[position].name.starts_with(name)).collect();
    let Some(&first) = starting.first() else { return Found::Nothing };
    let same = |&other: &usize| {
        let (a, b) = (&table[first], &table[other]);
        (a.argument, a.flag, a.value) == (b.argument, b.flag, b.value)
    };
    if starting.len() == 1 || !alone && starting.iter().all(same) {
        return Found::At(first);
    }
    Found::Several(starting)
}
