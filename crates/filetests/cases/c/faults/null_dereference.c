//@ entry: peek
//@ criteria: branch
//@ budget: 20000 evals
//@ seed: 1
// Nothing checks the pointer.
int peek(const int *p)
{
    return *p + 1; //~ fault: null-dereference
}
