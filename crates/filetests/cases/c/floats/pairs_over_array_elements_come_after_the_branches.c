//@ entry: control
//@ criteria: branch, mcdc
//@ budget: 20000 evals
//@ seed: 1
// A controller over arrays of floats: filter, saturation, hysteresis, a mode. MC/DC covers every branch that the
// criterion of branches covers, and then completes the pairs.
int control(const float in[4], float state[4], const double limit[2], int mode)
{
    float sum = 0.0f;
    for (int i = 0; i < 4; i++) { //~ C1: T covered, F covered
        state[i] = 0.5f * state[i] + 0.5f * in[i];
        if (state[i] != state[i]) //~ C1: T covered, F covered
            state[i] = 0.0f;
        sum += state[i];
    }
    if (sum > 100.0f) //~ C1: T covered, F covered
        sum = 100.0f;
    else if (sum < -100.0f) //~ C1: T covered, F covered
        sum = -100.0f;
    int on = 0;
    if (sum > limit[0] && state[0] > 1.5f) //~ C1: T covered, F covered; C2: T covered, F covered; mcdc 2/2
        on = 1;
    if (in[1] < limit[1] || state[2] > 12.25f) //~ C1: T covered, F covered; C2: T covered, F covered; mcdc 2/2
        on += 2;
    switch (mode) {
    case 3: on += 4; break; //~ C1: T covered, F covered
    case 17: on = -on; break; //~ C1: T covered, F covered
    default: break; //~ C1: T covered, F covered
    }
    if (on == 7 && in[3] >= 0.25f && in[3] <= 0.75f) //~ C1: T covered, F covered; C2: T covered, F covered; C3: T covered, F covered; mcdc 3/3
        return 100;
    return on;
}
