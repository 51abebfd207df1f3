
/*
 * Hardware registers: what the code reads and writes at absolute addresses below 4 GiB.
 *
 * A page that the code touches is mapped at its address. Each access to it is seen, executed as a single step, and
 * noted (x86-64 Linux; elsewhere the program says so and ends with status 77).
 */

/* Registers are watched from now on, until trine_reset_environment. */
void trine_watch_registers(void);

/* Hardware puts this value at the address before the next read there that no earlier call speaks of. Further
   reads find what is held: what was written or put there last, zero at first. */
void trine_register_gives(unsigned address, unsigned size, unsigned long long value);

/* A read of these registers leaves zero; ones that are written to these clear what is there, and zeros leave it. */
void trine_cleared_by_reading(unsigned address, unsigned size);
void trine_cleared_by_writing_ones(unsigned address, unsigned size);

/* A volatile object holds this value from its read of this number on, counted from 0: reads between the two calls below
   count. */
void trine_volatile_gives(const volatile void *object, unsigned long size, unsigned read, unsigned long long value);
void trine_volatile_begins(void);
void trine_volatile_ends(void);

/* Plain memory at this address holds the value from the start; its page is not watched. */
void trine_memory_holds(unsigned address, unsigned size, unsigned long long value);

/* The page of this address is plain memory. */
void trine_memory_at(unsigned address);

/* How many writes there were; whether the n-th of them, from 0, wrote this value there; whether plain memory holds it. */
unsigned long long trine_register_writes(void);
int trine_register_written(unsigned number, unsigned address, unsigned size, unsigned long long value);
int trine_memory_is(unsigned address, unsigned size, unsigned long long value);
