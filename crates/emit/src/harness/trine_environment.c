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
#include <unistd.h>

/* Descriptors that the unit gets from open() start here, in every run. */
#define FIRST_DESCRIPTOR 100

enum kind { MISSING, DENIED, FULL, PRESENT };

struct answer {
    enum kind kind;
    const void *bytes;
    size_t size;
};

/* A path that the unit has named. */
struct path {
    enum kind kind;
    char *name;
    char *real;
};

static struct answer answers[64];
static size_t answers_given, answers_taken;
static struct path *paths;
static size_t path_count;
static char folder[64];
static int folder_owner;
static unsigned failing_allocation, allocations;

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
    return temporary(bytes, size);
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
    path_count = answers_given = answers_taken = 0;
    failing_allocation = allocations = 0;
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

/* What is at a path of the unit; a new one takes the next answer. */
static struct path *at(const char *name)
{
    struct answer answer = { MISSING, NULL, 0 };
    struct path *path;
    size_t i;

    for (i = 0; i < path_count; i++)
        if (strcmp(paths[i].name, name) == 0)
            return &paths[i];
    if (answers_taken < answers_given)
        answer = answers[answers_taken++];
    make_folder();
    paths = realloc(paths, (path_count + 1) * sizeof *paths);
    if (paths == NULL)
        give_up("realloc");
    path = &paths[path_count];
    path->kind = answer.kind;
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
