//@ entry: enable
//@ budget: 2000 evals
/* The first page is no hardware: a volatile access through null is reported as what it is. */
typedef struct {
    volatile unsigned control;
} device;

void enable(int which)
{
    device *chosen = (device *)0x40021000;

    if (which > 5) //~ C1: T covered, F covered
        chosen = 0;
    chosen->control |= 1; //~ fault: null-dereference
}
