//@ class: At
//@ contains: assertThrows(ArrayIndexOutOfBoundsException.class, 
class At {
    static int get(int[] values, int index) {
        return values[index];
    }
}
