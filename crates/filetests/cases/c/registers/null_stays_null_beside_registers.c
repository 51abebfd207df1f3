//@ entry: enable
//@ budget: 2000 evals
/* The first page is no hardware: a null pointer is reported as one. */
typedef struct {
    volatile unsigned control;
} device;

void enable(device *which, int on)
{
    if (on) //~ C1: T covered, F covered
        which->control |= 1; //~ fault: null-dereference
    *(volatile unsigned *)0x40021018 = 4;
}
