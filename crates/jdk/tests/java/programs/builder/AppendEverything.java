/** A builder takes every type; doubles as they are printed. */
public class AppendEverything {
    public static void main(String[] args) throws Exception {
        StringBuilder b = new StringBuilder();
        b.append(1).append('c').append(2.5).append(3f).append(4L).append(true).append((Object) null).append((String) null).append(new char[] {'x', 'y'}).append("abc", 1, 2).append(1e100).append(-0.0).append(Double.NaN);
        System.out.println(b + " " + b.length());
    }
}
