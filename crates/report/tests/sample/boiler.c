#include <stdbool.h>
#include <stddef.h>

enum mode { MODE_OFF, MODE_MANUAL, MODE_AUTO, MODE_SERVICE };

struct readings {
    float temperature; /* degrees Celsius */
    float pressure;    /* bar */
    bool demand;
    bool lockout;
};

static const float PRESSURE_MIN = 0.8f;
static const float OVERSHOOT = 5.0f;

/* Whether the burner may be lit. */
bool burner_may_start(enum mode mode, const struct readings *now)
{
    if (now == NULL)
        return false;
    if ((mode == MODE_AUTO || (mode == MODE_MANUAL && now->demand)) && now->pressure > PRESSURE_MIN
        && !now->lockout)
        return true;
    return false;
}

/* Too hot, or hot and still rising with nobody looking. */
bool alarm_is_due(float temperature, float setpoint, bool rising, bool acknowledged)
{
    if (temperature > setpoint + OVERSHOOT || (temperature > setpoint && rising && !acknowledged))
        return true;
    return false;
}
