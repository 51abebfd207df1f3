/** Switches inside of loops and switches, left by labels. */
public class NestedInSwitches {
    public static void main(String[] args) throws Exception {
        StringBuilder log = new StringBuilder();
        loop:
        for (int i = 0; ; i++) {
            switch (i) {
                case 0: continue;
                case 1: switch (i + 1) { case 2: log.append("two "); break; default: log.append("never "); } log.append("after "); break;
                case 3: log.append("three "); continue loop;
                case 5: break loop;
                default: log.append(i).append(' ');
            }
            log.append("end ");
        }
        System.out.println(log);
    }
}
