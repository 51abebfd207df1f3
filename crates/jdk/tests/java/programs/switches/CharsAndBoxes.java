/** Switches over characters, bytes and boxed numbers. */
public class CharsAndBoxes {
    static int kind(char c) { switch (c) { case 'a': case 'e': case 'i': case 'o': case 'u': return 1; case ' ': return 0; case '\uffff': return 9; default: return Character.isLetter(c) ? 2 : 3; } }
    static int boxed(Integer i) { switch (i) { case 1: return 10; case 200: return 20; default: return 0; } }

    public static void main(String[] args) throws Exception {
        for (char c : "hello world!\uffff".toCharArray()) System.out.print((kind(c)));
        byte b = -3;
        switch (b) { case -3: System.out.println(" minus three"); break; case 127: System.out.println("max"); }
        System.out.println(boxed(1) + boxed(200) + boxed(3));
    }
}
