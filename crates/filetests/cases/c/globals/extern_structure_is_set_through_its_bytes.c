//@ entry: clamp, adopt
//@ criteria: branch
//@ budget: 20000 evals
//@ seed: 1
// A structure that a header declares and another file defines. No function has a variable of its type, so
// debug information says nothing of its members.
struct limits {
    int low;
    int high;
};
union word {
    int number;
    unsigned char bytes[4];
};
extern struct limits limits;
extern struct limits history[2];
extern union word word;
int clamp(int x)
{
    if (x < limits.low) //~ C1: T covered, F covered
        return limits.low;
    if (x > limits.high && history[1].high == 9) //~ C1: T covered, F covered; C2: T covered, F covered
        return limits.high;
    return x;
}
int adopt(int x)
{
    if (word.bytes[1] == 7) //~ C1: T covered, F covered
        word.number = x;
    limits.high = x;
    return word.number > 0;
}
