import java.io.*;
import java.util.*;

/** Properties read from text. */
public class PropertiesFromText {
    public static void main(String[] args) throws Exception {
        Properties p = new Properties();
        p.load(new StringReader("a=1\nb : two words\n# comment\nc\\ d=\\u0041\\\n  more\nempty=\n"));
        System.out.println(new TreeMap<>(p) + " " + p.getProperty("zz", "default") + " " + p.getProperty("empty").isEmpty());
    }
}
