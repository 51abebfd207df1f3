//@ entry: count_coprime_pairs
//@ criteria: branch
//@ budget: 20000 evals
//@ seed: 1
// Two loops, `continue` in the inner one.
int count_coprime_pairs(unsigned char rows, unsigned char columns)
{
    int count = 0;
    if (rows > 12 || columns > 12) //~ C1: T covered, F covered; C2: T covered, F covered
        return -1;
    for (int i = 1; i <= rows; i++) { //~ C1: T covered, F covered
        for (int j = 1; j <= columns; j++) { //~ C1: T covered, F covered
            if (i % 2 == 0 && j % 2 == 0) //~ C1: T covered, F covered; C2: T covered, F covered
                continue;
            count++; //~ statement: covered
        }
    }
    return count;
}
