//@ entry: header_check, header_reply
//@ criteria: branch
//@ budget: 20000 evals
//@ seed: 1
//@ other-faults: allowed
// A protocol header packed into bit-fields, by pointer and by value, inside of another structure.
#include <stdint.h>
struct header {
    unsigned version : 3;
    unsigned is_reply : 1;
    unsigned priority : 2;
    signed drift : 4;
    unsigned : 2;
    unsigned length : 12;
};
struct packet {
    struct header header;
    uint8_t hops;
    struct {
        uint16_t port;
        uint16_t id : 10, more : 1;
    } route;
};
int header_check(const struct packet *packet, unsigned received)
{
    const struct header *header = &packet->header;
    if (header->version != 5) //~ C1: T covered, F covered
        return -1;
    if (header->length > received || header->length < 8) //~ C1: T covered, F covered; C2: T covered, F covered
        return -2;
    if (header->drift < -3 || header->drift > 3) //~ C1: T covered, F covered; C2: T covered, F covered
        return -3;
    if (packet->route.more && packet->route.id == 1023) //~ C1: T covered, F covered; C2: T covered, F covered
        return -4;
    return packet->hops > 64 ? 0 : 1; //~ C1: T covered, F covered
}
struct header header_reply(struct header request, int busy)
{
    request.is_reply = 1;
    if (busy && request.priority < 3) //~ C1: T covered, F covered; C2: T covered, F covered
        request.priority++;
    if (request.length == 0xfff) //~ C1: T covered, F covered
        request.length = 0;
    return request;
}
