/** Interfaces, enumerations and constants inside of interfaces. */
public class InterfacesInside {
    interface Machine { int MAX = 3; enum State { ON, OFF; State flip() { return this == ON ? OFF : ON; } } interface Part { State state(); } class Bulb implements Part { State s = State.OFF; public State state() { return s; } } static Part make() { return new Bulb(); } }

    public static void main(String[] args) throws Exception {
        Machine.Part p = Machine.make();
        System.out.println(p.state() + " " + p.state().flip() + " " + Machine.MAX + " " + Machine.State.valueOf("ON").flip().flip());
    }
}
