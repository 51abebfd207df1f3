import java.io.*;
import java.util.*;

/** Objects of classes that name their version, and of classes below ones that cannot be serialised. */
public class Versions {
    static class Plain { int seen = 5; Plain() { seen++; } }

    static class Below extends Plain implements Serializable {
        private static final long serialVersionUID = 3724187752191401220L;
        String name = "x";
        int[] numbers = {1, 2, 3};
        Map<String, List<Integer>> map = new TreeMap<>();
    }

    enum Color { RED, BLUE }

    public static void main(String[] args) throws Exception {
        Below below = new Below();
        below.seen = 100;
        below.name = "changed";
        below.map.put("k", new ArrayList<>(Arrays.asList(1, 2)));
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(below);
            out.writeObject(Color.BLUE);
            out.writeObject(new HashSet<>(Arrays.asList("a", "b")));
        }
        try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
            Below back = (Below) in.readObject();
            System.out.println(back.seen + " " + back.name + " " + Arrays.toString(back.numbers) + " " + back.map);
            System.out.println(in.readObject() == Color.BLUE);
            System.out.println(new TreeSet<>((Set<?>) in.readObject()));
        }
        System.out.println(ObjectStreamClass.lookup(Below.class).getSerialVersionUID());
        System.out.println(Versions.class.getPackage().getName().isEmpty() + " " + String.class.getPackage().getName());
        System.out.println(Versions.class.getResource("Versions.class") != null);
        System.out.println(Versions.class.getResourceAsStream("nothing") == null);
    }
}
