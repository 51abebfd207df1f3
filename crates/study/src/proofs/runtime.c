/* What the instrumented copies share: digits, notes of outcomes, ends of runs. */
#define _GNU_SOURCE
#include <math.h>
#include <setjmp.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_KEYS = 8192, MOST_DIGITS = 256, MOST_OBJECTS = 32, MOST_SEQUENCES = 64 };

/* The digits of the current run, those of one call after those of another. */
static int d[MOST_DIGITS];
static int call, stride;
#define D(k) (d[call * stride + (k)])

/* For each key: the first run that reached it, in all and among those whose call returned; 0 for none. */
static unsigned long any[MOST_KEYS], normal[MOST_KEYS], stamp[MOST_KEYS];
static int list[MOST_KEYS], listed;
static unsigned long run;
static jmp_buf over;
static volatile unsigned long beyond_runs, wild_runs, undefined_runs;

static void note(int key) {
    if (any[key] == 0) any[key] = run;
    if (stamp[key] != run) {
        stamp[key] = run;
        list[listed++] = key;
    }
}

static int hit(int condition, int outcome) {
    note(2 * condition + (outcome != 0));
    return outcome;
}

/* One condition, and one condition of several with its weight. */
#define C(id, c) hit(id, (c) ? 1 : 0)
#define CV(id, weight, c) (hit(id, (c) ? 1 : 0) ? (v_ += 2 * (weight), 1) : (v_ += (weight), 0))
#define DECISION(base, e) ({ int v_ = 0; int r_ = (e); note((base) + v_); r_; })

static int switched(int id, int cases, const int *values, int has_default, int value) {
    int none = 1;
    for (int i = 0; i < cases; i++) {
        hit(id + i, value == values[i]);
        none &= value != values[i];
    }
    /* Without `default`, llvm-cov counts how often a case was taken, and how often none. */
    hit(id + cases, has_default ? none : !none);
    return value;
}

/* A call returned: what its run reached was reached by a run that ended as it should. */
static void commit(void) {
    for (int i = 0; i < listed; i++)
        if (normal[list[i]] == 0) normal[list[i]] = run;
}

/* Ends of runs. */
__attribute__((noreturn)) static void undefined_behavior(void) {
    undefined_runs++;
    longjmp(over, 1);
}

__attribute__((noreturn)) static void beyond(void) {
    beyond_runs++;
    longjmp(over, 1);
}

__attribute__((noreturn)) static void ended(void) {
    commit();
    longjmp(over, 1);
}

static void on_signal(int number) {
    if (number == SIGSEGV || number == SIGBUS) wild_runs++;
    else undefined_runs++;
    longjmp(over, 1);
}

/* Objects that pointers may point into. */
static struct { const char *start; long size; } objects[MOST_OBJECTS];
static int object_count;

static void *object(void *start, long size) {
    objects[object_count].start = start;
    objects[object_count++].size = size;
    return start;
}

static void *checked(const volatile void *pointer, long offset, long size) {
    const char *p = (const char *)pointer;
    for (int i = 0; i < object_count; i++) {
        long at = p - objects[i].start;
        /* A pointer to the end of an object may be one to the start of another. */
        int within = at >= 0 && at <= objects[i].size;
        if (within && at + offset >= 0 && at + offset + size <= objects[i].size) return (char *)p + offset;
    }
    undefined_behavior();
}

#define AT(p, i) (*(__typeof__((p)[0]) *)checked((p), (long)(i) * (long)sizeof *(p), sizeof *(p)))
#define CALLABLE(f) ((f) ? (f) : (undefined_behavior(), (f)))

/* The next answer of a sequence of `length` digits. */
static int at[MOST_SEQUENCES];
static int answer(int sequence, int first, int length) {
    if (at[sequence] == length) beyond();
    return D(first + at[sequence]++);
}

/* Memory of all alignments. */
static _Alignas(64) unsigned char arena[256];

static void begin(int per_call) {
    memset(any, 0, sizeof any);
    memset(normal, 0, sizeof normal);
    memset(stamp, 0, sizeof stamp);
    memset(d, 0, sizeof d);
    run = 1;
    beyond_runs = wild_runs = undefined_runs = 0;
    stride = per_call;
    listed = object_count = call = 0;
    memset(at, 0, sizeof at);
}

/* To the next combination; false after the last. */
static int advance(const int *counts, int digits) {
    run++;
    listed = object_count = call = 0;
    memset(at, 0, sizeof at);
    for (int i = 0; i < digits; i++) {
        if (++d[i] < counts[i]) return 1;
        d[i] = 0;
    }
    return 0;
}

static void finish(int program, int keys) {
    printf("program %d runs %lu beyond %lu wild %lu undefined %lu\n", program, run - 1, beyond_runs, wild_runs,
           undefined_runs);
    for (int key = 0; key < keys; key++)
        if (any[key]) printf("key %d %lu %lu\n", key, any[key], normal[key]);
    fflush(stdout);
}

static void watch_signals(void) {
    static unsigned char stack[1 << 16];
    stack_t other = { .ss_sp = stack, .ss_size = sizeof stack };
    sigaltstack(&other, 0);
    struct sigaction action = { .sa_handler = on_signal, .sa_flags = SA_NODEFER | SA_ONSTACK };
    int numbers[] = { SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP };
    for (unsigned i = 0; i < sizeof numbers / sizeof *numbers; i++) sigaction(numbers[i], &action, 0);
}
