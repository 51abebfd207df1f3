//@ class: Prices
class Prices {
    static int discount(int amount) {
        return amount > 100 ? 10 : 0; //~ covered
    }

    static int tax(int amount) {
        return amount < 0 ? 0 : amount / 5; //~ covered
    }

    static boolean isRound(int amount) {
        return amount % 10 == 0; //~ covered
    }

    static int sign(int amount) {
        return amount < 0 ? -1 : 1; //~ covered
    }

    static int bounded(int amount) {
        return amount > 9 ? 9 : amount; //~ covered
    }

    static long listed(int code) {
        if (PriceList.ENTRIES[code & 7] == 0) { //~ covered
            return 0;
        }
        return 1;
    }
}

class PriceList {
    static final long[] ENTRIES = new long[8];

    static {
        long sum = 0;
        for (int i = 0; i < 2_000_000; i++) {
            sum += i ^ (sum >>> 3);
        }
        ENTRIES[3] = sum;
    }
}
