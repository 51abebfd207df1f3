//@ class: Codes
class Codes {
    static String reason(int code) {
        switch (code) { //~ covered
            case 200:
                return "fine";
            case 404:
                return "missing";
            case 50000:
                return "broken";
            default:
                return "unknown";
        }
    }
}
