/* Replays test cases in the exchange format of Test-Comp: before main, a process of its own is made
   for each test case, in which main then runs with the inputs of the file, in order. What the
   program writes is dropped; how it ends does not matter, but what it counted is always kept. */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

extern int __llvm_profile_write_file(void) __attribute__((weak));

static char *rest; /* of the test case; null before it is read */

static void end(int status) {
    if (__llvm_profile_write_file) __llvm_profile_write_file();
    _exit(status);
}

static void on_signal(int number) {
    end(128 + number);
}

/* The text of the next input; a program that asks for more than there is has reached its end. */
static const char *next_input(void) {
    char *start = rest ? strstr(rest, "<input") : 0;
    start = start ? strchr(start, '>') : 0;
    char *stop = start ? strchr(start, '<') : 0;
    if (!stop) end(0);
    *stop = 0;
    rest = stop + 1;
    return start + 1;
}

static long long next_signed(void) {
    return strtoll(next_input(), 0, 10);
}

static unsigned long long next_unsigned(void) {
    return strtoull(next_input(), 0, 10);
}

static long double next_float(void) {
    return strtold(next_input(), 0);
}

static char *read_all(const char *path) {
    FILE *file = fopen(path, "rb");
    if (!file) return 0;
    fseek(file, 0, SEEK_END);
    long size = ftell(file);
    rewind(file);
    char *text = calloc(1, (size_t)size + 1);
    if (text && fread(text, 1, (size_t)size, file) != (size_t)size) text = 0;
    fclose(file);
    return text;
}

static int is_wanted(const char *name, int argc, char **argv) {
    for (int i = 1; i < argc; i++)
        if (!strcmp(argv[i], name)) return 1;
    return argc < 2;
}

/* In the new process: whatever ends it, what it counted is written. */
static void prepare(const char *name, unsigned seconds) {
    static char stack[1 << 16];
    static const int numbers[] = {SIGABRT, SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGALRM, SIGTRAP};
    char path[4096];
    snprintf(path, sizeof path, "../test-suite/%s.xml", name);
    rest = read_all(path);
    if (!rest) _exit(99);
    stack_t other = {.ss_sp = stack, .ss_size = sizeof stack};
    sigaltstack(&other, 0);
    for (unsigned i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        struct sigaction action = {.sa_handler = on_signal, .sa_flags = SA_ONSTACK};
        sigaction(numbers[i], &action, 0);
    }
    if (!freopen("/dev/null", "w", stdout) || !freopen("/dev/null", "w", stderr)) _exit(99);
    alarm(seconds);
}

__attribute__((constructor)) static void replay(int argc, char **argv) {
    const char *limit = getenv("TRINE_TIMEOUT");
    unsigned seconds = limit ? (unsigned)atoi(limit) : 2;
    int number = 0;
    for (int i = 0; tests[i]; i++) {
        if (!is_wanted(tests[i], argc, argv)) continue;
        fflush(stdout);
        pid_t child = fork();
        if (child == 0) {
            prepare(tests[i], seconds ? seconds : 1);
            return;
        }
        int status = 0;
        if (child < 0 || waitpid(child, &status, 0) < 0) status = 99 << 8;
        int code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
        int ok = WIFEXITED(status) && code != 99 && code != 128 + SIGALRM;
        if (WIFSIGNALED(status)) printf("# %s: ended by signal %d\n", tests[i], WTERMSIG(status));
        if (code == 128 + SIGALRM) printf("# %s: stopped, it took too long\n", tests[i]);
        if (code == 99) printf("# %s: its file cannot be read\n", tests[i]);
        printf("%s %d - %s\n", ok ? "ok" : "not ok", ++number, tests[i]);
    }
    fflush(stdout);
    _exit(0);
}
