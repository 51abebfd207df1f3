//@ entry: turned, plain
//@ dropped: 1
//@ without: hybrid, because it is about what becomes of a suite, whoever found it
// No test can set what a stub returns in a vector.
typedef int four __attribute__((vector_size(16)));

four turn(four numbers);

int turned(int a)
{
    four numbers = { a, 1, 2, 3 };
    numbers = turn(numbers);
    if (numbers[2] > 5)         //~ C1: T unknown, F unknown
        return 1;
    return 0;
}

int plain(int a)
{
    if (a > 5)                  //~ C1: T covered, F covered
        return 1;
    return 0;
}
