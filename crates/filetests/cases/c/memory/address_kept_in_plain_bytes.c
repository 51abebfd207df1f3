//@ entry: make_slots
//@ criteria: branch
//@ budget: 20000 evals
//@ seed: 1
// Memory that a function without a body returns gets an address and some numbers. The test checks the numbers; the
// address is another in every run, so the memory as a whole is not what it was before the call.
extern void *take_memory(unsigned long size);
int make_slots(int *place, unsigned char mark)
{
    unsigned char *memory = take_memory(24);
    if (!memory) //~ C1: T covered, F covered
        return -1;
    *(int **)memory = place;
    for (int i = 8; i < 16; i++) //~ C1: T covered, F covered
        memory[i] = mark + i;
    if (mark > 100) //~ C1: T covered, F covered
        return 2;
    return 1;
}
