//@ entry: wait, alarm
// The runner sets the library's alarm clock before each test, whatever this one does with its own.
static unsigned seconds;

unsigned alarm(unsigned wanted)
{
    if (wanted == 10)           //~ C1: T covered, F covered
        __builtin_trap();       //~ fault: trap
    seconds += wanted;
    return seconds;
}

int wait(unsigned wanted)
{
    return alarm(wanted) > 5 ? 1 : 0;       //~ C1: T covered, F covered
}
