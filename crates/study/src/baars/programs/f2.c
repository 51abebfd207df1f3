/*
 * A part of an engine controller as code generators write it: signals of 16 bits in global variables, sums
 * and differences that saturate, each checked for over- and underflow by the signs of its operands.
 * 23 conditions, 46 branches; 17 signals, 272 bits.
 */
short V1, V2, V3, V4, V5, V6, V7, V8, V9, V10, V11, V12, V13, V14, V15, V16, V17;

int F2(void)
{
    short difference;
    short sum;
    int output = 0;

    /* Operating state 3: the deviation, saturated. */
    if (V1 == 3) {
        difference = (short)(V11 - V9);
        if (V11 >= 0) {
            if (V9 < 0) {
                if (difference < 0)
                    difference = 32767;
            }
        } else {
            if (V9 >= 0) {
                if (difference >= 0)
                    difference = -32768;
            }
        }
        output = difference;
    }

    /* Both cycle counters agree: the correction, saturated. */
    if (V2 == V5) {
        sum = (short)(V3 + V4);
        if (V3 >= 0) {
            if (V4 >= 0) {
                if (sum < 0)
                    sum = 32767;
            }
        } else {
            if (V4 < 0) {
                if (sum >= 0)
                    sum = -32768;
            }
        }
        output = output + sum;
    }

    /* Limits. */
    if (output > V13)
        output = V13;
    else if (V12 < V14)
        output = V14;

    /* Hysteresis. */
    if (V6 > 120)
        output = output + 1;
    else if (V6 < 100)
        output = output - 1;

    /* Selectors. */
    if (V7 != V8)
        output = output + 2;
    if (V10 >= 0 && V10 <= 10)
        output = output + V10;
    if (V15 == V16) {
        if (V17 == 1)
            output = 0;
        else if (V17 == 2) {
            if (V16 > 0)
                output = V16;
        }
    }
    return output;
}
