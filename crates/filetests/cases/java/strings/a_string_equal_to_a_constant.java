//@ class: Password
class Password {
    static boolean opens(String text) {
        return "sesame".equals(text);
    }
}
