//@ entry: fsm_event
/* Guards and hooks that may be missing. */
#include <stdint.h>
#include <stdbool.h>

typedef enum { OFF, STANDBY, ACTIVE, ERROR } state_t;
typedef enum { EV_POWER, EV_START, EV_TIMEOUT, EV_FAULT, EV_RESET } event_t;

struct fsm;
typedef bool (*guard_t)(const struct fsm *fsm, uint16_t argument);
typedef void (*hook_t)(struct fsm *fsm, state_t from, state_t to);

struct fsm {
    state_t state;
    uint16_t retries;
    guard_t may_start;
    hook_t on_change;
    void *user;
};

static void enter(struct fsm *fsm, state_t to)
{
    state_t from = fsm->state;
    fsm->state = to;
    if (fsm->on_change && from != to)
        fsm->on_change(fsm, from, to);
}

bool fsm_event(struct fsm *fsm, event_t event, uint16_t argument)
{
    if (event == EV_FAULT) {                                //~ C1: T covered, F covered
        enter(fsm, ERROR);
        return true;
    }
    switch (fsm->state) {                                   //~ C1: T covered, F covered
    case OFF:                                               //~ C1: T covered, F covered
        if (event != EV_POWER)                              //~ C1: T covered, F covered
            return false;
        enter(fsm, STANDBY);
        return true;
    case STANDBY:                                           //~ C1: T covered, F covered
        if (event == EV_START && (!fsm->may_start || fsm->may_start(fsm, argument))) { //~ C1: T covered, F covered; C2: T covered, F covered; C3: T covered, F covered
            fsm->retries = 0;
            enter(fsm, ACTIVE);
            return true;
        }
        return false;
    case ACTIVE:                                            //~ C1: T covered, F covered
        if (event == EV_TIMEOUT) {                          //~ C1: T covered, F covered
            if (++fsm->retries > 3)                         //~ C1: T covered, F covered
                enter(fsm, ERROR);
            return true;
        }
        return event == EV_START;
    case ERROR:                                             //~ C1: T covered, F covered
        if (event == EV_RESET && argument == 0xA5A5) {      //~ C1: T covered, F covered; C2: T covered, F covered
            enter(fsm, OFF);
            return true;
        }
        return false;
    }
    return false;
}
