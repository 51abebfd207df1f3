//@ entry: fnv1a, djb2
//@ strategies: dse
//@ other-faults: allowed
//@ without: search, because values alone do not come to all of it within the budget

/* FNV-1a of the text "trin". */
int fnv1a(const unsigned char text[4])
{
    unsigned h = 2166136261u;
    for (int i = 0; i < 4; i++) //~ C1: T covered, F covered
        h = (h ^ text[i]) * 16777619u;
    if (h == 0x72943710u) //~ C1: T covered, F covered
        return 1;
    return 0;
}

/* djb2 of the text "trin". */
int djb2(const char *text)
{
    unsigned h = 5381u;
    for (int i = 0; i < 4; i++) //~ C1: T covered, F covered
        h = h * 33u + (unsigned char)text[i];
    if (h == 0x7c9e9e62u) //~ C1: T covered, F covered
        return 1;
    return 0;
}
