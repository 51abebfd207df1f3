//@ class: Palindrome
class Palindrome {
    static boolean is(String text) {
        return new StringBuilder(text).reverse().toString().equals(text);
    }
}
