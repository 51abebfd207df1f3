//@ class: Squares
//@ contains: assertArrayEquals(
class Squares {
    static int[] below(int n) {
        int[] squares = new int[n & 3];
        for (int i = 0; i < squares.length; i++) { //~ covered
            squares[i] = i * i;
        }
        return squares;
    }
}
