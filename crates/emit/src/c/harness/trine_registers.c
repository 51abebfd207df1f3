
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
#include <ucontext.h>
#endif

#ifndef MAP_FIXED_NOREPLACE
#define MAP_FIXED_NOREPLACE 0x100000
#endif

#define REGISTER_PAGE 4096UL
#define REGISTER_PAGES 256
#define REGISTER_VALUES 4096
#define REGISTER_WRITES 4096

struct register_value {
    unsigned long address;
    unsigned size;
    int used;
    unsigned long long value;
};

static struct {
    int watched;
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
    unsigned long open[4];
    unsigned open_count;
    unsigned long writing;
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

static void open_page(unsigned long address)
{
    unsigned long page = address & ~(REGISTER_PAGE - 1);

    mprotect((void *)page, REGISTER_PAGE, PROT_READ | PROT_WRITE);
    if (hardware.open_count < 4)
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
            memcpy((void *)address, &next->value, next->size);
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

static void on_access(int number, siginfo_t *info, void *context)
{
    ucontext_t *state = context;
    unsigned long address = (unsigned long)info->si_addr;
    int writes = state->uc_mcontext.gregs[REG_ERR] & 2 ? 1 : 0;
    const unsigned char *instruction = (const unsigned char *)state->uc_mcontext.gregs[REG_RIP];

    if (address < REGISTER_PAGE || address > 0xffffffffUL || !hardware.watched || hardware.open_count == 4) {
        sigaction(number, &hardware.before_access, NULL);
        return;
    }
    register_page(address, 0);
    open_page(address);
    if (!writes || reads_what_it_writes(instruction))
        put_before_read(address);
    if (writes)
        hardware.writing = address;
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
    if (hardware.writing) {
        if (hardware.write_count < REGISTER_WRITES) {
            struct register_value *seen = &hardware.writes[hardware.write_count];
            unsigned long rest = REGISTER_PAGE - (hardware.writing & (REGISTER_PAGE - 1));
            seen->address = hardware.writing;
            seen->value = 0;
            memcpy(&seen->value, (void *)hardware.writing, rest < 8 ? rest : 8);
        }
        hardware.write_count++;
        hardware.writing = 0;
    }
    for (i = 0; i < hardware.open_count; i++)
        mprotect((void *)hardware.open[i], REGISTER_PAGE, PROT_NONE);
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
#else
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
    for (i = 0; i < hardware.page_count; i++)
        munmap((void *)hardware.pages[i], REGISTER_PAGE);
    sigaction(SIGSEGV, &hardware.before_access, NULL);
    sigaction(SIGTRAP, &hardware.before_step, NULL);
    memset(&hardware, 0, sizeof hardware);
}

void trine_register_gives(unsigned address, unsigned size, unsigned long long value)
{
    struct register_value given = {address, size, 0, value};

    if (hardware.value_count == REGISTER_VALUES)
        cannot_watch("too many values");
    hardware.values[hardware.value_count++] = given;
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
