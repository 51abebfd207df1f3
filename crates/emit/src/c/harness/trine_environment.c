/* The environment of a test; see trine_environment.h. The unit under test is compiled so that its
   calls of fopen, open, malloc and so on arrive at trine_external_fopen and so on, here. */
#define _GNU_SOURCE
#include "trine_environment.h"

#include <errno.h>
#include <fcntl.h>
#include <malloc.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

/* Descriptors that the unit gets from open() start here, in every run. */
#define FIRST_DESCRIPTOR 100

enum kind { MISSING, DENIED, FULL, PRESENT };

struct answer {
    enum kind kind;
    const void *bytes;
    size_t size;
};

/* A path that the unit has named: in which order, or -1 for one that mkstemp made up. */
struct path {
    enum kind kind;
    int number;
    char *name;
    char *real;
};

static struct answer answers[64];
static size_t answers_given, answers_taken;
static struct path *paths;
static size_t path_count;
static int paths_named;
/* Further descriptors of the streams of the test: the unit may close its own. */
static int streams[16];
static size_t stream_count;
/* Of standard output and error output: what keeps it, and where it went before. */
static int keeps[3] = { -1, -1, -1 }, went[3];
static char folder[64];
static int folder_owner;
static unsigned failing_allocation, allocations;

/* Microseconds since 1970, and those that pass before each look. */
static const unsigned long long first_time = 1577836800000000, first_step = 1000;
static unsigned long long clock_now = 1577836800000000, clock_step = 1000;

/* Time zone and locale of the user are not an input of the tests. */
__attribute__((constructor)) static void leave_settings(void)
{
    setenv("TZ", "UTC", 1);
    setenv("LC_ALL", "C", 1);
}

static void give_up(const char *what)
{
    perror(what);
    _exit(2);
}

static void write_all(int descriptor, const void *bytes, size_t size)
{
    const char *from = bytes;

    while (size > 0) {
        ssize_t written = write(descriptor, from, size);

        if (written <= 0)
            give_up("write");
        from += written;
        size -= (size_t)written;
    }
}

/* A temporary file without a name, at its start. */
static FILE *temporary(const void *bytes, size_t size)
{
    FILE *file = tmpfile();

    if (file == NULL)
        give_up("tmpfile");
    write_all(fileno(file), bytes, size);
    rewind(file);
    return file;
}

void trine_give_input(const void *bytes, size_t size)
{
    FILE *file = temporary(bytes, size);

    if (dup2(fileno(file), 0) < 0)
        give_up("dup2");
    fclose(file);
    clearerr(stdin);
    rewind(stdin);
}

void *trine_stream(const void *bytes, size_t size)
{
    FILE *file = temporary(bytes, size);

    if (stream_count < sizeof streams / sizeof streams[0])
        streams[stream_count++] = fcntl(fileno(file), F_DUPFD, FIRST_DESCRIPTOR / 2);
    return file;
}

/* Whether all that can be read from the start on is these bytes. */
static int holds(int descriptor, const char *bytes, size_t size)
{
    char block[256];
    ssize_t got;
    size_t at = 0;

    while ((got = pread(descriptor, block, sizeof block, (off_t)at)) > 0) {
        if ((size_t)got > size - at || memcmp(block, bytes + at, (size_t)got) != 0)
            break;
        at += (size_t)got;
    }
    if (got == 0 && at == size)
        return 1;
    fprintf(stderr, "what was written differs from byte %zu on\n", at);
    return 0;
}

void trine_keep_output(int descriptor)
{
    fflush(NULL);
    keeps[descriptor] = memfd_create("output", MFD_CLOEXEC);
    went[descriptor] = fcntl(descriptor, F_DUPFD_CLOEXEC, 80);
    if (keeps[descriptor] < 0 || went[descriptor] < 0 || dup2(keeps[descriptor], descriptor) < 0)
        give_up("memfd_create");
    /* In the order in which it is written, whether by stdio or by write(). */
    setvbuf(descriptor == 1 ? stdout : stderr, NULL, _IONBF, 0);
}

int trine_output_holds(int descriptor, const void *bytes, size_t size)
{
    int result;

    fflush(NULL);
    if (keeps[descriptor] < 0)
        return 0;
    dup2(went[descriptor], descriptor);
    close(went[descriptor]);
    result = holds(keeps[descriptor], bytes, size);
    close(keeps[descriptor]);
    keeps[descriptor] = -1;
    return result;
}

int trine_stream_holds(unsigned number, const void *bytes, size_t size)
{
    fflush(NULL);
    return number < stream_count && holds(streams[number], bytes, size);
}

int trine_file_holds(unsigned number, const void *bytes, size_t size)
{
    int file, result;
    size_t i;

    fflush(NULL);
    for (i = 0; i < path_count; i++)
        if (paths[i].number == (int)number) {
            file = open(paths[i].real, O_RDONLY);
            if (file < 0)
                return 0;
            result = holds(file, bytes, size);
            close(file);
            return result;
        }
    return 0;
}

static void give(enum kind kind, const void *bytes, size_t size)
{
    struct answer answer = { kind, bytes, size };

    if (answers_given < sizeof answers / sizeof answers[0])
        answers[answers_given++] = answer;
}

void trine_give_file(const void *bytes, size_t size)
{
    give(PRESENT, bytes, size);
}

void trine_give_missing_file(void)
{
    give(MISSING, NULL, 0);
}

void trine_give_denied_file(void)
{
    give(DENIED, NULL, 0);
}

void trine_give_full_file(void)
{
    give(FULL, NULL, 0);
}

void trine_set_clock(unsigned long long start, unsigned long long step)
{
    clock_now = start;
    clock_step = step;
}

void trine_fail_allocation(unsigned number)
{
    failing_allocation = number;
    allocations = 0;
}

static void remove_folder(void)
{
    size_t i;

    if (folder_owner != (int)getpid())
        return;
    for (i = 0; i < path_count; i++)
        unlink(paths[i].real);
    rmdir(folder);
    folder_owner = 0;
}

void trine_reset_environment(void)
{
    int nothing = open("/dev/null", O_RDONLY);
    size_t i;

    if (nothing > 0) {
        dup2(nothing, 0);
        close(nothing);
        clearerr(stdin);
        rewind(stdin);
    }
    remove_folder();
    for (i = 0; i < path_count; i++) {
        free(paths[i].name);
        free(paths[i].real);
    }
    while (stream_count > 0)
        close(streams[--stream_count]);
    path_count = answers_given = answers_taken = 0;
    paths_named = 0;
    failing_allocation = allocations = 0;
    trine_set_clock(first_time, first_step);
}

static void make_folder(void)
{
    static int registered;

    if (folder_owner != 0)
        return;
    snprintf(folder, sizeof folder, "/tmp/trine-XXXXXX");
    if (mkdtemp(folder) == NULL)
        give_up("mkdtemp");
    folder_owner = (int)getpid();
    if (!registered)
        atexit(remove_folder);
    registered = 1;
}

/* A path that the unit has named before, or NULL. */
static struct path *known(const char *name)
{
    size_t i;

    for (i = 0; i < path_count; i++)
        if (strcmp(paths[i].name, name) == 0)
            return &paths[i];
    return NULL;
}

/* A path that the unit names now. */
static struct path *named(const char *name, struct answer answer, int number)
{
    struct path *path;

    make_folder();
    paths = realloc(paths, (path_count + 1) * sizeof *paths);
    if (paths == NULL)
        give_up("realloc");
    path = &paths[path_count];
    path->kind = answer.kind;
    path->number = number;
    path->name = strdup(name);
    path->real = malloc(sizeof folder + 24);
    if (path->name == NULL || path->real == NULL)
        give_up("malloc");
    sprintf(path->real, "%s/%zu", folder, path_count++);
    if (answer.kind == PRESENT) {
        int file = open(path->real, O_WRONLY | O_CREAT | O_TRUNC, 0600);

        if (file < 0)
            give_up(path->real);
        write_all(file, answer.bytes, answer.size);
        close(file);
    }
    return path;
}

/* What is at a path of the unit; a new one takes the next answer. */
static struct path *at(const char *name)
{
    struct answer answer = { MISSING, NULL, 0 };
    struct path *path = known(name);

    if (path != NULL)
        return path;
    if (answers_taken < answers_given)
        answer = answers[answers_taken++];
    return named(name, answer, paths_named++);
}

static int failed(int number)
{
    errno = number;
    return -1;
}

/* The real path to open for reading or writing; NULL with errno set where that fails. */
static const char *to_open(const char *name, int reads, int writes, int exclusive)
{
    const struct path *path;

    if (*name == '\0')
        return name;
    path = at(name);
    if (path->kind == DENIED || (path->kind == FULL && !exclusive && reads && writes)) {
        errno = EACCES;
        return NULL;
    }
    if (path->kind != FULL)
        return path->real;
    if (exclusive) {
        errno = EEXIST;
        return NULL;
    }
    return writes ? "/dev/full" : "/dev/null";
}

FILE *trine_external_fopen(const char *name, const char *mode)
{
    int update = strchr(mode, '+') != NULL, reads = mode[0] == 'r';
    const char *real;
    FILE *stream;

    if (mode[0] == '\0' || strchr("rwa", mode[0]) == NULL) {
        errno = EINVAL;
        return NULL;
    }
    real = to_open(name, reads || update, !reads || update, !reads && strchr(mode, 'x') != NULL);
    stream = real == NULL ? NULL : fopen(real, mode);
    if (stream != NULL && (!reads || update))
        setvbuf(stream, NULL, _IONBF, 0);
    return stream;
}

FILE *trine_external_freopen(const char *name, const char *mode, FILE *stream)
{
    int update = strchr(mode, '+') != NULL, reads = mode[0] == 'r', number;
    const char *real;

    if (name == NULL)
        return freopen(name, mode, stream);
    real = to_open(name, reads || update, !reads || update, !reads && strchr(mode, 'x') != NULL);
    if (real == NULL) {
        number = errno;
        /* The stream is closed even when nothing can be opened. */
        freopen("", "r", stream);
        errno = number;
        return NULL;
    }
    stream = freopen(real, mode, stream);
    if (stream != NULL && (!reads || update))
        setvbuf(stream, NULL, _IONBF, 0);
    return stream;
}

int trine_external_open(const char *name, int flags, ...)
{
    int access_mode = flags & O_ACCMODE, descriptor, moved;
    const char *real = to_open(name, access_mode != O_WRONLY, access_mode != O_RDONLY,
                               (flags & (O_CREAT | O_EXCL)) == (O_CREAT | O_EXCL));

    if (real == NULL)
        return -1;
    if (real[0] != '\0' && strncmp(real, "/dev/", 5) == 0)
        flags &= ~(O_CREAT | O_EXCL | O_TRUNC);
    descriptor = open(real, flags, 0600);
    if (descriptor < 0)
        return -1;
    moved = fcntl(descriptor, F_DUPFD, FIRST_DESCRIPTOR);
    close(descriptor);
    return moved;
}

int trine_external_creat(const char *name, unsigned permissions)
{
    (void)permissions;
    return trine_external_open(name, O_WRONLY | O_CREAT | O_TRUNC);
}

int trine_external_access(const char *name, int mode)
{
    struct path *path = *name == '\0' ? NULL : at(name);

    (void)mode;
    if (path == NULL)
        return failed(ENOENT);
    if (path->kind == DENIED)
        return failed(EACCES);
    return path->kind == FULL ? 0 : access(path->real, F_OK);
}

int trine_external_remove(const char *name)
{
    struct path *path = *name == '\0' ? NULL : at(name);

    if (path == NULL)
        return failed(ENOENT);
    if (path->kind == DENIED)
        return failed(EACCES);
    if (path->kind == FULL) {
        path->kind = MISSING;
        return 0;
    }
    return unlink(path->real);
}

int trine_external_rename(const char *from, const char *to)
{
    size_t source, target;

    if (*from == '\0')
        return failed(ENOENT);
    source = (size_t)(at(from) - paths);
    if (paths[source].kind == DENIED)
        return failed(EACCES);
    if (*to == '\0')
        return failed(ENOENT);
    target = (size_t)(at(to) - paths);
    if (paths[target].kind == DENIED || paths[source].kind == FULL || paths[target].kind == FULL)
        return failed(EACCES);
    return rename(paths[source].real, paths[target].real);
}

/* All that tests may know of a file. */
static int describe(struct stat *to, mode_t mode, off_t size)
{
    memset(to, 0, sizeof *to);
    to->st_nlink = 1;
    to->st_mode = mode;
    to->st_size = size;
    to->st_blksize = 4096;
    return 0;
}

int trine_external_stat(const char *name, struct stat *to)
{
    struct path *path = *name == '\0' ? NULL : at(name);
    struct stat real;

    if (path == NULL)
        return failed(ENOENT);
    if (path->kind == DENIED)
        return failed(EACCES);
    if (path->kind == FULL)
        return describe(to, S_IFREG | 0644, 0);
    return stat(path->real, &real) < 0 ? -1 : describe(to, S_IFREG | 0644, real.st_size);
}

int trine_external_fstat(int descriptor, struct stat *to)
{
    struct stat real;

    if (fstat(descriptor, &real) < 0)
        return -1;
    if (descriptor >= 0 && descriptor <= 2)
        return describe(to, S_IFCHR | 0620, 0);
    return describe(to, S_IFREG | 0644, S_ISREG(real.st_mode) ? real.st_size : 0);
}

/* A new file: the six X before the suffix become the lowest number that is free. */
int trine_external_mkstemps(char *template, int suffix)
{
    struct answer nothing = { MISSING, NULL, 0 };
    size_t length = strlen(template);
    char *digits = template + length - suffix - 6, number[8];
    struct path *path;
    unsigned i;

    if (suffix < 0 || length < (size_t)suffix + 6 || strncmp(digits, "XXXXXX", 6) != 0)
        return failed(EINVAL);
    for (i = 0; i < 1000000; i++) {
        sprintf(number, "%06u", i);
        memcpy(digits, number, 6);
        path = known(template);
        if (path == NULL)
            path = named(template, nothing, -1);
        if (path->kind == FULL || (path->kind != DENIED && access(path->real, F_OK) == 0))
            continue;
        path->kind = MISSING;
        return trine_external_open(template, O_RDWR | O_CREAT | O_EXCL);
    }
    return failed(EEXIST);
}

int trine_external_mkstemp(char *template)
{
    return trine_external_mkstemps(template, 0);
}

int trine_external_mkostemp(char *template, int flags)
{
    (void)flags;
    return trine_external_mkstemps(template, 0);
}

static unsigned long long look_at_clock(void)
{
    return clock_now += clock_step;
}

int trine_external_gettimeofday(struct timeval *to, void *zone)
{
    unsigned long long now = look_at_clock();

    (void)zone;
    if (to != NULL) {
        to->tv_sec = (time_t)(now / 1000000);
        to->tv_usec = (suseconds_t)(now % 1000000);
    }
    return 0;
}

static void show_time(struct timespec *to)
{
    unsigned long long now = look_at_clock();

    to->tv_sec = (time_t)(now / 1000000);
    to->tv_nsec = (long)(now % 1000000 * 1000);
}

int trine_external_clock_gettime(int which, struct timespec *to)
{
    if (which < 0 || which > 11)
        return failed(EINVAL);
    show_time(to);
    return 0;
}

int trine_external_clock_getres(int which, struct timespec *to)
{
    (void)which;
    if (to != NULL) {
        to->tv_sec = 0;
        to->tv_nsec = 1;
    }
    return 0;
}

int trine_external_timespec_get(struct timespec *to, int base)
{
    if (base != TIME_UTC)
        return 0;
    show_time(to);
    return base;
}

/* Counts an allocation; whether it is the one to fail. */
static int fails(void)
{
    if (failing_allocation == 0 || ++allocations != failing_allocation)
        return 0;
    errno = ENOMEM;
    return 1;
}

void *trine_external_malloc(size_t size)
{
    return fails() ? NULL : malloc(size);
}

void *trine_external_valloc(size_t size)
{
    return fails() ? NULL : valloc(size);
}

void *trine_external_calloc(size_t count, size_t size)
{
    return fails() ? NULL : calloc(count, size);
}

void *trine_external_realloc(void *old, size_t size)
{
    if (old != NULL && size == 0) {
        free(old);
        return NULL;
    }
    return fails() ? NULL : realloc(old, size);
}

void *trine_external_reallocarray(void *old, size_t count, size_t size)
{
    if (count != 0 && size > (size_t)-1 / count) {
        fails();
        errno = ENOMEM;
        return NULL;
    }
    return trine_external_realloc(old, count * size);
}

void *trine_external_aligned_alloc(size_t alignment, size_t size)
{
    return fails() ? NULL : aligned_alloc(alignment, size);
}

void *trine_external_memalign(size_t alignment, size_t size)
{
    return fails() ? NULL : memalign(alignment, size);
}

int trine_external_posix_memalign(void **result, size_t alignment, size_t size)
{
    if (alignment < 8 || (alignment & (alignment - 1)) != 0)
        return EINVAL;
    return fails() ? ENOMEM : posix_memalign(result, alignment, size);
}

char *trine_external_strdup(const char *text)
{
    size_t length = strlen(text);
    char *copy = fails() ? NULL : malloc(length + 1);

    return copy == NULL ? NULL : memcpy(copy, text, length + 1);
}

char *trine_external_strndup(const char *text, size_t limit)
{
    size_t length = strnlen(text, limit);
    char *copy = fails() ? NULL : malloc(length + 1);

    if (copy != NULL) {
        memcpy(copy, text, length);
        copy[length] = '\0';
    }
    return copy;
}
