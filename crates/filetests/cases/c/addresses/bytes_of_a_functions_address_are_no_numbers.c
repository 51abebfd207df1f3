//@ entry: low_bits, bytes, hash
//@ budget: 3000 evals
// Where code lies is not for a test to know: not where a function of the file does, nor a stub.
#include <stdint.h>
#include <string.h>

extern int other(int);

static int own(int a)
{
    return a + 1;
}

int low_bits(int a)
{
    if (((uintptr_t)&own & 0xff0) == 0)     //~ C1: T unknown, F unknown
        return 1;
    return a > 3;
}

int bytes(int a)
{
    int (*function)(int) = a ? own : other;     //~ C1: T covered, F covered
    unsigned char all[sizeof function];
    unsigned sum = 0;
    memcpy(all, &function, sizeof all);
    for (unsigned i = 0; i < sizeof all; i++)   //~ C1: T covered, F covered
        sum += all[i];
    return sum > 300;
}

uint32_t hash(int a)
{
    int (*volatile function)(int) = other;
    uint32_t hashed = (uint32_t)((uintptr_t)function * 2654435761u);
    if (a > 3)                  //~ C1: T covered, F covered
        return hashed;
    return 0;
}
