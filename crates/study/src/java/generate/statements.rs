//! Writes random statements of Java: assignments, branches, loops that end, switches, exceptions and calls.

use super::Generator;
use super::types::{Type, Variable, printed};

impl Generator {
    /// A few statements, nested at most `depth` deep.
    pub(super) fn block(&mut self, depth: usize) {
        for _ in 0..1 + self.random.position(4) {
            if self.room == 0 {
                return;
            }
            self.room -= 1;
            self.statement(depth);
        }
    }

    fn statement(&mut self, depth: usize) {
        let kinds = if depth == 0 { 9 } else { 19 };
        match self.random.below(kinds) {
            0..=2 => self.declaration(),
            3 | 4 => self.assignment(),
            5 => {
                let ty = *self.pick(&Type::all(self.release));
                let value = self.expression(ty, 2);
                let value = printed(ty, &value);
                self.line(&format!("note({value});"));
            }
            6 => self.change(),
            7 => self.jump(),
            8 => self.builder(),
            9 | 10 => self.choice(depth - 1),
            11 | 12 => self.counted_loop(depth - 1),
            13 => self.conditional_loop(depth - 1),
            14 => self.switch(depth - 1),
            15 | 16 => self.guarded(depth - 1),
            17 => self.over_collection(depth - 1),
            _ => {
                let head = *self.pick(&["", "synchronized (Color.RED)"]);
                self.braced(head, |this| this.block(depth - 1));
            }
        }
    }

    fn declare(&mut self, ty: Type, is_final: bool) -> String {
        let name = self.fresh('v');
        self.variables.push(Variable { name: name.clone(), ty, is_final });
        name
    }

    fn declaration(&mut self) {
        let ty = *self.pick(&Type::all(self.release));
        let value = self.bounded(ty);
        let is_final = self.chance(40);
        let name = self.declare(ty, is_final);
        let prefix = if is_final { "final " } else { "" };
        self.line(&format!("{prefix}{} {name} = {value};", ty.name()));
    }

    /// A variable that may be assigned.
    fn target(&mut self) -> Option<Variable> {
        let open: Vec<Variable> =
            self.variables.iter().filter(|variable| !variable.is_final).cloned().collect();
        (!open.is_empty()).then(|| self.pick(&open).clone())
    }

    fn assignment(&mut self) {
        let Some(Variable { name, ty, .. }) = self.target() else { return self.declaration() };
        if ty.is_integer() && self.chance(50) {
            let op = *self.pick(&["+=", "-=", "*=", "|=", "^=", "<<=", ">>>=", "/=", "%="]);
            let shifts = op.len() == 3 || op == "|=" || op == "^=" || op.contains('<') || op.contains('>');
            let right = if shifts {
                Type::Int
            } else {
                *self.pick(&[Type::Int, Type::Double, Type::Long, Type::Char])
            };
            let value = self.expression(right, 2);
            self.line(&format!("{name} {op} {value};"));
        } else if ty.is_integer() && self.chance(50) {
            let form = *self.pick(&["++", "--"]);
            self.line(&format!("{name}{form};"));
        } else if ty == Type::Text && self.chance(50) {
            let right = *self.pick(&[Type::Int, Type::Char, Type::Double, Type::Text]);
            let value = self.expression(right, 2);
            // A loop must not double a text again and again.
            self.line(&format!("if ({name}.length() < 60) {name} += {value};"));
        } else {
            let value = self.bounded(ty);
            self.line(&format!("{name} = {value};"));
        }
    }

    /// An expression to be kept, whose value does not grow when it is computed from itself again and again.
    fn bounded(&mut self, ty: Type) -> String {
        let value = self.expression(ty, 3);
        match ty {
            Type::Text => format!("cut({value})"),
            Type::Node => format!("small({value})"),
            _ => value,
        }
    }

    /// Changes what an object holds.
    fn change(&mut self) {
        let objects: Vec<Variable> =
            self.variables.iter().filter(|variable| !variable.ty.is_primitive()).cloned().collect();
        if objects.is_empty() {
            return self.declaration();
        }
        let Variable { name, ty, .. } = self.pick(&objects).clone();
        let int = self.expression(Type::Int, 2);
        let line = match ty {
            Type::Ints if self.chance(50) => {
                format!("{name}[({int} & 1)] += {};", self.expression(Type::Int, 1))
            }
            Type::Ints => format!("{name}[{int} & 7] = {};", self.expression(Type::Char, 1)),
            Type::Longs => format!("{name}[{int} & 1] ^= {};", self.expression(Type::Long, 1)),
            Type::Strings => format!("{name}[{int} & 3] = cut({});", self.expression(Type::Text, 1)),
            Type::Numbers => match self.random.below(4) {
                0 => format!("{name}.add({int});"),
                1 => format!("{name}.remove({int} & 3);"),
                2 => format!("Collections.sort({name});"),
                _ => format!("{name}.removeIf(x{0} -> x{0} % 2 == 0);", self.names),
            },
            Type::Table => {
                let text = self.expression(Type::Text, 1);
                format!("{name}.merge({text}, {int}, Integer::sum);")
            }
            Type::Box => format!("{name}.value = cut({});", self.expression(Type::Text, 1)),
            Type::Shape => format!("note({name}.size({int}));"),
            Type::Object => format!("note(({name} instanceof String) ? ((String) {name}).length() : {int});"),
            other => format!("note({});", printed(other, &name)),
        };
        self.line(&line);
    }

    /// Leaves a loop, goes on with one, or throws.
    fn jump(&mut self) {
        let condition = self.expression(Type::Boolean, 2);
        if let (true, false) = (self.chance(60), self.labels.is_empty()) {
            let labels = self.labels.clone();
            let label = self.pick(&labels).clone();
            let how = *self.pick(&["break", "continue"]);
            self.line(&format!("if ({condition}) {how} {label};"));
        } else {
            let code = self.expression(Type::Int, 1);
            let thrown = match self.random.below(3) {
                0 => format!("new Fault({code})"),
                1 => format!("new IllegalArgumentException(\"bad \" + {code})"),
                _ => format!("new ArithmeticException(String.valueOf({code}))"),
            };
            self.line(&format!("if ({condition}) throw {thrown};"));
        }
    }

    fn builder(&mut self) {
        let name = self.fresh('s');
        let types = [Type::Int, Type::Char, Type::Double, Type::Float, Type::Boolean, Type::Text, Type::Long];
        let mut chain = format!("StringBuilder {name} = new StringBuilder()");
        for _ in 0..2 + self.random.position(3) {
            let ty = *self.pick(&types);
            let value = self.expression(ty, 1);
            chain.push_str(&format!(".append({value})"));
        }
        self.line(&format!("{chain};"));
        self.line(&format!("note({name}.reverse());"));
    }

    fn choice(&mut self, depth: usize) {
        let condition = self.expression(Type::Boolean, 3);
        self.braced(&format!("if ({condition})"), |this| this.block(depth));
        if self.chance(50) {
            self.braced("else", |this| this.block(depth));
        }
    }

    fn in_loop(&mut self, head: &str, depth: usize, before: impl FnOnce(&mut Self)) {
        let label = self.fresh('l');
        self.labels.push(label.clone());
        self.braced(&format!("{label}: {head}"), |this| {
            before(this);
            this.block(depth);
        });
        self.labels.pop();
    }

    fn counted_loop(&mut self, depth: usize) {
        let name = self.fresh('i');
        let bound = 1 + self.random.below(8);
        let head = match self.random.below(3) {
            0 => format!("for (int {name} = 0; {name} < {bound} && go(); {name}++)"),
            1 => format!("for (int {name} = {bound}; {name} > 0 && go(); {name} -= 2)"),
            _ => format!("for (long {name} = -{bound}L; {name} <= {bound} && go(); {name} += 3)"),
        };
        let ty = if head.contains("long") { Type::Long } else { Type::Int };
        self.in_loop(&head, depth, |this| {
            // The counter is read only: assigning it could make the loop long.
            let copy = this.declare(ty, true);
            this.line(&format!("final {} {copy} = {name};", ty.name()));
        });
    }

    fn conditional_loop(&mut self, depth: usize) {
        let condition = self.expression(Type::Boolean, 2);
        if self.chance(50) {
            self.in_loop(&format!("while (go() && {condition})"), depth, |_| {});
        } else {
            let label = self.fresh('l');
            self.labels.push(label.clone());
            self.line(&format!("{label}: do {{"));
            self.indent += 1;
            let visible = self.variables.len();
            self.block(depth);
            self.variables.truncate(visible);
            self.indent -= 1;
            self.line(&format!("}} while (go() && {condition});"));
            self.labels.pop();
        }
    }

    fn switch(&mut self, depth: usize) {
        let (selector, labels): (String, &[&str]) = match self.random.below(4) {
            0 => (format!("{} & 7", self.expression(Type::Int, 2)), &["0", "1", "2", "5", "7"]),
            1 => (self.expression(Type::Text, 2), &["\"Aa\"", "\"BB\"", "\"\"", "\"12\""]),
            2 => (self.expression(Type::Color, 2), &["RED", "BLUE"]),
            _ => (self.expression(Type::Char, 2), &["'a'", "'Z'", "'\\uffff'"]),
        };
        if self.release >= 17 && self.chance(40) {
            return self.switch_expression(&selector, labels);
        }
        let label = self.fresh('l');
        self.braced(&format!("{label}: switch ({selector})"), |this| {
            for &case in labels {
                this.line(&format!("case {case}:"));
                if this.chance(80) {
                    // A block keeps the names of a case to itself.
                    this.braced("", |this| this.block(depth));
                }
                if this.chance(60) {
                    this.line(&format!("break {label};"));
                }
            }
            if this.chance(70) {
                this.line("default:");
                this.braced("", |this| this.block(depth));
            }
        });
    }

    fn switch_expression(&mut self, selector: &str, labels: &[&str]) {
        let ty = *self.pick(&[Type::Int, Type::Text, Type::Double, Type::Long]);
        let mut arms = String::new();
        for case in labels {
            let value = self.expression(ty, 2);
            arms.push_str(&match self.chance(30) {
                // By a variable: behind `yield`, an expression in parentheses may be read as a call.
                true => format!(
                    "case {case} -> {{ note(\"{}\"); {} value = {value}; yield value; }} ",
                    arms.len(),
                    ty.name()
                ),
                false => format!("case {case} -> {value}; "),
            });
        }
        let value = self.expression(ty, 1);
        let name = self.declare(ty, false);
        self.line(&format!("{} {name} = switch ({selector}) {{ {arms}default -> {value}; }};", ty.name()));
    }

    fn guarded(&mut self, depth: usize) {
        self.braced("try", |this| this.block(depth));
        let name = self.fresh('e');
        let caught =
            *self.pick(&["Fault", "ArithmeticException", "RuntimeException", "IndexOutOfBoundsException"]);
        let catches = self.chance(80);
        if catches {
            self.braced(&format!("catch ({caught} {name})"), |this| {
                this.line(&format!("note(show({name}));"));
                this.block(depth);
                if this.chance(20) {
                    this.line(&format!("throw new IllegalStateException(\"again\", {name});"));
                }
            });
        }
        if !catches || self.chance(50) {
            // A jump out of here swallows an exception, which is wanted, but rarely.
            let around = self.labels.clone();
            if self.chance(80) {
                self.labels.clear();
            }
            self.braced("finally", |this| this.block(depth));
            self.labels = around;
        }
    }

    fn over_collection(&mut self, depth: usize) {
        let (ty, of) = *self.pick(&[
            (Type::Int, Type::Ints),
            (Type::Long, Type::Longs),
            (Type::Text, Type::Strings),
            (Type::Integer, Type::Numbers),
            (Type::Color, Type::Color),
        ]);
        let all = match of {
            Type::Color => "Color.values()".to_owned(),
            Type::Numbers => format!("new ArrayList<>({})", self.expression(of, 2)),
            _ => self.expression(of, 2),
        };
        let name = self.fresh('v');
        let declared = Variable { name: name.clone(), ty, is_final: true };
        let head = format!("for (final {} {name} : {all})", ty.name());
        self.in_loop(&head, depth, |this| {
            this.line("if (!go()) break;");
            this.variables.push(declared);
        });
    }
}
