//@ class: Refusal
//@ contains: assertThrows(IllegalArgumentException.class, 
class Refusal {
    static int root(int a) {
        if (a < 0) { //~ covered
            throw new IllegalArgumentException("negative: " + a);
        }
        return (int) Math.sqrt(a);
    }
}
