//@ entry: checksum_frame, median_of, longest_run
//@ criteria: branch
//@ budget: 20000 evals
//@ seed: 1
// A pointer and the number of its elements or bytes, side by side, under names that do not say so.
#include <stddef.h>
#include <stdint.h>
struct window {
    const short *samples;
    unsigned used;
    int gain;
};
int checksum_frame(const uint8_t *frame, size_t extent)
{
    uint8_t sum = 0;
    if (extent < 4) //~ C1: T covered, F covered
        return -1;
    if (frame[0] != 0x7e || frame[extent - 1] != 0x7e) //~ C1: T covered, F covered; C2: T covered, F covered
        return -2;
    for (size_t i = 1; i < extent - 2; i++) //~ C1: T covered, F covered
        sum += frame[i];
    if (sum != frame[extent - 2]) //~ C1: T covered, F covered
        return -3;
    return (int)extent - 3;
}
int median_of(const struct window *window, int bias)
{
    unsigned below = 0, above = 0;
    if (window->used == 0) //~ C1: T covered, F covered
        return 0;
    for (unsigned i = 0; i < window->used; i++) { //~ C1: T covered, F covered
        if (window->samples[i] * window->gain < bias) //~ C1: T covered, F covered
            below++;
        else
            above++;
    }
    if (below == above) //~ C1: T covered, F covered
        return bias;
    return below > above && below > 2 ? -1 : 1; //~ C1: T covered, F covered; C2: T covered, F covered
}
int longest_run(int count, const int *values)
{
    int best = 0, run = 0;
    for (int i = 0; i < count; i++) { //~ C1: T covered, F covered
        run = i > 0 && values[i] == values[i - 1] ? run + 1 : 1; //~ C1: T covered, F covered; C2: T covered, F covered
        if (run > best) //~ C1: T covered, F covered
            best = run;
    }
    if (best >= 4) //~ C1: T covered, F covered
        return 4;
    return best;
}
