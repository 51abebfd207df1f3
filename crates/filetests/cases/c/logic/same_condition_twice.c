//@ entry: twice_asked
//@ criteria: branch
//@ budget: 20000 evals
//@ seed: 1
// `(a && b) || (!a && c)`: strongly coupled conditions. How many pairs exist depends on
// the variant: for unique cause the second `a` has none, so none are stated here.
int twice_asked(_Bool a, _Bool b, _Bool c)
{
    if ((a && b) || (!a && c)) //~ C1: T covered, F covered; C2: T covered, F covered; C3: T covered, F covered; C4: T covered, F covered
        return 1;
    return 0;
}
