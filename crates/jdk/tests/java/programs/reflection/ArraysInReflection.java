import java.lang.reflect.Array;

/** Arrays made and changed by reflection. */
public class ArraysInReflection {
    public static void main(String[] args) throws Exception {
        Object a = Array.newInstance(int.class, 3);
        Array.setInt(a, 1, 7);
        Array.set(a, 2, 9);
        System.out.println(Array.getLength(a) + " " + Array.get(a, 1) + " " + ((int[]) a)[2] + " " + Array.newInstance(String.class, 2, 3).getClass().getName());
        try { Array.get(a, 3); } catch (ArrayIndexOutOfBoundsException e) { System.out.println(e.getMessage()); }
        try { Array.getLength("x"); } catch (IllegalArgumentException e) { System.out.println("no array"); }
    }
}
