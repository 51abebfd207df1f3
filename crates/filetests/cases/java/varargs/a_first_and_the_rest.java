//@ class: Join
class Join {
    static String all(String first, String... rest) {
        StringBuilder text = new StringBuilder(first);
        for (String next : rest) { //~ covered
            text.append(',').append(next);
        }
        return text.toString();
    }
}
