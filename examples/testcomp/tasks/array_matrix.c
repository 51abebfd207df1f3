/* A magic square of nine different digits has fifteen in each row. */
extern void abort(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
void reach_error(void) { abort(); }

int main(void)
{
    int square[9], used = 0;
    for (int at = 0; at < 9; at++) {
        square[at] = __VERIFIER_nondet_uchar() % 10;
        if (square[at] == 0 || used & 1 << square[at])
            return 1;
        used |= 1 << square[at];
    }
    for (int row = 0; row < 3; row++)
        if (square[3 * row] + square[3 * row + 1] + square[3 * row + 2] != 15)
            return 2;
    for (int column = 0; column < 3; column++)
        if (square[column] + square[column + 3] + square[column + 6] != 15)
            return 3;
    reach_error();
    return 0;
}
