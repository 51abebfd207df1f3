/** Every type of value becomes text, null as well. */
public class Concatenation {
    public static void main(String[] args) throws Exception {
        Object none = null;
        String text = null;
        char[] chars = {'x'};
        byte b = -1; short s = 300; char c = 'c'; long l = 1L << 40; float f = 1.5f; double d = -0.0; boolean z = true;
        String all = "" + b + s + c + l + f + d + z + none + text + 'q' + 1 + 2L;
        System.out.println(all);
        text += "x";
        System.out.println(text + 1 + 2 + " " + (1 + 2) + text);
        System.out.println("chars " + (("" + chars).startsWith("[C@")));
        String empty = "";
        empty += 1 + 'a';
        empty += 'a' + "b";
        System.out.println(empty);
    }
}
