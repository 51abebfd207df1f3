/* A binary search in a table of the program; the place found decides. */
extern void abort(void);
extern int __VERIFIER_nondet_int(void);
void reach_error(void) { abort(); }

static const int table[12] = {3, 17, 88, 451, 1999, 2048, 10007, 65537, 131071, 999983, 16777213, 2147483629};

int main(void)
{
    int key = __VERIFIER_nondet_int(), low = 0, high = 11;
    while (low <= high) {
        int middle = (low + high) / 2;
        if (table[middle] == key) {
            if (middle == 9)
                reach_error();
            return middle;
        }
        if (table[middle] < key)
            low = middle + 1;
        else
            high = middle - 1;
    }
    return -1;
}
