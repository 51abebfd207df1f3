//@ entry: contains
//@ criteria: branch
//@ budget: 10000 evals
//@ seed: 1
// A flag that one iteration may set, after which the loop ends.
int contains(const int v[6], int key)
{
    int found = 0;
    if (!v || key < 100000) //~ C1: T covered, F covered; C2: T covered, F covered
        return -1;
    for (int i = 0; i < 6; i++) { //~ C1: T covered, F covered
        if (v[i] == key) { //~ C1: T covered, F covered
            found = 1;
            break;
        }
    }
    if (found) //~ C1: T covered, F covered
        return 1;
    return 0;
}
