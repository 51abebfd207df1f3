/**
 * The functions of the study as static methods, written by us: what the functions of C do, not how they do it. Inputs are numbers and arrays
 * of numbers alone; what functions of C write to global variables is in the results.
 */
final class Subjects {
    /** Formats of samples. */
    private static final int UNSIGNED = 1;
    private static final int SIGNED = 2;
    private static final int FLOATING = 3;

    private Subjects() {}

    /** Counts the faults of a list of ISBNs of ten digits: digits in groups, comments in brackets. 27 conditions, 54 branches. */
    static int validateIsbn(char[] text) {
        int faults = 0;
        int digits = 0;
        int sum = 0;
        int depth = 0;
        boolean separated = false;
        for (int at = 0; at < text.length; at++) {
            char c = text[at];
            if (c == 0) {
                break;
            }
            if (c == '(') {
                depth++;
            } else if (c == ')') {
                if (depth == 0) {
                    faults++;
                } else {
                    depth--;
                }
            } else if (depth > 0) {
                continue;
            } else if (c >= '0' && c <= '9') {
                int digit = c - '0';
                separated = false;
                if (digits == 10) {
                    faults++;
                } else if (digits == 9) {
                    digits = 10;
                    if (sum % 11 != digit) {
                        faults++;
                    }
                } else {
                    digits++;
                    sum += digits * digit;
                }
            } else if (c == 'X' || c == 'x') {
                separated = false;
                if (digits != 9) {
                    faults++;
                } else {
                    digits = 10;
                    if (sum % 11 != 10) {
                        faults++;
                    }
                }
            } else if (c == '-' || c == ' ') {
                if (digits > 0 && digits < 10) {
                    if (separated) {
                        faults++;
                    }
                    separated = true;
                }
            } else if (c == ',' || c == ';') {
                if (digits != 0 && digits != 10) {
                    faults++;
                }
                digits = 0;
                sum = 0;
            } else {
                faults++;
            }
        }
        if (digits != 0 && digits != 10) {
            faults++;
        }
        if (depth != 0) {
            faults++;
        }
        return faults;
    }

    /** Counts the faults of a list of ISSNs: two groups of four digits, comments in brackets. 27 conditions, 54 branches. */
    static int validateIssn(char[] text) {
        int faults = 0;
        int digits = 0;
        int sum = 0;
        int depth = 0;
        boolean halved = false;
        for (int at = 0; at < text.length; at++) {
            char c = text[at];
            if (c == 0) {
                break;
            }
            if (c == '(') {
                depth++;
            } else if (c == ')') {
                if (depth == 0) {
                    faults++;
                } else {
                    depth--;
                }
            } else if (depth > 0) {
                continue;
            } else if (c >= '0' && c <= '9') {
                int digit = c - '0';
                if (digits == 8) {
                    faults++;
                } else if (digits == 7) {
                    digits = 8;
                    if ((sum + digit) % 11 != 0) {
                        faults++;
                    }
                } else {
                    sum += (8 - digits) * digit;
                    digits++;
                }
            } else if (c == 'X' || c == 'x') {
                if (digits != 7) {
                    faults++;
                } else {
                    digits = 8;
                    if ((sum + 10) % 11 != 0) {
                        faults++;
                    }
                }
            } else if (c == '-') {
                if (digits != 4 || halved) {
                    faults++;
                }
                halved = true;
            } else if (c == ' ') {
                if (digits != 0 && digits != 8) {
                    faults++;
                }
            } else if (c == ',' || c == ';') {
                if (digits != 0 && digits != 8) {
                    faults++;
                }
                digits = 0;
                sum = 0;
                halved = false;
            } else {
                faults++;
            }
        }
        if (digits != 0 && digits != 8) {
            faults++;
        }
        return faults;
    }

    /** One step of the control of a rear window defroster: the state after it, and the lamp. 30 conditions, six ways of a switch. */
    static int defroster(
            int ignition,
            int button,
            int buttonLast,
            int state,
            int pausedFrom,
            int relay,
            int engineRuns,
            int supplyGood,
            int coding,
            short outside,
            short supply,
            int timer,
            int faults) {
        boolean pressed = false;
        int enabled = 0;
        int lamp = 0;
        if (button == 1 && buttonLast == 0) {
            pressed = true;
        }
        if (supply >= 1050 && supply <= 1600) {
            if (supplyGood < 10) {
                supplyGood++;
            }
        } else {
            supplyGood = 0;
        }
        if (ignition == 2 && engineRuns == 1) {
            if (supplyGood >= 5) {
                enabled = 1;
            }
        } else if (ignition == 3) {
            enabled = 2;
        }
        int limit = 600;
        if (coding == 7) {
            limit = 900;
        }
        if (outside < -100) {
            limit += 300;
        } else if (outside > 250) {
            limit -= 300;
        }
        if (timer < 65535) {
            timer++;
        }
        int next = state;
        switch (state) {
            case 0:
                if (pressed && enabled == 1) {
                    next = 1;
                }
                break;
            case 1:
                if (enabled == 0) {
                    next = 3;
                } else if (pressed) {
                    next = 0;
                } else if (timer >= limit) {
                    next = 0;
                }
                if (next == 3) {
                    pausedFrom = 1;
                }
                break;
            case 2:
                if (enabled == 0) {
                    next = 3;
                    pausedFrom = 2;
                } else if (pressed || timer >= 300) {
                    next = 0;
                }
                break;
            case 3:
                if (ignition == 0) {
                    next = 0;
                } else if (enabled == 1) {
                    next = pausedFrom;
                }
                break;
            case 4:
                if (faults == 0 && ignition == 0) {
                    next = 0;
                }
                break;
            default:
                next = 0;
                break;
        }
        if (next == 1 || next == 2) {
            if (relay == 2) {
                if (faults >= 3) {
                    next = 4;
                }
            } else {
                relay = 1;
                lamp = 1;
            }
        }
        return ((pausedFrom * 256 + relay) * 256 + next) * 2 + lamp;
    }

    /** A part of an engine controller: sums and differences that saturate, and selectors. 23 conditions, 46 branches. */
    static int engine(
            short v1,
            short v2,
            short v3,
            short v4,
            short v5,
            short v6,
            short v7,
            short v8,
            short v9,
            short v10,
            short v11,
            short v12,
            short v13,
            short v14,
            short v15,
            short v16,
            short v17) {
        int output = 0;
        if (v1 == 3) {
            short difference = (short) (v11 - v9);
            if (v11 >= 0) {
                if (v9 < 0) {
                    if (difference < 0) {
                        difference = 32767;
                    }
                }
            } else {
                if (v9 >= 0) {
                    if (difference >= 0) {
                        difference = -32768;
                    }
                }
            }
            output = difference;
        }
        if (v2 == v5) {
            short sum = (short) (v3 + v4);
            if (v3 >= 0) {
                if (v4 >= 0) {
                    if (sum < 0) {
                        sum = 32767;
                    }
                }
            } else {
                if (v4 < 0) {
                    if (sum >= 0) {
                        sum = -32768;
                    }
                }
            }
            output += sum;
        }
        if (output > v13) {
            output = v13;
        } else if (v12 < v14) {
            output = v14;
        }
        if (v6 > 120) {
            output += 1;
        } else if (v6 < 100) {
            output -= 1;
        }
        if (v7 != v8) {
            output += 2;
        }
        if (v10 >= 0 && v10 <= 10) {
            output += v10;
        }
        if (v15 == v16) {
            if (v17 == 1) {
                output = 0;
            } else if (v17 == 2) {
                if (v16 > 0) {
                    output = v16;
                }
            }
        }
        return output;
    }

    /** Reads the samples of a small image, whatever their format, as numbers; how many it read. 16 conditions, 32 branches. */
    static int getSourceSamples(
            double[] samples,
            byte[] source,
            int format,
            int bits,
            int width,
            int height,
            int pixelOffset,
            int lineOffset) {
        int count = 0;
        for (int y = 0; y < height; y++) {
            for (int x = 0; x < width; x++) {
                int at = y * lineOffset + x * pixelOffset;
                double sample = 0.0;
                if (format == UNSIGNED && bits == 8) {
                    sample = source[at] & 0xff;
                } else if (format == UNSIGNED && bits == 16) {
                    sample = source[at] & 0xff | (source[at + 1] & 0xff) << 8;
                } else if (format == UNSIGNED && bits == 32) {
                    sample = word(source, at) & 0xffff_ffffL;
                } else if (format == SIGNED && bits == 16) {
                    sample = (short) (source[at] & 0xff | source[at + 1] << 8);
                } else if (format == SIGNED && bits == 32) {
                    sample = word(source, at);
                } else if (format == FLOATING && bits == 32) {
                    sample = Float.intBitsToFloat(word(source, at));
                } else if (format == FLOATING && bits == 64) {
                    long low = word(source, at) & 0xffff_ffffL;
                    sample = Double.longBitsToDouble(low | (long) word(source, at + 4) << 32);
                }
                samples[count] = sample;
                count++;
            }
        }
        return count;
    }

    /** Writes one sample of any format to the start of an array; how many bytes it takes. 14 conditions, 28 branches. */
    static int setSample(byte[] data, int format, int bits, double value) {
        long pattern = 0;
        int bytes = 0;
        if (format == UNSIGNED && bits == 8) {
            pattern = (long) Math.max(0.0, Math.min(255.0, value));
            bytes = 1;
        } else if (format == UNSIGNED && bits == 16) {
            pattern = (long) Math.max(0.0, Math.min(65535.0, value));
            bytes = 2;
        } else if (format == UNSIGNED && bits == 32) {
            pattern = (long) Math.max(0.0, Math.min(4294967295.0, value));
            bytes = 4;
        } else if (format == SIGNED && bits == 16) {
            pattern = (short) Math.max(-32768.0, Math.min(32767.0, value));
            bytes = 2;
        } else if (format == SIGNED && bits == 32) {
            pattern = (int) value;
            bytes = 4;
        } else if (format == FLOATING && bits == 32) {
            pattern = Float.floatToRawIntBits((float) value);
            bytes = 4;
        } else if (format == FLOATING && bits == 64) {
            pattern = Double.doubleToRawLongBits(value);
            bytes = 8;
        }
        write(data, pattern, bytes);
        return bytes;
    }

    /** The triangle program that counts equal sides. 14 conditions, 28 branches. */
    static int triangle(int a, int b, int c) {
        int equal = 0;
        if (a == b) {
            equal += 1;
        }
        if (a == c) {
            equal += 2;
        }
        if (b == c) {
            equal += 3;
        }
        if (equal == 0) {
            if (a + b <= c || b + c <= a || a + c <= b) {
                return 4;
            }
            return 1;
        }
        if (equal > 3) {
            return 3;
        }
        if (equal == 1 && a + b > c) {
            return 2;
        }
        if (equal == 2 && a + c > b) {
            return 2;
        }
        if (equal == 3 && b + c > a) {
            return 2;
        }
        return 4;
    }

    private static int word(byte[] source, int at) {
        int low = source[at] & 0xff | (source[at + 1] & 0xff) << 8;
        int high = source[at + 2] & 0xff | (source[at + 3] & 0xff) << 8;
        return low | high << 16;
    }

    private static void write(byte[] data, long pattern, int bytes) {
        for (int at = 0; at < bytes; at++) {
            data[at] = (byte) (pattern >> 8 * at);
        }
    }
}
