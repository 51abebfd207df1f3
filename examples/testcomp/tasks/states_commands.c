/* Commands of two words: an operation and a key that only a former command gives. */
extern void abort(void);
extern int __VERIFIER_nondet_int(void);
extern unsigned int __VERIFIER_nondet_uint(void);
void reach_error(void) { abort(); }

int main(void)
{
    unsigned int key = 0, level = 0;
    for (;;) {
        int operation = __VERIFIER_nondet_int();
        unsigned int given = __VERIFIER_nondet_uint();
        if (operation == 1) {
            key = given ^ 0x5bd1e995u;
            level = 1;
        } else if (operation == 2 && level == 1 && given == key * 3u) {
            level = 2;
        } else if (operation == 3 && level == 2 && given == 0xcafebabeu) {
            if (key % 1000 == 77)
                reach_error();
            level = 3;
        } else {
            return (int)level;
        }
    }
}
