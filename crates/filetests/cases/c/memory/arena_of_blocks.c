//@ entry: arena_take, arena_release
/* Room in the top block, or a new one before it. A block size near the largest number wraps around: nobody
   bounds it from above, so callers are asked for a sensible one. */
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

struct block {
    struct block *previous;
    size_t size, used;
    unsigned char bytes[];
};

struct arena {
    struct block *top;
    size_t block_size;
};

void *arena_take(struct arena *arena, size_t size, size_t align)
{
    if (align == 0 || (align & (align - 1)) != 0 || size > 4096) //~ C1: T covered, F covered; C2: T covered, F covered; C3: T covered, F covered
        return NULL;
    struct block *top = arena->top;
    if (top) {                                              //~ C1: T covered, F covered
        size_t at = (top->used + align - 1) & ~(align - 1);
        if (at <= top->size && top->size - at >= size) {    //~ C1: T covered, F covered; C2: T covered, F covered
            top->used = at + size;
            return top->bytes + at;
        }
    }
    size_t room = size > arena->block_size ? size : arena->block_size; //~ C1: T covered, F covered
    struct block *fresh = malloc(sizeof *fresh + room);
    if (!fresh)                                             //~ C1: T covered, F covered
        return NULL;
    fresh->previous = top;
    fresh->size = room;
    fresh->used = size;                                     //~ fault: out-of-bounds, class precondition
    arena->top = fresh;
    return fresh->bytes;
}

void arena_release(struct arena *arena)
{
    while (arena->top) {                                    //~ C1: T covered, F covered
        struct block *previous = arena->top->previous;
        free(arena->top);
        arena->top = previous;
    }
}
