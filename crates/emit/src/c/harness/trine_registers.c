
/*
 * Hardware registers. Their pages are mapped without access rights: each access faults, the handler opens the page and
 * lets the processor execute one instruction, after which the page is closed again.
 *
 *   access -> SIGSEGV: put the value to be read, open the page, set the trap flag
 *          -> the instruction
 *          -> SIGTRAP: note what was written, close the page, clear the trap flag
 */
#include <signal.h>
#include <sys/mman.h>
#if defined(__linux__) && defined(__x86_64__)
#include <sys/syscall.h>
#include <ucontext.h>
#endif

#ifndef MAP_FIXED_NOREPLACE
#define MAP_FIXED_NOREPLACE 0x100000
#endif

#define REGISTER_PAGE 4096UL
#define REGISTER_PAGES 256
#define REGISTER_OPEN 8
#define REGISTER_VALUES 4096
#define REGISTER_WRITES 4096
#define REGISTER_RANGES 64
#define VOLATILE_PAGES 64
#define VOLATILE_VALUES 1024
#define VOLATILE_OBJECTS 64

struct register_value {
    unsigned long address;
    unsigned size;
    int used;
    unsigned long long value;
};

/* Registers that an access clears. */
struct cleared_range {
    unsigned long address;
    unsigned long size;
    int by_reading;
};

/* What a volatile object holds from one of its reads on. */
struct volatile_value {
    unsigned long address;
    unsigned size;
    unsigned read;
    unsigned long long value;
};

/* A page of its own: while a volatile object is watched, that of its neighbours is closed. */
static struct __attribute__((aligned(4096))) {
    int watched;
    int volatile_begun;
    struct volatile_value volatile_values[VOLATILE_VALUES];
    unsigned volatile_count;
    /* Objects that change, and how often they were read. */
    unsigned long objects[VOLATILE_OBJECTS];
    unsigned reads[VOLATILE_OBJECTS];
    unsigned object_count;
    unsigned long volatile_pages[VOLATILE_PAGES];
    unsigned volatile_page_count;
    struct cleared_range cleared[REGISTER_RANGES];
    unsigned cleared_count;
    unsigned long pages[REGISTER_PAGES];
    int plain[REGISTER_PAGES];
    unsigned page_count;
    struct register_value values[REGISTER_VALUES];
    unsigned value_count;
    struct register_value writes[REGISTER_WRITES];
    unsigned long long write_count;
    /* What handled the signals before. */
    struct sigaction before_access, before_step;
    /* The instruction that is executed now. */
    unsigned long open[REGISTER_OPEN];
    unsigned open_count;
    unsigned long writing;
    /* Whether it writes only what it compares equal. */
    int compares;
    /* What it reads, and what was held where it writes. */
    unsigned long reading;
    unsigned long long before;
    const unsigned char *instruction;
} hardware;

/* The runner's, where there is one: ends the test as skipped. */
extern void trine_skip(const char *why) __attribute__((weak));

static void cannot_watch(const char *why)
{
    static const char text[] = "# hardware registers cannot be watched here: ";

    if (trine_skip)
        trine_skip(why);
    if (write(2, text, sizeof text - 1) < 0 || write(2, why, strlen(why)) < 0 || write(2, "\n", 1) < 0)
        _exit(77);
    _exit(77);
}

#if defined(__linux__) && defined(__x86_64__)
static void copy_bytes(unsigned long to, unsigned long from, unsigned long size)
{
    while (size--)
        *(volatile char *)to++ = *(volatile const char *)from++;
}

static void register_page(unsigned long address, int plain)
{
    unsigned long page = address & ~(REGISTER_PAGE - 1);
    int rights = plain ? PROT_READ | PROT_WRITE : PROT_NONE;
    unsigned i;
    void *mapped;

    for (i = 0; i < hardware.page_count; i++)
        if (hardware.pages[i] == page)
            return;
    if (hardware.page_count == REGISTER_PAGES)
        cannot_watch("too many pages");
    mapped = mmap((void *)page, REGISTER_PAGE, rights, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1, 0);
    if (mapped != (void *)page)
        cannot_watch("an address is taken, or below what the system lets programs map");
    hardware.pages[hardware.page_count] = page;
    hardware.plain[hardware.page_count++] = plain;
}

/* Up to eight bytes from there on. */
static unsigned long long held_at(unsigned long address)
{
    unsigned long rest = REGISTER_PAGE - (address & (REGISTER_PAGE - 1));
    unsigned long long held = 0;

    copy_bytes((unsigned long)&held, address, rest < 8 ? rest : 8);
    return held;
}

/* How many bytes of memory an instruction accesses. */
static unsigned access_size(const unsigned char *at)
{
    unsigned size = 4;
    unsigned char op;

    for (;; at++) {
        if (*at == 0x66)
            size = 2;
        else if ((*at & 0xf8) == 0x48)
            size = 8;
        else if (*at != 0xf0 && *at != 0xf2 && *at != 0xf3 && (*at & 0xf0) != 0x40)
            break;
    }
    op = at[0];
    if (op == 0x0f) {
        op = at[1];
        if (op == 0xb6 || op == 0xbe || op == 0xb0 || op == 0xc0)
            return 1;
        return op == 0xb7 || op == 0xbf ? 2 : size;
    }
    if (op < 0x40)
        return op & 1 ? size : 1;
    if (op == 0x80 || op == 0x84 || op == 0x86 || op == 0x88 || op == 0x8a || op == 0xa0 || op == 0xa2)
        return 1;
    if (op == 0xc0 || op == 0xc6 || op == 0xd0 || op == 0xd2 || op == 0xf6 || op == 0xfe)
        return 1;
    return size;
}

static int is_cleared(unsigned long address, int by_reading)
{
    unsigned i;

    for (i = 0; i < hardware.cleared_count; i++) {
        struct cleared_range *range = &hardware.cleared[i];
        if (range->by_reading == by_reading && address - range->address < range->size)
            return 1;
    }
    return 0;
}

/* The ones that were written clear what was held before. */
static void clear_ones(unsigned long address)
{
    unsigned long long written = held_at(address);
    unsigned size = access_size(hardware.instruction);
    unsigned long long kept = hardware.before & ~written;

    copy_bytes(address, (unsigned long)&kept, size);
}

static void clear_all(unsigned long address)
{
    unsigned size = access_size(hardware.instruction);
    unsigned long long zero = 0;

    copy_bytes(address, (unsigned long)&zero, size);
}

/* A handler calls no function of a library: the table of their addresses may lie in a page that is closed. */
static void protect(unsigned long page, long rights)
{
    long result;

    __asm__ volatile("syscall"
                     : "=a"(result)
                     : "0"((long)SYS_mprotect), "D"(page), "S"(REGISTER_PAGE), "d"(rights)
                     : "rcx", "r11", "memory");
    (void)result;
}

static void open_page(unsigned long address)
{
    unsigned long page = address & ~(REGISTER_PAGE - 1);

    protect(page, PROT_READ | PROT_WRITE);
    if (hardware.open_count < REGISTER_OPEN)
        hardware.open[hardware.open_count++] = page;
}

/* Puts what hardware gives at this read, if the test speaks of it. */
static void put_before_read(unsigned long address)
{
    unsigned i;

    for (i = 0; i < hardware.value_count; i++) {
        struct register_value *next = &hardware.values[i];
        if (next->address == address && !next->used) {
            next->used = 1;
            copy_bytes(address, (unsigned long)&next->value, next->size);
            return;
        }
    }
}

/* Whether the instruction that writes memory reads it first (`or`, `xchg`, `bts`, …). */
static int reads_what_it_writes(const unsigned char *at)
{
    unsigned char op, sub;

    while (*at == 0x66 || *at == 0xf0 || *at == 0xf2 || *at == 0xf3 || (*at & 0xf0) == 0x40)
        at++;
    op = at[0];
    sub = at[1] >> 3 & 7;
    if (op < 0x38 && (op & 7) < 2)
        return 1;
    if (op == 0x80 || op == 0x81 || op == 0x83)
        return sub != 7;
    if (op == 0x86 || op == 0x87 || op == 0xc0 || op == 0xc1 || (op >= 0xd0 && op <= 0xd3))
        return 1;
    if (op == 0xf6 || op == 0xf7)
        return sub == 2 || sub == 3;
    if (op == 0xfe || op == 0xff)
        return sub < 2;
    if (op == 0x0f)
        return at[1] == 0xab || at[1] == 0xb3 || at[1] == 0xbb || at[1] == 0xba || at[1] == 0xa4 ||
               at[1] == 0xa5 || at[1] == 0xac || at[1] == 0xad || at[1] == 0xb0 || at[1] == 0xb1 ||
               at[1] == 0xc0 || at[1] == 0xc1 || at[1] == 0xc7;
    return 0;
}

/* Whether the instruction is `cmpxchg`. */
static int is_compare_exchange(const unsigned char *at)
{
    while (*at == 0x66 || *at == 0xf0 || *at == 0xf2 || *at == 0xf3 || (*at & 0xf0) == 0x40)
        at++;
    return at[0] == 0x0f && (at[1] == 0xb0 || at[1] == 0xb1);
}

static int is_watched(unsigned long address)
{
    unsigned i;

    for (i = 0; i < hardware.volatile_page_count; i++)
        if (hardware.volatile_pages[i] == (address & ~(REGISTER_PAGE - 1)))
            return hardware.volatile_begun;
    return 0;
}

/* Puts what a volatile object holds at this read. */
static void change_before_read(unsigned long address)
{
    unsigned at, i;

    for (at = 0; at < hardware.object_count && hardware.objects[at] != address; at++)
        ;
    if (at == hardware.object_count)
        return;
    for (i = 0; i < hardware.volatile_count; i++) {
        struct volatile_value *next = &hardware.volatile_values[i];
        if (next->address == address && next->read == hardware.reads[at])
            copy_bytes(address, (unsigned long)&next->value, next->size);
    }
    hardware.reads[at]++;
}

static void on_access(int number, siginfo_t *info, void *context)
{
    ucontext_t *state = context;
    unsigned long address = (unsigned long)info->si_addr;
    int writes = state->uc_mcontext.gregs[REG_ERR] & 2 ? 1 : 0;
    const unsigned char *instruction = (const unsigned char *)state->uc_mcontext.gregs[REG_RIP];

    if (is_watched(address) && hardware.open_count < REGISTER_OPEN) {
        open_page(address);
        if (!writes || reads_what_it_writes(instruction))
            change_before_read(address);
        state->uc_mcontext.gregs[REG_EFL] |= 0x100;
        return;
    }
    if (address < REGISTER_PAGE || address > 0xffffffffUL || !hardware.watched || hardware.open_count == REGISTER_OPEN) {
        sigaction(number, &hardware.before_access, NULL);
        return;
    }
    register_page(address, 0);
    open_page(address);
    if (!writes || reads_what_it_writes(instruction)) {
        put_before_read(address);
        hardware.reading = address;
    }
    hardware.before = held_at(address);
    hardware.instruction = instruction;
    if (writes) {
        hardware.writing = address;
        hardware.compares = is_compare_exchange(instruction);
    }
    state->uc_mcontext.gregs[REG_EFL] |= 0x100;
}

static void on_step(int number, siginfo_t *info, void *context)
{
    ucontext_t *state = context;
    unsigned i;

    (void)info;
    if (hardware.open_count == 0) {
        sigaction(number, &hardware.before_step, NULL);
        return;
    }
    /* A comparison that failed (ZF) wrote nothing. */
    if (hardware.writing && hardware.compares && !(state->uc_mcontext.gregs[REG_EFL] & 0x40))
        hardware.writing = 0;
    if (hardware.writing) {
        if (hardware.write_count < REGISTER_WRITES) {
            struct register_value *seen = &hardware.writes[hardware.write_count];
            seen->address = hardware.writing;
            seen->value = held_at(hardware.writing);
        }
        hardware.write_count++;
        if (is_cleared(hardware.writing, 0))
            clear_ones(hardware.writing);
    }
    if (hardware.reading && is_cleared(hardware.reading, 1))
        clear_all(hardware.reading);
    hardware.writing = 0;
    hardware.reading = 0;
    for (i = 0; i < hardware.open_count; i++)
        protect(hardware.open[i], PROT_NONE);
    hardware.open_count = 0;
    state->uc_mcontext.gregs[REG_EFL] &= ~0x100;
}

void trine_watch_registers(void)
{
    struct sigaction action;

    memset(&action, 0, sizeof action);
    action.sa_flags = SA_SIGINFO;
    sigemptyset(&action.sa_mask);
    action.sa_sigaction = on_access;
    sigaction(SIGSEGV, &action, &hardware.before_access);
    action.sa_sigaction = on_step;
    sigaction(SIGTRAP, &action, &hardware.before_step);
    hardware.watched = 1;
}

void trine_volatile_begins(void)
{
    unsigned i;

    hardware.volatile_begun = 1;
    for (i = 0; i < hardware.volatile_page_count; i++)
        protect(hardware.volatile_pages[i], PROT_NONE);
}

void trine_volatile_ends(void)
{
    unsigned i;

    if (!hardware.volatile_begun)
        return;
    hardware.volatile_begun = 0;
    for (i = 0; i < hardware.volatile_page_count; i++)
        protect(hardware.volatile_pages[i], PROT_READ | PROT_WRITE);
}
#else
void trine_volatile_begins(void)
{
}

void trine_volatile_ends(void)
{
}

static void register_page(unsigned long address, int plain)
{
    (void)address;
    (void)plain;
}

void trine_watch_registers(void)
{
    cannot_watch("this needs Linux on x86-64");
}
#endif

static void trine_forget_registers(void)
{
    unsigned i;

    if (!hardware.watched)
        return;
    trine_volatile_ends();
    for (i = 0; i < hardware.page_count; i++)
        munmap((void *)hardware.pages[i], REGISTER_PAGE);
    sigaction(SIGSEGV, &hardware.before_access, NULL);
    sigaction(SIGTRAP, &hardware.before_step, NULL);
    memset(&hardware, 0, sizeof hardware);
}

static void watch_object(unsigned long address)
{
    unsigned i;

    for (i = 0; i < hardware.object_count; i++)
        if (hardware.objects[i] == address)
            return;
    if (hardware.object_count == VOLATILE_OBJECTS)
        cannot_watch("too many volatile objects");
    hardware.objects[hardware.object_count++] = address;
    address &= ~(REGISTER_PAGE - 1);
    for (i = 0; i < hardware.volatile_page_count; i++)
        if (hardware.volatile_pages[i] == address)
            return;
    hardware.volatile_pages[hardware.volatile_page_count++] = address;
}

void trine_volatile_gives(const volatile void *object, unsigned long size, unsigned read, unsigned long long value)
{
    struct volatile_value given = {(unsigned long)object, size < 8 ? size : 8, read, value};

    if (hardware.volatile_count == VOLATILE_VALUES)
        cannot_watch("too many values of volatile objects");
    hardware.volatile_values[hardware.volatile_count++] = given;
    watch_object((unsigned long)object);
}

void trine_register_gives(unsigned address, unsigned size, unsigned long long value)
{
    struct register_value given = {address, size, 0, value};

    if (hardware.value_count == REGISTER_VALUES)
        cannot_watch("too many values");
    hardware.values[hardware.value_count++] = given;
}

static void clear_by(int reading, unsigned address, unsigned size)
{
    struct cleared_range range = {address, size, reading};

    if (hardware.cleared_count == REGISTER_RANGES)
        cannot_watch("too many ranges of registers that are cleared");
    hardware.cleared[hardware.cleared_count++] = range;
}

void trine_cleared_by_reading(unsigned address, unsigned size)
{
    clear_by(1, address, size);
}

void trine_cleared_by_writing_ones(unsigned address, unsigned size)
{
    clear_by(0, address, size);
}

void trine_memory_at(unsigned address)
{
    register_page(address, 1);
}

void trine_memory_holds(unsigned address, unsigned size, unsigned long long value)
{
    register_page(address, 1);
    memcpy((void *)(unsigned long)address, &value, size);
}

unsigned long long trine_register_writes(void)
{
    return hardware.write_count;
}

static int same_value(unsigned long long a, unsigned long long b, unsigned size)
{
    unsigned long long mask = size < 8 ? (1ULL << 8 * size) - 1 : ~0ULL;

    return (a & mask) == (b & mask);
}

int trine_register_written(unsigned number, unsigned address, unsigned size, unsigned long long value)
{
    const struct register_value *seen = &hardware.writes[number];

    if (number >= REGISTER_WRITES || number >= hardware.write_count)
        return 0;
    return seen->address == address && same_value(seen->value, value, size);
}

int trine_memory_is(unsigned address, unsigned size, unsigned long long value)
{
    unsigned long long held = 0;

    memcpy(&held, (void *)(unsigned long)address, size);
    return same_value(held, value, size);
}
