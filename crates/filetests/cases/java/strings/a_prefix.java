//@ class: Url
class Url {
    static boolean isSecure(String text) {
        return text.startsWith("https:");
    }
}
