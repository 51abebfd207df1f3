/* What the replay says. */
#include "sensors.h"

int report_level(int value)
{
    if (value % REPLAY_SPEED != 0)
        return -1;
    return value / REPLAY_SPEED;
}
