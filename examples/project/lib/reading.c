/* Single readings. */
#include "sensors.h"

int alarm_limit = 100;

static int clamp(int value, int low, int high)
{
    if (value < low)
        return low;
    return value > high ? high : value;
}

int reading_is_valid(const struct reading *reading)
{
    return reading != NULL && reading->channel >= 0 && reading->channel < 8;
}

int reading_scale(int raw, int gain)
{
    if (gain <= 0 || gain > 100)
        return -1;
    return clamp(raw, -1000, 1000) * gain;
}
