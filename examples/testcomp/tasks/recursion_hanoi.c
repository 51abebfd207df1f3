/* Moves of a tower: two to the number of discs, less one. */
extern void abort(void);
extern unsigned int __VERIFIER_nondet_uint(void);
void reach_error(void) { abort(); }

static unsigned int moves(unsigned int discs)
{
    return discs == 0 ? 0 : 2 * moves(discs - 1) + 1;
}

int main(void)
{
    unsigned int discs = __VERIFIER_nondet_uint();
    if (discs > 20)
        return 1;
    unsigned int made = moves(discs);
    if (made == 8191)
        return 2;
    if (made == 8192)
        reach_error();
    return 0;
}
