//@ class: Letters
class Letters {
    static boolean isLower(char c) {
        return c >= 'a' && c <= 'z'; //~ covered
    }
}
