//@ entry: colours, chosen
// Null is what a variable holds before the function ran that sets it. That this function was not called says nothing about the
// code, wherever the variable stands; a check for null that does not help does.
extern int last_class, *class_start, *class_length;
extern unsigned char *class_table;
static const int *choice;

void set_choice(const int *values) { choice = values; }

int colours(void)
{
    int sum = 0;
    for (int i = 1; i <= last_class; i++) {             //~ C1: T covered, F covered
        int start = class_start[i];                     //~ fault: null-dereference, class precondition
        for (int at = 0; at < class_length[i]; at++) {  //~ fault: null-dereference, class precondition
            sum += class_table[start + at];             //~ fault: null-dereference, class precondition
            class_table[start + at] = 0;
        }
    }
    return sum;
}

int chosen(void)
{
    int none = choice == 0;
    if (none)                                           //~ C1: T covered, F covered
        return choice[0];                               //~ fault: null-dereference, class code
    return choice[1];
}
