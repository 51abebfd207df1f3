//@ entry: error_is_gone, acknowledge
//@ strategies: dse
//@ budget: 6000 evals
//@ settings: registers_are_cleared_as_the_map_says.toml
/* A flag that reading clears, and pending bits that are cleared by writing ones. */
#define STATUS (*(volatile unsigned *)0x40004400u)
#define DATA (*(volatile unsigned char *)0x40004404u)
#define PENDING (*(volatile unsigned *)0x40010C14u)

int error_is_gone(void)
{
    if (STATUS & 8u) { //~ C1: T covered, F covered
        (void)DATA;
        if (STATUS & 8u) //~ C1: T covered, F covered
            return -1;
        return 1;
    }
    return 0;
}

int acknowledge(unsigned line)
{
    unsigned before = PENDING;

    if (line > 22 || !(before & 1u << line)) //~ C1: T covered, F covered; C2: T covered, F covered
        return 0;
    PENDING = 1u << line;
    if (PENDING & 1u << line) //~ C1: T covered, F covered
        return -1;
    return 1;
}
