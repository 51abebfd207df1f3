//@ entry: message_check, histogram_peak
//@ criteria: branch
//@ budget: 20000 evals
//@ seed: 1
//@ other-faults: allowed
// Structures that end with as many elements as the caller allocated.
#include <stdint.h>
struct message {
    uint8_t kind;
    uint8_t length;
    uint8_t body[];
};
struct histogram {
    int bins;
    unsigned counts[];
};
int message_check(const struct message *message)
{
    uint8_t sum = 0;
    if (message->kind > 3) //~ C1: T covered, F covered
        return -1;
    if (message->length < 2) //~ C1: T covered, F covered
        return -2;
    for (unsigned i = 0; i + 1 < message->length; i++) //~ C1: T covered, F covered
        sum ^= message->body[i];
    return sum == message->body[message->length - 1] ? 1 : 0; //~ C1: T covered, F covered
}
int histogram_peak(const struct histogram *histogram)
{
    int peak = -1;
    for (int i = 0; i < histogram->bins; i++) //~ C1: T covered, F covered
        if (peak < 0 || histogram->counts[i] > histogram->counts[peak]) //~ C1: T covered, F covered; C2: T covered, F covered
            peak = i;
    return peak == 2 ? 22 : peak; //~ C1: T covered, F covered
}
