//@ class: Grid
class Grid {
    static boolean isSquare(int[][] rows) {
        return rows.length > 0 && rows[0].length == rows.length; //~ covered
    }
}
