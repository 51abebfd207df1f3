/** International bank account numbers: form, country, checksum. */
class AccountNumber {
    static String check(String text) {
        if (text == null || text.length() < 15 || text.length() > 34) {
            return "length";
        }
        String country = text.substring(0, 2);
        int expected;
        switch (country) {
            case "NO":
                expected = 15;
                break;
            case "BE":
                expected = 16;
                break;
            case "DE":
                expected = 22;
                break;
            default:
                return "country";
        }
        if (text.length() != expected) {
            return "length of " + country;
        }
        String turned = text.substring(4) + text.substring(0, 4);
        int rest = 0;
        for (int at = 0; at < turned.length(); at++) {
            char c = turned.charAt(at);
            if (c >= '0' && c <= '9') {
                rest = (rest * 10 + c - '0') % 97;
            } else if (c >= 'A' && c <= 'Z') {
                rest = (rest * 100 + c - 'A' + 10) % 97;
            } else {
                return "character";
            }
        }
        return rest == 1 ? "valid" : "checksum";
    }
}
