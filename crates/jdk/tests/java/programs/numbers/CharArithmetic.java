/** Characters are numbers without sign; sums of them are ints. */
public class CharArithmetic {
    public static void main(String[] args) throws Exception {
        char c = 'a';
        c += 1;
        System.out.println(c);
        c++;
        System.out.println(c + 1);
        System.out.println((char) (c + 1));
        char top = '\uffff';
        top++;
        System.out.println((int) top);
        System.out.println('a' + 'b' + "c" + 'd' + 1);
        System.out.println((char) 97 + " " + (int) 'z' + " " + ('z' - 'a'));
        final int small = 10;
        byte narrowed = small;
        char fromConstant = small + 55;
        System.out.println(narrowed + " " + fromConstant);
        System.out.println((short) '\uffff' + " " + (byte) 'é');
    }
}
