//@ class: Ranges
import java.util.Map;
import java.util.Properties;

class Ranges {
    static <T> boolean isWithin(T from, T to, Comparable<T> value) {
        return value.compareTo(from) >= 0 && value.compareTo(to) <= 0; //~ covered
    }

    static boolean isWithin(long from, long to, long value) {
        return value >= from && value <= to; //~ covered
    }

    static <T> T first(T... values) {
        return values == null ? null : values[0]; //~ covered
    }

    static <V> String replace(Object source, Map<String, V> values) {
        return values == null ? "no map" : source + " and a map"; //~ covered
    }

    static String replace(Object source, Properties values) {
        return values == null ? "no properties" : source + " and properties"; //~ covered
    }
}
