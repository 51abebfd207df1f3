//@ entry: decode
//@ strategies: dse
//@ other-faults: allowed
//@ without: search, because values prove nothing infeasible

struct header {
    unsigned version : 3;
    unsigned kind : 5;
    unsigned length : 11;
    int offset : 13;
};

int decode(struct header h)
{
    if (h.version != 5) //~ C1: T covered, F covered
        return 1;
    if (h.length == 1777 && h.offset == -2222) //~ C1: T covered, F covered; C2: T covered, F covered
        return 2;
    if (h.kind > 31) //~ C1: T infeasible, F covered
        return 3;
    return 0;
}
