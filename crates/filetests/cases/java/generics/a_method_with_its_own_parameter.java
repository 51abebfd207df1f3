//@ class: Choice
class Choice {
    static <T> T firstNonNull(T a, T b) {
        return a != null ? a : b; //~ covered
    }
}
