import java.util.*;

/** Codes by frequency, there and back. */
public class Huffman {
    static class N implements Comparable<N> { final int f; final char c; final N l, r; N(int f, char c, N l, N r) { this.f = f; this.c = c; this.l = l; this.r = r; } public int compareTo(N o) { return f != o.f ? f - o.f : c - o.c; } }
    static void codes(N n, String s, Map<Character, String> m) { if (n.l == null) m.put(n.c, s); else { codes(n.l, s + "0", m); codes(n.r, s + "1", m); } }

    public static void main(String[] args) throws Exception {
        String text = "she sells sea shells by the sea shore";
        Map<Character, Integer> f = new TreeMap<>();
        for (char c : text.toCharArray()) f.merge(c, 1, Integer::sum);
        PriorityQueue<N> q = new PriorityQueue<>();
        for (Map.Entry<Character, Integer> e : f.entrySet()) q.add(new N(e.getValue(), e.getKey(), null, null));
        while (q.size() > 1) { N a = q.poll(), b = q.poll(); q.add(new N(a.f + b.f, (char) Math.min(a.c, b.c), a, b)); }
        N root = q.poll();
        Map<Character, String> m = new TreeMap<>();
        codes(root, "", m);
        StringBuilder out = new StringBuilder(), back = new StringBuilder();
        for (char c : text.toCharArray()) out.append(m.get(c));
        N at = root;
        for (int i = 0; i < out.length(); i++) { at = out.charAt(i) == '0' ? at.l : at.r; if (at.l == null) { back.append(at.c); at = root; } }
        System.out.println(out.length() + " " + back.toString().equals(text) + " " + m.get(' '));
    }
}
