//@ entry: debounce, moving_average
//@ criteria: branch
//@ budget: 20000 evals
//@ seed: 1
// Functions that remember in static locals what they were called with.
int debounce(int pin)
{
    static int stable, count;
    if (pin == stable) { //~ C1: T covered, F covered
        count = 0;
        return stable;
    }
    if (++count < 3) //~ C1: T covered, F covered
        return stable;
    stable = pin;
    count = 0;
    return stable;
}
int moving_average(int sample)
{
    static int window[3], filled, at;
    int sum = 0;
    window[at] = sample;
    at = (at + 1) % 3;
    if (filled < 3) //~ C1: T covered, F covered
        filled++;
    for (int i = 0; i < filled; i++) //~ C1: T covered, F covered
        sum += window[i];
    if (filled == 3 && sum > 90) //~ C1: T covered, F covered; C2: T covered, F covered
        return -1;
    return sum / filled;
}
