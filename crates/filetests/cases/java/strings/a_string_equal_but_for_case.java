//@ class: Answer
class Answer {
    static boolean isYes(String text) {
        return text.equalsIgnoreCase("yes");
    }
}
