/** Conditions over bits: masks, shifts, checks of packed fields. */
class Bits {
    static int flags(int word) {
        if ((word & 0xF0F0) == 0x5050) {
            if ((word >>> 24) == 0xA7) {
                return (word & 1) == 1 ? 3 : 2;
            }
            return 1;
        }
        return 0;
    }
    static int packed(int color) {
        int red = color >> 16 & 0xFF;
        int green = color >> 8 & 0xFF;
        int blue = color & 0xFF;
        if (red == 2 * green && blue == red + green + 7 && green > 60) {
            return 1;
        }
        return 0;
    }
    static int parity(int word) {
        int all = word ^ word >>> 16;
        all ^= all >>> 8;
        all ^= all >>> 4;
        if ((0x6996 >> (all & 0xF) & 1) == 1) {
            return (word & 0xFFFF) == 0xBEEF ? 2 : 1;
        }
        return 0;
    }
    static int mixed(int a, int b) {
        if ((a ^ b) == 0x0FF0 && (a & b) == 0x7001) {
            return 1;
        }
        return 0;
    }
    static int hash(int key) {
        int h = key * 0x9E3779B1;
        h ^= h >>> 15;
        if (h == 0x12345678) {
            return 1;
        }
        return 0;
    }
}
