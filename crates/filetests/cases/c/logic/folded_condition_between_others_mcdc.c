//@ entry: chosen
//@ criteria: branch, mcdc

/* The constant in the middle leaves no branch: its true side is the false side of the condition before it, and must
   not be taken for a new evaluation of the decision. */
int chosen(int a, int b)
{
    if (a > 3 && (b == 1 || (2 != 1 && (b == 4 || b == 8)))) //~ C1: T covered, F covered; C2: T covered, F covered; C3: T covered, F infeasible; C4: T covered, F covered; C5: T covered, F covered; mcdc 4/4
        return 1;
    return 0;
}
