//@ class: Primes
class Primes {
    private static final boolean[] PRIME = new boolean[20];

    static {
        for (int i = 2; i < PRIME.length; i++) { //~ covered
            PRIME[i] = true;
            for (int j = 2; j < i; j++) { //~ covered
                PRIME[i] &= i % j != 0; //~ covered
            }
        }
    }

    static boolean is(int a) {
        return a >= 0 && a < PRIME.length && PRIME[a]; //~ covered
    }
}
