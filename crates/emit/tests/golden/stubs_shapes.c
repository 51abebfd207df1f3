/*
 * Stubs for what shapes.c uses and does not define. The n-th call of a stub returns the n-th
 * value that the test has set, later ones zero. Types are those of the calling convention.
 * Compile with -fno-builtin.
 */

int threshold;

void *cursor;

int stub_read_sensor_returns[2];
unsigned stub_read_sensor_calls;

int read_sensor(int argument_0)
{
    (void)argument_0;
    if (stub_read_sensor_calls++ < 2)
        return stub_read_sensor_returns[stub_read_sensor_calls - 1];
    return 0;
}

void *stub_find_point_returns[1];
unsigned stub_find_point_calls;

void *find_point(void *argument_0)
{
    (void)argument_0;
    if (stub_find_point_calls++ < 1)
        return stub_find_point_returns[stub_find_point_calls - 1];
    return 0;
}

struct trine_type14 {
    int f0;
    void *f1;
};

struct trine_type14 stub_make_point_returns[1];
unsigned stub_make_point_calls;

struct trine_type14 make_point(double argument_0)
{
    (void)argument_0;
    if (stub_make_point_calls++ < 1)
        return stub_make_point_returns[stub_make_point_calls - 1];
    return (struct trine_type14){ 0 };
}

long long stub_read_returns[1];
unsigned stub_read_calls;

long long trine_external_read(int argument_0, void *argument_1, long long argument_2)
{
    (void)argument_0;
    (void)argument_1;
    (void)argument_2;
    if (stub_read_calls++ < 1)
        return stub_read_returns[stub_read_calls - 1];
    return 0;
}
