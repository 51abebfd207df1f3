/* The runner behind trine_test.h: one process per test, results as TAP on standard output. What
   the code under test prints goes to standard error. */
#define _DEFAULT_SOURCE
#define _DARWIN_C_SOURCE
#include "trine_test.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/select.h>
#include <sys/wait.h>
#include <unistd.h>

/* Where the runner keeps its output, out of the way of what the code under test opens. */
#define REPORT 90
/* Most bytes of a test's output that are passed on. */
#define OUTPUT_LIMIT (1 << 20)

/* What a child tells its parent. */
struct progress {
    int failures;
    int finished;
    int returned;
    char skipped[120];
};

static struct progress *progress;
static int report = 1;

/* An allocation that is too large returns NULL, with a sanitizer as well. */
const char *__asan_default_options(void);
const char *__asan_default_options(void)
{
    return "allocator_may_return_null=1";
}

/* Writes the coverage counters, in builds that have them. */
extern int __llvm_profile_write_file(void) __attribute__((weak));

static void write_profile(void)
{
    if (__llvm_profile_write_file)
        __llvm_profile_write_file();
}

/* What constructors of the unit did is no test's. */
extern void __llvm_profile_reset_counters(void) __attribute__((weak));

/* Ends the process at once, but not before its coverage counters are written: builds that measure give these names
   to `_exit` and its kin. A unit that defines them itself goes first. */
void trine_exit_at_once(int status) __attribute__((weak, noreturn));
void trine_exit_at_once(int status)
{
    write_profile();
    _exit(status);
}

static void fail(const char *file, int line, const char *format, ...)
{
    va_list arguments;

    if (progress)
        progress->failures++;
    dprintf(report, "# %s:%d: ", file, line);
    va_start(arguments, format);
    vdprintf(report, format, arguments);
    va_end(arguments);
    dprintf(report, "\n");
}

void trine_check(int holds, const char *condition, const char *file, int line)
{
    if (!holds)
        fail(file, line, "does not hold: %s", condition);
}

void trine_check_int(long long actual, long long expected, const char *what, const char *wanted,
                     const char *file, int line)
{
    if (actual != expected)
        fail(file, line, "%s: expected %s (%lld), got %lld", what, wanted, expected, actual);
}

void trine_check_uint(unsigned long long actual, unsigned long long expected, const char *what,
                      const char *wanted, const char *file, int line)
{
    if (actual != expected)
        fail(file, line, "%s: expected %s (%llu), got %llu (0x%llx)", what, wanted, expected, actual,
             actual);
}

void trine_check_float(float actual, float expected, const char *what, const char *wanted,
                       const char *file, int line)
{
    if (actual != expected && (actual == actual || expected == expected))
        fail(file, line, "%s: expected %s, got %.9g (%a)", what, wanted, (double)actual, (double)actual);
}

void trine_check_double(double actual, double expected, const char *what, const char *wanted,
                        const char *file, int line)
{
    if (actual != expected && (actual == actual || expected == expected))
        fail(file, line, "%s: expected %s, got %.17g (%a)", what, wanted, actual, actual);
}

void trine_check_long_double(long double actual, long double expected, const char *what,
                             const char *wanted, const char *file, int line)
{
    if (actual != expected && (actual == actual || expected == expected))
        fail(file, line, "%s: expected %s, got %.21Lg (%La)", what, wanted, actual, actual);
}

void trine_check_near(long double actual, long double expected, long double tolerance,
                      const char *what, const char *wanted, const char *file, int line)
{
    long double difference = actual > expected ? actual - expected : expected - actual;

    if (actual == expected || (actual != actual && expected != expected))
        return;
    if (!(difference <= tolerance))
        fail(file, line, "%s: expected %s, got %.21Lg", what, wanted, actual);
}

void trine_check_string(const char *actual, const char *expected, const char *what,
                        const char *file, int line)
{
    if (actual == NULL)
        fail(file, line, "%s: expected \"%s\", got NULL", what, expected);
    else if (strcmp(actual, expected) != 0)
        fail(file, line, "%s: expected \"%s\", got \"%s\"", what, expected, actual);
}

void trine_check_memory(const void *actual, const void *expected, size_t size, const char *what,
                        const char *file, int line)
{
    const unsigned char *a = actual, *e = expected;
    size_t i;

    for (i = 0; i < size; i++)
        if (a[i] != e[i]) {
            fail(file, line, "%s: byte %zu: expected 0x%02x, got 0x%02x", what, i, e[i], a[i]);
            return;
        }
}

int trine_fork(void)
{
    int child;

    fflush(NULL);
    progress->returned = 0;
    child = (int)fork();
    if (child < 0) {
        perror("fork");
        exit(2);
    }
    return child;
}

void trine_returned(void)
{
    progress->returned = 1;
    write_profile();
    _exit(0);
}

void trine_check_ending(int child, int status, const char *call, const char *file, int line)
{
    int ending = 0;

    waitpid(child, &ending, 0);
    if (progress->returned)
        fail(file, line, "%s: expected the program to end, but it returned", call);
    else if (status < 0 && !(WIFSIGNALED(ending) && WTERMSIG(ending) == SIGABRT))
        fail(file, line, "%s: expected abort(), got status %d", call, ending);
    else if (status >= 0 && !WIFEXITED(ending))
        fail(file, line, "%s: expected exit status %d, got signal %d", call, status, WTERMSIG(ending));
    else if (status >= 0 && WEXITSTATUS(ending) != (status & 255))
        fail(file, line, "%s: expected exit status %d, got %d", call, status & 255, WEXITSTATUS(ending));
}

/* A signal ends the test; keep what its coverage counters say. */
static void on_signal(int number)
{
    signal(number, SIG_DFL);
    write_profile();
    raise(number);
}

static void catch_signals(void)
{
    static const int caught[] = { SIGABRT, SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGALRM };
    static char stack[1 << 16];
    stack_t alternate;
    struct sigaction action;
    size_t i;

    if (!__llvm_profile_write_file)
        return;
    memset(&alternate, 0, sizeof alternate);
    alternate.ss_sp = stack;
    alternate.ss_size = sizeof stack;
    sigaltstack(&alternate, NULL);
    memset(&action, 0, sizeof action);
    action.sa_handler = on_signal;
    action.sa_flags = SA_ONSTACK | SA_NODEFER;
    for (i = 0; i < sizeof caught / sizeof caught[0]; i++)
        sigaction(caught[i], &action, NULL);
}

/* Recursion may go deeper than the usual stack, the more so with a sanitizer. */
static void widen_stack(void)
{
    const rlim_t wanted = (rlim_t)100 << 20;
    struct rlimit limit;

    if (getrlimit(RLIMIT_STACK, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY || limit.rlim_cur >= wanted)
        return;
    limit.rlim_cur = limit.rlim_max == RLIM_INFINITY || limit.rlim_max > wanted ? wanted : limit.rlim_max;
    setrlimit(RLIMIT_STACK, &limit);
}

static void run_child(const struct trine_test *test, int output)
{
    const char *seconds = getenv("TRINE_TIMEOUT");

    int nothing = open("/dev/null", O_RDONLY), descriptor;

    if (nothing > 0) {
        dup2(nothing, 0);
        close(nothing);
    }
    report = fcntl(1, F_DUPFD, REPORT);
    if (report < 0)
        report = dup(1);
    dup2(output, 1);
    dup2(output, 2);
    /* The first descriptor that the code gets is 3, whatever the parent of this process has open. */
    for (descriptor = 3; descriptor < report && descriptor < REPORT; descriptor++)
        close(descriptor);
    catch_signals();
    widen_stack();
    alarm(seconds ? (unsigned)atoi(seconds) : 10);
    errno = 0;
    test->run();
    progress->finished = 1;
    exit(0);
}

void trine_skip(const char *why)
{
    snprintf(progress->skipped, sizeof progress->skipped, "%s", why);
    _exit(0);
}

/* Waits for the child and passes on what it writes. Its output is a pipe, and neither terminal nor file, whatever this
   process has: what it does must not depend on that. */
static int wait_for(pid_t child, int from, int *ending)
{
    size_t passed = 0;
    int ended = 0;

    for (;;) {
        const struct timespec pause = { 0, ended ? 0 : 100000000 };
        char block[4096];
        fd_set input;

        FD_ZERO(&input);
        FD_SET(from, &input);
        if (pselect(from + 1, &input, NULL, NULL, &pause, NULL) > 0) {
            ssize_t got = read(from, block, sizeof block);

            if (got <= 0)
                break;
            if (passed < OUTPUT_LIMIT && write(2, block, (size_t)got) > 0)
                passed += (size_t)got;
        } else if (ended) {
            /* A process that the test left behind is not waited for. */
            break;
        } else {
            ended = waitpid(child, ending, WNOHANG) == child;
        }
    }
    close(from);
    return ended || waitpid(child, ending, 0) == child;
}

static int run_test(const struct trine_test *test, int number, int forked)
{
    int ending = 0, output[2];
    pid_t child;

    memset(progress, 0, sizeof *progress);
    fflush(NULL);
    if (forked) {
        child = pipe(output) < 0 ? -1 : fork();
        if (child == 0)
            run_child(test, output[1]);
        if (child > 0)
            close(output[1]);
        if (child < 0 || !wait_for(child, output[0], &ending)) {
            perror("fork");
            exit(2);
        }
    } else {
        test->run();
        progress->finished = 1;
    }
    if (progress->skipped[0]) {
        printf("ok %d - %s # SKIP hardware registers cannot be watched here: %s\n", number, test->name,
               progress->skipped);
        fflush(stdout);
        return 0;
    }
    if (WIFSIGNALED(ending) && WTERMSIG(ending) == SIGALRM)
        printf("# %s: stopped, it took too long\n", test->name);
    else if (WIFSIGNALED(ending))
        printf("# %s: ended by signal %d (%s)\n", test->name, WTERMSIG(ending), strsignal(WTERMSIG(ending)));
    else if (!progress->finished)
        printf("# %s: ended by exit status %d\n", test->name, WEXITSTATUS(ending));
    if (WIFSIGNALED(ending) || !progress->finished)
        progress->failures++;
    printf("%s %d - %s\n", progress->failures ? "not ok" : "ok", number, test->name);
    fflush(stdout);
    return progress->failures != 0;
}

static int is_selected(const struct trine_test *test, int argc, char **argv)
{
    int i, names = 0;

    for (i = 1; i < argc; i++) {
        if (argv[i][0] == '-')
            continue;
        names++;
        if (strcmp(argv[i], test->name) == 0)
            return 1;
    }
    return names == 0;
}

static int has_option(const char *option, int argc, char **argv)
{
    int i;

    for (i = 1; i < argc; i++)
        if (strcmp(argv[i], option) == 0)
            return 1;
    return 0;
}

int trine_run(const struct trine_test *tests, int count, int argc, char **argv)
{
    int list = has_option("--list", argc, argv);
    int forked = !has_option("--no-fork", argc, argv);
    int i, selected = 0, number = 0, failures = 0;

    progress = mmap(NULL, sizeof *progress, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (progress == MAP_FAILED) {
        perror("mmap");
        return 2;
    }
    for (i = 0; i < count; i++)
        selected += is_selected(&tests[i], argc, argv);
    if (selected == 0 && count > 0) {
        fprintf(stderr, "no such test\n");
        return 2;
    }
    if (__llvm_profile_reset_counters)
        __llvm_profile_reset_counters();
    if (!list)
        printf("1..%d\n", selected);
    for (i = 0; i < count; i++) {
        if (!is_selected(&tests[i], argc, argv))
            continue;
        if (list)
            puts(tests[i].name);
        else
            failures += run_test(&tests[i], ++number, forked);
    }
    return failures ? 1 : 0;
}
