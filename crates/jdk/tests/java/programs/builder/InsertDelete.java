/** Insertion, deletion, replacement and reversal. */
public class InsertDelete {
    public static void main(String[] args) throws Exception {
        StringBuilder b = new StringBuilder("0123456789");
        b.insert(5, "abc").delete(0, 2).deleteCharAt(0).replace(1, 3, "XYZ").reverse();
        System.out.println(b);
        b.setCharAt(0, '#');
        b.setLength(4);
        System.out.println(b + "|" + b.indexOf("7") + "|" + b.charAt(1));
        b.setLength(6);
        System.out.println((int) b.charAt(5) + " " + b.length());
        try { b.insert(20, "x"); } catch (StringIndexOutOfBoundsException e) { System.out.println(e.getMessage()); }
        try { b.deleteCharAt(6); } catch (StringIndexOutOfBoundsException e) { System.out.println(e.getMessage()); }
    }
}
