//@ entry: quadrant
//@ criteria: branch
//@ budget: 20000 evals
//@ seed: 1
// Two floats share one register when passed by value.
struct point {
    float x, y;
};
int quadrant(struct point p)
{
    if (p.x > 0.0f && p.y > 0.0f) //~ C1: T covered, F covered; C2: T covered, F covered
        return 1;
    if (p.x < 0.0f && p.y < 0.0f) //~ C1: T covered, F covered; C2: T covered, F covered
        return 3;
    return 0;
}
