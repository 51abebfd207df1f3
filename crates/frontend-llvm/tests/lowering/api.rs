//! The API model: types, functions and variables as the source declares them, and how they travel.

use crate::support::{compile_file, unit, versions};
use std::path::Path;
use trine_frontend_llvm::{LinkedProgram, load};
use trine_testcase::{
    Callable, FloatFormat, Linkage, Passing, Piece, RecordKind, Returning, TypeId, TypeKind,
};

fn callable<'u>(unit: &'u LinkedProgram, name: &str) -> &'u Callable {
    let id = unit.api.callable_named(name).unwrap_or_else(|| panic!("no callable `{name}`"));
    let callable = &unit.api.callables[id];
    assert!(unit.function(id).is_some());
    assert_eq!(callable.abi.unsupported, None, "{name}");
    callable
}

/// A type as C would write it, roughly.
fn spell(unit: &LinkedProgram, ty: TypeId) -> String {
    match &unit.api.types.types[ty].kind {
        TypeKind::Void => "void".into(),
        TypeKind::Bool => "_Bool".into(),
        TypeKind::Char { name, .. }
        | TypeKind::Int { name, .. }
        | TypeKind::Float { name, .. }
        | TypeKind::Complex { name, .. }
        | TypeKind::Alias { name, .. } => name.clone(),
        TypeKind::Enum { tag, .. } => format!("enum {}", tag.as_deref().unwrap_or("")),
        TypeKind::Record { kind, tag, .. } => {
            let word = if *kind == RecordKind::Struct { "struct" } else { "union" };
            format!("{word} {}", tag.as_deref().unwrap_or(""))
        }
        TypeKind::Pointer(target) => format!("{}*", spell(unit, *target)),
        TypeKind::Array { element, length } => {
            format!(
                "{}[{}]",
                spell(unit, *element),
                length.map_or(String::new(), |length| length.to_string())
            )
        }
        TypeKind::Qualified { target, qualifier } => format!("{qualifier} {}", spell(unit, *target)),
        TypeKind::Function { returns, params, variadic } => {
            let mut params: Vec<String> = params.iter().map(|param| spell(unit, *param)).collect();
            params.extend(variadic.then(|| "...".into()));
            format!("{}({})", spell(unit, *returns), params.join(", "))
        }
        TypeKind::Unsupported(what) => format!("?{what}"),
    }
}

fn signature(unit: &LinkedProgram, name: &str) -> String {
    let callable = callable(unit, name);
    let params = callable.params.iter().map(|param| format!("{} {}", spell(unit, param.ty), param.name));
    format!("{} {name}({})", spell(unit, callable.returns), params.collect::<Vec<_>>().join(", "))
}

#[test]
fn functions_have_the_names_and_types_of_the_source() {
    let source = "
        typedef unsigned char byte; enum color { RED, GREEN = -5 }; struct node { struct node *next; byte v; };
        typedef int (*callback)(const char *, ...); struct opaque;
        _Bool f(const char *restrict text, byte b, enum color c, struct node *n, callback k) { return 1; }
        static long double *g(int m[][4], volatile long *p, struct opaque *o, float x) { return 0; }
        void h(void) {} void *use = g; __int128 w(unsigned __int128 a, double _Complex z) { return a; }
        int old(); int older(a, b) int a; double b; { return a; } int none() { return 1; }";
    for version in versions() {
        let unit = unit(version, &[source]);
        let text = signature(&unit, "f");
        assert_eq!(
            text,
            "_Bool f(restrict const char* text, byte b, enum color c, struct node* n, callback k)"
        );
        assert_eq!(
            signature(&unit, "g"),
            "long double* g(int[4]* m, volatile long* p, struct opaque* o, float x)"
        );
        assert_eq!(signature(&unit, "h"), "void h()");
        assert_eq!(signature(&unit, "w"), "__int128 w(unsigned __int128 a, _Complex double z)");
        assert_eq!(signature(&unit, "older"), "int older(int a, double b)");
        assert_eq!(signature(&unit, "none"), "int none()");
        assert_eq!(callable(&unit, "f").linkage, Linkage::External);
        assert_eq!(callable(&unit, "g").linkage, Linkage::Internal);
        assert_eq!(callable(&unit, "f").span.expect("a place").start.line, 4);
    }
}

#[test]
fn units_and_places_name_the_source_file() {
    for version in versions() {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/lowering/conditions.c");
        let unit = load(vec![("any.ll".into(), compile_file(version, &path))]).expect("clang's text");
        let plain = callable(&unit, "plain");
        let span = plain.span.expect("a place");
        assert_eq!(Path::new(&plain.unit), path);
        assert_eq!((Path::new(&unit.program.files[span.file]), span.start.line), (path.as_path(), 5));
    }
}

#[test]
fn records_have_their_fields_and_layouts() {
    let source = "
        struct inner { unsigned a : 3; int : 4; signed b : 10; char tail[]; };
        struct outer { union { int i; float f; }; struct { short s; } named; struct outer *self[2]; struct later *l; };
        void f(struct inner *i, struct outer *o) {}";
    for version in versions() {
        let unit = unit(version, &[source]);
        let types = &unit.api.types;
        let pointee = |index: usize| match types.kind(callable(&unit, "f").params[index].ty) {
            TypeKind::Pointer(target) => *target,
            other => panic!("{other:?}"),
        };
        let TypeKind::Record { fields, complete: true, .. } = types.kind(pointee(0)) else { panic!() };
        let layout = fields.iter().map(|f| (f.name.as_deref().unwrap_or(""), f.offset_bits, f.bit_width));
        let layout: Vec<_> = layout.filter(|(name, ..)| !name.is_empty()).collect();
        assert_eq!(layout, [("a", 0, Some(3)), ("b", 7, Some(10)), ("tail", 24, None)]);
        assert_eq!(types.kind(fields.last().unwrap().ty).clone(), {
            let TypeKind::Array { element, .. } = types.kind(fields.last().unwrap().ty) else { panic!() };
            TypeKind::Array { element: *element, length: None }
        });
        let outer = pointee(1);
        let TypeKind::Record { fields, .. } = types.kind(outer) else { panic!() };
        let layout: Vec<_> = fields.iter().map(|f| (f.name.as_deref(), f.offset_bits)).collect();
        assert_eq!(layout, [(None, 0), (Some("named"), 32), (Some("self"), 64), (Some("l"), 192)]);
        assert_eq!(types.size_bytes(outer), 32);
        assert_eq!(spell(&unit, fields[2].ty), "struct outer*[2]");
        let TypeKind::Pointer(later) = types.kind(fields[3].ty) else { panic!() };
        assert!(matches!(types.kind(*later), TypeKind::Record { complete: false, .. }));
    }
}

#[test]
fn parameters_travel_as_the_abi_says() {
    let source = "
        struct pair { int i; double d; }; struct big { long v[4]; }; struct floats { float x, y, z; }; struct empty {};
        struct bytes { char c[5]; }; struct aligned { int x; } __attribute__((aligned(16))); struct ld { long double l; };
        struct pair f(struct pair p, char c, struct big b, struct empty e, struct floats x, struct bytes y) { return p; }
        struct big g(struct aligned a, int last, struct ld l) { struct big b; return b; }
        float _Complex h(float _Complex a, double _Complex b, long double _Complex c) { return a; }
        struct bytes k(_Bool t) { struct bytes b = {0}; return b; }";
    let piece = |register, offset_bytes, size_bytes| Piece { register, offset_bytes, size_bytes };
    for version in versions() {
        let unit = unit(version, &[source]);
        let f = &callable(&unit, "f").abi;
        let expected = [
            Passing::Pieces(vec![piece(0, 0, 4), piece(1, 8, 8)]),
            Passing::Direct(2),
            Passing::ByReference(3),
            Passing::Ignored,
            Passing::Pieces(vec![piece(4, 0, 4), piece(5, 4, 4), piece(6, 8, 4)]),
            Passing::Pieces(vec![piece(7, 0, 5)]),
        ];
        assert_eq!(f.params, expected, "clang {version}");
        assert_eq!(f.returns, Returning::Pieces(vec![piece(0, 0, 4), piece(1, 8, 8)]));
        let g = &callable(&unit, "g").abi;
        assert_eq!(g.returns, Returning::Memory(0));
        assert_eq!(g.params[1..], [Passing::Direct(2), Passing::ByReference(3)], "clang {version}");
        let Passing::Pieces(aligned) = &g.params[0] else { panic!("{g:?}") };
        assert_eq!((aligned[0].register, aligned[0].offset_bytes), (1, 0));
        let h = &callable(&unit, "h").abi;
        let expected = [
            Passing::Pieces(vec![piece(0, 0, 4), piece(1, 4, 4)]),
            Passing::Pieces(vec![piece(2, 0, 8), piece(3, 8, 8)]),
            Passing::ByReference(4),
        ];
        assert_eq!(h.params, expected);
        assert_eq!(h.returns, Returning::Pieces(vec![piece(0, 0, 4), piece(1, 4, 4)]));
        let k = &callable(&unit, "k").abi;
        assert_eq!(
            (&k.params[..], &k.returns),
            (&[Passing::Direct(0)][..], &Returning::Pieces(vec![piece(0, 0, 5)]))
        );
        let f = callable(&unit, "f");
        let names: Vec<&str> = f.params.iter().map(|param| param.name.as_str()).collect();
        assert_eq!(names, ["p", "c", "b", "", "x", "y"]);
    }
}

#[test]
fn undefined_functions_have_the_types_of_their_registers() {
    let source = "
        struct pair { int i; double d; }; struct big { char v[40]; };
        struct pair a(unsigned char, short, _Bool, float, void *, struct big); struct big b(long double); int c(const char *, ...);
        int use(void *p, struct big x) { a(1, 2, 1, 3, p, x); b(1); return c(\"\", 1, 2.0); }";
    for version in versions() {
        let unit = unit(version, &[source]);
        let text = signature(&unit, "a");
        assert_eq!(
            text, "struct  a(unsigned char , short , _Bool , float , void* , struct  )",
            "clang {version}"
        );
        let a = callable(&unit, "a");
        assert_eq!(a.linkage, Linkage::Undefined);
        assert_eq!(unit.api.types.size_bytes(a.returns), 16);
        assert_eq!(unit.api.types.size_bytes(a.params[5].ty), 40);
        let b = callable(&unit, "b");
        assert_eq!(b.abi.returns, Returning::Memory(0));
        let TypeKind::Float { format: FloatFormat::F80, .. } = unit.api.types.kind(b.params[0].ty) else {
            panic!()
        };
        let c = callable(&unit, "c");
        assert_eq!((c.variadic, c.params.len()), (true, 1));
    }
}

#[test]
fn variables_are_those_of_file_scope() {
    let source = "
        static const int limits[2][3] = {{1}}; struct s { int x; } object; extern unsigned long missing; extern char text[];
        extern struct s other; const char *name = \"n\"; _Thread_local int mine;
        int f(void) { static int count; return count++ + limits[1][2] + (int)missing + text[1] + other.x; }";
    for version in versions() {
        let unit = unit(version, &[source]);
        let globals =
            unit.api.globals.iter().map(|g| (format!("{} {}", spell(&unit, g.ty), g.name), g.linkage));
        let mut globals: Vec<_> = globals.collect();
        globals.sort_by(|a, b| a.0.cmp(&b.0));
        let expected = [
            ("char[] text", Linkage::Undefined),
            ("const char* name", Linkage::External),
            ("const int[3][2] limits", Linkage::Internal),
            ("int mine", Linkage::External),
            ("long missing", Linkage::Undefined),
            ("struct s object", Linkage::External),
            ("unsigned char[4] other", Linkage::Undefined),
        ];
        let found: Vec<_> = globals.iter().map(|(text, linkage)| (text.as_str(), *linkage)).collect();
        assert_eq!(found, expected, "clang {version}");
    }
}
