//@ entry: slopes, rotate
//@ budget: 4000 evals
// More floats than can be told one by one are asserted as a whole, those of structures too.
float heights[300];
struct number {
    double real, imaginary;
};

void slopes(float step)
{
    if (!(step > 0.5f && step < 9))             //~ C1: T covered, F covered; C2: T covered, F covered
        return;
    for (int i = 0; i < 300; i++)
        heights[i] = (float)i * step;
}

void rotate(struct number numbers[100], int times)
{
    if (times < 1)                              //~ C1: T covered, F covered
        return;
    for (int i = 0; i < 100; i++) {
        numbers[i].real = 0.25 * (i & 3);
        numbers[i].imaginary = -1.5;
    }
}
