//@ class: Count
class Count {
    static int vowels(String text) {
        int count = 0;
        for (int i = 0; i < text.length(); i++) { //~ covered
            if (text.charAt(i) == 'a' || text.charAt(i) == 'e') { //~ covered
                count++;
            }
        }
        return count;
    }
}
