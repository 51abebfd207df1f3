// Behind an atomic load, a fence or a barrier of the compiler, memory may hold something else; a volatile variable always may.
//
//@ entry: atomic_load, fence, barrier, volatile_local
//@ strategies: dse, paths
//@ budget: 1500 evals
//@ other-faults: allowed

static _Atomic int ready;
static int shared;

int atomic_load(void)
{
    if (shared > 10) { //~ C1: T covered, F covered
        while (!ready) { //~ C1: T covered, F covered
        }
        if (shared < 5) //~ C1: T unknown, F covered
            return 1;
    }
    return 0;
}

int fence(void)
{
    if (shared > 10) { //~ C1: T covered, F covered
        __atomic_thread_fence(__ATOMIC_SEQ_CST);
        if (shared < 5) //~ C1: T unknown, F covered
            return 1;
    }
    return 0;
}

int barrier(void)
{
    if (shared > 10) { //~ C1: T covered, F covered
        __asm__ volatile("" ::: "memory");
        if (shared < 5) //~ C1: T unknown, F covered
            return 1;
    }
    return 0;
}

int volatile_local(unsigned char x)
{
    volatile int seen = x;
    if (seen > 3 && seen < 3) //~ C1: T covered, F covered; C2: T unknown, F covered
        return 1;
    return 0;
}
