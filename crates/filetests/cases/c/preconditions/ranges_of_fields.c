//@ entry: classify
//@ settings: ranges_of_fields.toml
struct packet {
    unsigned char kind;
    unsigned flags : 3;
    int data[3];
};

int limit;

int classify(const struct packet *packet)
{
    int sum = packet->data[0] + packet->data[1] + packet->data[2];

    if (sum > 27)               //~ C1: T open, F covered
        return -1;
    if (sum > limit)            //~ C1: T covered, F covered
        return -2;
    if (packet->flags > 1)      //~ C1: T open, F covered
        return -3;
    switch (packet->kind) {
    case 1:                     //~ C1: T covered, F covered
        return 1;
    case 4:                     //~ C1: T covered, F covered
        return limit;
    case 9:                     //~ C1: T open, F covered
        return 9;
    }
    return 10 / packet->kind;
}
