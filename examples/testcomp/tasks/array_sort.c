/* A sort of six numbers; what it gives is in order, whatever they were. */
extern void abort(void);
extern int __VERIFIER_nondet_int(void);
void reach_error(void) { abort(); }

int main(void)
{
    int values[6];
    for (int at = 0; at < 6; at++)
        values[at] = __VERIFIER_nondet_int();
    for (int pass = 0; pass < 5; pass++)
        for (int at = 0; at < 5 - pass; at++)
            if (values[at] > values[at + 1]) {
                int other = values[at];
                values[at] = values[at + 1];
                values[at + 1] = other;
            }
    for (int at = 0; at < 5; at++)
        if (values[at] > values[at + 1])
            reach_error();
    return values[5] == 123456789;
}
