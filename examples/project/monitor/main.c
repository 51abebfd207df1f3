/* Watches the sensors: readings as arguments, alarms as the exit status. */
#include "report.h"
#include "sensors.h"

#include <stdlib.h>

static int watch(const char *text)
{
    struct reading reading;

    reading.channel = 1;
    reading.value = reading_scale(atoi(text), 2);
    if (reading.value == -1)
        return -1;
    buffer_push(reading.value);
    return events_publish(&reading);
}

/* Whether an alarm reaches the report through the events. */
int self_test(int value)
{
    struct reading reading = { 3, 0 };
    int before = report_alarms();

    if (events_subscribe(report_alarm) < 0)
        return -1;
    reading.value = value;
    if (events_publish(&reading) == 0)
        return 0;
    return report_alarms() > before;
}

int main(int argc, char **argv)
{
    int i;

    if (argc > 4)
        return 2;
    events_subscribe(report_alarm);
    for (i = 1; i < argc; i++)
        if (watch(argv[i]) < 0)
            return 2;
    return report_alarms() > 0;
}
