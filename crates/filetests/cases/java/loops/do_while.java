//@ class: Digits
class Digits {
    static int count(int a) {
        int rest = Math.abs(a);
        int count = 0;
        do {
            count++;
            rest /= 10;
        } while (rest != 0); //~ covered
        return count;
    }
}
