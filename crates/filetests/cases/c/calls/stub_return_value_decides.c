//@ entry: poll_channel
//@ criteria: branch
//@ budget: 20000 evals
//@ seed: 1
// A function without a body: its return value is an input.
extern int read_sensor(int channel);
int poll_channel(int channel)
{
    int v = read_sensor(channel);
    if (v < 0) //~ C1: T covered, F covered
        return -1;
    if (v == channel) //~ C1: T covered, F covered
        return 1;
    return 0;
}
