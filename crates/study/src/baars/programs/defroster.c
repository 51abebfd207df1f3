/*
 * The control of a rear window defroster as code generators write it from a chart: states and events in global
 * variables of 8 and 16 bits, one step per call. 36 conditions, 72 branches; 144 bits.
 */
unsigned char ignition;     /* 0 off, 1 accessory, 2 on, 3 start */
unsigned char button;       /* as read now */
unsigned char button_last;  /* as read before */
unsigned char state;        /* 0 off, 1 first heating, 2 heating again, 3 paused, 4 fault */
unsigned char paused_from;  /* the state to go back to */
unsigned char relay;
unsigned char engine_runs;
unsigned char supply_good;  /* steps in a row */
unsigned char coding;       /* variant of the vehicle */
short outside;              /* temperature, tenths of a degree */
short supply;               /* voltage, hundredths of a volt */
unsigned short timer;       /* steps in this state */
unsigned short limit;       /* steps of the first heating */
unsigned char faults;

int Defroster_main(void)
{
    unsigned char pressed = 0;
    unsigned char enabled = 0;
    unsigned char next;
    int lamp = 0;

    /* Edge of the button. */
    if (button == 1 && button_last == 0)
        pressed = 1;

    /* Supply: debounced. */
    if (supply >= 1050 && supply <= 1600) {
        if (supply_good < 10)
            supply_good = supply_good + 1;
    } else {
        supply_good = 0;
    }

    /* Permission. */
    if (ignition == 2 && engine_runs == 1) {
        if (supply_good >= 5)
            enabled = 1;
    } else if (ignition == 3) {
        enabled = 2;
    }

    /* Steps of heating, by temperature and variant. */
    limit = 600;
    if (coding == 7)
        limit = 900;
    if (outside < -100)
        limit = limit + 300;
    else if (outside > 250)
        limit = limit - 300;

    if (timer < 65535)
        timer = timer + 1;

    next = state;
    switch (state) {
    case 0:
        if (pressed && enabled == 1) {
            next = 1;
            timer = 0;
        }
        break;
    case 1:
        if (enabled == 0)
            next = 3;
        else if (pressed)
            next = 0;
        else if (timer >= limit)
            next = 0;
        if (next == 3)
            paused_from = 1;
        break;
    case 2:
        if (enabled == 0) {
            next = 3;
            paused_from = 2;
        } else if (pressed || timer >= 300) {
            next = 0;
        }
        break;
    case 3:
        if (ignition == 0)
            next = 0;
        else if (enabled == 1)
            next = paused_from;
        break;
    case 4:
        if (faults == 0 && ignition == 0)
            next = 0;
        break;
    default:
        next = 0;
        break;
    }

    /* Feedback of the relay. */
    if (next == 1 || next == 2) {
        if (relay == 2) {
            if (faults >= 3)
                next = 4;
        } else {
            relay = 1;
            lamp = 1;
        }
    }
    state = next;
    return lamp;
}
