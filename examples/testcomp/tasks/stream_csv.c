/* Fields of digits between commas; the second of a line must be the double of the first. */
extern void abort(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
void reach_error(void) { abort(); }

int main(void)
{
    int field = 0, values[3] = {0, 0, 0};
    for (int at = 0; at < 10; at++) {
        unsigned char c = __VERIFIER_nondet_uchar();
        if (c >= '0' && c <= '9') {
            values[field] = values[field] * 10 + (c - '0');
        } else if (c == ',') {
            if (++field == 3)
                return 1;
        } else if (c == '\n') {
            break;
        } else {
            return 2;
        }
    }
    if (field == 1 && values[0] > 20 && values[1] == 2 * values[0])
        reach_error();
    return 0;
}
