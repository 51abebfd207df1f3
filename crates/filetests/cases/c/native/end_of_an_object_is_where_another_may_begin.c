//@ entry: continues
// Natively the text may lie right behind the dictionary: a test that has them apart must not end where the next begins.
int continues(const char *dictionary, int size, const char *text)
{
    if (size < 1 || size > 16) //~ C1: T covered, F covered; C2: T covered, F covered
        return 0;
    if (dictionary + size == text) //~ C1: T covered, F covered
        return dictionary[0] == 'a';
    return 2;
}
