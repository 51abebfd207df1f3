// Data: bitfields, unions, wide numbers, initializers, flexible arrays, thread-local and weak symbols.
struct bits { int a : 3; unsigned b : 5; long c; _Bool d : 1; unsigned long e : 40; };
union shape { int i; float f; char s[9]; struct { short x, y; } p; };
enum color { RED, GREEN = 7, BLUE = -2 };
struct node { struct node *next; int (*visit)(struct node *, int); union shape u; };
struct flexible { int n; int d[]; } flexible = {2, {4, 5}};

static int numbers[3] = {1, 2, 3};
int *inside = &numbers[1];
char *past = (char *)&numbers + sizeof numbers;
long difference = (long)&numbers[2];
const char *strings[] = {"hi\n\"q\\", "", "caf\xc3\xa9"};
struct node first = {&first, 0, {.s = "abcdefgh"}};
__thread int per_thread = 4;
static _Thread_local struct bits per_thread_bits = {1, 2, 3, 1, 5};
long double extended = -1.5L;
__int128 wide = ((__int128)1 << 100) + 5;
float single = 0.1f;
double infinite = 1.0 / 0.0, tiny = 5e-324, large = 1e300;
_Float16 half_precision = (_Float16)1.5;
int tentative;
int tentative_array[10];
extern int declared_only;
int weak_function(int) __attribute__((weak));
int weak_variable __attribute__((weak)) = 3;
static int placed __attribute__((section("special"), aligned(64), used)) = 9;

int target(int x) { return x + declared_only; }
int other_name(int) __attribute__((alias("target")));
static int (*resolver(void))(int) { return target; }
int chosen_at_load(int) __attribute__((ifunc("resolver")));

int set_bits(struct bits *b, int v) {
    b->a = v; b->b += 1; b->d = v > 3; b->e = b->c;
    return b->a + b->b + (int)b->e + per_thread_bits.a;
}
float through_union(union shape u) { u.i ^= 1; return u.f + u.p.y; }
__int128 divide(__int128 a, unsigned __int128 b) { return a / 3 + (__int128)(b % 7) - (a >> 3); }
long double stretch(long double x, double y) { return x * 2 + y - 1.1L; }
_Float16 half_sum(_Float16 a, float b) { return a + (_Float16)b; }
int count_calls(void) {
    static int calls;
    static union shape kept = {.f = 1.0f};
    static const char *const names[] = {"a", "b"};
    return ++calls + kept.i + names[calls & 1][0] + per_thread++ + weak_variable + placed;
}
int sum_flexible(struct flexible *f) { int s = 0; for (int i = 0; i < f->n; i++) s += f->d[i]; return s; }
int literal(void) { struct bits *b = &(struct bits){.c = 3}; int *p = (int[]){1, 2, 3}; return b->c + p[1]; }
struct large { char c[100]; struct bits b; };
struct large by_value(struct large l, struct bits b) { l.b = b; l.c[99] = 1; return l; }
int maybe(int x) { return weak_function ? weak_function(x) : other_name(x) + chosen_at_load(x); }
enum color next(enum color c) { switch (c) { case RED: return GREEN; case GREEN: return BLUE; default: return RED; } }
