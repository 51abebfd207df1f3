//@ class: Numbers
//@ contains: assertThrows(NumberFormatException.class, 
class Numbers {
    static boolean isPositive(String text) {
        return Integer.parseInt(text) > 0; //~ covered
    }
}
