package shop;

import java.io.IOException;
import java.util.List;
import java.util.Map;

/** A bit of everything that a model of an API has to tell apart. */
class Shop {
    enum Size { SMALL, LARGE }

    record Item(String name, int price, Size size) {}

    class Counter {
        private int count;

        Counter(int start) { count = start; }

        int next() { return count++; }
    }

    private static final class Secret {
        int code = 4711;
    }

    private final Map<String, List<Item>> items;
    int open;

    Shop(Map<String, List<Item>> items) { this.items = items; }

    int order(Item item, int... counts) throws IOException {
        if (item.name().equals("gold")) {
            throw new IOException("no gold");
        }
        return counts.length + new Secret().code;
    }

    protected boolean pay(Payment payment, Pricing<? super Item> pricing) {
        switch (payment.amount()) {
            case 77: return true;
            case 1000: return pricing.price(null) > 0.25;
            default: return false;
        }
    }

    private int secret() { return 1; }

    static {
        BackDoor.key = new BackDoor() {
            @Override
            int price(int of) { return of - 1; }
        };
    }

    @Deprecated int old(Discount discount) { return 0; }

    <T extends Comparable<? super T>> T best(List<? extends T> from) { return from.get(0); }
}

interface Payment {
    int amount();
    String currency();
}

final class Cash implements Payment {
    public int amount() { return 5; }

    public String currency() { return "EUR"; }
}

interface Pricing<T> {
    double price(T of);

    default double twice(T of) { return 2 * price(of); }
}

sealed interface Discount permits None {}

final class None implements Discount {}

/** No signature of the shop mentions it. */
abstract class BackDoor {
    static BackDoor key;

    abstract int price(int of);
}

final class Closed {
    private Closed() {}
}
