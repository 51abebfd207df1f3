//@ class: Traffic
//@ contains: assertEquals(Traffic.
enum Traffic {
    RED, YELLOW, GREEN;

    Traffic next() {
        return this == GREEN ? RED : values()[ordinal() + 1]; //~ covered
    }
}
