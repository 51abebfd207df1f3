import java.util.*;
import java.util.function.*;

/** A small parser library made of closures. */
public class Currying {
    interface Parser { int parse(String s, int at); static Parser lit(char c) { return (s, at) -> at >= 0 && at < s.length() && s.charAt(at) == c ? at + 1 : -1; } default Parser then(Parser p) { return (s, at) -> { int n = parse(s, at); return n < 0 ? n : p.parse(s, n); }; } default Parser or(Parser p) { return (s, at) -> { int n = parse(s, at); return n >= 0 ? n : p.parse(s, at); }; } default Parser many() { return (s, at) -> { int n; while ((n = parse(s, at)) >= 0) at = n; return at; }; } }

    public static void main(String[] args) throws Exception {
        Parser p = Parser.lit('a').then(Parser.lit('b').or(Parser.lit('c')).many()).then(Parser.lit('d'));
        for (String s : new String[] {"ad", "abcbd", "abx", "d", "abbbbbbbbd"}) System.out.println(s + " " + p.parse(s, 0));
    }
}
