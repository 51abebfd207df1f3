//@ entry: elevator_setup, elevator_call, elevator_step, elevator_door, elevator_alarm
//@ options: --module
//@ other-faults: allowed
//@ budget: 15000 evals

enum motion { IDLE, UP, DOWN, STOPPED };

struct elevator {
    int floor;
    int floors;
    unsigned calls;
    enum motion motion;
    int door_open;
    int overdue;
};

int elevator_setup(struct elevator *e, int floors)
{
    if (floors < 2 || floors > 16)                  //~ C1: T covered, F covered; C2: T covered, F covered
        floors = 4;
    e->floor = 0;
    e->floors = floors;
    e->calls = 0;
    e->motion = IDLE;
    e->door_open = 0;
    e->overdue = 0;
    return floors;
}

int elevator_call(struct elevator *e, int floor)
{
    if (floor < 0 || floor >= e->floors)            //~ C1: T covered, F covered; C2: T covered, F covered
        return -1;
    if (e->motion == STOPPED)                       //~ C1: T covered, F covered
        return -2;
    e->calls |= 1u << floor;
    return 0;
}

enum motion elevator_step(struct elevator *e)
{
    if (e->motion == STOPPED)                       //~ C1: T covered, F covered
        return STOPPED;
    if (e->door_open) {                             //~ C1: T covered, F covered
        if (++e->overdue > 2)                       //~ C1: T covered, F covered
            e->motion = STOPPED;
        return e->motion;
    }
    if (e->calls & (1u << e->floor)) {              //~ C1: T covered, F covered
        e->calls &= ~(1u << e->floor);
        e->door_open = 1;
        return e->motion = IDLE;
    }
    if (e->calls == 0)                              //~ C1: T covered, F covered
        return e->motion = IDLE;
    if (e->calls >> e->floor) {                     //~ C1: T covered, F covered
        e->floor++;
        return e->motion = UP;
    }
    e->floor--;
    return e->motion = DOWN;
}

int elevator_door(struct elevator *e, int open)
{
    if (open && e->motion != IDLE)                  //~ C1: T covered, F covered; C2: T covered, F covered
        return -1;
    e->door_open = open != 0;
    if (!e->door_open)                              //~ C1: T covered, F covered
        e->overdue = 0;
    return e->door_open;
}

int elevator_alarm(const struct elevator *e)
{
    return e->motion == STOPPED;
}
