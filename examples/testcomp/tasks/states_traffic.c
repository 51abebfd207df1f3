/* Lights of two streets with a request by button; both are never green. */
extern void abort(void);
extern _Bool __VERIFIER_nondet_bool(void);
void reach_error(void) { abort(); }

int main(void)
{
    int north = 0, east = 2, timer = 0, asked = 0;
    for (int tick = 0; tick < 12; tick++) {
        if (__VERIFIER_nondet_bool())
            asked = 1;
        timer++;
        if (north == 2 && (timer > 4 || asked)) {
            north = 1;
            timer = 0;
        } else if (north == 1) {
            north = 0;
            east = 2;
            timer = 0;
            asked = 0;
        } else if (east == 2 && timer > 3) {
            east = 1;
        } else if (east == 1) {
            east = 0;
            north = 2;
            timer = 0;
        }
        if (north == 2 && east == 2)
            reach_error();
    }
    return north;
}
