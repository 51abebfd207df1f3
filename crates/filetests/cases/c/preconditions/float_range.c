//@ entry: amplify
//@ settings: float_range.toml
int amplify(double gain, float offset)
{
    if (gain != gain)           //~ C1: T open, F covered
        return -1;
    if (gain > 1.5 || gain < -1.5)      //~ C1: T open, F covered; C2: T open, F covered
        return -2;
    if (gain * 4.0 == 6.0)      //~ C1: T covered, F covered
        return 1;
    if (offset > 0.15f)         //~ C1: T covered, F covered
        return 2;
    return offset < 0.09f;
}
