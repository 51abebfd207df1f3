/* A handshake of three messages with sequence numbers, then data, then an end. */
extern void abort(void);
extern unsigned int __VERIFIER_nondet_uint(void);
void reach_error(void) { abort(); }

enum { closed, asked, open_, closing };

int main(void)
{
    int state = closed;
    unsigned int mine = 1000, theirs = 0;
    for (int message = 0; message < 8; message++) {
        unsigned int kind = __VERIFIER_nondet_uint(), sequence = __VERIFIER_nondet_uint();
        unsigned int acknowledged = __VERIFIER_nondet_uint();
        if (kind > 3)
            continue;
        if (state == closed && kind == 0) {
            theirs = sequence;
            state = asked;
        } else if (state == asked && kind == 1) {
            if (sequence == theirs + 1 && acknowledged == mine + 1) {
                state = open_;
                mine++;
            } else {
                state = closed;
            }
        } else if (state == open_ && kind == 2) {
            if (sequence != theirs + 1)
                return 1;
            theirs += 100;
        } else if (state == open_ && kind == 3) {
            state = closing;
        } else if (state == closing && kind == 1 && acknowledged == mine + 1 && theirs > 4000000000u) {
            reach_error();
        }
    }
    return state;
}
