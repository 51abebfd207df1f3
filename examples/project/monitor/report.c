/* What the monitor says; the other program has a file of this name with a function of this name. */
#include "report.h"
#include "sensors.h"

static int alarms;

/* 0: nothing, 1: look at it, 2: alarm. */
int report_level(int value)
{
    if (value > alarm_limit)
        return 2;
    return value > alarm_limit - 10 && value > 0;
}

void report_alarm(int channel, int value)
{
    if (channel == 7 && report_level(value) < 2)
        return;
    alarms++;
}

int report_alarms(void)
{
    return alarms;
}
