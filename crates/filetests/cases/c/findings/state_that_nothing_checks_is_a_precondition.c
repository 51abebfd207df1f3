//@ entry: name_of, mean, checked_name, guarded_mean, shifted
// Fields of a structure that a test invented: a fault behind the code's own check is the code's, one that no check
// stands before only says that no caller passes such a structure.

static const char *const names[4] = {"idle", "run", "stop", "fail"};

struct motor {
    int mode;
    unsigned turns, starts;
    unsigned char gear;
};

const char *name_of(const struct motor *motor)
{
    if (!motor)                                         //~ C1: T covered, F covered
        return "none";
    return names[motor->mode];                          //~ fault: out-of-bounds, class precondition
}

const char *checked_name(const struct motor *motor)
{
    if (!motor || motor->mode > 4)                      //~ C1: T covered, F covered; C2: T covered, F covered
        return "none";
    return names[motor->mode];                          //~ fault: out-of-bounds, class code
}

unsigned mean(const struct motor *motor)
{
    if (!motor)                                         //~ C1: T covered, F covered
        return 0;
    return motor->turns / motor->starts;                //~ fault: division-by-zero, class precondition
}

unsigned guarded_mean(const struct motor *motor)
{
    if (!motor || (motor->starts == 0 && motor->turns > 5)) //~ C1: T covered, F covered; C2: T covered, F covered; C3: T covered, F covered
        return 0;
    return motor->turns / motor->starts;                //~ fault: division-by-zero, class code
}

int shifted(const struct motor *motor)
{
    if (!motor)                                         //~ C1: T covered, F covered
        return 0;
    return 1 << motor->gear;                            //~ fault: invalid-shift, class precondition
}
