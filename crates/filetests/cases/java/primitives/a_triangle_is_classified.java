//@ class: Triangle
//@ budget: 20000 evals
class Triangle {
    static String kind(int a, int b, int c) {
        if (a <= 0 || b <= 0 || c <= 0) { //~ covered
            return "none";
        }
        if (a == b && b == c) { //~ covered
            return "equilateral";
        }
        if (a == b || b == c || a == c) { //~ covered
            return "isosceles";
        }
        return "scalene";
    }
}
