/* A lift between eight floors that obeys and never leaves them. */
extern void abort(void);
extern void __VERIFIER_assume(int);
extern int __VERIFIER_nondet_int(void);
void reach_error(void) { abort(); }

int main(void)
{
    int floor = 0, doors = 1, moved = 0;
    for (int step = 0; step < 10; step++) {
        int order = __VERIFIER_nondet_int();
        __VERIFIER_assume(order >= 0 && order < 4);
        if (order == 0) {
            doors = !doors;
        } else if (doors) {
            return 1;
        } else if (order == 1 && floor < 7) {
            floor++;
            moved++;
        } else if (order == 2 && floor > 0) {
            floor--;
            moved++;
        } else if (order == 3 && floor == 5 && moved > 6) {
            return 2;
        }
        if (floor < 0 || floor > 7)
            reach_error();
    }
    return 0;
}
