//@ class: Custom
//@ contains: assertThrows(Custom.Refused.class, 
class Custom {
    static class Refused extends RuntimeException {
        private static final long serialVersionUID = 1L;
    }

    static void check(int a) {
        if (a > 100) { //~ covered
            throw new Refused();
        }
    }
}
