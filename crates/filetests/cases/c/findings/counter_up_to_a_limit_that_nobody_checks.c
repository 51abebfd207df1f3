//@ entry: copy_all, copy_some, copy_text
// A loop that fills an array of its own runs as far as a count says. The count of a structure that nobody checks is
// kept in order by others; one that was checked against the wrong limit, and text of any length, are the code's.
struct list {
    int count;
    int items[4];
};

int copy_all(const struct list *list)
{
    int copy[4], sum = 0;
    for (int i = 0; i < list->count; i++) {             //~ C1: T covered, F covered; fault: null-dereference, class precondition
        copy[i] = i;                                    //~ fault: out-of-bounds, class precondition
        sum += copy[i];
    }
    return sum;
}

int copy_some(const struct list *list)
{
    int copy[4], sum = 0;
    if (list->count > 5)                                //~ C1: T covered, F covered; fault: null-dereference, class precondition
        return 0;
    for (int i = 0; i < list->count; i++) {             //~ C1: T covered, F covered
        copy[i] = i;                                    //~ fault: out-of-bounds, class code
        sum += copy[i];
    }
    return sum;
}

int copy_text(const char *text)
{
    char copy[4];
    int length = 0;
    while (text[length] != '\0') {                      //~ C1: T covered, F covered; fault: null-dereference, class precondition
        copy[length] = text[length];                    //~ fault: out-of-bounds, class code
        length++;
    }
    return length > 0 ? copy[0] : 0;                    //~ C1: T covered, F covered
}
