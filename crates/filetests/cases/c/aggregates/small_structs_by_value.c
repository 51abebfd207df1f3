//@ entry: four, eight, twelve
//@ criteria: branch
//@ budget: 20000 evals
//@ seed: 1
// Structs of 4, 8 and 12 bytes travel in registers.
struct rgba {
    unsigned char r, g, b, a;
};
struct pair {
    int x, y;
};
struct triple {
    int x, y, z;
};
int four(struct rgba c)
{
    return c.a == 255 && c.r > c.g; //~ C1: T covered, F covered; C2: T covered, F covered
}
int eight(struct pair p)
{
    return p.x == p.y ? 1 : 0; //~ C1: T covered, F covered
}
int twelve(struct triple t)
{
    if (t.z == 9 && t.x < t.y) //~ C1: T covered, F covered; C2: T covered, F covered
        return 1;
    return 0;
}
