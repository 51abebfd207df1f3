//@ class: Settings
class Settings {
    static boolean verbose;

    static String say() {
        return verbose ? "much" : "little"; //~ covered
    }
}
