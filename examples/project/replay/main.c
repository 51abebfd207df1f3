/* Plays readings back. */
#include "sensors.h"

int report_level(int value);

int replay_one(int value)
{
    int level = report_level(value);

    if (level < 0)
        return -1;
    if (buffer_push(level) && buffer_average() > 50) {
        buffer_clear();
        return 2;
    }
    return level > 10;
}

int main(void)
{
    int i, status = 0;

    for (i = 0; i < 100; i += REPLAY_SPEED)
        status |= replay_one(i);
    return status;
}
