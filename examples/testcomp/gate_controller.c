/* A reactive controller that reads commands for ever: the error needs five of them in order. */
extern void abort(void);
void reach_error(void) { abort(); }
extern int __VERIFIER_nondet_int(void);

enum state { CLOSED, UNLOCKED, OPENING, OPEN, CLOSING, BROKEN };

static enum state state = CLOSED;
static int attempts = 0;

static int step(int command)
{
    switch (state) {
    case CLOSED:
        if (command == 4)
            state = UNLOCKED;
        else if (command == 2)
            attempts++;
        break;
    case UNLOCKED:
        if (command == 1)
            state = OPENING;
        else if (command == 5)
            state = CLOSED;
        break;
    case OPENING:
        if (command == 3 && attempts >= 1)
            state = BROKEN;
        else if (command == 6)
            state = OPEN;
        break;
    case OPEN:
        if (command == 2)
            state = CLOSING;
        break;
    case CLOSING:
        if (command == 6)
            state = CLOSED;
        else if (command == 1)
            state = OPENING;
        break;
    case BROKEN:
        if (command == 2)
            reach_error();
        return -1;
    }
    return (int)state;
}

int main(void)
{
    while (1) {
        int command = __VERIFIER_nondet_int();
        if (command < 1 || command > 6)
            return 2;
        if (step(command) < 0)
            return 1;
    }
}
