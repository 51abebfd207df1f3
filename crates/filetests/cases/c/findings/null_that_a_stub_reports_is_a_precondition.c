//@ entry: reported, noticed, reported_by_a_helper
// The function that is told of an error may be where the program ends: that its stub returns shows nothing.
struct list {
    int count;
};

void give_up(const char *reason);

int reported(const struct list *list)
{
    if (list == 0)
        give_up("no list");
    return list->count;                             //~ fault: null-dereference, class precondition
}

int noticed(const struct list *list, int amount)
{
    if (list == 0 && amount > 3)
        return 0;
    return list->count;                             //~ fault: null-dereference, class code
}

const char *name_of(int number);

static const char *known_name(int number)
{
    const char *name = name_of(number);
    if (name == 0)
        give_up("no name");
    return name;
}

int reported_by_a_helper(int number)
{
    const char *name = known_name(number);
    return name[0] == 'x';                          //~ fault: null-dereference, class precondition
}
