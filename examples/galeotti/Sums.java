/** Sums and products of numbers, written as text: 2+3*(4-1). */
class Sums {
    private final String text;
    private int at;
    Sums(String text) {
        this.text = text;
    }
    int value() {
        int value = sum();
        if (at < text.length()) {
            throw new IllegalArgumentException("more than a sum");
        }
        return value;
    }
    private int sum() {
        int value = product();
        while (at < text.length() && (text.charAt(at) == '+' || text.charAt(at) == '-')) {
            boolean adds = text.charAt(at++) == '+';
            int next = product();
            value = adds ? value + next : value - next;
        }
        return value;
    }
    private int product() {
        int value = atom();
        while (at < text.length() && text.charAt(at) == '*') {
            at++;
            value *= atom();
        }
        return value;
    }
    private int atom() {
        if (at == text.length()) {
            throw new IllegalArgumentException("ends early");
        }
        char c = text.charAt(at);
        if (c == '(') {
            at++;
            int value = sum();
            if (at == text.length() || text.charAt(at++) != ')') {
                throw new IllegalArgumentException("not closed");
            }
            return value;
        }
        if (c < '0' || c > '9') {
            throw new IllegalArgumentException("no number");
        }
        int value = 0;
        while (at < text.length() && Character.isDigit(text.charAt(at))) {
            value = value * 10 + text.charAt(at++) - '0';
        }
        return value;
    }
    static boolean isAnswer(String text) {
        return new Sums(text).value() == 42 && text.length() > 4;
    }
}
