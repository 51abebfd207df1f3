//@ class: Planet
enum Planet {
    EARTH(1.0), MARS(0.38);

    private final double gravity;

    Planet(double gravity) {
        this.gravity = gravity;
    }

    boolean isHeavier(Planet other) {
        return gravity > other.gravity; //~ covered
    }
}
