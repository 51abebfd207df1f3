/*
 * Tests of crates/filetests/cases/c/globals/static_global_state.c, written by Trine.
 * Build and run them with `make check` in this folder.
 */

#include "ROOT/crates/filetests/cases/c/globals/static_global_state.c"

#include "trine_test.h"

/* step when `event == 1` at line 9 is true */
static void test_step_when_event_eq_1_is_true(void)
{
    int result = step(1);

    TRINE_CHECK_INT(result, 0);
    TRINE_CHECK_INT(state, 1);
}

/* step when `state == 5` at line 13 is true */
static void test_step_when_state_eq_5_is_true(void)
{
    state = 5;

    TRINE_CHECK_INT(step(0), 1);
}

/* step when `event == 2` at line 11 is true */
static void test_step_when_event_eq_2_is_true(void)
{
    state = 1;

    int result = step(2);

    TRINE_CHECK_INT(result, 0);
    TRINE_CHECK_INT(state, 5);
}

/* step when `event == 2` at line 11 is false */
static void test_step_when_event_eq_2_is_false(void)
{
    state = 1;

    TRINE_CHECK_INT(step(0), 0);
}

/* step when `event == 1` at line 9 is false */
static void test_step_when_event_eq_1_is_false(void)
{
    TRINE_CHECK_INT(step(0), 0);
}

static const struct trine_test tests[] = {
    { "step_when_event_eq_1_is_true", test_step_when_event_eq_1_is_true },
    { "step_when_state_eq_5_is_true", test_step_when_state_eq_5_is_true },
    { "step_when_event_eq_2_is_true", test_step_when_event_eq_2_is_true },
    { "step_when_event_eq_2_is_false", test_step_when_event_eq_2_is_false },
    { "step_when_event_eq_1_is_false", test_step_when_event_eq_1_is_false },
};

int main(int argc, char **argv)
{
    return TRINE_RUN(tests, argc, argv);
}
