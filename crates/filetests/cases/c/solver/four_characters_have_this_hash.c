//@ entry: hash
//@ strategies: dse, hybrid

/* FNV-1a of the text "trin"; its offset and prime are those of 32 bits.
   FIXME: neither the solver nor the search finds the text within the budget. */
int hash(const unsigned char text[4])
{
    unsigned h = 2166136261u;
    for (int i = 0; i < 4; i++) //~ C1: T covered, F covered
        h = (h ^ text[i]) * 16777619u; //~ fault: null-dereference
    if (h == 0x72943710u) //~ C1: T unknown, F covered
        return 1;
    return 0;
}
