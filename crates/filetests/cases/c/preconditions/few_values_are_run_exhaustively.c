//@ entry: level
//@ settings: few_values_are_run_exhaustively.toml
/* 100 pressures and 4 valves are few enough to be run: what none reaches is infeasible under these ranges. */
int level(int pressure, unsigned valve)
{
    if (pressure < 100)         //~ C1: T infeasible, F covered
        return 0;
    if (valve > 3)              //~ C1: T infeasible, F covered
        return 1;
    if (pressure == 177)        //~ C1: T covered, F covered
        return 2;
    return 3;
}
