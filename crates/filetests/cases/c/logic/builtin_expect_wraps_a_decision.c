//@ entry: likely
//@ criteria: branch
//@ budget: 20000 evals
//@ seed: 1
// `__builtin_expect` hides nothing: the outer condition comes first, then the inner two.
int likely(int a, int b)
{
    if (__builtin_expect(a == 4 && b == 9, 0)) //~ C1: T covered, F covered; C2: T covered, F covered; C3: T covered, F covered
        return 1;
    return 0;
}
