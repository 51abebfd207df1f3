//@ class: Hidden
class Hidden {
    private static class Secret {
        boolean matches(int a) {
            return a == 42; //~ covered
        }
    }

    private final Secret secret = new Secret();

    boolean guess(int a) {
        return secret.matches(a);
    }
}
