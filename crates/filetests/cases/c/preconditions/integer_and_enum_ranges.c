//@ entry: dispatch
//@ settings: integer_and_enum_ranges.toml
//@ strategies: random
enum color { RED, GREEN, BLUE, BLACK };

int dispatch(int mode, enum color color, char shift)
{
    if (mode > 3)               //~ C1: T open, F covered
        return -1;
    if (mode == 3 && color == BLUE)     //~ C1: T covered, F covered; C2: T covered, F covered
        return 1;
    if (color == RED || color == BLACK) //~ C1: T open, F covered; C2: T open, F covered
        return 2;
    if (shift == 'c')           //~ C1: T covered, F covered
        return 3;
    return shift < 'a';
}
