//@ entry: consume
//@ criteria: mcdc
//@ strategies: dse

/* Each condition takes one step; how many are taken depends on those before. */
int consume(unsigned char text[4])
{
    int at = 0;
    if ((text[at++] == '<' && text[at++] == '!') || (text[at++] == '-' && at == 3)) //~ mcdc 4/4
        return at;
    return -at;
}
