//@ entry: before
//@ dropped: 1
//@ without: hybrid, because it is about what becomes of a suite, whoever found it
// With n = 0 the offset wraps: undefined, and a sanitizer stops the test natively. It goes, and its goal is open again.
int before(const int *a, unsigned long n)
{
    const int *p = a + (n - 1);
    return n != 0 && p != a; //~ C1: T covered, F unknown; C2: T covered, F covered
}
