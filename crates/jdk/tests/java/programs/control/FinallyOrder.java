/** Finally blocks run inside out, on every way out. */
public class FinallyOrder {
    static StringBuilder log = new StringBuilder();
    static String run(int how) {
        for (int i = 0; i < 2; i++) {
            try {
                try {
                    log.append("a");
                    if (how == 0) return "returned";
                    if (how == 1) throw new RuntimeException("thrown");
                    if (how == 2) break;
                    if (how == 3) continue;
                } finally {
                    log.append("b");
                }
                log.append("c");
            } catch (RuntimeException e) {
                log.append(e.getMessage());
            } finally {
                log.append("d");
            }
        }
        return "end";
    }

    public static void main(String[] args) throws Exception {
        for (int how = 0; how < 5; how++) {
            log.setLength(0);
            System.out.println(run(how) + " " + log);
        }
    }
}
