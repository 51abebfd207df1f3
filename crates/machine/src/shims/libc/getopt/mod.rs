//! `getopt.h`: options of a command line, short ones here, long ones in [`long`].
//!
//! Words that are no options are moved behind those that are, as glibc does it, unless the list of
//! options starts with `+` (stop there) or `-` (give each as the argument of option 1):
//!
//! ```text
//! argv: [ prog | -a | file | other | -b | ... ]
//!                     ^ first        ^ last: words passed over, exchanged with the options behind them
//! ```
//!
//! Source: POSIX.1-2017, `getopt`; the GNU C library's manual, "Parsing program options using `getopt`";
//! where these leave it open, glibc. `optarg`, `optind`, `opterr` and `optopt` are the program's variables,
//! where it refers to them. Not handled: `W;` (a long option behind `-W`).

mod long;

use super::{Shim, ShimContext, ShimResult, int, shim};
use crate::fault::Stop;

pub(super) const SHIMS: &[Shim] = &[
    shim("getopt", |context| next_option(context, None)),
    shim("__posix_getopt", next_option_in_order),
    shim("getopt_long", |context| next_option(context, Some(false))),
    shim("getopt_long_only", |context| next_option(context, Some(true))),
];

/// What to do with words that are no options.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Ordering {
    #[default]
    Permute,
    Stop,
    ReturnInOrder,
}

/// Where the scan of a command line is.
#[derive(Clone, Debug, Default)]
pub(super) struct OptionScan {
    begun: bool,
    /// The next character of a group of short options; 0 between words.
    next: u64,
    /// The words passed over: from the first to before the last.
    first: i32,
    last: i32,
    ordering: Ordering,
    /// `optind`, where the program does not refer to it.
    index: Option<i32>,
    /// What `optopt` is set to at the end of each call: the last option complained of.
    bad: i32,
}

/// A call in progress.
struct Scan<'c, 'm> {
    context: &'c mut ShimContext<'m>,
    count: i32,
    words: u64,
    options: Vec<u8>,
    state: OptionScan,
    index: i32,
    prints: bool,
}

/// `int getopt(int argc, char *const argv[], const char *options)`, and with
/// `const struct option *, int *` behind them.
fn next_option(context: &mut ShimContext<'_>, long: Option<bool>) -> ShimResult {
    scan(context, long, false)
}

fn next_option_in_order(context: &mut ShimContext<'_>) -> ShimResult {
    scan(context, None, true)
}

fn scan(context: &mut ShimContext<'_>, long: Option<bool>, in_order: bool) -> ShimResult {
    let (count, words) = (context.int(0), context.word(1));
    if count < 1 {
        return int(-1);
    }
    let options = context.c_string(context.word(2))?;
    let state = context.state().library.options.clone();
    let index = match context.variable("optind") {
        Some(place) => context.read(place, 4)? as i32,
        None => state.index.unwrap_or(1),
    };
    let prints = match context.variable("opterr") {
        Some(place) => context.read(place, 4)? != 0,
        None => true,
    };
    set_argument(context, 0)?;
    let mut scan = Scan { context, count, words, options, state, index, prints };
    scan.begin(in_order);
    let result = scan.next(long)?;
    let (index, mut state) = (scan.index, scan.state);
    state.index = Some(index);
    if let Some(place) = context.variable("optopt") {
        context.write(place, 4, u128::from(state.bad as u32))?;
    }
    context.state().library.options = state;
    if let Some(place) = context.variable("optind") {
        context.write(place, 4, u128::from(index as u32))?;
    }
    int(result)
}

fn set_argument(context: &mut ShimContext<'_>, address: u64) -> Result<(), Stop> {
    match context.variable("optarg") {
        Some(place) => context.write(place, 8, u128::from(address)),
        None => Ok(()),
    }
}

impl Scan<'_, '_> {
    /// Starts a new command line where the program asks for that, and reads how to treat words.
    fn begin(&mut self, in_order: bool) {
        let marked = matches!(self.options.first(), Some(b'-' | b'+'));
        if self.index == 0 || !self.state.begun {
            self.index = if self.index == 0 { 1 } else { self.index };
            let ordering = match self.options.first() {
                Some(b'-') => Ordering::ReturnInOrder,
                Some(b'+') => Ordering::Stop,
                _ if in_order => Ordering::Stop,
                _ => Ordering::Permute,
            };
            let (first, last) = (self.index, self.index);
            let bad = self.state.bad;
            self.state = OptionScan { begun: true, next: 0, first, last, ordering, index: None, bad };
        }
        if marked {
            self.options.remove(0);
        }
        self.prints &= self.options.first() != Some(&b':');
    }

    fn place(&self, index: i32) -> u64 {
        self.words.wrapping_add((8 * i64::from(index)) as u64)
    }

    fn word(&self, index: i32) -> Result<u64, Stop> {
        Ok(self.context.read(self.place(index), 8)? as u64)
    }

    fn byte(&self, address: u64) -> Result<u8, Stop> {
        Ok(self.context.read(address, 1)? as u8)
    }

    fn is_no_option(&self) -> Result<bool, Stop> {
        let word = self.word(self.index)?;
        Ok(self.byte(word)? != b'-' || self.byte(word.wrapping_add(1))? == 0)
    }

    /// Says on standard error what is wrong.
    fn complain(&mut self, what: &[u8]) -> Result<(), Stop> {
        if self.prints {
            let mut text = self.context.c_string(self.word(0)?)?;
            text.extend(b": ");
            text.extend(what);
            text.push(b'\n');
            // Standard error may be closed: then nobody reads it.
            let _ = self.context.state().write_to(2, &text);
        }
        Ok(())
    }

    /// What a missing argument gives.
    fn missing(&self) -> i32 {
        i32::from(if self.options.first() == Some(&b':') { b':' } else { b'?' })
    }

    fn next(&mut self, long: Option<bool>) -> Result<i32, Stop> {
        let word_is_done = self.state.next == 0 || self.byte(self.state.next)? == 0;
        if word_is_done && let Some(result) = self.next_word(long)? {
            return Ok(result);
        }
        self.short_option()
    }

    /// Goes to the next word with options; `Some` when that is all there is to do.
    fn next_word(&mut self, long: Option<bool>) -> Result<Option<i32>, Stop> {
        self.state.last = self.state.last.min(self.index);
        self.state.first = self.state.first.min(self.index);
        if self.state.ordering == Ordering::Permute {
            self.pass_over_words()?;
        }
        if self.index != self.count && self.context.string(self.word(self.index)?)? == b"--" {
            self.index += 1;
            self.join(self.state.first == self.state.last)?;
            (self.state.last, self.index) = (self.count, self.count);
        }
        if self.index == self.count {
            if self.state.first != self.state.last {
                self.index = self.state.first;
            }
            return Ok(Some(-1));
        }
        let word = self.word(self.index)?;
        if self.is_no_option()? {
            if self.state.ordering == Ordering::Stop {
                return Ok(Some(-1));
            }
            self.index += 1;
            set_argument(self.context, word)?;
            return Ok(Some(1));
        }
        if let Some(alone) = long {
            let second = self.byte(word.wrapping_add(1))?;
            if second == b'-' {
                self.state.next = word.wrapping_add(2);
                return self.long_option(alone, "--").map(Some);
            }
            if alone && (self.byte(word.wrapping_add(2))? != 0 || !self.options.contains(&second)) {
                self.state.next = word.wrapping_add(1);
                let result = self.long_option(alone, "-")?;
                if result != -1 {
                    return Ok(Some(result));
                }
            }
        }
        self.state.next = word.wrapping_add(1);
        Ok(None)
    }

    fn pass_over_words(&mut self) -> Result<(), Stop> {
        self.join(self.state.last != self.index)?;
        while self.index < self.count && self.is_no_option()? {
            self.index += 1;
        }
        self.state.last = self.index;
        Ok(())
    }

    /// Brings the words passed over up to here; `empty`: there are none, so they begin here.
    fn join(&mut self, empty: bool) -> Result<(), Stop> {
        if self.state.first != self.state.last && self.state.last != self.index {
            self.exchange()?;
        } else if empty {
            self.state.first = self.index;
        }
        Ok(())
    }

    /// Exchanges the words passed over with the options behind them.
    fn exchange(&mut self) -> Result<(), Stop> {
        let (first, last) = (self.state.first, self.state.last);
        let mut words = Vec::new();
        for index in (last..self.index).chain(first..last) {
            words.push(self.word(index)?);
        }
        for (index, word) in (first..).zip(words) {
            self.context.write(self.place(index), 8, u128::from(word))?;
        }
        self.state.first += self.index - last;
        self.state.last = self.index;
        Ok(())
    }

    fn short_option(&mut self) -> Result<i32, Stop> {
        let option = self.byte(self.state.next)?;
        self.state.next += 1;
        let at_end = self.byte(self.state.next)? == 0;
        self.index += i32::from(at_end);
        let known = self.options.iter().position(|&known| known == option);
        let Some(position) = known.filter(|_| !matches!(option, b':' | b';')) else {
            self.complain(&[b"invalid option -- '".as_slice(), &[option], b"'"].concat())?;
            self.state.bad = i32::from(option);
            return Ok(i32::from(b'?'));
        };
        let colons = self.options[position + 1..].iter().take(2).take_while(|&&byte| byte == b':').count();
        if colons == 0 {
            return Ok(i32::from(option));
        }
        let rest = std::mem::take(&mut self.state.next);
        if !at_end {
            set_argument(self.context, rest)?;
            self.index += 1;
        } else if colons == 1 {
            if self.index >= self.count {
                self.complain(&[b"option requires an argument -- '".as_slice(), &[option], b"'"].concat())?;
                self.state.bad = i32::from(option);
                return Ok(self.missing());
            }
            let argument = self.word(self.index)?;
            set_argument(self.context, argument)?;
            self.index += 1;
        }
        Ok(i32::from(option))
    }
}
