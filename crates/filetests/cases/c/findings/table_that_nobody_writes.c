//@ entry: class_of, text_of
// A table with initial values that the code never writes is what it says, declared constant or not. What a test puts there instead
// leads to faults that no program has.
static signed char classes[8] = {1, 2, 3, 0, 1, 2, 3, 0};
static int names[4] = {10, 20, 30, 40};

int class_of(unsigned char c)
{
    int class = classes[c & 7];
    if (class > 3)                                      //~ C1: T covered, F covered
        return names[class];                            //~ fault: out-of-bounds, class precondition
    return 0;
}

struct message {
    int code;
    const char *text;
};
static struct message messages[4] = {{1, "stop"}, {2, "slow"}, {3, "go"}, {-1, 0}};

/* A pointer walks through it: that is no write either. */
const char *text_of(int code)
{
    struct message *message = messages;

    while (message->code != -1) {                       //~ C1: T covered, F covered; fault: out-of-bounds, class precondition
        if (message->code == code)                      //~ C1: T covered, F covered
            return message->text;
        message++;
    }
    return 0;
}
