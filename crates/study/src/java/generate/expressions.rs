//! Random expressions of a wanted type.

use super::Generator;
use super::types::Type;

const INTS: [&str; 16] = [
    "0",
    "1",
    "-1",
    "2",
    "3",
    "7",
    "13",
    "31",
    "32",
    "100",
    "-128",
    "65535",
    "Integer.MAX_VALUE",
    "Integer.MIN_VALUE",
    "0x12345678",
    "77",
];
const LONGS: [&str; 9] =
    ["0L", "1L", "-1L", "63L", "1L << 40", "Long.MIN_VALUE", "Long.MAX_VALUE", "0x123456789abcdefL", "-17L"];
const DOUBLES: [&str; 11] = [
    "0.0",
    "-0.0",
    "1.5",
    "-2.25",
    "1e10",
    "-1e300",
    "Double.NaN",
    "Double.POSITIVE_INFINITY",
    "Double.MIN_VALUE",
    "2147483648.5",
    "0.1",
];
const FLOATS: [&str; 7] = ["0f", "-0f", "1.5f", "3.4e38f", "Float.NaN", "-1e-3f", "16777217f"];
const TEXTS: [&str; 9] = [
    "\"\"",
    "\"a\"",
    "\"Aa\"",
    "\"BB\"",
    "\"hello\"",
    "\"12\"",
    "\"\\u00e9\\u4e2d\"",
    "\"x,y,,z\"",
    "null + \"\"",
];

impl Generator {
    /// An expression of the type `ty`, nested at most `depth` deep.
    pub(super) fn expression(&mut self, ty: Type, depth: usize) -> String {
        if self.chance(if depth == 0 { 70 } else { 30 })
            && let Some(name) = self.visible(ty)
        {
            return name;
        }
        if depth > 0 && self.chance(12) {
            let condition = self.expression(Type::Boolean, depth - 1);
            let (then, otherwise) = (self.expression(ty, depth - 1), self.expression(ty, depth - 1));
            return format!("({condition} ? {then} : {otherwise})");
        }
        if depth > 0 && self.chance(8) {
            let methods: Vec<_> = self.methods.iter().filter(|method| method.result == ty).cloned().collect();
            if !methods.is_empty() {
                let method = self.pick(&methods).clone();
                return self.call(&method, depth.min(2) - 1);
            }
        }
        match depth {
            0 => self.simple(ty),
            _ => self.compound(ty, depth - 1),
        }
    }

    /// A visible variable of the type `ty`.
    fn visible(&mut self, ty: Type) -> Option<String> {
        let in_closure = self.in_closure;
        let fits = |variable: &&super::Variable| variable.ty == ty && (variable.is_final || !in_closure);
        let names: Vec<String> = self.variables.iter().filter(fits).map(|one| one.name.clone()).collect();
        (!names.is_empty()).then(|| self.pick(&names).clone())
    }

    /// An expression without operands.
    fn simple(&mut self, ty: Type) -> String {
        let number = self.random.below(200) as i64 - 100;
        match ty {
            Type::Int => (*self.pick(&INTS)).to_owned(),
            Type::Long => format!("({})", self.pick(&LONGS)),
            Type::Double => (*self.pick(&DOUBLES)).to_owned(),
            Type::Float => (*self.pick(&FLOATS)).to_owned(),
            Type::Boolean => (*self.pick(&["true", "false", "go()"])).to_owned(),
            Type::Char => (*self.pick(&["'a'", "'\\uffff'", "'0'", "'\\n'", "'Z'"])).to_owned(),
            Type::Byte => format!("(byte) {}", self.random.below(256)),
            Type::Short => format!("(short) {}", self.random.below(65536)),
            Type::Text => format!("({})", self.pick(&TEXTS)),
            Type::Ints => format!("new int[] {{{number}, {}, 5}}", number / 3),
            Type::Longs => format!("new long[] {{{number}L, 1L << {}}}", number.rem_euclid(64)),
            Type::Strings => format!("new String[] {{\"q\", \"{number}\", null}}"),
            Type::Shape => match self.random.below(4) {
                0 => format!("new Cube({number}L)"),
                1 => format!("new Ball({number})"),
                2 => format!("(Shape) x -> x * {number}"),
                _ => format!("new Base(\"anonymous\") {{ @Override int start() {{ return {number}; }} }}"),
            },
            Type::Color => (*self.pick(&["Color.RED", "Color.GREEN", "Color.BLUE"])).to_owned(),
            Type::Numbers => format!("new ArrayList<>(Arrays.asList({number}, 128, {}))", number * 1000),
            Type::Table => format!("new TreeMap<>(Collections.singletonMap(\"k{number}\", {number}))"),
            Type::Function => format!("(IntUnaryOperator) x -> x ^ {number}"),
            Type::Integer => format!("Integer.valueOf({})", number * 2),
            Type::Box => format!("new Box<String>(\"b{number}\")"),
            Type::Object => match self.random.below(5) {
                0 => format!("(Object) ({number})"),
                1 => format!("(Object) \"o{number}\""),
                2 => "(Object) Color.BLUE".to_owned(),
                3 => format!("(Object) ({number}L)"),
                _ => "(Object) 'x'".to_owned(),
            },
            Type::Pair => format!("new Pair({number}, \"p\", {number} / 4.0)"),
            Type::Node => format!("tree({}, {number})", self.random.below(4)),
        }
    }

    fn compound(&mut self, ty: Type, depth: usize) -> String {
        match ty {
            Type::Int => self.int(depth),
            Type::Long => self.long(depth),
            Type::Double | Type::Float => self.float(ty, depth),
            Type::Boolean => self.truth(depth),
            Type::Char | Type::Byte | Type::Short => {
                let from = *self.pick(&[Type::Int, Type::Long, Type::Double, Type::Char, Type::Float]);
                let value = self.expression(from, depth);
                format!("(({}) {value})", ty.name())
            }
            Type::Text => self.text(depth),
            Type::Object => {
                let from = *self.pick(&[
                    Type::Int,
                    Type::Text,
                    Type::Color,
                    Type::Ints,
                    Type::Shape,
                    Type::Double,
                    Type::Char,
                ]);
                let value = self.expression(from, depth);
                format!("((Object) ({value}))")
            }
            _ => self.object(ty, depth),
        }
    }

    fn int(&mut self, depth: usize) -> String {
        let of = |this: &mut Self, ty| this.expression(ty, depth);
        match self.random.below(22) {
            0..=5 => {
                let op = *self.pick(&["+", "-", "*", "/", "%", "&", "|", "^", "<<", ">>", ">>>"]);
                format!("({} {op} {})", of(self, Type::Int), of(self, Type::Int))
            }
            6 => format!("(-{})", of(self, Type::Short)),
            7 => format!("(~{})", of(self, Type::Int)),
            8 => format!("((int) {})", of(self, Type::Long)),
            9 => format!("((int) {})", of(self, Type::Double)),
            10 => format!("((int) {})", of(self, Type::Float)),
            11 => format!("({} + {})", of(self, Type::Char), of(self, Type::Byte)),
            12 => format!("{}.length()", of(self, Type::Text)),
            13 => format!("{}.hashCode()", of(self, Type::Text)),
            14 => {
                let (array, index) = (of(self, Type::Ints), of(self, Type::Int));
                if self.chance(80) {
                    format!("({array})[({index} & 3) % 3]")
                } else {
                    format!("({array})[{index}]")
                }
            }
            15 => format!("({}).size({})", of(self, Type::Shape), of(self, Type::Int)),
            16 => format!("{}.weight()", of(self, Type::Color)),
            17 => format!("({}).applyAsInt({})", of(self, Type::Function), of(self, Type::Int)),
            18 => format!("Long.compare({}, {})", of(self, Type::Long), of(self, Type::Long)),
            19 => format!(
                "((int) ({}).getOrDefault({}, {}))",
                of(self, Type::Table),
                of(self, Type::Text),
                of(self, Type::Int)
            ),
            20 if self.release >= 17 => {
                let value = of(self, Type::Node);
                format!("weigh({value})")
            }
            20 => format!("({}).size()", of(self, Type::Numbers)),
            _ => format!("Math.max({}, {})", of(self, Type::Int), of(self, Type::Integer)),
        }
    }

    fn long(&mut self, depth: usize) -> String {
        let of = |this: &mut Self, ty| this.expression(ty, depth);
        match self.random.below(10) {
            0..=4 => {
                let op = *self.pick(&["+", "-", "*", "/", "%", "&", "|", "^"]);
                let right = *self.pick(&[Type::Long, Type::Int]);
                format!("({} {op} {})", of(self, Type::Long), of(self, right))
            }
            5 => {
                let op = *self.pick(&["<<", ">>", ">>>"]);
                format!("({} {op} {})", of(self, Type::Long), of(self, Type::Int))
            }
            6 => format!("((long) {})", of(self, Type::Double)),
            7 => format!("((long) {})", of(self, Type::Float)),
            8 => format!("((long) {} * {})", of(self, Type::Int), of(self, Type::Int)),
            _ => format!("Long.rotateLeft({}, {})", of(self, Type::Long), of(self, Type::Int)),
        }
    }

    fn float(&mut self, ty: Type, depth: usize) -> String {
        let of = |this: &mut Self, ty| this.expression(ty, depth);
        match self.random.below(7) {
            0..=3 => {
                let op = *self.pick(&["+", "-", "*", "/", "%"]);
                format!("({} {op} {})", of(self, ty), of(self, ty))
            }
            4 => {
                let from = *self.pick(&[Type::Int, Type::Long, Type::Double, Type::Float, Type::Char]);
                format!("(({}) {})", ty.name(), of(self, from))
            }
            5 => format!("(-({}))", of(self, ty)),
            _ => format!("Math.abs({})", of(self, ty)),
        }
    }

    fn truth(&mut self, depth: usize) -> String {
        let of = |this: &mut Self, ty| this.expression(ty, depth);
        match self.random.below(10) {
            0..=3 => {
                let ty =
                    *self.pick(&[Type::Int, Type::Long, Type::Double, Type::Float, Type::Char, Type::Short]);
                let op = *self.pick(&["<", "<=", ">", ">=", "==", "!="]);
                format!("({} {op} {})", of(self, ty), of(self, ty))
            }
            4 | 5 => {
                let op = *self.pick(&["&&", "||", "^", "&", "|"]);
                format!("({} {op} {})", of(self, Type::Boolean), of(self, Type::Boolean))
            }
            6 => format!("(!{})", of(self, Type::Boolean)),
            7 => format!("{}.equals({})", of(self, Type::Text), of(self, Type::Text)),
            8 => format!("({} instanceof Integer)", of(self, Type::Object)),
            _ => format!("({}).isEmpty()", of(self, Type::Numbers)),
        }
    }

    fn text(&mut self, depth: usize) -> String {
        let of = |this: &mut Self, ty| this.expression(ty, depth);
        match self.random.below(12) {
            0..=4 => {
                let types = [
                    Type::Int,
                    Type::Long,
                    Type::Double,
                    Type::Float,
                    Type::Boolean,
                    Type::Char,
                    Type::Byte,
                    Type::Text,
                    Type::Color,
                    Type::Integer,
                    Type::Box,
                ];
                let right = *self.pick(&types);
                format!("({} + {})", of(self, Type::Text), of(self, right))
            }
            5 => format!("({}).title()", of(self, Type::Shape)),
            6 => format!("String.valueOf({})", of(self, Type::Char)),
            7 => format!("{}.toUpperCase()", of(self, Type::Text)),
            8 => format!("({}).best({})", of(self, Type::Box), of(self, Type::Text)),
            9 => {
                let text = of(self, Type::Text);
                format!("{text}.substring({})", self.random.below(3))
            }
            10 if self.release >= 21 => {
                let from = *self.pick(&[Type::Node, Type::Object, Type::Int, Type::Color]);
                format!("describe({})", of(self, from))
            }
            10 => format!("({}).toString()", of(self, Type::Numbers)),
            _ => format!("Integer.toString({}, {})", of(self, Type::Int), 2 + self.random.below(35)),
        }
    }

    fn object(&mut self, ty: Type, depth: usize) -> String {
        let of = |this: &mut Self, ty| this.expression(ty, depth);
        match ty {
            Type::Ints if self.chance(50) => format!("({}).clone()", of(self, ty)),
            Type::Color => format!("({}).next()", of(self, ty)),
            Type::Function if !self.in_closure => {
                self.in_closure = true;
                let parameter = self.fresh('x');
                let body = of(self, Type::Int);
                self.in_closure = false;
                format!("((IntUnaryOperator) {parameter} -> {parameter} + {body})")
            }
            Type::Integer if self.chance(80) => format!("(Integer) ({})", of(self, Type::Int)),
            Type::Box => format!("new Box<String>(cut({}))", of(self, Type::Text)),
            Type::Pair => {
                let (a, b, c) = (of(self, Type::Int), of(self, Type::Text), of(self, Type::Double));
                format!("new Pair({a}, {b}, {c})")
            }
            Type::Node if self.chance(60) => format!("new Fork({}, {})", of(self, ty), of(self, ty)),
            Type::Node => format!("new Tag({}, {})", of(self, Type::Text), of(self, ty)),
            Type::Shape if self.chance(40) => format!("new Ball({})", of(self, Type::Int)),
            _ if self.chance(6) => format!("({}) null", ty.name()),
            _ => self.simple(ty),
        }
    }
}
