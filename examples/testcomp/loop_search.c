/* A search in an array that is read in a loop: the number of inputs is an input. */
extern int __VERIFIER_nondet_int(void);
extern unsigned int __VERIFIER_nondet_uint(void);

#define MOST 20

int main(void)
{
    int values[MOST];
    unsigned int count = __VERIFIER_nondet_uint();
    if (count > MOST)
        return 1;
    for (unsigned int i = 0; i < count; i++)
        values[i] = __VERIFIER_nondet_int();
    int wanted = __VERIFIER_nondet_int();
    for (unsigned int i = 0; i < count; i++) {
        if (values[i] == wanted) {
            if (i > 10)
                return 2;
            return 3;
        }
    }
    return 0;
}
