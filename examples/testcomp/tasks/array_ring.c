/* A ring of four places with orders to put and to take; what comes out is what went in. */
extern void abort(void);
extern int __VERIFIER_nondet_int(void);
void reach_error(void) { abort(); }

int main(void)
{
    int ring[4], first = 0, count = 0, expected = 0, put = 0;
    for (int step = 0; step < 10; step++) {
        int order = __VERIFIER_nondet_int();
        if (order > 0) {
            if (count == 4)
                return 1;
            ring[(first + count++) % 4] = put++;
        } else {
            if (count == 0)
                return 2;
            if (ring[first] != expected++)
                reach_error();
            first = (first + 1) % 4;
            count--;
        }
    }
    return put == 7;
}
