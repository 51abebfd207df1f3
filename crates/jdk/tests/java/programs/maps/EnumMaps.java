import java.util.*;

/** Maps and sets of an enumeration, in the order of its constants. */
public class EnumMaps {
    enum Color { RED, GREEN, BLUE, BLACK }

    public static void main(String[] args) throws Exception {
        EnumMap<Color, String> map = new EnumMap<>(Color.class);
        map.put(Color.BLUE, "b"); map.put(Color.RED, "r");
        System.out.println(map + " " + map.containsKey(Color.GREEN));
        EnumSet<Color> set = EnumSet.complementOf(EnumSet.of(Color.GREEN));
        System.out.println(set + " " + EnumSet.range(Color.GREEN, Color.BLACK) + " " + EnumSet.noneOf(Color.class) + " " + EnumSet.allOf(Color.class).size());
    }
}
