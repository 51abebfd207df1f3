/* Who wants to know of alarms. */
#include "sensors.h"

#define HANDLERS 2

static event_handler handlers[HANDLERS];
static int handler_count;

int events_subscribe(event_handler handler)
{
    if (handler == NULL || handler_count == HANDLERS)
        return -1;
    handlers[handler_count++] = handler;
    return handler_count;
}

int events_publish(const struct reading *reading)
{
    int i;

    if (!reading_is_valid(reading))
        return -1;
    if (reading->value <= alarm_limit)
        return 0;
    for (i = 0; i < handler_count; i++)
        handlers[i](reading->channel, reading->value);
    return handler_count;
}
