//@ entry: weight, lengths

/* What the two functions return has no name in the compiler's output, only a first and a second part. */
struct pair {
    const char *first;
    long second;
};

struct pair find(int key);
struct pair next(struct pair of);

long weight(int key)
{
    struct pair found = find(key);
    if (found.second > 100) //~ C1: T covered, F covered
        return found.second;
    return -1;
}

int lengths(int key)
{
    struct pair found = next(find(key));
    return found.first ? 1 : 0; //~ C1: T covered, F covered
}
