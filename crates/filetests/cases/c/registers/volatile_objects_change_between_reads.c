//@ entry: send, wait_for_tick, drain, armed
//@ strategies: dse
//@ budget: 6000 evals
//@ options: --steps 20000
/* A register block that the linker script places, a flag that an interrupt sets, a block behind a parameter, and bit-fields. */
struct uart {
    volatile unsigned status;
    volatile unsigned data;
};

struct timer {
    unsigned enabled : 1;
    unsigned ready : 1;
    unsigned : 6;
    unsigned count : 24;
};

extern volatile struct uart UART0;
static volatile int ticks;
extern volatile struct timer TIMER;

int send(int character)
{
    UART0.data = (unsigned)character;
    while (!(UART0.status & 0x80u)) //~ C1: T covered, F covered
        ;
    return 0;
}

int wait_for_tick(void)
{
    int start = ticks;

    while (ticks == start) //~ C1: T covered, F covered
        ;
    if (ticks - start > 1) //~ C1: T covered, F covered
        return -1;
    return 0;
}

int drain(struct uart *uart, int most)
{
    int read = 0;

    while (uart->status & 1u) { //~ fault: null-dereference, class precondition; C1: T covered, F covered
        (void)uart->data;
        if (++read >= most) //~ C1: T covered, F covered
            break;
    }
    return read;
}

int armed(void)
{
    if (TIMER.ready) //~ C1: T covered, F covered
        return 1;
    if (TIMER.ready) //~ C1: T covered, F covered
        return 2;
    return 0;
}
