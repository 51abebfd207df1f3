//! A small unit with its API model and tests, built by hand: what the front end and the engine
//! would deliver for `shapes.c`.

#![allow(dead_code)]

use trine_base::IndexVec;
use trine_record::TestRecord;
use trine_testcase::{
    ApiModel, Argument, CallAbi, Callable, CallableId, Enumerator, Field, FloatFormat, GlobalVariable,
    GlobalVariableId, Leaf, LeafId, LeafKind, Linkage, Observation, Observed, ObservedValue, Parameter,
    Place, PlaceRoot, PlaceStep, PointerValue, RecordKind, Statement, TypeId, TypeKind, Variable,
};

/// The source under test.
pub const SOURCE: &str = r#"
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum light { RED, GREEN = 5 };
struct point { int x; struct point *next; };
typedef struct { unsigned char tag; union { int i; double d; }; struct { short a, b; } in; unsigned bits : 3; } cell;

static enum light current = RED;
static int table[4] = { 1, 2, 3, 4 };
extern int threshold;
extern int *cursor;
extern int read_sensor(int channel);
extern struct point *find_point(const char *name);
extern struct point make_point(double scale);

static int classify(int a, long b, unsigned c)
{
    if (a > 0 && (b > 0 || c > 3u))
        return (int)b;
    return a;
}

_Bool is_even(int a) { return a % 2 == 0; }
double half(float f, double d, long double l) { return f + d + (double)l; }
int sum(const struct point *p) { int s = 0; while (p && s < 100) { s += p->x; p = p->next; } return s; }
struct point shift(struct point p, int by) { p.x += by; return p; }
void upper(char *s) { for (; s && *s; s++) if (*s >= 'a' && *s <= 'z') *s -= 32; }
void fill(int *v, int n) { int i; for (i = 0; i < n; i++) v[i] = i * i; }
enum light step(enum light next) { enum light old = current; current = next; table[1]++; return old; }
void set(int *out, cell *c) { if (out) *out = c->in.b; c->i = 7; c->bits = 5; }
int poll(int channel) { int v = read_sensor(channel); return v + read_sensor(channel) + threshold; }
int lookup(const char *name) { struct point *p = find_point(name); return p ? p->x : -1; }
int scaled(double d) { return make_point(d).x; }
const char *name_of(int i) { return i == 0 ? "zero" : NULL; }
char *skip(char *s) { return s + 2; }
int apply(int (*f)(int, long, unsigned), int a) { return f ? f(a, 2L, 3u) : -1; }
void leave(int status) { exit(status); }
__int128 wide(unsigned __int128 a) { return (__int128)a + 1; }
int matrix(int (*m)[3]) { return m[1][2]; }
static int counted(void) { static int calls; return ++calls; }
int main(void) { return counted(); }
int peek(void) { return cursor ? *cursor : -1; }
long slurp(int fd) { char c[4]; return (long)read(fd, c, 4); }
"#;

/// The model, with the types most tests name.
pub struct Shapes {
    pub api: ApiModel,
    pub int: TypeId,
    pub point: TypeId,
    pub cell: TypeId,
    pub character: TypeId,
    pub array3: TypeId,
}

impl Shapes {
    pub fn new() -> Self {
        let mut api = ApiModel::default();
        let types = &mut api.types;
        let int = types.add(TypeKind::Int { name: "int".into(), signed: true }, 4);
        let short = types.add(TypeKind::Int { name: "short".into(), signed: true }, 2);
        let long = types.add(TypeKind::Int { name: "long".into(), signed: true }, 8);
        let unsigned = types.add(TypeKind::Int { name: "unsigned int".into(), signed: false }, 4);
        let character = types.add(TypeKind::Char { name: "char".into(), signed: true }, 1);
        let byte = types.add(TypeKind::Char { name: "unsigned char".into(), signed: false }, 1);
        let boolean = types.add(TypeKind::Bool, 1);
        let float = types.add(TypeKind::Float { name: "float".into(), format: FloatFormat::F32 }, 4);
        let double = types.add(TypeKind::Float { name: "double".into(), format: FloatFormat::F64 }, 8);
        let extended =
            types.add(TypeKind::Float { name: "long double".into(), format: FloatFormat::F80 }, 16);
        let wide = types.add(TypeKind::Int { name: "__int128".into(), signed: true }, 16);
        let uwide = types.add(TypeKind::Int { name: "unsigned __int128".into(), signed: false }, 16);
        let void = types.add(TypeKind::Void, 0);
        let enumerators =
            vec![Enumerator { name: "RED".into(), value: 0 }, Enumerator { name: "GREEN".into(), value: 5 }];
        let light = types.add(TypeKind::Enum { tag: Some("light".into()), signed: false, enumerators }, 4);
        let point = types.types.next_index();
        types.add(TypeKind::Void, 16);
        let to_point = types.add(TypeKind::Pointer(point), 8);
        types.types[point].kind =
            record(Some("point"), RecordKind::Struct, &[("x", int), ("next", to_point)]);
        let const_point = types.add(TypeKind::Qualified { target: point, qualifier: "const" }, 16);
        let to_const_point = types.add(TypeKind::Pointer(const_point), 8);
        let either = types.add(record(None, RecordKind::Union, &[("i", int), ("d", double)]), 8);
        let inner = types.add(record(None, RecordKind::Struct, &[("a", short), ("b", short)]), 4);
        let anonymous = record(
            None,
            RecordKind::Struct,
            &[("tag", byte), ("", either), ("in", inner), ("bits", unsigned)],
        );
        let anonymous = types.add(anonymous, 24);
        let cell = types.add(TypeKind::Alias { name: "cell".into(), target: anonymous }, 24);
        let array3 = types.add(TypeKind::Array { element: int, length: Some(3) }, 12);
        let array4 = types.add(TypeKind::Array { element: int, length: Some(4) }, 16);
        let to = |types: &mut trine_testcase::TypeTable, ty| types.add(TypeKind::Pointer(ty), 8);
        let (to_int, to_cell, to_char) = (to(types, int), to(types, cell), to(types, character));
        let const_char = types.add(TypeKind::Qualified { target: character, qualifier: "const" }, 1);
        let (to_const_char, to_array3) = (to(types, const_char), to(types, array3));
        let function = types
            .add(TypeKind::Function { returns: int, params: vec![int, long, unsigned], variadic: false }, 0);
        let to_function = to(types, function);
        use Linkage::{External, Internal, Undefined};
        let functions: Vec<(&str, Linkage, TypeId, Vec<TypeId>)> = vec![
            ("classify", Internal, int, vec![int, long, unsigned]),
            ("is_even", External, boolean, vec![int]),
            ("half", External, double, vec![float, double, extended]),
            ("sum", External, int, vec![to_const_point]),
            ("shift", External, point, vec![point, int]),
            ("upper", External, void, vec![to_char]),
            ("fill", External, void, vec![to_int, int]),
            ("step", External, light, vec![light]),
            ("set", External, void, vec![to_int, to_cell]),
            ("poll", External, int, vec![int]),
            ("lookup", External, int, vec![to_const_char]),
            ("scaled", External, int, vec![double]),
            ("name_of", External, to_const_char, vec![int]),
            ("skip", External, to_char, vec![to_char]),
            ("apply", External, int, vec![to_function, int]),
            ("leave", External, void, vec![int]),
            ("wide", External, wide, vec![uwide]),
            ("matrix", External, int, vec![to_array3]),
            ("counted", Internal, int, vec![]),
            ("main", External, int, vec![]),
            ("slurp", External, long, vec![int]),
            ("peek", External, int, vec![]),
            ("read_sensor", Undefined, int, vec![int]),
            ("find_point", Undefined, to_point, vec![to_const_char]),
            ("make_point", Undefined, point, vec![double]),
            ("read", Undefined, long, vec![int, to_char, long]),
        ];
        for (name, linkage, returns, params) in functions {
            api.callables.push(callable(name, linkage, returns, &params));
        }
        // Of a variable that is only declared, the front end knows no more than that it is a pointer.
        let to_anything = to(types, void);
        for (name, ty, linkage) in [
            ("current", light, Internal),
            ("table", array4, Internal),
            ("threshold", int, Undefined),
            ("cursor", to_anything, Undefined),
        ] {
            let (name, symbol, unit) = (name.to_owned(), name.to_owned(), "shapes.c".to_owned());
            api.globals.push(GlobalVariable { name, symbol, ty, linkage, unit, seen_as_bytes: false });
        }
        Self { api, int, point, cell, character, array3 }
    }

    pub fn callable(&self, name: &str) -> CallableId {
        self.api.callable_named(name).unwrap()
    }

    pub fn global(&self, name: &str) -> GlobalVariableId {
        self.api.globals.iter_enumerated().find(|(_, global)| global.name == name).unwrap().0
    }
}

fn record(tag: Option<&str>, kind: RecordKind, fields: &[(&str, TypeId)]) -> TypeKind {
    let fields = fields
        .iter()
        .map(|(name, ty)| Field {
            name: (!name.is_empty()).then(|| (*name).to_owned()),
            ty: *ty,
            offset_bits: 0,
            bit_width: None,
            points_to: None,
        })
        .collect();
    TypeKind::Record { kind, tag: tag.map(str::to_owned), fields, complete: true }
}

fn callable(name: &str, linkage: Linkage, returns: TypeId, params: &[TypeId]) -> Callable {
    Callable {
        name: name.to_owned(),
        symbol: name.to_owned(),
        params: params.iter().map(|&ty| Parameter { name: String::new(), ty, points_to: None }).collect(),
        returns,
        variadic: false,
        no_return: false,
        linkage,
        unit: "shapes.c".to_owned(),
        span: None,
        abi: CallAbi::default(),
    }
}

/// Builds a test record statement by statement.
pub struct Test<'a> {
    shapes: &'a Shapes,
    record: TestRecord,
}

pub fn int(bits: u32) -> LeafKind {
    LeafKind::Int { bits, signed: true }
}

pub fn char8() -> LeafKind {
    LeafKind::Char { bits: 8, signed: true }
}

pub fn at(variable: Variable, steps: &[PlaceStep]) -> Place {
    Place { root: PlaceRoot::Variable(variable), steps: steps.to_vec() }
}

pub fn to(variable: Variable, steps: &[PlaceStep]) -> Argument {
    Argument::Pointer(PointerValue::To(at(variable, steps)))
}

impl<'a> Test<'a> {
    pub fn new(shapes: &'a Shapes, name: &str, title: &str) -> Self {
        let record = TestRecord { name: name.into(), title: title.into(), ..TestRecord::default() };
        Self { shapes, record }
    }

    pub fn leaf(&mut self, kind: LeafKind, value: i128) -> LeafId {
        let bits = kind.from_int(value);
        self.bits(kind, bits)
    }

    pub fn bits(&mut self, kind: LeafKind, bits: u128) -> LeafId {
        self.record.leaf_kinds.push(Leaf { kind, name: String::new() });
        self.record.leaves.push(bits);
        LeafId(self.record.leaves.len() as u32 - 1)
    }

    pub fn arg(&mut self, kind: LeafKind, value: i128) -> Argument {
        Argument::Leaf(self.leaf(kind, value))
    }

    pub fn push(&mut self, statement: Statement) -> Variable {
        self.record.statements.push(statement);
        Variable(self.record.statements.len() as u32 - 1)
    }

    pub fn object(&mut self, ty: TypeId, count: Option<u32>, name: &str) -> Variable {
        self.push(Statement::Object { ty, count, heap: false, name: name.into() })
    }

    pub fn set(&mut self, place: Place, kind: LeafKind, value: i128) {
        let leaf = self.leaf(kind, value);
        self.push(Statement::SetLeaf { place, leaf });
    }

    pub fn text(&mut self, variable: Variable, text: &str) {
        for (index, byte) in text.bytes().enumerate() {
            self.set(at(variable, &[PlaceStep::Index(index as u32)]), char8(), i128::from(byte));
        }
    }

    pub fn point_to(&mut self, place: Place, value: PointerValue) {
        self.push(Statement::SetPointer { place, value });
    }

    pub fn stub(&mut self, name: &str, value: Argument) {
        let callable = self.shapes.callable(name);
        self.push(Statement::StubReturn { callable, value });
    }

    pub fn call(&mut self, name: &str, args: Vec<Argument>) -> Variable {
        let callable = self.shapes.callable(name);
        self.push(Statement::Call { callable, args })
    }

    pub fn result(&mut self, kind: LeafKind, value: i128) {
        let bits = kind.from_int(value);
        self.observe(Observed::Result(vec![]), ObservedValue::Leaf(kind, bits));
    }

    pub fn place(&mut self, place: Place, kind: LeafKind, value: i128) {
        let bits = kind.from_int(value);
        self.observe(Observed::Place(place), ObservedValue::Leaf(kind, bits));
    }

    pub fn observe(&mut self, place: Observed, value: ObservedValue) {
        self.record.observations.push(Observation { place, value });
    }

    pub fn ending(&mut self, text: &str) {
        self.record.ending = Some(text.into());
    }

    pub fn done(self) -> TestRecord {
        self.record
    }
}

/// Ids of all that has linkage `Undefined`.
pub fn stubs(api: &ApiModel) -> Vec<CallableId> {
    let undefined = |(_, c): &(CallableId, &Callable)| c.linkage == Linkage::Undefined;
    api.callables.iter_enumerated().filter(undefined).map(|(id, _)| id).collect()
}

/// An empty table, for tests of tables.
pub fn no_leaves() -> IndexVec<LeafId, Leaf> {
    IndexVec::new()
}
