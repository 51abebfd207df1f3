/* Brackets of three kinds that must match, on a stack of four. */
extern void abort(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
void reach_error(void) { abort(); }

int main(void)
{
    unsigned char stack[4];
    int depth = 0, deepest = 0;
    for (int at = 0; at < 12; at++) {
        unsigned char c = __VERIFIER_nondet_uchar();
        if (c == '(' || c == '[' || c == '{') {
            if (depth == 4)
                return 2;
            stack[depth++] = c == '(' ? ')' : c == '[' ? ']' : '}';
            if (depth > deepest)
                deepest = depth;
        } else if (c == ')' || c == ']' || c == '}') {
            if (depth == 0 || stack[--depth] != c)
                return 3;
        } else if (c == ';') {
            break;
        }
    }
    if (depth == 0 && deepest == 3)
        reach_error();
    return 0;
}
