// release 17
/** Sealed classes with final, sealed and open subclasses. */
public class OldStyle {
    static abstract sealed class Vehicle permits Car, Truck, Other { abstract int wheels(); }
    static final class Car extends Vehicle { int wheels() { return 4; } }
    static sealed class Truck extends Vehicle permits BigTruck { int wheels() { return 6; } }
    static final class BigTruck extends Truck { @Override int wheels() { return super.wheels() * 3; } }
    static non-sealed class Other extends Vehicle { int wheels() { return 0; } }
    static class Sled extends Other { }

    public static void main(String[] args) throws Exception {
        int sum = 0;
        for (Vehicle v : new Vehicle[] {new Car(), new Truck(), new BigTruck(), new Sled()}) sum = sum * 10 + v.wheels();
        System.out.println(sum + " " + Vehicle.class.isSealed() + " " + Vehicle.class.getPermittedSubclasses().length + " " + Other.class.isSealed());
    }
}
