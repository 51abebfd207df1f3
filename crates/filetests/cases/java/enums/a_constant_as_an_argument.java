//@ class: Lights
//@ contains: Light.RED
class Lights {
    enum Light { RED, GREEN }

    static boolean mayGo(Light light) {
        return light == Light.GREEN; //~ covered
    }
}
