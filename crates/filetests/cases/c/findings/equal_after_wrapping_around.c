//@ entry: first_of, exactly
// A loop that ends when what is left is nothing asks for no bound of what it was computed from: a header of 4,294,967,295 bytes
// gives nothing left, because it wraps around. What is compared itself is known afterwards.
struct link {
    unsigned header;
};

int first_of(const struct link *link, const unsigned char answer[260])
{
    unsigned left = link->header + 1;                   //~ fault: null-dereference, class precondition
    int at = (int)link->header;
    if (left != 0)                                      //~ C1: T covered, F covered
        return -1;
    return answer[at];                                  //~ fault: out-of-bounds, class precondition
}

static const int days[12] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};

int exactly(const struct link *link)
{
    if (link->header == 12)                             //~ C1: T covered, F covered; fault: null-dereference, class precondition
        return days[link->header];                      //~ fault: out-of-bounds, class code
    return 0;
}
