// Who gets past an access, a division, a shift or a call through a pointer without undefined behavior knows something of
// its operands.
//
//@ entry: used, member_used, divided, quotient_fits, shifted, indexed, called, looked_up, locals_stay, kept_across_a_call
//@ strategies: dse
//@ budget: 3000 evals
//@ other-faults: allowed
//@ without: search, because values prove nothing infeasible

int used(const int *p)
{
    int first = *p;
    if (p == 0) //~ C1: T infeasible, F covered
        return -1;
    return first;
}

struct node {
    int value;
    struct node *next;
};

int member_used(struct node *n)
{
    struct node *next = n->next;
    if (!n) //~ C1: T infeasible, F covered
        return -1;
    if (!next) //~ C1: T covered, F covered
        return 0;
    return n->value;
}

int divided(unsigned a, unsigned b)
{
    unsigned rest = a % b;
    if (b == 0) //~ C1: T infeasible, F covered
        return -1;
    if (rest >= b) //~ C1: T infeasible, F covered
        return 1;
    return 0;
}

int quotient_fits(int a, int b)
{
    int q = a / b;
    if (b == -1) { //~ C1: T covered, F covered
        if (a == -2147483647 - 1) //~ C1: T infeasible, F covered
            return 1;
    }
    return q;
}

unsigned shifted(unsigned char n)
{
    unsigned bit = 1u << n;
    if (n > 31) //~ C1: T infeasible, F covered
        return 0;
    return bit;
}

static const unsigned char table[5] = {1, 3, 4, 7, 3};

int indexed(int i)
{
    int entry = table[i - 100];
    if (i == 12345) //~ C1: T infeasible, F covered
        return -1;
    if (i == 104) //~ C1: T covered, F covered
        return 1;
    return entry;
}

int looked_up(unsigned char i)
{
    if (table[i] == 5) //~ C1: T infeasible, F covered
        return -1;
    if (table[i] == 7) { //~ C1: T covered, F covered
        if (i != 3) //~ C1: T infeasible, F covered
            return 2;
    }
    return 0;
}

int called(int (*answer)(void))
{
    int known = answer();
    if (!answer) //~ C1: T infeasible, F covered
        return -1;
    return known & 1;
}

extern void log_it(int);

int locals_stay(unsigned char a)
{
    int pair[2] = {a & 3, 4};
    log_it(a);
    if (pair[0] > pair[1]) //~ C1: T infeasible, F covered
        return 1;
    return 0;
}

static int state, counter;

static void count(void)
{
    counter++;
}

int kept_across_a_call(void)
{
    if (state > 3) { //~ C1: T covered, F covered
        count();
        if (state < 2) //~ C1: T infeasible, F covered
            return 1;
        log_it(0);
        if (state < 2) //~ C1: T unknown, F covered
            return 2;
    }
    return 0;
}
