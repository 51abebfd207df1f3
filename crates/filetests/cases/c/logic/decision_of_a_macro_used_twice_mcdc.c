//@ entry: sum
//@ criteria: mcdc

/* The compiler notes nothing of a decision that is the condition of a condition. The second use of the macro has the
   same place in the macro's definition, and must not be compared with the first. */
#define IS_SIX(p, t) ((p) != 0 && (t) == 6)
#define PICK(p, t, u) (IS_SIX(p, t) ? (u) == 3 : (t) == 9)
#define MORE(p, t) (IS_SIX(p, t) ? 10 : 20)
int sum(const int *p, int t, int u)
{
    int six = 6;
    int sum = PICK(p, six, u) ? t + 4 : u * 2;
    sum += MORE(p, t); //~ mcdc 2/2
    return sum;
}
