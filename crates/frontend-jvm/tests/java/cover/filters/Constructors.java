/** Private empty constructors without arguments are not counted, all others are. */
public class Constructors {
    static class Hidden { private Hidden() { } static int f() { return 1; } }
    static class HiddenWithCode { private HiddenWithCode() { System.out.println("made"); } }
    static class HiddenWithArgument { private HiddenWithArgument(int x) { } }
    static class HiddenWithField { int x = 4; private HiddenWithField() { } }
    static class Open { Open() { } }
    static class Below extends Open { private Below() { } static int g() { return 2; } }
    private Constructors() { }
    public static void main(String[] args) throws Exception {
        Hidden.f(); Below.g(); new Open();
    }
}
