//@ entry: report

// An external without result is called and counted; there is no value that a test could give it.

extern void note(int code);
extern int level(void);

int report(int code) {
    note(code);
    if (level() > 3) { //~ C1: T covered, F covered
        note(-code);
        return 1;
    }
    return 0;
}
