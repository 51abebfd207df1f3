//@ entry: stops
//@ criteria: mcdc
//@ strategies: dse

/* The decision is evaluated up to six times a run: vectors of all evaluations count. */
int stops(int key, const int *table)
{
    int at = 0;
    while (at < 6 && (table[at] != key || key == 1789)) //~ mcdc 3/3
        at++;
    return at;
}
