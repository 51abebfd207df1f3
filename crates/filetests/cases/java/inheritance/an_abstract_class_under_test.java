//@ class: Template
abstract class Template {
    abstract int step(int a);

    int twice(int a) {
        int once = step(a);
        return once > 0 ? step(once) : once; //~ covered
    }

    static class Increment extends Template {
        @Override
        int step(int a) {
            return a + 1;
        }
    }
}
