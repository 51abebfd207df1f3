//@ entry: set_sample
//@ strategies: search
//@ budget: 6000 evals
// A store of a clamped value per format and size, tested one after the other.

struct sample {
    long whole;
    double real;
};

int set_sample(struct sample *sample, int format, int size, double value)
{
    if (format == 1 && size == 1) //~ C1: T covered, F covered; C2: T covered, F covered
        sample->whole = value > 255 ? 255 : value < 0 ? 0 : (long)value; //~ C1: T covered, F covered; C2: T covered, F covered
    else if (format == 1 && size == 2) //~ C1: T covered, F covered; C2: T covered, F covered
        sample->whole = value > 65535 ? 65535 : value < 0 ? 0 : (long)value; //~ C1: T covered, F covered; C2: T covered, F covered
    else if (format == 2 && size == 2) //~ C1: T covered, F covered; C2: T covered, F covered
        sample->whole = value > 32767 ? 32767 : value < -32768 ? -32768 : (long)value; //~ C1: T covered, F covered; C2: T covered, F covered
    else if (format == 3 && size == 4) //~ C1: T covered, F covered; C2: T covered, F covered
        sample->real = (float)value;
    else if (format == 3 && size == 8) //~ C1: T covered, F covered; C2: T covered, F covered
        sample->real = value;
    else
        return 0;
    return 1;
}
