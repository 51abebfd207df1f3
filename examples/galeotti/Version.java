/** Versions as text: 1.12.3-beta. */
class Version {
    static int compare(String a, String b) {
        int x = number(a);
        int y = number(b);
        if (x < 0 || y < 0) {
            throw new IllegalArgumentException("no version");
        }
        if (x == y) {
            boolean early = a.endsWith("-beta");
            return early == b.endsWith("-beta") ? 0 : early ? -1 : 1;
        }
        return x < y ? -1 : 1;
    }
    static int number(String text) {
        int first = text.indexOf('.');
        if (first <= 0) {
            return -1;
        }
        try {
            int major = Integer.parseInt(text.substring(0, first));
            int end = text.indexOf('-');
            int minor = Integer.parseInt(text.substring(first + 1, end < 0 ? text.length() : end));
            if (major == 17 && minor == 4711) {
                return Integer.MAX_VALUE;
            }
            return major * 1000 + minor;
        } catch (NumberFormatException e) {
            return -2;
        }
    }
}
