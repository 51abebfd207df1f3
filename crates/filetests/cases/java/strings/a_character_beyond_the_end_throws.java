//@ class: Third
//@ contains: assertThrows(StringIndexOutOfBoundsException.class, 
class Third {
    static char of(String text) {
        return text.charAt(2);
    }
}
