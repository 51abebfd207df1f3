//@ class: Contains
class Contains {
    static boolean hasAt(String text) {
        return text.indexOf('@') > 0; //~ covered
    }
}
