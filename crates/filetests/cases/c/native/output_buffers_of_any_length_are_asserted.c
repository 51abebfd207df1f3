//@ entry: ramp, spread, blank
//@ budget: 4000 evals
// Arrays of which much changes are asserted as a whole: by a literal where a few runs make it, else by digests.
unsigned char window[5000];
struct page {
    int used;
    short rows[200];
};

void ramp(unsigned char *buffer, int length)
{
    if (length != 256)                          //~ C1: T covered, F covered
        return;
    for (int i = 0; i < 256; i++)
        buffer[i] = (unsigned char)(i * 7);
}

void spread(unsigned seed)
{
    if (seed < 7)                               //~ C1: T covered, F covered
        return;
    for (int i = 0; i < 5000; i++) {
        seed = seed * 1103515245u + 12345u;
        window[i] = (unsigned char)(seed >> 16);
    }
}

void blank(struct page *page, int value)
{
    if (!page || value <= 3)                    //~ C1: T covered, F covered; C2: T covered, F covered
        return;
    page->used = 1;
    for (int i = 0; i < 200; i++)
        page->rows[i] = (short)value;
}
