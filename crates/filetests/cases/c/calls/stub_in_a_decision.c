//@ entry: guarded
//@ criteria: branch, mcdc
//@ budget: 20000 evals
//@ seed: 1
// Stub results as the conditions of a decision.
extern _Bool power_good(void);
extern double temperature(void);
int guarded(int request)
{
    if (request > 0 && power_good() && temperature() < 80.5) //~ C1: T covered, F covered; C2: T covered, F covered; C3: T covered, F covered; mcdc 3/3
        return 1;
    return 0;
}
