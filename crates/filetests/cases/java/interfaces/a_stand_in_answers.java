//@ class: Sensors
class Sensors {
    interface Sensor {
        int read();
    }

    static String state(Sensor sensor) {
        int value = sensor.read();
        if (value > 1000) { //~ covered
            return "hot";
        }
        return value < 0 ? "broken" : "fine"; //~ covered
    }
}
