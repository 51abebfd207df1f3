//! Constants that the code of the classes under test mentions: what its conditions compare with is a good first guess.

use super::api::TypeUse;

/// Constants of a class under test and its nested classes, each once, in the order in which the code mentions them.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Constants {
    /// Integers of all widths, characters and keys of switches included.
    pub integers: Vec<i64>,
    /// Floating-point numbers.
    pub floats: Vec<f64>,
    /// Strings: UTF-16 units.
    pub strings: Vec<Vec<u16>>,
    /// Classes that are tested for, cast to, or mentioned as class objects.
    pub classes: Vec<TypeUse>,
}

impl Constants {
    /// Adds an integer.
    pub fn integer(&mut self, value: i64) {
        if !self.integers.contains(&value) {
            self.integers.push(value);
        }
    }

    /// Adds a floating-point number.
    pub fn float(&mut self, value: f64) {
        if !self.floats.iter().any(|known| known.to_bits() == value.to_bits()) {
            self.floats.push(value);
        }
    }

    /// Adds a string.
    pub fn string(&mut self, text: &[u16]) {
        if !self.strings.iter().any(|known| known == text) {
            self.strings.push(text.to_vec());
        }
    }

    /// Adds a class.
    pub fn class(&mut self, class: TypeUse) {
        if !self.classes.contains(&class) {
            self.classes.push(class);
        }
    }
}
