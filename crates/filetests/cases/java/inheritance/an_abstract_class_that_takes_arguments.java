//@ class: Meter
abstract class Meter {
    private final int limit;
    private final String unit;

    Meter(int limit, String unit) {
        if (unit == null) { //~ covered
            throw new NullPointerException();
        }
        this.limit = limit;
        this.unit = unit;
    }

    abstract int read(int channel);

    String text(int channel) {
        int value = read(channel);
        if (value > limit) { //~ covered
            return "over";
        }
        return value + unit;
    }

    boolean isHumid() {
        return unit.equals("g/m3") && read(7) == limit; //~ covered
    }
}
