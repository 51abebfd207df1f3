//@ entry: step
//@ criteria: branch
//@ strategies: paths
//@ seed: 1
//@ paths: 6 paths: 6 covered
// A case is a decision with several ways.
enum state { IDLE, RUNNING, STOPPED };
int step(enum state state, int request)
{
    switch (state) {
    case IDLE:
        if (request == 1) //~ C1: T covered, F covered
            return RUNNING;
        return IDLE;
    case RUNNING:
        if (request == 2) //~ C1: T covered, F covered
            return STOPPED;
        return RUNNING;
    case STOPPED:
        return IDLE;
    default:
        return -1;
    }
}
