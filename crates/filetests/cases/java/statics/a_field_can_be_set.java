// FIXME: the search does not find it within the budget.
//@ class: Settings
class Settings {
    static boolean verbose;

    static String say() {
        return verbose ? "much" : "little"; //~ covered 1/2
    }
}
