import java.io.*;
import java.util.*;

/** An object written and read again, without what is transient. */
public class Serialization {
    static class P implements Serializable { int x = 3; transient int y = 4; String s = "text"; List<P> others = new ArrayList<>(); }

    public static void main(String[] args) throws Exception {
        P p = new P();
        p.x = 7;
        p.others.add(p);
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) { out.writeObject(p); }
        try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) { P q = (P) in.readObject(); System.out.println(q.x + " " + q.y + " " + q.s + " " + (q.others.get(0) == q)); }
    }
}
