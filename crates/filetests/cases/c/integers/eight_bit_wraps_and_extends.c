//@ entry: narrow
//@ criteria: branch
//@ budget: 20000 evals
//@ seed: 1
// Conversions to 8 bits wrap; `signed char` and `unsigned char` extend differently.
int narrow(int a)
{
    signed char s = (signed char)a;
    unsigned char u = (unsigned char)a;
    if (s < 0) //~ C1: T covered, F covered
        return u > 200 ? 2 : 1; //~ C1: T covered, F covered
    if (u > 127) //~ C1: T open, F covered
        return 3; //~ statement: open
    return 0;
}
