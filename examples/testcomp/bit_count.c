/* Three ways to count bits, compared; the third is wrong for words with their highest bit set. */
extern void abort(void);
void reach_error(void) { abort(); }
extern unsigned int __VERIFIER_nondet_uint(void);

static unsigned int by_loop(unsigned int word)
{
    unsigned int count = 0;
    while (word != 0) {
        if (word & 1u)
            count++;
        word >>= 1;
    }
    return count;
}

static unsigned int by_clearing(unsigned int word)
{
    unsigned int count = 0;
    for (; word != 0; word &= word - 1)
        count++;
    return count;
}

static unsigned int by_sign(int word)
{
    unsigned int count = 0;
    for (int bit = 0; bit < 31; bit++) {
        if (word < 0 && bit == 30)
            continue;
        count += (unsigned int)word >> bit & 1u;
    }
    return count;
}

int main(void)
{
    unsigned int word = __VERIFIER_nondet_uint();
    if (by_loop(word) != by_clearing(word))
        return 1;
    if (by_sign((int)word) != by_loop(word))
        reach_error();
    return 0;
}
