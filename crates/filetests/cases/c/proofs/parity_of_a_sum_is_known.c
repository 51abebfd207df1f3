//@ entry: parity
//@ criteria: branch, mcdc
//@ strategies: dse

int parity(unsigned char a, unsigned char b)
{
    if ((a & 1) == (b & 1)) { //~ C1: T covered, F covered
        if ((a + b) % 2 == 1) //~ C1: T infeasible, F covered
            return 1;
        return 2;
    }
    if (((a ^ b) & 1) == 0 || a == b) //~ C1: T infeasible, F covered; C2: T infeasible, F covered; mcdc 0/2, rest infeasible
        return 3;
    return 0;
}
