//@ entry: length
//@ criteria: branch
//@ strategies: paths
//@ seed: 1
//@ paths: 7 paths: 7 covered; not complete: loops were followed for 3 rounds
// Each way of passing the pointer is a shape with its own paths.
int length(const char *text)
{
    int n = 0;
    if (!text) //~ C1: T covered, F covered
        return -1;
    while (text[n]) //~ C1: T covered, F covered
        n++;
    if (n == 2 && text[0] == text[1]) //~ C1: T covered, F covered; C2: T covered, F covered
        return 100;
    return n;
}
