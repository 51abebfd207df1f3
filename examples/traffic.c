/*
 * A pedestrian crossing with traffic lights.
 *
 * One static state, driven by events: a timer tick, the pedestrian's button, a
 * lamp fault, and the technician's reset. A press of the button is remembered
 * until the pedestrians have had their turn.
 */
#include <stdbool.h>

enum light { LIGHT_GREEN, LIGHT_AMBER, LIGHT_RED, LIGHT_WALK, LIGHT_BLINK };

enum event { EVENT_TICK, EVENT_BUTTON, EVENT_FAULT, EVENT_RESET };

enum { GREEN_MIN_TICKS = 3 };

static enum light current = LIGHT_GREEN;
static bool requested = false;
static int ticks_in_state = 0;

static void enter(enum light next)
{
    current = next;
    ticks_in_state = 0;
}

static void tick(void)
{
    if (ticks_in_state < GREEN_MIN_TICKS)
        ticks_in_state++;

    switch (current) {
    case LIGHT_GREEN:
        if (requested && ticks_in_state >= GREEN_MIN_TICKS)
            enter(LIGHT_AMBER);
        break;
    case LIGHT_AMBER:
        enter(LIGHT_RED);
        break;
    case LIGHT_RED:
        if (requested)
            enter(LIGHT_WALK);
        else
            enter(LIGHT_GREEN);
        break;
    case LIGHT_WALK:
        requested = false;
        enter(LIGHT_RED);
        break;
    case LIGHT_BLINK:
        break;
    }
}

enum light traffic_step(enum event event)
{
    if (event == EVENT_FAULT) {
        requested = false;
        enter(LIGHT_BLINK);
    } else if (current == LIGHT_BLINK) {
        if (event == EVENT_RESET)
            enter(LIGHT_RED);
    } else if (event == EVENT_BUTTON) {
        if (current != LIGHT_WALK)
            requested = true;
    } else if (event == EVENT_TICK) {
        tick();
    }
    return current;
}

enum light traffic_light(void)
{
    return current;
}

bool traffic_may_walk(void)
{
    return current == LIGHT_WALK;
}

bool traffic_is_waiting(void)
{
    return requested && current != LIGHT_WALK;
}
