//@ class: Gauge
//@ budget: 2000 evals

import java.lang.reflect.Field;

/** What reflection keeps of a static field refers to memory that is no object. */
class Gauge {
    static int limit = 1_367_259_657;
    static String label;

    private final Field field;

    Gauge(Field field) {
        this.field = field;
    }

    boolean isSet() throws IllegalAccessException {
        return field.get(null) != null; //~ covered
    }
}
