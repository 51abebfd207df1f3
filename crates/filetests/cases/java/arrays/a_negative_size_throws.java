//@ class: Zeros
//@ contains: assertThrows(NegativeArraySizeException.class, 
class Zeros {
    static int[] of(int n) {
        if (n > 8) { //~ covered
            return new int[8];
        }
        return new int[n];
    }
}
