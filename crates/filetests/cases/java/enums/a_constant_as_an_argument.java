//@ class: Lights
//@ contains: Light.GREEN
class Lights {
    enum Light { RED, GREEN }

    static boolean mayGo(Light light) {
        return light == Light.GREEN; //~ covered
    }
}
