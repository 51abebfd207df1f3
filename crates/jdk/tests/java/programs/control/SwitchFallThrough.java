/** Cases fall through, defaults stand anywhere. */
public class SwitchFallThrough {
    static String run(int x) {
        String s = "";
        switch (x) {
            case 1: s += "one ";
            default: s += "default ";
            case 2: s += "two "; break;
            case Integer.MIN_VALUE: s += "least ";
            case 1000: s += "thousand "; return s;
            case -5: { s += "minus"; }
        }
        return s + ".";
    }

    public static void main(String[] args) throws Exception {
        for (int x : new int[] {1, 2, 3, Integer.MIN_VALUE, 1000, -5, Integer.MAX_VALUE}) System.out.println(run(x));
    }
}
