/** Labels let inner loops end or go on with outer ones. */
public class LabelledBreaks {
    public static void main(String[] args) throws Exception {
        int steps = 0;
        outer:
        for (int i = 0; i < 10; i++) {
            inner:
            for (int j = 0; j < 10; j++) {
                for (int k = 0; ; k++) {
                    steps++;
                    if (k == 3) continue inner;
                    if (j == 4) continue outer;
                    if (i == 5) break outer;
                    if (k * j == 6) break inner;
                }
            }
        }
        System.out.println(steps);
        block: {
            if (steps > 0) break block;
            System.out.println("not reached");
        }
        System.out.println("behind");
    }
}
