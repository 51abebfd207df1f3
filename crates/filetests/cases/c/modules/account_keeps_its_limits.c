//@ entry: account_open, account_deposit, account_withdraw, account_set_limit, account_state, account_close
//@ options: --module
//@ other-faults: allowed
//@ budget: 8000 evals

#include <stdlib.h>

enum state { ACTIVE, FROZEN, OVERDRAWN };

struct account {
    long balance;
    long limit;
    int refusals;
    enum state state;
};

struct account *account_open(long first)
{
    if (first < 100)                                //~ C1: T covered, F covered
        return NULL;
    struct account *a = calloc(1, sizeof *a);
    if (a)                                          //~ C1: T covered, F covered
        a->balance = first;
    return a;
}

int account_deposit(struct account *a, long amount)
{
    if (amount <= 0 || amount > 1000000)            //~ C1: T covered, F covered; C2: T covered, F covered
        return -1;
    a->balance += amount;
    if (a->state == OVERDRAWN && a->balance >= 0)   //~ C1: T covered, F covered; C2: T covered, F covered
        a->state = ACTIVE;
    return 0;
}

int account_withdraw(struct account *a, long amount)
{
    if (a->state == FROZEN || amount <= 0)          //~ C1: T covered, F covered; C2: T covered, F covered
        return -1;
    if (a->balance - amount < -a->limit) {          //~ C1: T covered, F covered
        if (++a->refusals == 3)                     //~ C1: T covered, F covered
            a->state = FROZEN;
        return -2;
    }
    a->refusals = 0;
    a->balance -= amount;
    if (a->balance < 0)                             //~ C1: T covered, F covered
        a->state = OVERDRAWN;
    return 0;
}

int account_set_limit(struct account *a, long limit)
{
    if (limit < 0 || limit > 5000)                  //~ C1: T covered, F covered; C2: T covered, F covered
        return -1;
    if (a->balance < -limit)                        //~ C1: T covered, F covered
        return -2;
    a->limit = limit;
    return 0;
}

enum state account_state(const struct account *a)
{
    return a->state;
}

void account_close(struct account *a)
{
    free(a);
}
