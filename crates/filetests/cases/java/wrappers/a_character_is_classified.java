//@ class: Characters
class Characters {
    static String kind(char c) {
        if (Character.isDigit(c)) { //~ covered
            return "digit";
        }
        return Character.isUpperCase(c) ? "capital" : "other"; //~ covered
    }
}
