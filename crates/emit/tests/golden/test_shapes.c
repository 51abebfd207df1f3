/*
 * Tests of shapes.c, written by Trine.
 * Build and run them with `make check` in this folder.
 */

int main(void) __asm__("trine_unit_main");
#define read trine_external_read
#include "../shapes.c"
#undef read
int trine_unit_main(void);

#include "trine_test.h"

/* Stubs: what their n-th call returns, and how often they were called. */
extern int stub_read_sensor_returns[2];
extern unsigned stub_read_sensor_calls;
extern struct point *stub_find_point_returns[1];
extern unsigned stub_find_point_calls;
extern struct point stub_make_point_returns[1];
extern unsigned stub_make_point_calls;
extern long stub_read_returns[1];
extern unsigned stub_read_calls;

/* classify: a > 0 and b > 0 are true */
static void test_classify_takes_b(void)
{
    TRINE_CHECK_INT(classify(3, 5000000000L, 0xdeadbeefU), 705032704);
}

/* is_even: 4 is even */
static void test_is_even_of_a_multiple_of_two(void)
{
    TRINE_CHECK(is_even(4));
}

/* half: floats of all formats */
static void test_half_of_odd_numbers(void)
{
    double result = half(0.5f, 0.1, -2.5L);

    TRINE_CHECK_DOUBLE(result, -1.9);
}

/* wide: a carry into the upper half */
static void test_wide_carries(void)
{
    TRINE_CHECK(wide(0xffffffffffffffffUL) == (__int128)((unsigned __int128)0x1UL << 64 | 0x0UL));
}

/* sum: a list of two */
static void test_sum_of_a_list(void)
{
    struct point p_next = { .x = 4, .next = NULL };
    struct point p = { .x = 3, .next = &p_next };

    TRINE_CHECK_INT(sum(&p), 7);
}

/* sum: a list without end */
static void test_sum_of_a_ring(void)
{
    struct point p_next = { 0 };
    struct point p = { .x = 60, .next = &p_next };

    p_next.next = &p;

    TRINE_CHECK_INT(sum(&p), 120);
}

/* sum: no list */
static void test_sum_of_null(void)
{
    TRINE_CHECK_INT(sum(NULL), 0);
}

/* shift: a struct by value */
static void test_shift_by_one(void)
{
    struct point p = { .x = 1 };

    struct point result = shift(p, 1);

    TRINE_CHECK_INT(result.x, 2);
    TRINE_CHECK_NULL(result.next);
}

/* set: an out-parameter and a record */
static void test_set_writes_both(void)
{
    int out = 0;
    cell c = { .tag = 65, .i = 1, .in = { .b = -9 } };

    set(&out, &c);

    TRINE_CHECK_INT(out, -9);
    TRINE_CHECK_INT(c.i, 7);
    TRINE_CHECK_UINT(c.bits, 5);
}

/* apply: a function of the unit */
static void test_apply_a_function(void)
{
    TRINE_CHECK_INT(apply(classify, 1), 2);
}

/* matrix: a pointer to arrays */
static void test_matrix_of_rows(void)
{
    int m[2][3] = { { 0 }, { 0, 0, 8 } };

    TRINE_CHECK_INT(matrix(m), 8);
}

/* upper: letters change */
static void test_upper_of_a_word(void)
{
    char s[8] = "ab\"c";

    upper(s);

    TRINE_CHECK_STRING(s, "AB\"C");
}

/* upper: no string */
static void test_upper_of_null(void)
{
    /* Nothing to check: upper returns nothing and changes nothing that can be seen. */
    upper(NULL);
}

/* fill: squares */
static void test_fill_seven(void)
{
    int v[8] = { 0 };

    fill(v, 7);

    static const int expected_v[8] = { 0, 1, 4, 9, 16, 25, 36 };
    TRINE_CHECK_MEMORY(v, expected_v, sizeof expected_v);
}

/* name_of: a literal */
static void test_name_of_zero(void)
{
    TRINE_CHECK_STRING(name_of(0), "zero");
}

/* skip: into the argument */
static void test_skip_two(void)
{
    char s[] = "xyz";

    TRINE_CHECK_POINTER(skip(s), &s[2]);
}

/* step: the light changes */
static void test_step_0(void)
{
    current = GREEN;

    enum light result = step(RED);

    TRINE_CHECK_UINT(result, GREEN);
    TRINE_CHECK_UINT(current, RED);
    TRINE_CHECK_INT(table[1], 3);
}

/* step: the light changes */
static void test_step_1(void)
{
    current = GREEN;

    enum light result = step(RED);

    TRINE_CHECK_UINT(result, GREEN);
    TRINE_CHECK_UINT(current, RED);
    TRINE_CHECK_INT(table[1], 3);
}

/* poll: two readings and a threshold */
static void test_poll_twice(void)
{
    threshold = 100;
    stub_read_sensor_returns[0] = 7;
    stub_read_sensor_returns[1] = -2;

    int result = poll(1);

    TRINE_CHECK_INT(result, 105);
    TRINE_CHECK_UINT(stub_read_sensor_calls, 2);
}

/* lookup: the stub returns an object */
static void test_lookup_found(void)
{
    struct point found = { .x = 9 };

    stub_find_point_returns[0] = &found;

    TRINE_CHECK_INT(lookup(NULL), 9);
}

/* scaled: the stub returns a record */
static void test_scaled_by_a_stub(void)
{
    struct point made = { .x = 12 };

    stub_make_point_returns[0] = made;

    TRINE_CHECK_INT(scaled(1.5), 12);
}

/* peek: a pointer of another file */
static void test_peek_at_bytes(void)
{
    char bytes[4] = { 1, 2 };

    cursor = (void *)bytes;

    TRINE_CHECK_INT(peek(), 513);
}

/* slurp: a stub that the runner needs itself */
static void test_slurp_stubbed(void)
{
    stub_read_returns[0] = 3;

    TRINE_CHECK_INT(slurp(0), 3);
}

/* leave: the program ends */
static void test_leave_with_2(void)
{
    TRINE_CHECK_EXITS(2, leave(2));
}

/* sum: objects of two calls, one changed in between */
static void test_two_calls(void)
{
    struct point table2 = { .x = 1 };
    sum(&table2);
    table2.x = INT_MIN;

    TRINE_CHECK_INT(sum(&table2), INT_MIN);
}

/* set: both members of a union * / set */
static void test_union_members(void)
{
    cell int2 = { .i = 1 };

    int2.d = -0.0;

    set(NULL, &int2);

    TRINE_CHECK_DOUBLE(int2.d, -3.5e-323);
}

/* fill: a large array */
static void test_sparse_and_large(void)
{
    static int v[1048576] = { [900000] = 5 };

    fill(v, 2);

    TRINE_CHECK_INT(v[1], 1);
}

/* is_even: names are made valid */
static void test_same_name_(void)
{
    TRINE_CHECK(!is_even(3));
}

/* is_even: names are made valid */
static void test_same_name_2(void)
{
    TRINE_CHECK(!is_even(3));
}

/* main: a static variable of a function */
static void test_main_counts(void)
{
    TRINE_CHECK_INT(trine_unit_main(), 1);
}

/* main: a static variable of a function */
static void test_main_counts_again(void)
{
    TRINE_CHECK_INT(trine_unit_main(), 1);
}

static const struct trine_test tests[] = {
    { "classify_takes_b", test_classify_takes_b },
    { "is_even_of_a_multiple_of_two", test_is_even_of_a_multiple_of_two },
    { "half_of_odd_numbers", test_half_of_odd_numbers },
    { "wide_carries", test_wide_carries },
    { "sum_of_a_list", test_sum_of_a_list },
    { "sum_of_a_ring", test_sum_of_a_ring },
    { "sum_of_null", test_sum_of_null },
    { "shift_by_one", test_shift_by_one },
    { "set_writes_both", test_set_writes_both },
    { "apply_a_function", test_apply_a_function },
    { "matrix_of_rows", test_matrix_of_rows },
    { "upper_of_a_word", test_upper_of_a_word },
    { "upper_of_null", test_upper_of_null },
    { "fill_seven", test_fill_seven },
    { "name_of_zero", test_name_of_zero },
    { "skip_two", test_skip_two },
    { "step_0", test_step_0 },
    { "step_1", test_step_1 },
    { "poll_twice", test_poll_twice },
    { "lookup_found", test_lookup_found },
    { "scaled_by_a_stub", test_scaled_by_a_stub },
    { "peek_at_bytes", test_peek_at_bytes },
    { "slurp_stubbed", test_slurp_stubbed },
    { "leave_with_2", test_leave_with_2 },
    { "two_calls", test_two_calls },
    { "union_members", test_union_members },
    { "sparse_and_large", test_sparse_and_large },
    { "same_name_", test_same_name_ },
    { "same_name_2", test_same_name_2 },
    { "main_counts", test_main_counts },
    { "main_counts_again", test_main_counts_again },
};

int trine_start(int argc, char **argv) __asm__("main");
int trine_start(int argc, char **argv)
{
    return TRINE_RUN(tests, argc, argv);
}
