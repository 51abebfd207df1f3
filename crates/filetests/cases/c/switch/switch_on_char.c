//@ entry: operate
//@ criteria: branch
//@ budget: 20000 evals
//@ seed: 1
// The operator is a `char`; division guards its divisor.
int operate(char op, short a, short b)
{
    switch (op) {
    case '+': //~ C1: T covered, F covered
        return a + b;
    case '-': //~ C1: T covered, F covered
        return a - b;
    case '*': //~ C1: T covered, F covered
        return a * b;
    case '/': //~ C1: T covered, F covered
        return b != 0 ? a / b : 0; //~ C1: T covered, F covered
    default: //~ C1: T covered, F covered
        return 0;
    }
}
