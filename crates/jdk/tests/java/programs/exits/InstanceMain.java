// release 25
/** A `main` without a parameter, of an object, that is not public; a field is there before it runs. */
class InstanceMain {
    private final String greeting = "from " + getClass().getSimpleName();

    InstanceMain() {
        System.out.println("made");
    }

    void main() {
        System.out.println(greeting);
        throw new IllegalStateException("ends");
    }
}
