import java.util.*;

/** Lines of quoted fields, taken apart by a state machine. */
public class Csv {
    static List<String> fields(String line) {
        List<String> all = new ArrayList<>();
        StringBuilder field = new StringBuilder();
        boolean quoted = false;
        for (int i = 0; i < line.length(); i++) {
            char c = line.charAt(i);
            if (quoted) { if (c == '"' && i + 1 < line.length() && line.charAt(i + 1) == '"') { field.append('"'); i++; } else if (c == '"') quoted = false; else field.append(c); }
            else if (c == '"') quoted = true;
            else if (c == ',') { all.add(field.toString()); field.setLength(0); }
            else field.append(c);
        }
        all.add(field.toString());
        return all;
    }

    public static void main(String[] args) throws Exception {
        for (String line : new String[] {"a,b,c", "\"x,y\",z", "\"he said \"\"hi\"\"\",,", ""}) System.out.println(fields(line).size() + " " + fields(line));
    }
}
