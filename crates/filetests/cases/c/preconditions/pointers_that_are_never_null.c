//@ entry: copy_header
//@ settings: pointers_that_are_never_null.toml
/* No null pointer is passed, so that no null dereference is found; the one behind `next` is the code's own. */
struct header {
    int length;
    struct header *next;
};

int copy_header(const struct header *from, struct header *to, void *context)
{
    if (context)                //~ C1: T open, F covered
        return -1;
    if (from->next == 0)        //~ C1: T open, F covered
        return 0;
    to->length = from->next->length;
    if (to->length == 7)        //~ C1: T covered, F covered
        to = from->next->next == 0 ? 0 : to; //~ C1: T covered, F covered
    return to->length;          //~ fault: null-dereference
}
