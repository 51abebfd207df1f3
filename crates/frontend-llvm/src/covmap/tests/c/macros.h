#define IN_HEADER(x) ((x) > 4 && (x) < 40)
static inline int header_function(int a, int b) {
    if (IN_HEADER(a) || b) return 1;
    return 0;
}
static inline int never_called(int a) { return a ? 1 : 2; }
