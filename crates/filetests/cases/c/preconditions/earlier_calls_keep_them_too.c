//@ entry: add_reading
//@ settings: earlier_calls_keep_them_too.toml
/* Only earlier calls change the sum, and none that keeps to the range makes it negative. */
int add_reading(int value)
{
    static int sum, calls;

    if (sum < 0)                    //~ C1: T open, F covered
        return -1;
    sum += value;
    calls++;
    return calls > 1 ? 2 : 1;       //~ C1: T covered, F covered
}
