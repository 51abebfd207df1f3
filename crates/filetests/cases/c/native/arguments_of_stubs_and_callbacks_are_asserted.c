//@ entry: poll, each
//@ budget: 4000 evals
int log_line(int level, const char *text, void *where);
int read_register(unsigned address);

int poll(unsigned base)
{
    int value = read_register(base + 4);
    if (value & 1) {                            //~ C1: T covered, F covered
        log_line(2, "ready", &value);
        return 1;
    }
    log_line(1, value < 0 ? "broken" : "waiting", 0);           //~ C1: T covered, F covered
    return 0;
}

void each(const int *values, void (*visit)(int value, void *data), void *data)
{
    if (!values || !visit)                      //~ C1: T covered, F covered; C2: T covered, F covered
        return;
    for (int i = 0; i < 3; i++)
        if (values[i] > 2)                      //~ C1: T covered, F covered
            visit(values[i], data);
}
