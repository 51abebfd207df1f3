//@ entry: control, average
//@ settings: stub_replaces_a_body.toml
/* The hardware is not there, and the log must not be written: both are stubs in the tests. */
#include <stdlib.h>

int read_sensor(int channel)
{
    return *(volatile int *)(0x40000000l + channel);
}

void log_line(const char *text)
{
    abort();
}

int control(int channel)
{
    int raw = read_sensor(channel);

    if (raw < 0 || raw > 4095)  //~ C1: T open, F covered; C2: T open, F covered
        return -1;
    if (raw > 4000) {           //~ C1: T covered, F covered
        log_line("too hot");
        return 1;
    }
    return raw == 1234;
}

int average(void)
{
    int sum = 0;

    for (int i = 0; i < 4; i++) //~ C1: T covered, F covered
        sum += read_sensor(i);
    if (sum > 4 * 4095)         //~ C1: T open, F covered
        return -1;
    return sum / 4 == 100 ? 1 : 0;      //~ C1: T covered, F covered
}
