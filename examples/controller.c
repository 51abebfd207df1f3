/*
 * A boiler controller, written for modified condition/decision coverage.
 *
 * Decisions of three to five conditions over modes, switches and sensor
 * readings; each condition can be shown to change the outcome on its own.
 * Run it with `--criterion mcdc`.
 */
#include <stdbool.h>
#include <stddef.h>

enum mode { MODE_OFF, MODE_MANUAL, MODE_AUTO, MODE_SERVICE };

enum action { ACTION_NONE, ACTION_START, ACTION_STOP, ACTION_ALARM };

struct readings {
    float temperature; /* degrees Celsius */
    float pressure;    /* bar */
    bool demand;
    bool lockout;
};

static const float PRESSURE_MIN = 0.8f;
static const float PRESSURE_MAX = 3.0f;
static const float OVERSHOOT = 5.0f;

bool burner_may_start(enum mode mode, const struct readings *now)
{
    if (now == NULL)
        return false;
    if ((mode == MODE_AUTO || (mode == MODE_MANUAL && now->demand)) && now->pressure > PRESSURE_MIN
        && !now->lockout)
        return true;
    return false;
}

bool burner_must_stop(enum mode mode, const struct readings *now, float setpoint)
{
    if (now == NULL)
        return true;
    return mode == MODE_OFF || now->lockout || now->pressure >= PRESSURE_MAX
        || (now->temperature > setpoint && !now->demand);
}

bool alarm_is_due(float temperature, float setpoint, bool rising, bool acknowledged)
{
    if (temperature > setpoint + OVERSHOOT || (temperature > setpoint && rising && !acknowledged))
        return true;
    return false;
}

enum action control(enum mode mode, const struct readings *now, float setpoint, bool burning)
{
    bool stop = burner_must_stop(mode, now, setpoint);

    if (now != NULL && mode != MODE_SERVICE && alarm_is_due(now->temperature, setpoint, burning, false))
        return ACTION_ALARM;
    if (burning && stop)
        return ACTION_STOP;
    if (!burning && !stop && burner_may_start(mode, now))
        return ACTION_START;
    return ACTION_NONE;
}
