//@ entry: account
//@ criteria: branch
//@ budget: 20000 evals
//@ seed: 1
// Globals of aggregate types with initialisers.
struct account {
    int balance;
    int limit;
};
struct account accounts[2] = {{100, 10}, {.limit = 7}};
int account(unsigned i, int amount)
{
    if (i > 1) //~ C1: T covered, F covered
        return -1;
    if (amount <= 0 || amount > accounts[i].limit) //~ C1: T covered, F covered; C2: T covered, F covered
        return -2;
    accounts[i].balance -= amount;
    return accounts[i].balance < 0 ? 1 : 0; //~ C1: T covered, F covered
}
