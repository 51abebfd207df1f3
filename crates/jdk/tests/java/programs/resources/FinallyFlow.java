/** Breaks and continues through finally blocks that count. */
public class FinallyFlow {
    public static void main(String[] args) throws Exception {
        int finals = 0, sum = 0;
        outer:
        for (int i = 0; i < 5; i++) {
            try {
                for (int j = 0; j < 5; j++) {
                    try { if (j == 2) continue; if (j == 4) continue outer; if (i == 3) break outer; sum += i * j; } finally { finals++; }
                }
            } finally { finals += 100; }
        }
        System.out.println(sum + " " + finals);
    }
}
