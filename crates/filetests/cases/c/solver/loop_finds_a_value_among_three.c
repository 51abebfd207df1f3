//@ entry: loop
//@ strategies: dse

/* Which element equals the other input decides the way out of the loop. */
int loop(int a, int b, int x)
{
    int v[3] = {a, b, a + b};
    for (int i = 0; i < 3; i++) { //~ C1: T covered, F covered
        if (v[i] == x) { //~ C1: T covered, F covered
            if (i == 2 && x == 123456) //~ C1: T covered, F covered; C2: T covered, F covered
                return 2;
            return 1;
        }
    }
    return 0;
}
