/* A protocol of six states; each word that leads on is a large number. */
extern void abort(void);
extern int __VERIFIER_nondet_int(void);
void reach_error(void) { abort(); }

int main(void)
{
    int state = 0;
    for (;;) {
        int word = __VERIFIER_nondet_int();
        if (word == 0)
            return state;
        switch (state) {
        case 0: if (word == 195936478) state = 1; break;
        case 1: if (word == 1515870810) state = 2; else if (word < 0) state = 0; break;
        case 2: if (word == 287454020) state = 3; else state = 1; break;
        case 3: if (word > 1431655765 && word < 1431655800) state = 4; break;
        case 4: if (word == -559038737) state = 5; else if (word == 7) state = 0; break;
        default: if (word == 439041101) reach_error();
        }
    }
}
