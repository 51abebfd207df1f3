//@ entry: bits_of
// A pointer in the third structure from the outside is null because no test sets it, not because the code checked it.
struct table { const int *extra; int base; };
struct tree { const struct table *table; int codes; };
struct state { struct tree *tree; };

int bits_of(const struct state *state, int code)
{
    if (code < 4)                                       //~ C1: T covered, F covered
        return 0;
    return state->tree->table->extra[0];                //~ fault: null-dereference, class precondition
}
