//@ class: Temperature
class Temperature {
    private final int degrees;

    Temperature(int degrees) {
        this.degrees = degrees;
    }

    @Override
    public String toString() {
        return degrees > 0 ? "+" + degrees : String.valueOf(degrees); //~ covered
    }
}
