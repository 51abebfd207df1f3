/*
 * Tests of crates/filetests/cases/c/calls/stub_return_value_decides.c, written by Trine.
 * Build and run them with `make check` in this folder.
 */

#include "ROOT/crates/filetests/cases/c/calls/stub_return_value_decides.c"

#include "trine_test.h"

/* Stubs: what their n-th call returns, and how often they were called. */
extern int stub_read_sensor_returns[1];
extern int stub_read_sensor_given_0[1];
extern unsigned stub_read_sensor_calls;

/* poll_channel when `v < 0` at line 10 is true */
static void test_poll_channel_when_v_lt_0_is_true(void)
{
    stub_read_sensor_returns[0] = -1;

    int result = poll_channel(0);

    TRINE_CHECK_INT(result, -1);
    TRINE_CHECK_INT(stub_read_sensor_given_0[0], 0);
    TRINE_CHECK_UINT(stub_read_sensor_calls, 1);
}

/* poll_channel when `v == channel` at line 12 is false */
static void test_poll_channel_when_v_eq_channel_is_false(void)
{
    int result = poll_channel(1);

    TRINE_CHECK_INT(result, 0);
    TRINE_CHECK_INT(stub_read_sensor_given_0[0], 1);
    TRINE_CHECK_UINT(stub_read_sensor_calls, 1);
}

/* poll_channel when `v == channel` at line 12 is true */
static void test_poll_channel_when_v_eq_channel_is_true(void)
{
    int result = poll_channel(0);

    TRINE_CHECK_INT(result, 1);
    TRINE_CHECK_INT(stub_read_sensor_given_0[0], 0);
    TRINE_CHECK_UINT(stub_read_sensor_calls, 1);
}

static const struct trine_test tests[] = {
    { "poll_channel_when_v_lt_0_is_true", test_poll_channel_when_v_lt_0_is_true },
    { "poll_channel_when_v_eq_channel_is_false", test_poll_channel_when_v_eq_channel_is_false },
    { "poll_channel_when_v_eq_channel_is_true", test_poll_channel_when_v_eq_channel_is_true },
};

int main(int argc, char **argv)
{
    return TRINE_RUN(tests, argc, argv);
}
