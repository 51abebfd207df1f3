//@ entry: plain
//@ unsupported: first
typedef int four __attribute__((vector_size(16)));

int first(four numbers, int least)
{
    return numbers[0] > least;
}

int plain(int a)
{
    four numbers = { a, a, a, a };
    if (first(numbers, 7))      //~ C1: T covered, F covered
        return 1;
    return 0;
}
