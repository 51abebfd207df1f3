//@ entry: upper
//@ criteria: branch
//@ budget: 20000 evals
//@ seed: 1
// Changes the caller's string in place.
int upper(char *s)
{
    int changed = 0;
    if (!s) //~ C1: T covered, F covered
        return -1;
    for (; *s; s++) { //~ C1: T covered, F covered
        if (*s >= 'a' && *s <= 'z') { //~ C1: T covered, F covered; C2: T covered, F covered
            *s = (char)(*s - 'a' + 'A');
            changed++;
        }
    }
    return changed > 2 ? 2 : changed; //~ C1: T covered, F covered
}
