//@ entry: words
//@ criteria: branch
//@ budget: 20000 evals
//@ seed: 1
// The ABI aligns an array of 16 characters; a shorter one begins anywhere.
int words(const char *text)
{
    if (!text) //~ C1: T covered, F covered
        return -1;
    if (((unsigned long)text & 3) == 0) //~ C1: T covered, F unknown
        return 4;
    return 1;
}
