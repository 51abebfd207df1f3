/** What a field of a cookie means, and whether its value may stand there. */
class Cookie {
    static int of(String name, String value, String site) {
        String field = name.toLowerCase();
        if (field.equals("userid")) {
            if (value.length() > 6 && value.startsWith("user")) {
                return 1;
            }
            return 2;
        }
        if (field.equals("session")) {
            if (value.equals("am") && site.equals("abc.com")) {
                return 3;
            }
            return value.endsWith("=done") ? 4 : 5;
        }
        if ("path".equals(field) || "domain".equals(field)) {
            return value.indexOf('/') == 3 ? 6 : 7;
        }
        return 0;
    }
}
