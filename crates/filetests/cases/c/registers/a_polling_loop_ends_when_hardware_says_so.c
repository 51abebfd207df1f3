//@ entry: uart_send, uart_receive
//@ strategies: dse
//@ budget: 4000 evals
//@ options: --steps 20000
/* Each read of the status may give another value, so both outcomes of the polling loop can be had. */
typedef struct {
    volatile unsigned status;
    volatile unsigned data;
} uart_registers;

#define UART ((uart_registers *)0x40004400u)
#define RECEIVED 0x20u
#define EMPTY 0x80u

int uart_send(int character)
{
    int tries = 0;
    while (!(UART->status & EMPTY)) //~ C1: T covered, F covered
        if (++tries > 100) //~ C1: T covered, F covered
            return -1;
    UART->data = (unsigned)character;
    return 0;
}

int uart_receive(void)
{
    while (!(UART->status & RECEIVED)) //~ C1: T covered, F covered
        ;
    if (UART->data == 'Q') //~ C1: T covered, F covered
        return -1;
    return (int)UART->data;
}
