//@ entry: after_all
// Of a run that reads some hundred members of structures not all are told apart. That the code looked at some of them says nothing
// about the others.
struct code { int bits; };
struct state { struct code codes[160]; };

int after_all(const struct state *state, int held)
{
    int sum = 0;
    for (int i = 0; i < 159; i++)                       //~ C1: T covered, F covered
        if (state->codes[i].bits < 40)                  //~ C1: T covered, F covered
            sum++;
    return sum + (int)((unsigned)held >> state->codes[159].bits); //~ fault: invalid-shift, class precondition
}
