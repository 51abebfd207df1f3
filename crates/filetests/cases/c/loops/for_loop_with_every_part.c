//@ entry: sum_to
//@ criteria: branch
//@ budget: 20000 evals
//@ seed: 1
// Initialisation, condition and step, with an early way out.
int sum_to(int n)
{
    int sum = 0;
    if (n > 50) //~ C1: T covered, F covered
        n = 50;
    for (int i = 1; i <= n; i++) { //~ C1: T covered, F covered
        sum += i;
        if (sum > 100) //~ C1: T covered, F covered
            break;
    }
    return sum;
}
