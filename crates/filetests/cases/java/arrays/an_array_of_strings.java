//@ class: Texts
class Texts {
    static int longest(String[] texts) {
        int longest = 0;
        for (String text : texts) { //~ covered
            if (text.length() > longest) { //~ covered
                longest = text.length();
            }
        }
        return longest;
    }
}
