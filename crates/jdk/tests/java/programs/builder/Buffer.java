/** StringBuffer and StringBuilder compare and share. */
public class Buffer {
    public static void main(String[] args) throws Exception {
        StringBuffer f = new StringBuffer("abc");
        StringBuilder b = new StringBuilder("abc");
        System.out.println("abc".contentEquals(f) + " " + "abc".contentEquals(b) + " " + f.equals(b) + " " + b.toString().equals(f.toString()));
        f.append(b).append(f);
        System.out.println(f);
        char[] target = new char[5];
        f.getChars(1, 4, target, 1);
        System.out.println((int) target[0] + " " + target[1] + target[2] + target[3]);
    }
}
