//@ entry: heavy, sixteen
//@ criteria: branch
//@ budget: 20000 evals
//@ seed: 1
// Mixed classes: one member in an integer register, one in a float register.
struct sample {
    int id;
    double value;
};
struct span {
    long from, to;
};
int heavy(struct sample s)
{
    if (s.id == 3 && s.value > 10.5) //~ C1: T covered, F covered; C2: T covered, F covered
        return 1;
    return 0;
}
int sixteen(struct span s)
{
    if (s.from > s.to) //~ C1: T covered, F covered
        return -1;
    return s.to == 12345 ? 1 : 0; //~ C1: T covered, F covered
}
